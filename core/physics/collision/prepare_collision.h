// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_COLLISION_PREPARE_COLLISION_H_
#define CORE_PHYSICS_COLLISION_PREPARE_COLLISION_H_

#include <mujoco/mujoco.h>

// Binds what mj_collision will call for the elements of the model and plans its candidates, so that
// the first step need not. What is missing is reported with mju_error.
void prepare_collision(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_COLLISION_PREPARE_COLLISION_H_
