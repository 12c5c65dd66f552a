// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the pipeline needs to know of an integrator besides its functions.

#ifndef CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_
#define CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// 1: a step evaluates the dynamics several times (FC_INTEGRATOR_EVALUATES).
int integrator_evaluates(const Bound* integrator);

// Raise the error that `function` cannot work with such an integrator, and tell with which it can.
void refuse_evaluating(const char* function, const mjModel* m, const Bound* integrator);

#endif  // CORE_PHYSICS_PIPELINE_INTEGRATOR_TRAIT_H_
