// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MECHANICS_PASSIVE_H_
#define CORE_MECHANICS_PASSIVE_H_

#include <mujoco/mujoco.h>

// All passive forces of the core, without user callback, modules or plugins.
void passive_forces(const mjModel* m, mjData* d);

// Is gravity compensated for some body?
int gravity_compensation_active(const mjModel* m);

// qfrc_actuator += qfrc_gravcomp at the dofs of joints that take gravity compensation as actuator
// force.
void gravity_compensation_to_actuators(const mjModel* m, mjData* d);

#endif  // CORE_MECHANICS_PASSIVE_H_
