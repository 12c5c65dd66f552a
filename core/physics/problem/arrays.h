// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Arrays inside one block of memory, one after the other, with natural alignment.

#ifndef CORE_PHYSICS_PROBLEM_ARRAYS_H_
#define CORE_PHYSICS_PROBLEM_ARRAYS_H_

#include <stddef.h>

// Moves *offset to the end of the next array, `count` elements of this size. Returns where it
// begins in the block. While only the size is wanted, block is NULL, and so is the result.
static inline void* next_array(char* block, size_t* offset, size_t count, size_t element) {
  const size_t begin = (*offset + element - 1) / element * element;
  *offset = begin + count * element;
  return block ? block + begin : NULL;
}

#endif  // CORE_PHYSICS_PROBLEM_ARRAYS_H_
