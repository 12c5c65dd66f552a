// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fuzz target `mjcf` under the name that targets.h gives it.

#include "targets.h"

#define fuzz_outcome document_outcome
#include "tests/fuzz/mjcf_fuzz.c"
