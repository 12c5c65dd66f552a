// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The state one step later. Include after model.h.

#ifndef FULCRUM_LANES_ADVANCE_H_
#define FULCRUM_LANES_ADVANCE_H_

#include <fulcrum/lanes/inertia.h>
#include <fulcrum/lanes/spatial.h>

LANE_INLINE void advance_scalar(num* qpos, num velocity, num h) { *qpos = *qpos + h * velocity; }
static inline __attribute__((unused)) void advance_ball(num* qpos, const num* velocity, num h) {
  quat_integrate(qpos, velocity, h);
}
static inline __attribute__((unused)) void advance_free(num* qpos, const num* velocity, num h) {
  for (int k = 0; k < 3; k++)
    advance_scalar(qpos + k, velocity[k], h);
  quat_integrate(qpos + 3, velocity + 3, h);
}

// the velocity derivative of an actuator's force, which a force at its limit does not follow
LANE_INLINE num limited_slope(num slope, num force, const num* range) {
  return num_select(at_most(force, range[0]) | at_most(range[1], force), num_of(0), slope);
}

#endif  // FULCRUM_LANES_ADVANCE_H_
