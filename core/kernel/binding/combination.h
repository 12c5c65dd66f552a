// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementations are compatible: a contact model with potentials needs a solver that accepts
// any convex law, and no post-solver.

#ifndef CORE_KERNEL_BINDING_COMBINATION_H_
#define CORE_KERNEL_BINDING_COMBINATION_H_

#include "core/kernel/binding/binding.h"

// 0 when the contact model is compatible with the solver and the post-solvers (which may be NULL
// and 0), else -1 with fc_lastError.
int combination_check(const Bound* model, const Bound* solver, const Bound* const* post, int npost);

#endif  // CORE_KERNEL_BINDING_COMBINATION_H_
