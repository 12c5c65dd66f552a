// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/engine_plugin.h>

#include "core/kernel/kinds/kinds.h"

const KindRules plugin_rules = {.required = {NEEDS(FcEnginePlugin, plugin)}};
