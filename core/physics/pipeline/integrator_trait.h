// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Properties of an integrator that the pipeline needs besides its functions.

#ifndef CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_
#define CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// 1: a step evaluates the dynamics several times (FC_INTEGRATOR_EVALUATES).
int integrator_evaluates(const Bound* integrator);

// Raises the error that `function` does not work with such an integrator, and names those with
// which it does.
void refuse_evaluating(const char* function, const mjModel* m, const Bound* integrator);

#endif  // CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_
