// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/compiled.h>

#include "core/kernel/kinds/kinds.h"

const KindRules compiled_rules = {.required = {NEEDS(FcCompiled, one), NEEDS(FcCompiled, wide)}};
