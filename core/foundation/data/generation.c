// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdatomic.h>

#include "core/foundation/data/generation.h"

static _Atomic uint64_t generation;

uint64_t module_generation(void) { return atomic_load_explicit(&generation, memory_order_acquire); }

void module_generation_advance(void) { atomic_fetch_add(&generation, 1); }
