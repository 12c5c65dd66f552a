// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/passive.h>

#include "core/kernel/kinds/kinds.h"

const KindRules passive_rules = {.required = {NEEDS(FcPassive, force)}, .by_instance = 1};
