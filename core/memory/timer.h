// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MEMORY_TIMER_H_
#define CORE_MEMORY_TIMER_H_

#include <mujoco/mujoco.h>

// Time in the units of the user's clock; 0 without one.
static inline mjtNum timer_now(void) { return mjcb_time ? mjcb_time() : 0; }

// Add what has passed since `start` to a timer (mjtTimer), and `count` calls.
static inline void timer_add(mjData* d, int timer, mjtNum start, int count) {
  if (mjcb_time)
    d->timer[timer].duration += mjcb_time() - start;
  d->timer[timer].number += count;
}

#endif  // CORE_MEMORY_TIMER_H_
