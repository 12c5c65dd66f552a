// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/foundation/data/generation.h"

_Atomic uint64_t module_generation_count;

void module_generation_advance(void) { atomic_fetch_add(&module_generation_count, 1); }
