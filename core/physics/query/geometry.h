// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Geometry of shapes for rays and distance queries.
//
// distance_field.c  signed distance fields: plugins, octrees, primitives, and combinations of two
// sdf_geom.c        the fields of primitives
// octree.c          the field of a mesh, interpolated between the corners of octree cells
// ray.c             rays against all geoms of a model
// ray_geom.c        rays against one primitive
// ray_triangle.c    rays against one triangle, and skins
// ray_mesh.c, ray_hfield.c, ray_flex.c  rays against shapes made of triangles

#ifndef CORE_PHYSICS_QUERY_GEOMETRY_H_
#define CORE_PHYSICS_QUERY_GEOMETRY_H_

#include <mujoco/mujoco.h>

// ---------------------------------------------------------------- signed distance fields

// Field of a primitive with the given sizes, in its frame. Other types cause mju_error.
mjtNum sdf_primitive(int geomtype, const mjtNum size[3], const mjtNum x[3]);
void sdf_primitive_gradient(int geomtype, const mjtNum size[3], const mjtNum x[3],
                            mjtNum gradient[3]);

// Field of a mesh that has an octree, in the mesh frame, with its gradient. cell: the cell of a
// point nearby, or 0; set to the cell of x.
mjtNum octree_distance(const mjModel* m, int mesh, int* cell, const mjtNum x[3]);
mjtNum octree_gradient(const mjModel* m, int mesh, int* cell, const mjtNum x[3],
                       mjtNum gradient[3]);

// The field of one geom: its plugin if it has one, the octree of its mesh, or that of a primitive.
// Fills the parts, whose addresses `field` stores.
typedef struct GeomField_ {
  mjSDF field;
  const mjpPlugin* plugin;
  int id;
  mjtGeom type;
} GeomField;
void geom_field(GeomField* f, const mjModel* m, int geom);

// ---------------------------------------------------------------- rays

// A ray in the frame of a shape, and its nearest hit so far; x < 0: none.
typedef struct LocalRay_ {
  mjtNum p[3], v[3];
  mjtNum x;
  mjtNum normal[3];  // of any length
} LocalRay;

LocalRay local_ray(const mjtNum pos[3], const mjtNum mat[9], const mjtNum pnt[3],
                   const mjtNum vec[3]);

// Normal in world coordinates; zero when there is no hit. Does nothing when normal is NULL.
void world_normal(const LocalRay* ray, const mjtNum mat[9], mjtNum* normal);

// Records a hit if it is nearer than the nearest so far; returns whether it is.
int ray_take(LocalRay* ray, mjtNum x, mjtNum nx, mjtNum ny, mjtNum nz);

// Parameter at which a ray first enters or leaves a box around the origin, -1: never. If `sides` is
// not NULL, all six sides -x +x -y +y -z +z are recorded, -1 for those not hit.
mjtNum ray_box(LocalRay* ray, const mjtNum size[3], mjtNum sides[6]);

// Two directions that span space together with the ray's own: along the ray, a triangle is flat.
typedef struct RayBasis_ {
  mjtNum b0[3], b1[3];
} RayBasis;
RayBasis ray_basis(const mjtNum v[3]);

// Parameter of the hit with a triangle, from both sides; it may be negative. -1 is a miss. The
// normal, of any length, follows the order of the corners.
mjtNum ray_triangle(const LocalRay* ray, const RayBasis* basis, mjtNum corner[3][3],
                    mjtNum normal[3]);

mjtNum ray_sdf(const mjModel* m, const mjData* d, int geom, const mjtNum* pnt, const mjtNum* vec,
               mjtNum* normal);

#endif  // CORE_PHYSICS_QUERY_GEOMETRY_H_
