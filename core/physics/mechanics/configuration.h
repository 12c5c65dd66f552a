// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_CONFIGURATION_H_
#define CORE_PHYSICS_MECHANICS_CONFIGURATION_H_

#include <mujoco/mujoco.h>

// Move the coordinates of joint j along the velocity for a time dt.
void integrate_joint(const mjModel* m, int j, mjtNum* qpos, const mjtNum* qvel, mjtNum dt);

#endif  // CORE_PHYSICS_MECHANICS_CONFIGURATION_H_
