// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which solvers and post-solvers are at work, and which of them need the dual matrix.

#ifndef CORE_PHYSICS_PROBLEM_DUAL_H_
#define CORE_PHYSICS_PROBLEM_DUAL_H_

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// The post-solvers that run for d now. Returns how many; -1 after mju_error when the options ask
// for one and none is installed.
int post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]);

// The solver or the first of its post-solvers that needs the dual matrix, NULL: none does.
const Bound* dual_solver(const Bound* solver, const Bound* const* post, int npost);

// 1: what is in force for d needs the dual matrix.
int dual_matrix_is_needed(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_DUAL_H_
