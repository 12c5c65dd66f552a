// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A plane against convex shapes: collision/plane in lanes.

#ifndef FULCRUM_LANES_COLLIDE_PLANE_H_
#define FULCRUM_LANES_COLLIDE_PLANE_H_

#include <fulcrum/lanes/collide.h>

LANE_INLINE num height_above(const Shape* plane, Vec point) {
  return vec_dot(vec_sub(point, vec_of(plane->pos)), mat_column(plane->mat, 2));
}

LANE_INLINE void add_below(Points* p, mask m, Vec normal, Vec point, num dist) {
  add_point(p, m, dist, vec_mad(point, normal, -dist / num_of(2)), normal, vec_zero());
}

LANE_INLINE void sphere_on_plane(Points* p, mask m, const Shape* plane, Vec center, num radius,
                                 num margin, Vec tangent) {
  const Vec normal = mat_column(plane->mat, 2);
  const num c = height_above(plane, center), dist = c - radius;
  add_point(p, m & ~less(margin + radius, c), dist,
            vec_mad(center, normal, -(dist / num_of(2) + radius)), normal, tangent);
}

static void plane_sphere(Points* p, mask m, const Shape* plane, const Shape* o, num margin) {
  sphere_on_plane(p, m, plane, vec_of(o->pos), o->size[0], margin, vec_zero());
}

static void plane_capsule(Points* p, mask m, const Shape* plane, const Shape* o, num margin) {
  const Vec axis = mat_column(o->mat, 2), pos = vec_of(o->pos);
  sphere_on_plane(p, m, plane, vec_mad(pos, axis, o->size[1]), o->size[0], margin, axis);
  sphere_on_plane(p, m, plane, vec_mad(pos, axis, -o->size[1]), o->size[0], margin, axis);
}

static void plane_box(Points* p, mask m, const Shape* plane, const Shape* o, num margin) {
  const Vec normal = mat_column(plane->mat, 2), pos = vec_of(o->pos);
  const num height = height_above(plane, pos);
  for (int i = 0; i < 8; i++) {
    Vec corner = {{i & 1 ? o->size[0] : -o->size[0], i & 2 ? o->size[1] : -o->size[1],
                   i & 4 ? o->size[2] : -o->size[2]}};
    corner = mat_mul(o->mat, corner);
    const num lower = vec_dot(normal, corner), dist = height + lower;
    const mask here = m & ~less(margin, dist) & ~less(num_of(0), lower);
    if (any(here))
      add_below(p, here, normal, vec_add(corner, pos), dist);
  }
}

static void plane_cylinder(Points* p, mask m, const Shape* plane, const Shape* o, num margin) {
  const Vec normal = mat_column(plane->mat, 2), pos = vec_of(o->pos);
  const num radius = o->size[0], height = height_above(plane, pos);

  // axis towards the plane
  Vec axis = mat_column(o->mat, 2);
  num slope = vec_dot(normal, axis);
  const mask up = less(num_of(0), slope);
  axis = vec_select(up, vec_scale(axis, num_of(-1)), axis);
  slope = num_select(up, -slope, slope);

  // radial direction towards the plane; arbitrary when the disk is parallel to it
  Vec v = vec_sub(vec_scale(axis, slope), normal);
  const num len2 = vec_dot(v, v);
  v = vec_select(less(len2, num_of(LANE_MINVAL * LANE_MINVAL)),
                 vec_scale(mat_column(o->mat, 0), radius), vec_scale(v, radius / num_sqrt(len2)));
  const num drop = vec_dot(normal, v);
  axis = vec_scale(axis, o->size[1]);
  slope = slope * o->size[1];

  // lowest point, without which there are no others
  num dist = height + slope + drop;
  m &= ~less(margin, dist);
  if (!any(m))
    return;
  add_below(p, m, normal, vec_add(vec_add(pos, v), axis), dist);

  // other disk
  dist = height - slope + drop;
  add_below(p, m & ~less(margin, dist), normal, vec_sub(vec_add(pos, v), axis), dist);

  // triangle
  dist = height + slope - drop / num_of(2);
  const mask triangle = m & ~less(margin, dist);
  if (!any(triangle))
    return;
  Vec w = vec_cross(v, axis);
  vec_normalize(&w);
  w = vec_scale(w, radius * num_sqrt(num_of(3)) / num_of(2));
  for (int side = 1; side >= -1; side -= 2) {
    Vec point = vec_mad(pos, w, num_of(side));
    point = vec_mad(vec_add(point, axis), v, num_of((real)-0.5));
    add_below(p, triangle, normal, point, dist);
  }
}

static void plane_ellipsoid(Points* p, mask m, const Shape* plane, const Shape* o, num margin) {
  const Vec normal = mat_column(plane->mat, 2);
  Vec v = mat_mul_transposed(o->mat, normal);
  for (int k = 0; k < 3; k++)
    v.x[k] = v.x[k] * -o->size[k];
  vec_normalize(&v);
  for (int k = 0; k < 3; k++)
    v.x[k] = v.x[k] * o->size[k];
  v = vec_add(mat_mul(o->mat, v), vec_of(o->pos));
  const num dist = height_above(plane, v);
  add_below(p, m & ~less(margin, dist), normal, v, dist);
}

#endif  // FULCRUM_LANES_COLLIDE_PLANE_H_
