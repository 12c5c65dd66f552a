// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The heap: the user's allocator if there is one, else the system's, aligned for vectors.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/heap.h"

#define HEAP_ALIGNMENT 64

void* (*mju_user_malloc)(size_t) = NULL;
void (*mju_user_free)(void*) = NULL;

void* try_malloc(size_t size) {
  // the user's allocator gets exactly the requested size
  if (mju_user_malloc)
    return mju_user_malloc(size);

  // aligned_alloc requires a multiple of the alignment
  if (size == 0 || size > (size_t)PTRDIFF_MAX - HEAP_ALIGNMENT)
    return NULL;
  size_t padded = (size + HEAP_ALIGNMENT - 1) / HEAP_ALIGNMENT * HEAP_ALIGNMENT;
  return aligned_alloc(HEAP_ALIGNMENT, padded);
}

void* try_calloc(size_t size) {
  if (!mju_user_malloc)
    return size ? calloc(1, size) : NULL;
  void* pointer = try_malloc(size);
  if (pointer)
    memset(pointer, 0, size);
  return pointer;
}

void populate_pages(void* memory, size_t size) {
#ifdef MADV_POPULATE_WRITE
  const uintptr_t page = 4096, begin = ((uintptr_t)memory + page - 1) / page * page,
                  end = ((uintptr_t)memory + size) / page * page;
  if (end > begin + 4 * page)
    madvise((void*)begin, end - begin, MADV_POPULATE_WRITE);
#else
  (void)memory;
  (void)size;
#endif
}

void* mju_malloc(size_t size) {
  void* pointer = try_malloc(size);
  if (!pointer && size > 0)
    mju_error("Could not allocate memory: %zu bytes were requested", size);
  return pointer;
}

void mju_free(void* ptr) {
  if (!ptr)
    return;
  if (mju_user_free)
    mju_user_free(ptr);
  else
    free(ptr);
}
