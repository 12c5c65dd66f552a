// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <mujoco/mujoco.h>

void mj_flex(const mjModel* m, mjData* d) {
  (void)d;
  (void)m;
}
