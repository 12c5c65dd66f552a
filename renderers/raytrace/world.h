// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The scene of one picture for ray tracing. Geoms of built-in shapes consist of parts: unit shapes
// under an affine map, intersected in closed form, all in the Embree geometry number 0. Meshes and
// height fields are instances of geometry in the context; faces of flexes and skins are triangles
// of this picture. Their geometry number is that of the geom plus 1.

#ifndef RENDERERS_RAYTRACE_WORLD_H_
#define RENDERERS_RAYTRACE_WORLD_H_

#include "context.h"

// Kinds of queries, as bits; a geom has the sum of those it takes part in.
typedef enum Want_ {
  WANT_SEEN = 1,      // everything that is drawn
  WANT_SOLID = 2,     // opaque surfaces, which determine depth
  WANT_CASTING = 4,   // surfaces that cast shadows
  WANT_SEGMENTS = 8,  // geoms shown in segmentation
} Want;

// Embree ends the process for rays whose numbers are not below 1.8e18, in the world or in the frame
// of an instance, and ignores geometry with larger bounds. So rays have origins and directions
// below the first of these numbers, and instances are below the second one and do not shrink by
// more than the third: 3 * SHRINK_MOST * (RAY_MOST + INSTANCE_MOST) < 1.8e18. Bounds of unit shapes
// are cut at the fourth; their intersection with rays is computed in double precision.
#define RAY_MOST 2e15f
#define INSTANCE_MOST 1e15f
#define SHRINK_MOST 100.0f
#define BOUND_MOST 1e18f

// Unit shapes. A line exists only for rays that pass within its width in pixels.
typedef enum Unit_ {
  UNIT_SPHERE,    // |p| = 1
  UNIT_TOP,       // its upper half, z >= 0
  UNIT_BOTTOM,    // its lower half, z <= 0
  UNIT_TUBE,      // x^2 + y^2 = 1, |z| <= 1
  UNIT_CYLINDER,  // a tube and its discs
  UNIT_CONE,      // x^2 + y^2 = (1 - z)^2, 0 <= z <= 1, and its disc
  UNIT_BOX,       // max |p| = 1
  UNIT_SQUARE,    // z = 0, |x|, |y| <= 1
  UNIT_TRIANGLE,  // z = 0, x, y, 1 - x - y >= 0
  UNIT_LINE,      // x = y = 0, 0 <= z <= 1
} Unit;

typedef struct Part_ {
  Unit unit;
  int geom;
  float at[3];       // origin of the unit shape in the world
  float axes[9];     // from the unit shape to the world, rows
  float inverse[9];  // back
  float stretch[2];  // x and y of textures are those of the unit shape times this
  float width;       // of lines, in pixels
  int cells[2];      // of squares, as in Plane
  float spacing[2];  // the same, in the unit shape
} Part;

// Appearance of geoms of triangles: three normals (9 numbers) and texture coordinates (6) per face,
// or one per vertex when there are indices.
typedef struct Surface_ {
  const float* vert;     // points, in the frame of the geom
  const unsigned* face;  // three per face; NULL: three points after each other
  const float* normal;   // NULL: flat
  const float* texcoord;
  const int* index;
  float density;  // texture coordinates per m, on average
} Surface;

// Data of a geom of the scene.
typedef struct Entry_ {
  unsigned wants;  // sum of Want
  float alpha;     // fraction of the light that it blocks
  Surface surface;
} Entry;

typedef struct World_ {
  const Context* context;
  const mjrContext* con;
  const mjvScene* scn;
  RTCScene scene;
  Entry* entry;  // one per geom
  Part* part;
  int npart, part_room;
  float wire;                 // wireframe with edges of this width in pixels; 0: filled
  int slices, stacks, quads;  // where edges of built-in shapes are
  float head[3];              // between the eyes, in model space
  float pixel;       // width of a pixel at distance 1, for orthographic cameras at any distance
  int orthographic;  // 1: the camera is orthographic
  float forward[3];  // direction along which depth is measured
  float eye[3];
} World;

// A ray: from origin, over t times direction, which need not be a unit vector.
typedef struct Line_ {
  float origin[3], direction[3];
  float near, far;  // range of t
} Line;

typedef struct Hit_ {
  int geom;
  float t;
  float point[3];
  float facet[3];   // normal of the surface itself, unit, towards the origin of the ray
  float normal[3];  // normal for light, unit
  float local[3];   // in the unit shape or in the frame of the geom
  float texcoord[2];
  float scale;  // of local, or of texcoord where the geom has them: units per m
} Hit;

// 0, or a negative number with a reason. Either way rt_free_world frees it.
int rt_make_world(World* world, const mjvScene* scn, const mjrContext* con, const Context* context);
void rt_free_world(World* world);

// The first hit on a ray among the geoms it looks for. With `cull` back faces are ignored.
int rt_find(const World* world, const Line* line, Want want, int cull, Hit* hit);

// The fraction of light that passes, 0 to 1; wires block nothing.
float rt_pass(const World* world, const Line* line);

// ---------------------------------------------------------------- parts.c
// The pose of a unit shape: scaled by size, moved by `at` along z of the geom.
int rt_place_part(Part* part, const float pos[3], const float mat[9], const float size[3],
                  float at);

// t of the first point on the ray in its range, with the normal in the world, which has any length;
// 0: there is none. With `wires` only edges count.
int rt_invert(float res[9], const float m[9]);  // 0: not invertible
int rt_hit_part(const World* world, const Part* part, const Line* line, int cull, int wires,
                float* t, float normal[3]);
void rt_bound_part(const World* world, const Part* part, float low[3], float high[3]);

// half the width in m of a number of pixels at a point
float rt_half_width(const World* world, float pixels, const float point[3]);

// ---------------------------------------------------------------- wires.c
// 1 when the ray at t, where it hits the unit shape at a point with a normal, is on an edge.
int rt_on_part_edge(const World* world, const Part* part, const Line* line, double t,
                    const double point[3], const double normal[3]);

// The same for a triangle; `local` is the ray in the frame of the corners.
int rt_on_triangle_edge(const World* world, const float* corner[3], const Line* local,
                        const Line* line, float t);

#endif  // RENDERERS_RAYTRACE_WORLD_H_
