// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spheres and capsules against shapes with a closed form: collision/forms in lanes.

#ifndef FULCRUM_LANES_COLLIDE_ROUND_H_
#define FULCRUM_LANES_COLLIDE_ROUND_H_

#include <fulcrum/lanes/collide.h>

// Two spheres; the axes of the shapes give the normal of concentric ones.
LANE_INLINE void spheres_at(Points* p, mask m, Vec center1, num radius1, const Shape* s1,
                            Vec center2, num radius2, const Shape* s2, num margin) {
  const num reach = margin + radius1 + radius2;
  Vec between = vec_sub(center2, center1);
  m &= ~less(reach * reach, vec_dot(between, between));
  if (!any(m))
    return;
  const num length = vec_normalize(&between);
  const mask concentric = less(length, num_of(LANE_MINVAL));
  if (any(concentric)) {
    Vec normal = vec_cross(mat_column(s1->mat, 2), mat_column(s2->mat, 2));
    vec_normalize(&normal);
    between = vec_select(concentric, normal, between);
  }
  const num dist = length - radius1 - radius2;
  add_point(p, m, dist, vec_mad(center1, between, radius1 + dist / num_of(2)), between, vec_zero());
}

static void sphere_sphere(Points* p, mask m, const Shape* s1, const Shape* s2, num margin) {
  spheres_at(p, m, vec_of(s1->pos), s1->size[0], s1, vec_of(s2->pos), s2->size[0], s2, margin);
}

static void sphere_capsule(Points* p, mask m, const Shape* s1, const Shape* s2, num margin) {
  const Vec axis = mat_column(s2->mat, 2), pos = vec_of(s2->pos);
  const num t =
      clip_low_first(vec_dot(axis, vec_sub(vec_of(s1->pos), pos)), -s2->size[1], s2->size[1]);
  spheres_at(p, m, vec_of(s1->pos), s1->size[0], s1, vec_mad(pos, axis, t), s2->size[0], s2,
             margin);
}

static void sphere_cylinder(Points* p, mask m, const Shape* s1, const Shape* s2, num margin) {
  const num radius = s2->size[0], half = s2->size[1], zero = num_of(0);
  const Vec axis = mat_column(s2->mat, 2), pos = vec_of(s2->pos), center = vec_of(s1->pos);
  const Vec between = vec_sub(center, pos);
  const num x = vec_dot(axis, between);
  const Vec radial = vec_mad(between, axis, -x);
  const num radial2 = vec_dot(radial, radial), length = num_sqrt(radial2);

  // beside the wall or above a disk; inside both, the nearer one counts
  mask side = less(num_abs(x), half), cap = less(radial2, radius * radius);
  const mask inside = side & cap, disk_nearer = less(half - num_abs(x), radius - length);
  side &= ~(inside & disk_nearer);
  cap &= ~(inside & ~disk_nearer);
  spheres_at(p, m & side, center, s1->size[0], s1, vec_mad(pos, axis, x), radius, s2, margin);

  // disk
  const num sign = num_select(less(zero, x), num_of(1), num_of(-1)), end = sign * half;
  const Vec n = vec_scale(axis, sign);
  const num c = vec_dot(vec_sub(center, vec_mad(pos, axis, end)), n), dist = c - s1->size[0];
  const mask on_disk = m & cap & ~side & ~less(margin + s1->size[0], c);
  add_point(p, on_disk, dist, vec_mad(center, n, -(dist / num_of(2) + s1->size[0])),
            vec_scale(n, num_of(-1)), vec_zero());

  // rim
  const Vec rim = vec_mad(vec_scale(radial, radius / length), axis, end);
  spheres_at(p, m & ~side & ~cap, center, s1->size[0], s1, vec_add(pos, rim), zero, s2, margin);
}

// A sphere at `center` (in the world) against a box. Returns the distance of a centre outside.
LANE_INLINE num sphere_at_box(Points* p, mask m, Vec center, num radius, const Shape* box,
                              num margin) {
  const num zero = num_of(0), *size = box->size;
  const Vec c = mat_mul_transposed(box->mat, vec_sub(center, vec_of(box->pos)));
  Vec nearest, pos;
  for (int k = 0; k < 3; k++)
    nearest.x[k] =
        num_select(less(zero, size[k]), clip_low_first(c.x[k], -size[k], size[k]), c.x[k]);
  Vec n = vec_sub(nearest, c);
  const num length = vec_normalize(&n);
  const num outside = length - radius;
  num dist = outside;
  m &= ~less(margin, dist);
  if (!any(m))
    return outside;
  for (int k = 0; k < 3; k++)
    pos.x[k] = (num_mad(radius, n.x[k], c.x[k]) + nearest.x[k]) / num_of(2);

  // centre inside: the nearest face
  const mask inside = m & ~less(num_of(LANE_MINVAL), length);
  if (any(inside)) {
    num least = num_of(2) * (size[0] + size[1] + size[2]);
    Vec normal = {{num_of(1), zero, zero}};
    for (int k = 0; k < 6; k++) {
      const num depth = num_abs((k & 1 ? size[k / 2] : -size[k / 2]) - c.x[k / 2]);
      const mask nearer = less(depth, least);
      Vec face = vec_zero();
      face.x[k / 2] = num_of(k & 1 ? -1 : 1);
      least = num_select(nearer, depth, least);
      normal = vec_select(nearer, face, normal);
    }
    n = vec_select(inside, normal, n);
    pos = vec_select(inside, vec_mad(c, normal, (radius - least) / num_of(2)), pos);
    dist = num_select(inside, -least - radius, dist);
  }
  add_point(p, m, dist, vec_add(mat_mul(box->mat, pos), vec_of(box->pos)), mat_mul(box->mat, n),
            vec_zero());
  return outside;
}

static void sphere_box(Points* p, mask m, const Shape* s1, const Shape* s2, num margin) {
  sphere_at_box(p, m, vec_of(s1->pos), s1->size[0], s2, margin);
}

// ---------------------------------------------------------------- two capsules

typedef struct Segments_ {
  const Shape *s1, *s2;
  Vec a1, a2;            // half axes
  num aa, ab, bb, u, v;  // [aa ab; ab bb] t = (u, v)
  num margin;
} Segments;

LANE_INLINE void segments_at(Points* p, mask m, const Segments* s, num t1, num t2) {
  spheres_at(p, m, vec_mad(vec_of(s->s1->pos), s->a1, t1), s->s1->size[0], s->s1,
             vec_mad(vec_of(s->s2->pos), s->a2, t2), s->s2->size[0], s->s2, s->margin);
}

LANE_INLINE void skew_segments(Points* p, mask m, const Segments* s, num det) {
  const num one = num_of(1), minus = num_of(-1);
  num t1 = num_mad(s->bb, s->u, -(s->ab * s->v)) / det;
  num t2 = num_mad(s->aa, s->v, -(s->ab * s->u)) / det;
  mask high = less(one, t1), low = less(t1, minus);
  t1 = num_select(high, one, num_select(low, minus, t1));
  t2 = num_select(high | low, (s->v - num_select(high, s->ab, -s->ab)) / s->bb, t2);
  high = less(one, t2);
  low = less(t2, minus);
  t2 = num_select(high, one, num_select(low, minus, t2));
  const num back = (s->u - num_select(high, s->ab, -s->ab)) / s->aa;
  t1 = num_select(high | low, clip_low_first(back, minus, one), t1);
  segments_at(p, m, s, t1, t2);
}

// Up to two points at the four ends.
static void parallel_segments(Points* p, mask m, const Segments* s) {
  for (int k = 0; k < 4; k++) {
    const num end = num_of(k % 2 ? -1 : 1), ab = k % 2 ? -s->ab : s->ab;
    const num other =
        clip_low_first(k < 2 ? (s->v - ab) / s->bb : (s->u - ab) / s->aa, num_of(-1), num_of(1));
    if (p->n >= 2)
      m &= ~p->has[1];
    segments_at(p, m, s, k < 2 ? end : other, k < 2 ? other : end);
  }
}

static void capsule_capsule(Points* p, mask m, const Shape* s1, const Shape* s2, num margin) {
  Segments s = {.s1 = s1, .s2 = s2, .margin = margin};
  s.a1 = vec_scale(mat_column(s1->mat, 2), s1->size[1]);
  s.a2 = vec_scale(mat_column(s2->mat, 2), s2->size[1]);
  const Vec between = vec_sub(vec_of(s1->pos), vec_of(s2->pos));
  s.aa = vec_dot(s.a1, s.a1);
  s.ab = -vec_dot(s.a1, s.a2);
  s.bb = vec_dot(s.a2, s.a2);
  s.u = -vec_dot(s.a1, between);
  s.v = vec_dot(s.a2, between);
  const num det = num_mad(s.aa, s.bb, -(s.ab * s.ab));
  const mask parallel = less(num_abs(det), num_of(LANE_MINVAL));
  skew_segments(p, m & ~parallel, &s, det);
  if (any(m & parallel))
    parallel_segments(p, m & parallel, &s);
}

#endif  // FULCRUM_LANES_COLLIDE_ROUND_H_
