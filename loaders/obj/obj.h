// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parts of an OBJ file while it is read.

#ifndef LOADERS_OBJ_OBJ_H_
#define LOADERS_OBJ_OBJ_H_

#include <stddef.h>

// a corner of a polygon: vertex, texture coordinate, normal, from 0; -1: none
typedef struct Corner_ {
  int vertex, texcoord, normal;
} Corner;

// Cut polygon[0..n) into triangles by clipping ears, in place. Corners of the triangles go to out
// (room for 3*(n-2)); returns how many triangles there are.
int clip_ears(Corner* polygon, int n, const float* vertex, Corner* out);

#endif  // LOADERS_OBJ_OBJ_H_
