// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The two ends of the arena.
//
//   arena                                                                    arena + narena
//   | contacts | rows, islands ... parena ->      ...      <- pstack ... | frames and arrays |
//
// The start holds what a step computes and users read afterwards. The end is a stack of frames that
// mj_markStack opens and mj_freeStack closes. A frame record holds the previous stack position and
// the address of the frame below.
//
// While a thread pool of n workers is bound, the end is split into n + 1 stacks of equal size: the
// main thread's at the very end, worker 1's before it and so on. Every thread then allocates on its
// own stack, and the arena is shared through an atomic parena.

#include <stdint.h>
#include <string.h>

#include <fulcrum/compat.h>
#include <mujoco/mjxmacro.h>

#include "core/foundation/data/data.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/foundation/data/scratch.h"
#include "core/foundation/data/threads.h"

typedef struct Frame_ {
  size_t pbase;   // address of the frame below, 0 if none
  size_t pstack;  // bytes in use before this frame
  size_t guard;   // address of this frame, to detect writes past the end of an array
} Frame;

// The stack of the calling thread.
typedef struct Stack_ {
  size_t* pstack;
  size_t* pbase;
  char* end;        // address from which it grows downwards
  size_t limit;     // bytes it may use
  mjtSize* maxuse;  // peak of the thread, NULL without a pool
} Stack;

static Stack pooled_stack(mjData* d) {
  const mjThreadPool* pool = (const mjThreadPool*)d->threadpool;
  int worker = worker_index(pool);
  size_t bytes = shard_bytes(pool, (size_t)d->narena);
  Stack stack = {&d->pstack, &d->pbase, (char*)d->arena + d->narena - (size_t)worker * bytes, bytes,
                 d->maxuse_threadstack + (worker < mjMAXTHREAD ? worker : 0)};
  if (worker > 0) {
    StackShard* shard = data_record(d)->shard + worker - 1;
    stack.pstack = &shard->pstack;
    stack.pbase = &shard->pbase;
  }
  return stack;
}

// The single stack when no pool is bound.
static inline Stack whole_stack(mjData* d) {
  return (Stack){&d->pstack, &d->pbase, (char*)d->arena + d->narena, (size_t)d->narena - d->parena,
                 NULL};
}

int stack_in_use(const mjData* d) { return d->pstack != 0; }

StackPlace stack_place(mjData* d) {
  const Stack stack = d->threadpool ? pooled_stack(d) : whole_stack(d);
  return (StackPlace){*stack.pstack, *stack.pbase};
}

void stack_return(mjData* d, StackPlace place) {
  const Stack stack = d->threadpool ? pooled_stack(d) : whole_stack(d);
  *stack.pstack = place.pstack;
  *stack.pbase = place.pbase;
}

size_t stack_left(mjData* d) {
  const Stack stack = d->threadpool ? pooled_stack(d) : whole_stack(d);
  return stack.limit > *stack.pstack ? stack.limit - *stack.pstack : 0;
}

//------------------------------ stack -------------------------------------------------------------

static void* stack_overflow(const mjData* d, const Stack* stack, size_t bytes) {
  mju_error(
      "mj_stackAlloc: out of memory, stack overflow\n"
      "  max = %zu, available = %zu, requested = %zu\n  nefc = %d, ncon = %d",
      stack->limit, stack->limit > *stack->pstack ? stack->limit - *stack->pstack : 0, bytes,
      d->nefc, d->ncon);
  return NULL;
}

static inline void record_peak(mjData* d, const Stack* stack, size_t used) {
  if (stack->pstack == &d->pstack && (mjtSize)used > d->maxuse_stack)
    d->maxuse_stack = (mjtSize)used;
  if (__builtin_expect(stack->maxuse != NULL, 0)) {
    // atomic: other threads may be moving parena
    if ((mjtSize)used > *stack->maxuse)
      *stack->maxuse = (mjtSize)used;
    return;
  }
  mjtSize both = (mjtSize)(used + d->parena);
  if (both > d->maxuse_arena)
    d->maxuse_arena = both;
}

// Allocates `bytes` at a multiple of `alignment`.
static inline void* push(mjData* d, const Stack* stack, size_t bytes, size_t alignment) {
  size_t used = *stack->pstack;
  if (__builtin_expect(used > stack->limit || bytes > stack->limit - used, 0))
    return stack_overflow(d, stack, bytes);
  char* at = stack->end - used - bytes;
  if (__builtin_expect((alignment & (alignment - 1)) == 0, 1))
    at -= (uintptr_t)at & (alignment - 1);  // no division for powers of two
  else
    at -= (uintptr_t)at % alignment;
  used = (size_t)(stack->end - at);
  if (__builtin_expect(used > stack->limit, 0))
    return stack_overflow(d, stack, bytes);
  *stack->pstack = used;
  record_peak(d, stack, used);
  return at;
}

// Allocation on any stack, with all checks. Separate functions, so that the common case is short.
static __attribute__((noinline)) void* push_checked(mjData* d, size_t bytes, size_t alignment) {
  Stack stack = d->threadpool ? pooled_stack(d) : whole_stack(d);
  return push(d, &stack, bytes, alignment);
}

static __attribute__((noinline)) void open_frame(mjData* d) {
  Stack stack = d->threadpool ? pooled_stack(d) : whole_stack(d);
  size_t before = *stack.pstack;
  Frame* frame = push(d, &stack, sizeof(Frame), sizeof(size_t));
  if (!frame)
    return;
  *frame = (Frame){*stack.pbase, before, (size_t)frame};
  *stack.pbase = (size_t)frame;
}

static inline void* allocate(mjData* d, size_t bytes, size_t alignment) {
  void* at = scratch_below_peak(d, bytes, alignment);
  return __builtin_expect(at != NULL, 1) ? at : push_checked(d, bytes, alignment);
}

void mj_markStack(mjData* d) {
  // with a pool, other threads write it
  const size_t before = d->threadpool ? 0 : d->pstack;
  Frame* frame = scratch_below_peak(d, sizeof(Frame), sizeof(size_t));
  if (__builtin_expect(!frame, 0)) {
    open_frame(d);
    return;
  }
  *frame = (Frame){d->pbase, before, (size_t)frame};
  d->pbase = (size_t)frame;
}

static inline void close_frame(size_t* pstack, size_t* pbase) {
  if (!*pbase)
    return;
  const Frame* frame = (const Frame*)*pbase;
  if (__builtin_expect(frame->guard != (size_t)frame, 0)) {
    mju_error(
        "mj_freeStack: the stack frame is damaged, an array on the stack was written out of its "
        "bounds");
    return;
  }
  *pbase = frame->pbase;
  *pstack = frame->pstack;
}

void mj_freeStack(mjData* d) {
  if (__builtin_expect(d->threadpool != 0, 0)) {
    Stack stack = pooled_stack(d);
    close_frame(stack.pstack, stack.pbase);
  } else {
    close_frame(&d->pstack, &d->pbase);
  }
}

void* mj_stackAllocByte(mjData* d, size_t bytes, size_t alignment) {
  if (bytes == 0)
    return NULL;
  return allocate(d, bytes, alignment ? alignment : 1);
}

mjtNum* mj_stackAllocNum(mjData* d, size_t size) {
  if (__builtin_expect(size >= SIZE_MAX / sizeof(mjtNum), 0)) {
    mju_error("mj_stackAllocNum: requested size is too large: %zu numbers", size);
    return NULL;
  }
  if (size == 0)
    return NULL;
  return allocate(d, size * sizeof(mjtNum), _Alignof(mjtNum));
}

int* mj_stackAllocInt(mjData* d, size_t size) {
  if (__builtin_expect(size >= SIZE_MAX / sizeof(int), 0)) {
    mju_error("mj_stackAllocInt: requested size is too large: %zu integers", size);
    return NULL;
  }
  if (size == 0)
    return NULL;
  return allocate(d, size * sizeof(int), _Alignof(int));
}

mjtNum* mj_stackAlloc(mjData* d, int size) {
  return size > 0 ? mj_stackAllocNum(d, (size_t)size) : NULL;
}

//------------------------------ arena -------------------------------------------------------------

// Number of bytes to which the arena may grow.
static size_t arena_limit(const mjData* d) {
  size_t narena = (size_t)d->narena;
  if (!d->threadpool)
    return narena - d->pstack;
  const mjThreadPool* pool = (const mjThreadPool*)d->threadpool;
  return narena - (size_t)(worker_count(pool) + 1) * shard_bytes(pool, narena);
}

// Offset of the next allocation, and the value of parena after it; -1 when it does not fit.
static inline int arena_place(size_t parena, size_t bytes, size_t alignment, size_t limit,
                              size_t* start, size_t* next) {
  *start = (parena + alignment - 1) & ~(alignment - 1);
  if (*start > limit || bytes > limit - *start)
    return -1;
  *next = *start + bytes;
  return 0;
}

void* arena_allocate(mjData* d, size_t bytes, size_t alignment) {
  size_t limit = arena_limit(d), start, next;
  if (!d->threadpool) {
    if (arena_place(d->parena, bytes, alignment, limit, &start, &next))
      return NULL;
    d->parena = next;
    mjtSize both = (mjtSize)(next + d->pstack);
    if (both > d->maxuse_arena)
      d->maxuse_arena = both;
    return (char*)d->arena + start;
  }

  // lock-free: retry until no other thread has moved parena in between
  size_t parena = __atomic_load_n(&d->parena, __ATOMIC_RELAXED);
  do {
    if (arena_place(parena, bytes, alignment, limit, &start, &next))
      return NULL;
  } while (!__atomic_compare_exchange_n(&d->parena, &parena, next, 1, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED));
  mjtSize peak = __atomic_load_n(&d->maxuse_arena, __ATOMIC_RELAXED);
  while ((mjtSize)next > peak &&
         !__atomic_compare_exchange_n(&d->maxuse_arena, &peak, (mjtSize)next, 1, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return (char*)d->arena + start;
}

void* mj_arenaAllocByte(mjData* d, size_t bytes, size_t alignment) {
  if (!alignment || (alignment & (alignment - 1))) {
    mju_error("mj_arenaAllocByte: the alignment is %zu, expected a power of two", alignment);
    return NULL;
  }
  return arena_allocate(d, bytes, alignment);
}

// Drops everything after the contacts.
static void forget_rows(mjData* d) {
#define X(type, name, nr, nc) d->name = NULL;
  MJDATA_ARENA_POINTERS_SOLVER
  MJDATA_ARENA_POINTERS_DUAL
  MJDATA_ARENA_POINTERS_ISLAND
#undef X
  data_record(d)->contacts = data_record(d)->contact_force = 0;
}

static void clear_counts(mjData* d) {
  d->ne = d->nf = d->nl = d->nefc = 0;
  d->nJ = d->nA = 0;
  d->nisland = d->nidof = 0;
}

void clear_arena_pointers(mjData* d) {
  forget_rows(d);
  d->contact = d->arena;
}

void arena_reset_rows(mjData* d) {
  forget_rows(d);
  clear_counts(d);
  d->parena = (size_t)d->ncon * sizeof(mjContact);
}

void arena_reset(mjData* d) {
  clear_arena_pointers(d);
  clear_counts(d);
  d->ncon = 0;
  d->parena = 0;
}
