// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The point of a simplex nearest to the origin, by signed volumes (Montanari, Petrinic, Barbieri
// 2017).
//
// The origin's projection on the simplex's affine hull has affine coordinates that are ratios of
// signed lengths, areas or volumes. Where all have the sign of the whole, the projection is inside
// and they are the weights; otherwise the nearest point lies on a face opposite a vertex with the
// wrong sign, and the nearest of these is taken. Lengths and areas are measured in the coordinates
// in which they are largest.

#include <fulcrum/math.h>

#include "collision/convex/result.h"
#include "collision/convex/simplex.h"

static int same_sign(mjtNum a, mjtNum b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

mjtNum determinant(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]) {
  mjtNum n[3];
  fc_cross(n, b, c);
  return fc_dot3(a, n);
}

// Twice the signed area of a triangle in coordinates i, j. The order of the six terms is part of
// the result: near convergence triangles are small against their distance from the origin, and the
// rounding of these sums decides which branch is taken.
static mjtNum area(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3], int i, int j) {
  return b[i] * c[j] - b[j] * c[i] - a[i] * c[j] + a[j] * c[i] + a[i] * b[j] - a[j] * b[i];
}

// The same for a part of a triangle, p being the point that splits it.
static mjtNum part(const mjtNum p[3], const mjtNum b[3], const mjtNum c[3], int i, int j) {
  return p[i] * b[j] + p[j] * c[i] + b[i] * c[j] - p[i] * c[j] - p[j] * b[i] - c[i] * b[j];
}

// Coordinates in which a triangle looks largest, and its area there.
static mjtNum largest_area(const mjtNum v1[3], const mjtNum v2[3], const mjtNum v3[3], int* i,
                           int* j) {
  static const int pair[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  mjtNum best = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum m = area(v1, v2, v3, pair[k][0], pair[k][1]);
    if (k == 0 || fc_abs(m) > fc_abs(best)) {
      best = m;
      *i = pair[k][0];
      *j = pair[k][1];
    }
  }
  return best;
}

void affine_coordinates(mjtNum coord[3], const mjtNum p[3], const mjtNum v1[3], const mjtNum v2[3],
                        const mjtNum v3[3]) {
  int i, j;
  mjtNum m = largest_area(v1, v2, v3, &i, &j);
  coord[0] = part(p, v2, v3, i, j) / m;
  coord[1] = part(p, v3, v1, i, j) / m;
  coord[2] = part(p, v1, v2, i, j) / m;
}

static void nearest_on_segment(const mjtNum s1[3], const mjtNum s2[3], mjtNum weight[2]) {
  mjtNum d[3], p[3];
  fc_sub3(d, s2, s1);
  fc_addScl3(p, s2, d, -fc_dot3(s2, d) / fc_dot3(d, d));

  // coordinate with the largest extent, the last on ties
  int i = 0;
  mjtNum m = s1[0] - s2[0];
  for (int k = 1; k < 3; k++) {
    if (fc_abs(s1[k] - s2[k]) >= fc_abs(m)) {
      m = s1[k] - s2[k];
      i = k;
    }
  }
  mjtNum c1 = p[i] - s2[i], c2 = s1[i] - p[i];
  if (same_sign(m, c1) && same_sign(m, c2)) {
    weight[0] = c1 / m;
    weight[1] = c2 / m;
  } else {
    weight[0] = 0;
    weight[1] = 1;
  }
}

static void nearest_on_triangle(const mjtNum s1[3], const mjtNum s2[3], const mjtNum s3[3],
                                mjtNum weight[3]) {
  const mjtNum* s[3] = {s1, s2, s3};
  mjtNum p[3];
  if (!plane_projection(p, s1, s2, s3)) {
    nearest_on_segment(s1, s2, weight);
    weight[2] = 0;
    return;
  }
  int i, j;
  mjtNum m = largest_area(s1, s2, s3, &i, &j);
  mjtNum c[3] = {part(p, s2, s3, i, j), part(p, s3, s1, i, j), part(p, s1, s2, i, j)};
  int inside[3] = {same_sign(m, c[0]), same_sign(m, c[1]), same_sign(m, c[2])};
  if (inside[0] && inside[1] && inside[2]) {
    for (int k = 0; k < 3; k++)
      weight[k] = c[k] / m;
    return;
  }

  // sides opposite to the wrong signs
  mjtNum best = FAR;
  for (int k = 0; k < 3; k++) {
    if (inside[k])
      continue;
    int a = k == 0 ? 1 : 0, b = k == 2 ? 1 : 2;
    mjtNum w[2], x[3];
    nearest_on_segment(s[a], s[b], w);
    fc_scl3(x, s[a], w[0]);
    fc_addToScl3(x, s[b], w[1]);
    mjtNum xx = fc_dot3(x, x);
    if (xx < best) {
      best = xx;
      weight[k] = 0;
      weight[a] = w[0];
      weight[b] = w[1];
    }
  }
}

static void nearest_on_tetrahedron(const Vertex* v, mjtNum weight[4]) {
  const mjtNum* s[4] = {v[0].w, v[1].w, v[2].w, v[3].w};
  mjtNum c[4] = {-determinant(s[1], s[2], s[3]), determinant(s[0], s[2], s[3]),
                 -determinant(s[0], s[1], s[3]), determinant(s[0], s[1], s[2])};
  mjtNum m = c[0] + c[1] + c[2] + c[3];
  int inside[4], all = 1;
  for (int k = 0; k < 4; k++)
    all &= inside[k] = same_sign(m, c[k]);
  if (all) {
    for (int k = 0; k < 4; k++)
      weight[k] = c[k] / m;
    return;
  }

  // triangles opposite to the wrong signs. The last one leaves the weight of the last vertex as an
  // earlier trial has set it: four points in one plane then keep all four vertices, which ends GJK
  // with an overlap
  mjtNum best = FAR;
  for (int k = 0; k < 4; k++) {
    if (inside[k])
      continue;
    int id[3], n = 0;
    for (int i = 0; i < 4; i++)
      if (i != k)
        id[n++] = i;
    mjtNum w[3], x[3];
    nearest_on_triangle(s[id[0]], s[id[1]], s[id[2]], w);
    fc_scl3(x, s[id[0]], w[0]);
    fc_addToScl3(x, s[id[1]], w[1]);
    fc_addToScl3(x, s[id[2]], w[2]);
    mjtNum xx = fc_dot3(x, x);
    if (k == 0 || xx < best) {
      best = xx;
      if (k < 3)
        weight[k] = 0;
      for (int i = 0; i < 3; i++)
        weight[id[i]] = w[i];
    }
  }
}

void simplex_nearest(const Vertex* v, int n, mjtNum weight[4]) {
  weight[0] = 1;
  weight[1] = weight[2] = weight[3] = 0;
  if (n == 2)
    nearest_on_segment(v[0].w, v[1].w, weight);
  if (n == 3)
    nearest_on_triangle(v[0].w, v[1].w, v[2].w, weight);
  if (n == 4)
    nearest_on_tetrahedron(v, weight);
}
