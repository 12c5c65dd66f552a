// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// simulate --watch: modules that are rebuilt while the simulation runs are reloaded between two
// steps.

#ifndef TOOLS_SIMULATE_WATCH_H_
#define TOOLS_SIMULATE_WATCH_H_

#include <mujoco/mujoco.h>

typedef struct Watch_ {
  int on;
  double start, next;  // of the clock, in seconds
  mjtNum time;         // simulated, at the start
} Watch;

// Before modules are opened.
void watch_begin(Watch* watch);

// Before a step: check the files ten times a second, report changes of their modules on standard
// error, and wait when the simulation is ahead of the clock.
void watch_step(Watch* watch, const mjData* d);

#endif  // TOOLS_SIMULATE_WATCH_H_
