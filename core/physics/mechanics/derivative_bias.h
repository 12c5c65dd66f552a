// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_DERIVATIVE_BIAS_H_
#define CORE_PHYSICS_MECHANICS_DERIVATIVE_BIAS_H_

#include <mujoco/mujoco.h>

// qDeriv -= d(qfrc_bias) / d(qvel), on the pattern D.
void derivative_subtract_bias(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_MECHANICS_DERIVATIVE_BIAS_H_
