// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A mesh while it is compiled. Shared by the mesh_*.c files.
//
// Vertices are kept in double precision until the end; what comes from files or from the model is
// float. The steps, in this order: source, checks, hull and its polygons, normals, refpos, refquat
// and scale, mass, alignment with the principal axes, bounding volumes, octree.

#ifndef CORE_MODEL_ASSETS_MESH_H_
#define CORE_MODEL_ASSETS_MESH_H_

#include "core/model/assets/asset_job.h"
#include "core/model/assets/bvh.h"

// cell of an octree
typedef struct OctNode_ {
  double aabb[6];   // centre, half sizes
  double coeff[8];  // signed distance at the corners, bits of the corner: x, y, z
  int child[8];     // numbers within the octree, -1: leaf
  int depth;
} OctNode;

typedef struct MeshRecord_ {
  AssetJob job;  // first
  Mesh* mesh;
  const mjsMesh* pub;
  int needs_hull, needs_octree;
  int discarded;  // omitted from the model
  int id;
  AssetFile* file;            // NULL: none
  const mjpPlugin* plugin;    // signed distance function to be meshed
  const char** plugin_value;  // its attributes

  // content; indices may be -1 where a corner has no normal or texture coordinate
  int nvert, nnormal, ntexcoord, nface, nfacenormal, nfacetexcoord;
  double* vert;
  float *normal, *texcoord;
  int *face, *facenormal, *facetexcoord;

  // convex hull and its polygons
  int* graph;
  int ngraph, nhullface;
  const int* hullface;  // in graph
  int npoly, npolyvert, npolymap;
  int *polyvertadr, *polyvertnum, *polyvert;
  int *polymapadr, *polymapnum, *polymap;  // by vertex
  double* polynormal;

  // mass
  double volume;  // or area of a shell
  double pos[3], quat[4];
  double box[3];           // half sizes of the box of equal inertia
  double low[3], high[3];  // bounds in the mesh frame

  BvhNode* bvh;
  int nbvh;
  OctNode* oct;
  int noct;
} MeshRecord;

// ---------------------------------------------------------------- steps

void mesh_open(AssetJob* job);     // mesh_source.c: read the file; on the thread that compiles
void mesh_process(AssetJob* job);  // mesh_process.c: everything else

void mesh_load(MeshRecord* m);            // mesh_source.c: content from where it is
void mesh_check(MeshRecord* m);           // mesh_check.c
void mesh_build_hull(MeshRecord* m);      // mesh_hull.c
void mesh_merge_polygons(MeshRecord* m);  // mesh_polygon.c
void mesh_normals(MeshRecord* m);         // mesh_normal.c
void mesh_mass(MeshRecord* m);            // mesh_mass.c
void mesh_build_octree(MeshRecord* m);    // mesh_octree.c
void mesh_march(MeshRecord* m);           // mesh_march.c: surface of a signed distance

// Area of a triangle; its unit normal (unnormalised when the area vanishes) and centroid.
double mesh_triangle(double normal[3], double center[3], const double a[3], const double b[3],
                     const double c[3]);

static inline const double* mesh_vertex(const MeshRecord* m, int i) { return m->vert + 3 * i; }

#endif  // CORE_MODEL_ASSETS_MESH_H_
