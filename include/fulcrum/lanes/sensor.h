// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What sensors measure. Include after model.h.

#ifndef FULCRUM_LANES_SENSOR_H_
#define FULCRUM_LANES_SENSOR_H_

#include <fulcrum/lanes/spatial.h>

// A motion vector of a body, at a point and along the axes of the world.
LANE_INLINE void motion_at(Sim* s, num* res, const num* motion, const int root, const num* point) {
  num arm[3], swept[3];
  subtract(arm, point, s->subtree_com + 3 * root);
  cross(swept, motion, arm);
  copy(res, motion, 3);
  LANE_EACH(k, 3) res[3 + k] = motion[3 + k] + swept[k];
}

// the same for the acceleration that a point of the body has
LANE_INLINE void acceleration_at(Sim* s, num* res, const num* velocity, const num* acceleration,
                                 const int root, const num* point) {
  num v[6], centripetal[3];
  motion_at(s, v, velocity, root, point);
  motion_at(s, res, acceleration, root, point);
  cross(centripetal, v, v + 3);
  add_to(res + 3, centripetal, 3);
}

// acceleration of a body, without the part that its dofs of fixed axes would add to rates
static inline __attribute__((unused)) void body_acceleration(Sim* s, num* acc, const num* parent,
                                                             int dof, int n) {
  copy(acc, parent, 6);
  for (int k = dof; k < dof + n; k++) {
    add_scaled(acc, s->cdof_dot + 6 * k, s->qvel[k], 6);
    add_scaled(acc, s->cdof + 6 * k, s->qacc[k], 6);
  }
}

// momentum of a body
LANE_INLINE void add_momentum(Sim* s, num* sum, const int body, const int root) {
  num v[6];
  motion_at(s, v, s->cvel + 6 * body, root, s->xipos + 3 * body);
  add_scaled(sum, v + 3, s->body_mass[body], 3);
}

LANE_INLINE void sensor_column(num* out, const num* mat, const int axis) {
  LANE_EACH(k, 3) out[k] = mat[3 * k + axis];
}

// Clips n values, of both signs or of the positive one; a cutoff of zero does not.
LANE_INLINE void sensor_clip(num* out, const int n, num cutoff, const int positive) {
  const mask clips = less(num_of(0), cutoff);
  LANE_EACH(k, n) {
    const num upper = num_min(out[k], cutoff);
    out[k] = num_select(clips, positive ? upper : num_max(-cutoff, upper), out[k]);
  }
}

#endif  // FULCRUM_LANES_SENSOR_H_
