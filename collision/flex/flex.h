// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The input of the routines of this module, and shared declarations.

#ifndef COLLISION_FLEX_FLEX_H_
#define COLLISION_FLEX_FLEX_H_

#include <fulcrum/collider.h>
#include <fulcrum/convex.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

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

// ---------------------------------------------------------------- triangle.c
// Contacts with a triangle of three corners and a radius. They return how many they wrote.

int sphere_triangle(FcContactPoint* con, const mjtNum center[3], mjtNum radius,
                    const mjtNum corner[9], mjtNum thickness, mjtNum margin);
int capsule_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                     const mjtNum size[3], const mjtNum corner[9], mjtNum thickness, mjtNum margin);
int box_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                 const mjtNum size[3], const mjtNum corner[9], mjtNum thickness, mjtNum margin);

// ---------------------------------------------------------------- apart.c

// 1 when a plane certainly separates the corners of a from those of b by more than `reach`; 0 when
// this is not certain. na, nb: 1 to 4 corners.
int clearly_apart(const mjtNum* a, int na, const mjtNum* b, int nb, mjtNum reach);

// ---------------------------------------------------------------- element.c
// Contacts of one pair of the task. Negative: failed.

int geom_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);
int element_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);
int vertex_element(FcContactPoint* con, Work* w, const FcFlexPair* pair);

#endif  // COLLISION_FLEX_FLEX_H_
