// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/base/region.h"

// size of the first block of a region; each later one is at least as large as all before it
enum { REGION_BLOCK = 1 << 16 };

void* region_alloc(RegionBlock** region, size_t count, size_t size) {
  if (size && count > (SIZE_MAX / 4) / size)
    return NULL;
  size_t bytes = (count * size + 15) & ~(size_t)15;
  RegionBlock* block = *region;
  int zeroed = 0;
  if (!block || block->size - block->used < bytes) {
    size_t room = block ? 2 * block->size : REGION_BLOCK;
    // large blocks come from the system zeroed and need not be cleared
    zeroed = room < bytes;
    if (zeroed)
      room = bytes;
    RegionBlock* fresh = (zeroed ? try_calloc : try_malloc)(sizeof *fresh + 16 + room);
    if (!fresh)
      return NULL;
    fresh->next = block;
    fresh->size = room;
    fresh->used = 0;
    *region = block = fresh;
  }
  char* start = (char*)(((uintptr_t)(block + 1) + 15) & ~(uintptr_t)15);
  void* memory = start + block->used;
  block->used += bytes;
  return zeroed ? memory : memset(memory, 0, bytes);
}

void region_free(RegionBlock** region) {
  while (*region) {
    RegionBlock* next = (*region)->next;
    mju_free(*region);
    *region = next;
  }
}
