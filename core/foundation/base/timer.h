// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_TIMER_H_
#define CORE_FOUNDATION_BASE_TIMER_H_

#include <mujoco/mujoco.h>

// Time in the units of the user's clock; 0 without one.
static inline mjtNum timer_now(void) { return mjcb_time ? mjcb_time() : 0; }

// Add the time since `start` and `count` calls to a timer (mjtTimer). Returns the current time.
static inline mjtNum timer_lap(mjData* d, int timer, mjtNum start, int count) {
  d->timer[timer].number += count;
  if (!mjcb_time)
    return 0;
  const mjtNum now = timer_now();
  d->timer[timer].duration += now - start;
  return now;
}

static inline void timer_add(mjData* d, int timer, mjtNum start, int count) {
  timer_lap(d, timer, start, count);
}

#endif  // CORE_FOUNDATION_BASE_TIMER_H_
