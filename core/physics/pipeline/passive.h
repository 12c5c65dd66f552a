// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_PASSIVE_H_
#define CORE_PHYSICS_PIPELINE_PASSIVE_H_

#include <mujoco/mujoco.h>

// qfrc_actuator += qfrc_gravcomp at the dofs of joints whose gravity compensation counts as
// actuator force. For the passive forces themselves see mj_passive.
void gravity_compensation_to_actuators(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PIPELINE_PASSIVE_H_
