// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An object that collides: a geom or a convex piece, described to libccd by its centre and its
// support function.

#ifndef COLLISION_CCD_OBJECT_H_
#define COLLISION_CCD_OBJECT_H_

#include <fulcrum/convex.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// A geom with a pose, or a piece.
typedef struct Object_ {
  int type;  // mjtGeom; mjGEOM_HFIELD: piece or hull
  mjtNum pos[3], mat[9];
  const mjtNum* size;
  mjtNum inflate;  // half of it is added around the object
  const FcPiece* piece;
  const FcRounded* hull;
  const float* vert;  // mesh
  int nvert;
  const int *edge_start, *edge_vertex, *edge;  // hull graph, NULL: none
  int vertex;                                  // where the next climb begins
  int queries;                                 // support points so far
} Object;

void ccd_init(Object* o, const mjModel* m, int geom, const mjtNum pos[3], const mjtNum mat[9],
              mjtNum margin);
void ccd_init_piece(Object* o, const FcPiece* piece);
void ccd_init_hull(Object* o, const FcRounded* hull);

// The point of the object that is farthest along a direction of length 1.
void ccd_support(Object* o, const mjtNum dir[3], mjtNum point[3]);

#endif  // COLLISION_CCD_OBJECT_H_
