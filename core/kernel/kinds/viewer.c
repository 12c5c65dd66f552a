// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/viewer.h>

#include "core/kernel/kinds/kinds.h"

const KindRules viewer_rules = {.required = {NEEDS(FcViewer, run)}};
