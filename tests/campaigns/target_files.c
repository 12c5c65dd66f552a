// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fuzz target `files` under the name that targets.h gives it.

#include "targets.h"

#define fuzz_outcome files_outcome
#include "tests/fuzz/files_fuzz.c"
