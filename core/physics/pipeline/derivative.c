// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocity derivative of the smooth forces, as needed by the implicit integrators. The order of the
// terms determines how the sums are rounded.

#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/derivative_bias.h"
#include "core/physics/pipeline/derivative.h"

void derivative_add_actuators(const mjModel* m, mjData* d, const mjtNum* actuator_slope) {
  if (m->opt.disableflags & mjDSBL_ACTUATION)
    return;
  for (int i = 0; i < m->nu; i++) {
    if (actuator_slope[i] != 0) {
      int adr = d->moment_rowadr[i];
      fc_addRowDerivative(m, d, actuator_slope[i], d->actuator_moment + adr, d->moment_colind + adr,
                          d->moment_rownnz[i]);
    }
  }
}

void velocity_derivative(const mjModel* m, mjData* d, const mjtNum* actuator_slope,
                         int include_bias) {
  fc_zero(d->qDeriv, m->nD);
  if (actuator_slope)
    derivative_add_actuators(m, d, actuator_slope);
  derivative_add_passive(m, d, !include_bias);
  if (include_bias)
    derivative_subtract_bias(m, d);
}
