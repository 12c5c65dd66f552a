// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From a portal with the origin behind it to depth, direction and position.

#include "collision/ccd/ccd.h"

// Squared distance from the origin to a segment; the nearest point in *x.
static mjtNum segment_distance(const mjtNum p[3], const mjtNum q[3], mjtNum x[3]) {
  mjtNum d[3];
  fc_sub3(d, q, p);
  mjtNum t = -fc_dot3(p, d) / fc_dot3(d, d);
  if (t < 0 || is_zero(t)) {
    fc_copy3(x, p);
  } else if (t > 1 || is_equal(t, 1)) {
    fc_copy3(x, q);
  } else {
    fc_addScl3(x, p, d, t);
  }
  return fc_dot3(x, x);
}

static int from_0_to_1(mjtNum t) {
  return (is_zero(t) || t > 0) && (is_equal(t, 1) || t < 1);
}

// The same for a triangle.
static mjtNum triangle_distance(const mjtNum p[3], const mjtNum q[3], const mjtNum r[3],
                                mjtNum x[3]) {
  mjtNum d1[3], d2[3], s = -1, t = 0;
  fc_sub3(d1, q, p);
  fc_sub3(d2, r, p);
  mjtNum v = fc_dot3(d1, d1), w = fc_dot3(d2, d2), a = fc_dot3(p, d1), b = fc_dot3(p, d2),
         c = fc_dot3(d1, d2), det = w * v - c * c;
  if (!is_zero(det)) {
    s = (b * c - w * a) / det;
    t = (-s * c - b) / w;
  }
  if (from_0_to_1(s) && from_0_to_1(t) && (is_equal(s + t, 1) || s + t < 1)) {
    fc_addScl3(x, p, d1, s);
    fc_addToScl3(x, d2, t);
    return fc_dot3(x, x);
  }

  // sides
  const mjtNum* side[3][2] = {{p, q}, {p, r}, {q, r}};
  mjtNum best = segment_distance(p, q, x);
  for (int i = 1; i < 3; i++) {
    mjtNum y[3], dist = segment_distance(side[i][0], side[i][1], y);
    if (dist < best) {
      best = dist;
      fc_copy3(x, y);
    }
  }
  return best;
}

// Determinant of three columns.
static mjtNum volume(const mjtNum a[3], const mjtNum b[3], const mjtNum c[3]) {
  mjtNum n[3];
  fc_cross(n, a, b);
  return fc_dot3(n, c);
}

// Position: the origin's barycentric coordinates in the tetrahedron of the centre and the portal,
// applied to the points the vertices come from; in the portal's plane when the tetrahedron is flat.
static void find_position(mjtNum pos[3], const Portal* p, const mjtNum d[3]) {
  const Vertex* v = p->v;
  mjtNum b[4] = {volume(v[1].v, v[2].v, v[3].v), volume(v[3].v, v[2].v, v[0].v),
                 volume(v[0].v, v[1].v, v[3].v), volume(v[2].v, v[1].v, v[0].v)};
  mjtNum sum = b[0] + b[1] + b[2] + b[3];
  if (is_zero(sum) || sum < 0) {
    b[0] = 0;
    b[1] = volume(v[2].v, v[3].v, d);
    b[2] = volume(v[3].v, v[1].v, d);
    b[3] = volume(v[1].v, v[2].v, d);
    sum = b[1] + b[2] + b[3];
  }
  mjtNum on_a[3] = {0}, on_b[3] = {0};
  for (int i = 0; i < 4; i++) {
    fc_addToScl3(on_a, v[i].a, b[i]);
    fc_addToScl3(on_b, v[i].b, b[i]);
  }
  fc_scl3(on_a, on_a, 1 / sum);
  fc_scl3(on_b, on_b, 1 / sum);
  fc_add3(pos, on_a, on_b);
  fc_scl3(pos, pos, 0.5);
}

void portal_penetration(Penetration* result, Portal* p, Object* a, Object* b, const Options* opt) {
  for (int k = 0;; k++) {
    mjtNum d[3];
    Vertex v4;
    plane_normal(d, p->v[1].v, p->v[2].v, p->v[3].v);
    ccd_vertex(&v4, a, b, d);
    if (!portal_reached(p, &v4, d, opt->tolerance) && k <= opt->iterations) {
      portal_expand(p, &v4);
      continue;
    }
    result->depth = fc_sqrt(triangle_distance(p->v[1].v, p->v[2].v, p->v[3].v, result->dir));
    if (is_zero(result->depth)) {
      fc_zero3(result->dir);
    } else {
      fc_scl3(result->dir, result->dir, 1 / fc_norm3(result->dir));
    }
    find_position(result->pos, p, d);
    return;
  }
}
