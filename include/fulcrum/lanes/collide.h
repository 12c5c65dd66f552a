// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the colliders of lanes share: 3-vectors, placed shapes and lists of contact points.

#ifndef FULCRUM_LANES_COLLIDE_H_
#define FULCRUM_LANES_COLLIDE_H_

#include <fulcrum/lanes/contacts.h>

// ---------------------------------------------------------------- 3-vectors

typedef struct Vec_ {
  num x[3];
} Vec;

LANE_INLINE Vec vec_of(const num* x) { return (Vec){{x[0], x[1], x[2]}}; }
LANE_INLINE Vec vec_zero(void) { return (Vec){{num_of(0), num_of(0), num_of(0)}}; }
LANE_INLINE Vec vec_add(Vec a, Vec b) {
  return (Vec){{a.x[0] + b.x[0], a.x[1] + b.x[1], a.x[2] + b.x[2]}};
}
LANE_INLINE Vec vec_sub(Vec a, Vec b) {
  return (Vec){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}
LANE_INLINE Vec vec_scale(Vec a, num f) { return (Vec){{a.x[0] * f, a.x[1] * f, a.x[2] * f}}; }
// a + b f
LANE_INLINE Vec vec_mad(Vec a, Vec b, num f) {
  return (Vec){
      {num_mad(b.x[0], f, a.x[0]), num_mad(b.x[1], f, a.x[1]), num_mad(b.x[2], f, a.x[2])}};
}
LANE_INLINE num vec_dot(Vec a, Vec b) {
  return num_mad(a.x[2], b.x[2], num_mad(a.x[1], b.x[1], a.x[0] * b.x[0]));
}
LANE_INLINE Vec vec_cross(Vec a, Vec b) {
  return (Vec){{num_mad(a.x[1], b.x[2], -(a.x[2] * b.x[1])),
                num_mad(a.x[2], b.x[0], -(a.x[0] * b.x[2])),
                num_mad(a.x[0], b.x[1], -(a.x[1] * b.x[0]))}};
}
LANE_INLINE Vec vec_select(mask m, Vec a, Vec b) {
  return (Vec){{num_select(m, a.x[0], b.x[0]), num_select(m, a.x[1], b.x[1]),
                num_select(m, a.x[2], b.x[2])}};
}
// Returns the length; a vector without one becomes (1, 0, 0).
LANE_INLINE num vec_normalize(Vec* a) {
  const num length = num_sqrt(vec_dot(*a, *a));
  const mask none = less(length, num_of(LANE_MINVAL));
  const Vec axis = {{num_of(1), num_of(0), num_of(0)}};
  *a = vec_select(none, axis, vec_scale(*a, num_of(1) / length));
  return length;
}
// column k of a matrix
LANE_INLINE Vec mat_column(const num* mat, int k) {
  return (Vec){{mat[k], mat[k + 3], mat[k + 6]}};
}
LANE_INLINE Vec mat_mul(const num* mat, Vec a) {
  return (Vec){{vec_dot(vec_of(mat), a), vec_dot(vec_of(mat + 3), a), vec_dot(vec_of(mat + 6), a)}};
}
LANE_INLINE Vec mat_mul_transposed(const num* mat, Vec a) {
  return (Vec){{vec_dot(mat_column(mat, 0), a), vec_dot(mat_column(mat, 1), a),
                vec_dot(mat_column(mat, 2), a)}};
}
LANE_INLINE void vec_store(num* to, Vec a) {
  to[0] = a.x[0];
  to[1] = a.x[1];
  to[2] = a.x[2];
}
// x between low and high; low where they are in the wrong order and x is below it
LANE_INLINE num clip_low_first(num x, num low, num high) {
  return num_select(less(x, low), low, num_select(less(high, x), high, x));
}

// ---------------------------------------------------------------- shapes and points

typedef struct Shape_ {
  const num *pos, *mat, *size;
} Shape;

enum { MAX_POINTS = 4 };

// The contact points of a pair. Those of a lane are the first ones: a lane whose first candidate is
// no contact has its second candidate there.
typedef struct Points_ {
  int n;
  mask has[MAX_POINTS];
  num dist[MAX_POINTS];
  Vec pos[MAX_POINTS], normal[MAX_POINTS], tangent[MAX_POINTS];
} Points;

// Adds a point in some lanes; it is dropped where there are MAX_POINTS already.
LANE_INLINE void add_point(Points* p, mask m, num dist, Vec pos, Vec normal, Vec tangent) {
  for (int k = 0; k < MAX_POINTS && any(m); k++) {
    const int fresh = k == p->n;
    const mask here = fresh ? m : m & ~p->has[k];
    if (fresh) {
      p->n++;
      p->has[k] = no_lane();
      p->dist[k] = dist;
      p->pos[k] = pos;
      p->normal[k] = normal;
      p->tangent[k] = tangent;
    } else {
      p->dist[k] = num_select(here, dist, p->dist[k]);
      p->pos[k] = vec_select(here, pos, p->pos[k]);
      p->normal[k] = vec_select(here, normal, p->normal[k]);
      p->tangent[k] = vec_select(here, tangent, p->tangent[k]);
    }
    p->has[k] |= here;
    m &= ~here;
  }
}

#endif  // FULCRUM_LANES_COLLIDE_H_
