// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Triangles of a polygon by ear clipping, in float arithmetic.
//
// The polygon is projected along the axis in which it extends least, found at its first corner that
// is not straight. Starting at corner g = 0, three consecutive corners are an ear when they turn in
// the sense of the polygon's signed area and no other corner lies inside their triangle; the ear is
// output and its middle corner removed, otherwise g advances. A convex polygon becomes a fan around
// its first corner. n failures in a row (a polygon that crosses itself) end the search with the
// triangles found so far.

#include <float.h>
#include <math.h>

#include "obj.h"

typedef struct Plane_ {
  const float* vertex;
  int u, v;  // axes of the projection
} Plane;

static const float* position(const Plane* p, const Corner* c) { return p->vertex + 3 * c->vertex; }

static void choose_axes(Plane* p, const Corner* polygon, int n) {
  p->u = 1;
  p->v = 2;
  for (int k = 0; k < n; k++) {
    const float *a = position(p, polygon + k), *b = position(p, polygon + (k + 1) % n),
                *c = position(p, polygon + (k + 2) % n);
    float e[3], f[3];
    for (int i = 0; i < 3; i++) {
      e[i] = b[i] - a[i];
      f[i] = c[i] - b[i];
    }
    float x = fabsf(e[1] * f[2] - e[2] * f[1]), y = fabsf(e[2] * f[0] - e[0] * f[2]),
          z = fabsf(e[0] * f[1] - e[1] * f[0]);
    if (x <= FLT_EPSILON && y <= FLT_EPSILON && z <= FLT_EPSILON)
      continue;
    if (x > y && x > z)
      return;
    p->u = 0;
    if (z > x && z > y)
      p->v = 1;
    return;
  }
}

static float signed_area(const Plane* p, const Corner* polygon, int n) {
  float area = 0;
  for (int k = 0; k < n; k++) {
    const float *a = position(p, polygon + k), *b = position(p, polygon + (k + 1) % n);
    area += (a[p->u] * b[p->v] - a[p->v] * b[p->u]) * 0.5f;
  }
  return area;
}

// even-odd rule for a point and a triangle
static int inside(const float x[3], const float y[3], float px, float py) {
  int in = 0;
  for (int i = 0, j = 2; i < 3; j = i++)
    if ((y[i] > py) != (y[j] > py) && px < (x[j] - x[i]) * (py - y[i]) / (y[j] - y[i]) + x[i])
      in = !in;
  return in;
}

static int is_ear(const Plane* p, const Corner* polygon, int n, int g, float area) {
  float x[3], y[3];
  for (int k = 0; k < 3; k++) {
    const float* at = position(p, polygon + (g + k) % n);
    x[k] = at[p->u];
    y[k] = at[p->v];
  }
  float cross = (x[1] - x[0]) * (y[2] - y[1]) - (y[1] - y[0]) * (x[2] - x[1]);
  if (cross * area < 0)
    return 0;
  for (int k = 3; k < n; k++) {
    const float* at = position(p, polygon + (g + k) % n);
    if (inside(x, y, at[p->u], at[p->v]))
      return 0;
  }
  return 1;
}

int clip_ears(Corner* polygon, int n, const float* vertex, Corner* out) {
  Plane plane = {vertex, 0, 0};
  int count = 0;
  if (n > 3) {
    choose_axes(&plane, polygon, n);
    float area = signed_area(&plane, polygon, n);
    for (int g = 0, failures = 0; n > 3 && failures < n;) {
      if (!is_ear(&plane, polygon, n, g, area)) {
        g = (g + 1) % n;
        failures++;
        continue;
      }
      for (int k = 0; k < 3; k++)
        out[3 * count + k] = polygon[(g + k) % n];
      count++;
      failures = 0;
      int middle = (g + 1) % n;
      for (int k = middle; k + 1 < n; k++)
        polygon[k] = polygon[k + 1];
      n--;
      g %= n;
    }
  }
  if (n == 3) {
    for (int k = 0; k < 3; k++)
      out[3 * count + k] = polygon[k];
    count++;
  }
  return count;
}
