// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fuzz target `asset` under the name that targets.h gives it.

#include "targets.h"

#define fuzz_outcome asset_outcome
#include "tests/fuzz/asset_fuzz.c"
