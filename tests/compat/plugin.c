// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A library of one plugin that registers itself when it is opened; NAME is given on the command
// line of the compiler.

#include <mujoco/mujoco.h>

static int no_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

__attribute__((constructor)) static void enter(void) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = NAME;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.compute = compute;
  mjp_registerPlugin(&plugin);
}
