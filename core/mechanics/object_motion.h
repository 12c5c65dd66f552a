// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MECHANICS_OBJECT_MOTION_H_
#define CORE_MECHANICS_OBJECT_MOTION_H_

#include <mujoco/mujoco.h>

// qfrc += Jp' force + Jr' torque for a force at `point` and a torque, in world axes, on `body`.
// Either may be NULL. Touches only the dofs that move the body.
void apply_wrench(const mjModel* m, const mjData* d, const mjtNum* force, const mjtNum* torque,
                  const mjtNum point[3], int body, mjtNum* qfrc);

#endif  // CORE_MECHANICS_OBJECT_MOTION_H_
