// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Simplices of vertices of the Minkowski difference.

#ifndef COLLISION_CONVEX_SIMPLEX_H_
#define COLLISION_CONVEX_SIMPLEX_H_

#include <fulcrum/math.h>

#include "collision/convex/support.h"

// A simplex: 0 to 4 vertices and the weights of its point nearest to the origin. After GJK found
// the objects separated, `axis` is a unit direction from A to B along which there is a gap, or
// zero.
typedef struct Simplex_ {
  int n;
  Vertex v[4];
  mjtNum weight[4];
  mjtNum axis[3];
} Simplex;

// Weights of the nearest point of n = 1 .. 4 points.
void simplex_nearest(const Vertex* v, int n, mjtNum weight[4]);

// Projection of the origin on the plane through three points; 0 when they do not span one.
static inline int plane_projection(mjtNum p[3], const mjtNum v1[3], const mjtNum v2[3],
                                   const mjtNum v3[3]) {
  mjtNum d21[3], d31[3], d32[3], n[3];
  fc_sub3(d21, v2, v1);
  fc_sub3(d31, v3, v1);
  fc_sub3(d32, v3, v2);

  // three ways to write the normal; the first that is good enough
  fc_cross(n, d32, d21);
  mjtNum nn = fc_dot3(n, n), nv = fc_dot3(n, v2);
  if (nn == 0)
    return 0;
  if (nv != 0 && nn > mjMINVAL) {
    fc_scl3(p, n, nv / nn);
    return 1;
  }
  fc_cross(n, d21, d31);
  nn = fc_dot3(n, n);
  nv = fc_dot3(n, v1);
  if (nn == 0)
    return 0;
  if (nv != 0 && nn > mjMINVAL) {
    fc_scl3(p, n, nv / nn);
    return 1;
  }
  fc_cross(n, d31, d32);
  nn = fc_dot3(n, n);
  nv = fc_dot3(n, v3);
  if (nn == 0)
    return 0;
  fc_scl3(p, n, nv / nn);
  return 1;
}

// Affine coordinates of a point of the plane through three points.
void affine_coordinates(mjtNum coord[3], const mjtNum p[3], const mjtNum v1[3], const mjtNum v2[3],
                        const mjtNum v3[3]);

mjtNum determinant(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]);

#endif  // COLLISION_CONVEX_SIMPLEX_H_
