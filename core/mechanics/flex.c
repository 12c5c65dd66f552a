// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <mujoco/mujoco.h>

// Deformable bodies are not simulated: the compiler refuses them, so they can only come from a
// binary model.
void mj_flex(const mjModel* m, mjData* d) {
  (void)d;
  if (m->nflex) {
    mju_error("the model has %d flexes; this version of Fulcrum simulates rigid bodies only",
              (int)m->nflex);
  }
}
