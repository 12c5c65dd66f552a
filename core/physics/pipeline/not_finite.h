// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_NOT_FINITE_H_
#define CORE_PHYSICS_PIPELINE_NOT_FINITE_H_

#include <mujoco/mujoco.h>

// Called when a check of the state has failed with this warning (mjWARN_BADQPOS, BADQVEL, BADQACC):
// finds the origin of the first number that is not finite, for fc_notFinite. Returns 1 when a
// module computed it from finite numbers. Examines only what the step has left and calls no module.
int not_finite_find(const mjModel* m, mjData* d, int warning);

#endif  // CORE_PHYSICS_PIPELINE_NOT_FINITE_H_
