// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_PASSIVE_H_
#define CORE_PHYSICS_PIPELINE_PASSIVE_H_

#include <mujoco/mujoco.h>

// qfrc_actuator += qfrc_gravcomp at the dofs of joints that take gravity compensation as actuator
// force, if there is any. The passive forces themselves: mj_passive.
void gravity_compensation_to_actuators(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PIPELINE_PASSIVE_H_
