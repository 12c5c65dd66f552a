// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Objects and their farthest points in a direction.

#ifndef COLLISION_CONVEX_SUPPORT_H_
#define COLLISION_CONVEX_SUPPORT_H_

#include <fulcrum/convex.h>

#include "collision/convex/gaps.h"

// An entry of a hull graph's lists of neighbours, with the vertex itself, so that a search reads
// memory in a row. `hull` is -1 at the end of a list.
typedef struct Neighbour_ {
  mjtNum x, y, z;
  int hull;
} Neighbour;

// The box around the hull of a mesh.
typedef struct Hull_ {
  mjtNum center[3], half[3];
} Hull;

// Data that the face keeps with mjData: the neighbour lists of all meshes, parallel to
// mjModel.mesh_graph, followed by a box for each mesh and by a table of directions, CELLS hull
// vertices. All of it is built at first use, and again after mj_resetData.
enum { CELLS_PER_SIDE = 8, CELLS = 6 * CELLS_PER_SIDE * CELLS_PER_SIDE };

typedef struct Memory_ {
  Gaps gaps;
  int made;
  int reserved[3];
  Neighbour graph[];
} Memory;

// An object: a geom at a given pose, grown by half the margin.
typedef struct Object_ {
  int type;  // mjtGeom; -1: rounded hull
  mjtNum pos[3];
  mjtNum mat[9];
  const mjtNum* size;
  mjtNum inflate;  // margin; the surface lies half of it further out
  int core;        // spheres and capsules: 1 while replaced by their centre or axis
  int feature;     // corner or vertex that the last support call returned, -1: none
  int vertex;      // mesh: hull index where the next climb begins; -1: anywhere

  // meshes
  const float* vert;
  int nvert;
  const int* edge_start;  // hull graph, NULL: none
  const int* edge_vertex;
  const Neighbour* edge;
  const int* near;  // per cell of directions, a hull vertex near the farthest
  const mjModel* m;
  int mesh;  // id

  const FcPiece* piece;   // type mjGEOM_HFIELD
  const FcRounded* hull;  // type -1
} Object;

// A vertex of the Minkowski difference A - B, and the points it comes from.
typedef struct Vertex_ {
  mjtNum w[3];
  mjtNum a[3], b[3];
  int feature_a, feature_b;
} Vertex;

void object_init(Object* o, const FcContext* ctx, int geom, mjtNum margin);

// The same at another pose, and for a convex piece of a shape.
void object_init_posed(Object* o, const FcContext* ctx, int geom, mjtNum margin,
                       const mjtNum pos[3], const mjtNum mat[9]);
void object_init_piece(Object* o, const FcPiece* piece);
void object_init_hull(Object* o, const FcRounded* hull);

// The hull of a geom's mesh; NULL when it has no graph.
const Hull* hull_of(const FcContext* ctx, int geom);

// Bytes of Memory.
size_t memory_size(const mjModel* m);

// Farthest point in a unit direction.
void object_support(Object* o, const mjtNum dir[3], mjtNum point[3]);

// Vertex of A - B in a unit direction.
void vertex_support(Vertex* v, Object* a, Object* b, const mjtNum dir[3]);

static inline int has_corners(const Object* o) {
  return o->type == mjGEOM_BOX || o->type == mjGEOM_MESH || o->type == mjGEOM_HFIELD;
}

// Both objects are polytopes and not grown: results are exact, and iterations end when a vertex
// repeats.
static inline int is_discrete(const Object* a, const Object* b) {
  return a->inflate == 0 && b->inflate == 0 && has_corners(a) && has_corners(b);
}

#endif  // COLLISION_CONVEX_SUPPORT_H_
