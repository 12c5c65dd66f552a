// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Memory that is given out in pieces and released as a whole.

#ifndef CORE_FOUNDATION_BASE_REGION_H_
#define CORE_FOUNDATION_BASE_REGION_H_

#include <stddef.h>

typedef struct RegionBlock_ {
  struct RegionBlock_* next;
  size_t size, used;
} RegionBlock;

// Zeroed memory for `count` items of `size` bytes; NULL when memory runs out.
void* region_alloc(RegionBlock** region, size_t count, size_t size);

// Releases all memory of the region.
void region_free(RegionBlock** region);

#endif  // CORE_FOUNDATION_BASE_REGION_H_
