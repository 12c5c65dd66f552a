// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_STAGES_H_
#define TOOLS_COMMON_STAGES_H_

#include <mujoco/mujoco.h>

// The timers of mjData whose sum is the time of a step, but for "other".
#define FOR_STAGES(X)                     \
  X(mjTIMER_POS_KINEMATICS, "kinematics") \
  X(mjTIMER_POS_INERTIA, "inertia")       \
  X(mjTIMER_POS_COLLISION, "collision")   \
  X(mjTIMER_POS_MAKE, "rows")             \
  X(mjTIMER_POS_PROJECT, "projection")    \
  X(mjTIMER_VELOCITY, "velocity")         \
  X(mjTIMER_ACTUATION, "actuation")       \
  X(mjTIMER_CONSTRAINT, "solver")         \
  X(mjTIMER_ADVANCE, "integration")

#endif  // TOOLS_COMMON_STAGES_H_
