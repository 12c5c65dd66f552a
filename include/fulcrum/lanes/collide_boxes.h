// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Whether the boxes around two geoms overlap, for pairs of types without a collider in lanes: while
// their boxes are apart they have no contact, and else the general code has to do the step.

#ifndef FULCRUM_LANES_COLLIDE_BOXES_H_
#define FULCRUM_LANES_COLLIDE_BOXES_H_

#include <fulcrum/lanes/collide.h>

// The box around a geom is wider by this part of its size and coordinates: rounding loses nothing.
#define BOX_WIDER ((real)1e-6)

// aabb: centre and half sizes in the frame of the geom.
LANE_INLINE Vec box_centre(const Shape* o, const num* aabb) {
  return vec_add(vec_of(o->pos), mat_mul(o->mat, vec_of(aabb)));
}

LANE_INLINE num box_reach(const Shape* o, const num* aabb, Vec axis) {
  num sum = num_of(0);
  for (int k = 0; k < 3; k++)
    sum = sum + num_abs(vec_dot(mat_column(o->mat, k), axis)) * aabb[3 + k];
  return sum;
}

static mask box_near_plane(mask m, const Shape* plane, const Shape* o, const num* aabb,
                           num margin) {
  const Vec normal = mat_column(plane->mat, 2);
  const num height = vec_dot(vec_sub(box_centre(o, aabb), vec_of(plane->pos)), normal);
  const num reach = box_reach(o, aabb, normal) + margin;
  return m & ~less(reach + num_of(BOX_WIDER) * (num_abs(height) + num_abs(reach)), height);
}

static mask boxes_near(mask m, const Shape* o1, const num* aabb1, const Shape* o2, const num* aabb2,
                       num margin) {
  const Vec between = vec_sub(box_centre(o2, aabb2), box_centre(o1, aabb1));
  const num slack =
      num_max(margin, num_of(0)) +
      num_of(BOX_WIDER) * (num_abs(between.x[0]) + num_abs(between.x[1]) + num_abs(between.x[2]));
  for (int i = 0; i < 15 && any(m); i++) {
    const Vec axis =
        i < 3   ? mat_column(o1->mat, i)
        : i < 6 ? mat_column(o2->mat, i - 3)
                : vec_cross(mat_column(o1->mat, (i - 6) / 3), mat_column(o2->mat, (i - 6) % 3));
    const num reach = box_reach(o1, aabb1, axis) + box_reach(o2, aabb2, axis) + slack;
    m &= ~less(reach, num_abs(vec_dot(between, axis)));
  }
  return m;
}

#endif  // FULCRUM_LANES_COLLIDE_BOXES_H_
