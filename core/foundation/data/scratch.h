// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scratch memory of a function of the core: what mj_markStack, mj_stackAllocByte and mj_freeStack
// do, inline and without a frame on the stack, for functions that run in every step.
//
//   const StackPlace place = scratch_begin(d);
//   mjtNum* x = scratch_nums(d, n);
//   ...
//   scratch_end(d, place);

#ifndef CORE_FOUNDATION_DATA_SCRATCH_H_
#define CORE_FOUNDATION_DATA_SCRATCH_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/data.h"

static inline StackPlace scratch_begin(mjData* d) {
  return __builtin_expect(d->threadpool != 0, 0) ? stack_place(d)
                                                 : (StackPlace){d->pstack, d->pbase};
}

// Everything taken since `place` was returned is free again.
static inline void scratch_end(mjData* d, StackPlace place) {
  if (__builtin_expect(d->threadpool != 0, 0)) {
    stack_return(d, place);
    return;
  }
  d->pstack = place.pstack;
  d->pbase = place.pbase;
}

// An allocation at a multiple of `alignment`, without a pool, that stays below the peaks recorded
// so far, which also means that there is room; NULL when any of this is not the case.
static inline void* scratch_below_peak(mjData* d, size_t bytes, size_t alignment) {
  if (__builtin_expect(d->threadpool != 0 || bytes >> 40 || (alignment & (alignment - 1)), 0))
    return NULL;
  const uintptr_t end = (uintptr_t)d->arena + (size_t)d->narena,
                  at = (end - d->pstack - bytes) & ~(uintptr_t)(alignment - 1);
  const size_t used = end - at;
  if (__builtin_expect(used > (size_t)d->maxuse_stack, 0) ||
      __builtin_expect(used + d->parena > (size_t)d->maxuse_arena, 0))
    return NULL;
  d->pstack = used;
  return (void*)at;
}

// Bytes at a multiple of 8; NULL for none.
static inline void* scratch_take(mjData* d, size_t bytes) {
  void* at = bytes ? scratch_below_peak(d, bytes, 8) : NULL;
  return __builtin_expect(at != NULL, 1) ? at : mj_stackAllocByte(d, bytes, 8);
}

static inline mjtNum* scratch_nums(mjData* d, mjtSize n) {
  return scratch_take(d, (size_t)n * sizeof(mjtNum));
}

static inline int* scratch_ints(mjData* d, mjtSize n) {
  return scratch_take(d, (size_t)n * sizeof(int));
}

#endif  // CORE_FOUNDATION_DATA_SCRATCH_H_
