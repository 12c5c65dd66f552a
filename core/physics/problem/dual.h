// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which solvers and post-solvers run, and which of them need the dual matrix.

#ifndef CORE_PHYSICS_PROBLEM_DUAL_H_
#define CORE_PHYSICS_PROBLEM_DUAL_H_

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// The post-solvers that run for d. Returns their number; -1 after mju_error when the options
// require one and none is installed.
int post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]);

// The solver, or else the first of its post-solvers, that needs the dual matrix; NULL when none
// does.
const Bound* dual_solver(const Bound* solver, const Bound* const* post, int npost);

// 1 when the solvers in force for d need the dual matrix.
int dual_matrix_is_needed(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_DUAL_H_
