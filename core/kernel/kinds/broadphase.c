// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/broadphase.h>

#include "core/kernel/kinds/kinds.h"

const KindRules broadphase_rules = {.required = {NEEDS(FcBroadphase, pairs)}};
