// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_TRANSMISSION_ADHESION_H_
#define CORE_PHYSICS_PIPELINE_TRANSMISSION_ADHESION_H_

#include <mujoco/mujoco.h>

// Moment of an adhesion actuator: minus the mean normal Jacobian of the contacts of `body`. Writes
// the nonzeros and returns their number.
int adhesion_moment(const mjModel* m, mjData* d, int body, mjtNum* value, int* col);

#endif  // CORE_PHYSICS_PIPELINE_TRANSMISSION_ADHESION_H_
