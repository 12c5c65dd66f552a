// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How often modules of this process have been replaced by rebuilt ones (fc_reload). Models store
// the count at their creation, because it determines the order of the parameters that they
// configure. mjData compares it once per step with the count of its bindings.

#ifndef CORE_FOUNDATION_DATA_GENERATION_H_
#define CORE_FOUNDATION_DATA_GENERATION_H_

#include <stdatomic.h>
#include <stdint.h>

extern _Atomic uint64_t module_generation_count;
static inline uint64_t module_generation(void) {
  return atomic_load_explicit(&module_generation_count, memory_order_acquire);
}
void module_generation_advance(void);

#endif  // CORE_FOUNDATION_DATA_GENERATION_H_
