// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_DERIVATIVE_H_
#define CORE_PHYSICS_PIPELINE_DERIVATIVE_H_

#include <mujoco/mujoco.h>

// qDeriv = d(qfrc_actuator + qfrc_passive - qfrc_bias) / d(qvel) on the pattern D.
//
// actuator_slope[i]: derivative of actuator force i with respect to its velocity, 0 for actuators
// that do not contribute; NULL: none contributes. Without include_bias the derivative of the bias
// force is left out and those of passive forces are symmetrised, so that qDeriv is symmetric.
void velocity_derivative(const mjModel* m, mjData* d, const mjtNum* actuator_slope,
                         int include_bias);

// The terms, each adding to qDeriv.
void derivative_add_actuators(const mjModel* m, mjData* d, const mjtNum* actuator_slope);
void derivative_add_passive(const mjModel* m, mjData* d, int symmetric);

#endif  // CORE_PHYSICS_PIPELINE_DERIVATIVE_H_
