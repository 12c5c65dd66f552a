// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef COLLISION_BOX_BOXES_H_
#define COLLISION_BOX_BOXES_H_

#include <mujoco/mujoco.h>

// Two boxes, and the pose of each in the frame of the other.
typedef struct Boxes_ {
  const mjtNum *pos[2], *mat[2], *size[2];
  mjtNum turn[9];    // turn[3 * i + j] = axis i of box 1 . axis j of box 2
  mjtNum shift1[3];  // centre of box 2 in the frame of box 1
  mjtNum shift2[3];  // centre of box 1 in the frame of box 2
  mjtNum margin;
} Boxes;

// The axis of least overlap.
typedef struct Axis_ {
  int box;   // 0, 1: normal of a face of that box; 2: product of two edges; -1: the boxes are apart
  int i, j;  // face: axis i; edges: axis i of box 1, axis j of box 2
  int negative;  // the direction from box 1 to box 2 (face: towards the other box) is opposite to
                 // the axis
  mjtNum normal[3];  // edges: the axis in the frame of box 1
  int corner1[3];    // edges: 1 where the edge facing the other box lies on the positive side
  int corner2[3];
} Axis;

#endif  // COLLISION_BOX_BOXES_H_
