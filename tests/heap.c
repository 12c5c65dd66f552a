// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <stddef.h>

#include "tests/heap.h"

static int watching;
static long calls;

static long requests, refuse_from, refuse_to;

void heap_watch_begin(void) {
  calls = 0;
  watching = 1;
}

long heap_watch_end(void) {
  watching = 0;
  return calls;
}

void heap_refuse(long from, long to) {
  requests = 0;
  refuse_from = from;
  refuse_to = to;
}

long heap_requests(void) { return requests; }

#if HEAP_IS_WATCHED

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t n, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);

// counts an allocation; 1 if it is to fail
static int refused(void) {
  calls += watching;
  if (!refuse_from || ++requests < refuse_from || requests > refuse_to)
    return 0;
  errno = ENOMEM;
  return 1;
}

// visible to the libraries of this process
#pragma GCC visibility push(default)

void* malloc(size_t size) { return refused() ? NULL : __libc_malloc(size); }

void* calloc(size_t n, size_t size) { return refused() ? NULL : __libc_calloc(n, size); }

void* realloc(void* block, size_t size) { return refused() ? NULL : __libc_realloc(block, size); }

void* aligned_alloc(size_t alignment, size_t size) {
  return refused() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  void* memory = refused() ? NULL : __libc_memalign(alignment, size);
  if (memory)
    *block = memory;
  return memory ? 0 : ENOMEM;
}

void free(void* block) {
  calls += watching;
  __libc_free(block);
}

#pragma GCC visibility pop

#endif
