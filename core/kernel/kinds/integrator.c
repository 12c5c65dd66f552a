// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/integrator.h>

#include "core/kernel/kinds/kinds.h"

const KindRules integrator_rules = {.required = {NEEDS(FcIntegrator, step)},
                                    .option = offsetof(mjOption, integrator),
                                    .option_bits = -1,
                                    .numbered = 1};
