// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_VELOCITY_H_
#define CORE_PHYSICS_MECHANICS_VELOCITY_H_

#include <mujoco/mujoco.h>

// Velocities of flex edges, tendons, actuators, bodies and motion axes from qvel.
void velocity_update(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_MECHANICS_VELOCITY_H_
