// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A task with the arrays of its flexes at hand.

#ifndef COLLISION_FLEX_WORK_H_
#define COLLISION_FLEX_WORK_H_

#include <fulcrum/collider.h>
#include <fulcrum/convex.h>
#include <fulcrum/math.h>

enum { MAX_CORNERS = 4 };

// A flex, and where its numbers are.
typedef struct Flex_ {
  int dim;
  const int* elem;     // dim + 1 vertices per element
  const mjtNum* xpos;  // of its vertices
  const mjtNum* aabb;  // of its elements
  mjtNum radius;
  int nvert;
} Flex;

// Data that the routines need besides the pair.
typedef struct Work_ {
  const FcContext* ctx;
  const FcFlexTask* task;
  Flex flex[2];
  const FcConvex* convex;  // the service for pairs without a closed form, NULL: not looked up yet
  const FcContext* convex_ctx;
} Work;

// The corners of an element, contiguous.
static inline void corners_of(mjtNum corner[3 * MAX_CORNERS], const Flex* f, int element) {
  const int* v = f->elem + element * (f->dim + 1);
  for (int i = 0; i <= f->dim; i++)
    fc_copy3(corner + 3 * i, f->xpos + 3 * v[i]);
}

#endif  // COLLISION_FLEX_WORK_H_
