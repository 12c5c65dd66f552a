// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Detect two elements that a plane separates by more than rounding. The test is conservative: it is
// either certain or inconclusive. Most neighbours in cloth end here, before the general algorithm
// starts. Four candidate normals of such a plane are tried at a time, one per lane.

#include <stdint.h>

#include <fulcrum/math.h>

#include "collision/flex/apart.h"

#define CLEARANCE 1e-5

enum { LANES = 4 };
typedef mjtNum Lanes __attribute__((vector_size(LANES * sizeof(mjtNum))));
typedef int64_t Mask __attribute__((vector_size(LANES * sizeof(mjtNum))));

// Vectors, one per lane.
typedef struct Vectors_ {
  Lanes x, y, z;
} Vectors;

// Interval that an element covers along each axis.
typedef struct Extent_ {
  Lanes low, high;
} Extent;

static inline Vectors gather(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3],
                             const mjtNum d[3]) {
  return (Vectors){{a[0], b[0], c[0], d[0]}, {a[1], b[1], c[1], d[1]}, {a[2], b[2], c[2], d[2]}};
}

// res = u x v in every lane
static inline void cross_all(Vectors* res, const mjtNum u[3], const Vectors* v) {
  res->x = u[1] * v->z - u[2] * v->y;
  res->y = u[2] * v->x - u[0] * v->z;
  res->z = u[0] * v->y - u[1] * v->x;
}

// res = the numbers of a where the mask is set, those of b elsewhere
static inline void choose(Lanes* res, const Mask* mask, const Lanes* a, const Lanes* b) {
  *res = (Lanes)((*mask & (Mask)*a) | (~*mask & (Mask)*b));
}

static inline void extent_of(Extent* e, const Vectors* axes, const mjtNum* corner, int n) {
  e->low = e->high = axes->x * corner[0] + axes->y * corner[1] + axes->z * corner[2];
  for (int i = 1; i < n; i++) {
    const mjtNum* p = corner + 3 * i;
    const Lanes at = axes->x * p[0] + axes->y * p[1] + axes->z * p[2];
    const Mask below = at < e->low;
    const Mask above = at > e->high;
    choose(&e->low, &below, &at, &e->low);
    choose(&e->high, &above, &at, &e->high);
  }
}

// 1 when one of these axes, of any length, separates a and b. An axis of length 0 does not.
static inline int apart_along(const Vectors* axes, const mjtNum* a, int na, const mjtNum* b, int nb,
                              mjtNum reach) {
  Extent ea, eb;
  extent_of(&ea, axes, a, na);
  extent_of(&eb, axes, b, nb);
  const Lanes before = eb.low - ea.high, behind = ea.low - eb.high;
  const Mask first = before > behind;
  Lanes gap;
  choose(&gap, &first, &before, &behind);
  const Lanes square = axes->x * axes->x + axes->y * axes->y + axes->z * axes->z;
  const mjtNum far = (reach + CLEARANCE) * (reach + CLEARANCE);
  const Mask apart = (gap > 0) & (gap * gap > far * square);
  return (apart[0] | apart[1] | apart[2] | apart[3]) != 0;
}

static void triangle_normal(mjtNum n[3], const mjtNum corner[9]) {
  mjtNum u[3], v[3];
  fc_sub3(u, corner + 3, corner);
  fc_sub3(v, corner + 6, corner);
  fc_cross(n, u, v);
}

// The axes of two triangles with normals na and nb: perpendicular to an edge of each, and, for
// triangles in one plane, perpendicular to an edge and the normal of its triangle.
static int triangles_apart(const mjtNum* a, const mjtNum na[3], const mjtNum* b, const mjtNum nb[3],
                           mjtNum reach) {
  mjtNum edge[3], edge_b[3][3];
  for (int i = 0; i < 3; i++)
    fc_sub3(edge_b[i], b + 3 * ((i + 1) % 3), b + 3 * i);
  const Vectors edges = gather(edge_b[0], edge_b[1], edge_b[2], na);
  Vectors axes;
  for (int i = 0; i < 3; i++) {
    fc_sub3(edge, a + 3 * ((i + 1) % 3), a + 3 * i);
    cross_all(&axes, edge, &edges);
    if (apart_along(&axes, a, 3, b, 3, reach))
      return 1;
  }
  cross_all(&axes, nb, &edges);
  return apart_along(&axes, a, 3, b, 3, reach);
}

static inline int apart(const mjtNum* a, int na, const mjtNum* b, int nb, mjtNum reach) {
  const mjtNum none[3] = {0};
  mjtNum between[3], normal_a[3] = {0}, normal_b[3] = {0};
  for (int k = 0; k < 3; k++) {
    mjtNum sum_a = 0, sum_b = 0;
    for (int i = 0; i < na; i++)
      sum_a += a[3 * i + k];
    for (int i = 0; i < nb; i++)
      sum_b += b[3 * i + k];
    between[k] = sum_a * nb - sum_b * na;
  }
  if (na == 3)
    triangle_normal(normal_a, a);
  if (nb == 3)
    triangle_normal(normal_b, b);
  const Vectors axes = gather(between, normal_a, normal_b, none);
  if (apart_along(&axes, a, na, b, nb, reach))
    return 1;
  return na == 3 && nb == 3 && triangles_apart(a, normal_a, b, normal_b, reach);
}

int clearly_apart(const mjtNum* a, int na, const mjtNum* b, int nb, mjtNum reach) {
  // the compiler unrolls the loops over the corners of triangles
  return na == 3 && nb == 3 ? apart(a, 3, b, 3, reach) : apart(a, na, b, nb, reach);
}
