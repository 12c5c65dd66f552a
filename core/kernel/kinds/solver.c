// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/solver.h>

#include "core/kernel/kinds/kinds.h"

const KindRules solver_rules = {.required = {NEEDS(FcSolver, solve)},
                                .option = offsetof(mjOption, solver),
                                .option_bits = -1,
                                .numbered = 1};

const KindRules post_solver_rules = {.required = {NEEDS(FcPostSolver, improve)}};
