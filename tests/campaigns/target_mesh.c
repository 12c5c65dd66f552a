// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The fuzz target `mesh` under the name that targets.h gives it.

#include "targets.h"

#define fuzz_outcome mesh_outcome
#include "tests/fuzz/mesh_fuzz.c"
