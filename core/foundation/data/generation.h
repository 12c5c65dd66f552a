// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How often modules of this process have been replaced by newly built ones (fc_reload). Models
// remember the count at which they were made, because the order of the parameters that they
// configure is that of the module of then; mjData compare it once per step with the one that their
// bindings follow.

#ifndef CORE_FOUNDATION_DATA_GENERATION_H_
#define CORE_FOUNDATION_DATA_GENERATION_H_

#include <stdint.h>

uint64_t module_generation(void);
void module_generation_advance(void);

#endif  // CORE_FOUNDATION_DATA_GENERATION_H_
