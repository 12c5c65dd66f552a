// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A capsule against a box. Where the spheres are that touch it is found lane by lane, and these
// collide with the box in lanes.

#ifndef FULCRUM_LANES_COLLIDE_CAPSULE_BOX_H_
#define FULCRUM_LANES_COLLIDE_CAPSULE_BOX_H_

#include <fulcrum/lanes/collide_round.h>
#include <fulcrum/lanes/segment_box.h>

#define TOUCHING_BOX 1e-15

// Returns the lanes in which a sphere just touches the box, as far as rounding tells.
static mask capsule_box(Points* points, mask m, const Shape* s1, const Shape* s2, num margin) {
  const Vec p = mat_mul_transposed(s2->mat, vec_sub(vec_of(s1->pos), vec_of(s2->pos)));
  const Vec w = mat_mul_transposed(s2->mat, mat_column(s1->mat, 2));
  const Vec h = vec_scale(w, s1->size[1]);
  const num radius = s1->size[0];
  const num best =
      margin + num_of(2) * (radius + s1->size[1] + s2->size[0] + s2->size[1] + s2->size[2]);
  num t[2] = {num_of(0), num_of(0)}, wanted[2] = {num_of(0), num_of(0)};
  for (int l = 0; l < LANES; l++) {
    if (!mask_lane(m, l))
      continue;
    SegmentAndBox q = {.length = lane(s1->size[1], l)};
    for (int k = 0; k < 3; k++) {
      q.p[k] = lane(p.x[k], l);
      q.w[k] = lane(w.x[k], l);
      q.h[k] = lane(h.x[k], l);
      q.b[k] = lane(s2->size[k], l);
      q.direction |= (q.h[k] > 0) << k;
    }
    real at[2] = {0, 0};
    const int n = capsule_box_spheres(&q, lane(best, l), at);
    for (int k = 0; k < n; k++) {
      set_lane(t + k, l, at[k]);
      set_lane(wanted + k, l, 1);
    }
  }
  mask touching = no_lane();
  for (int k = 0; k < 2; k++) {
    const mask here = m & equal(wanted[k], num_of(1));
    if (!any(here))
      continue;
    const Vec center = vec_add(mat_mul(s2->mat, vec_mad(p, h, t[k])), vec_of(s2->pos));
    const num dist = sphere_at_box(points, here, center, radius, s2, margin);
    touching |= here & less(num_abs(dist - margin), num_of((real)TOUCHING_BOX) * best);
  }
  return touching;
}

#endif  // FULCRUM_LANES_COLLIDE_CAPSULE_BOX_H_
