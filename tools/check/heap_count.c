// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Counts allocations. The dynamic linker prefers functions of the program to those of libraries, so
// malloc and related functions defined here are called for every allocation of the library and of
// modules. They call the functions of glibc by their alternative names (__libc_malloc, ...). Other
// C libraries lack such names, and sanitizers replace malloc themselves: there nothing is counted
// and nothing fails.

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include <fulcrum/module.h>

#include "tools/check/heap_count.h"

#if defined(__GLIBC__) && !FC_SANITIZER && !defined(__SANITIZE_THREAD__)

void* memalign(size_t alignment, size_t size);

#define VISIBLE __attribute__((visibility("default")))

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t n, size_t size);
extern void* __libc_realloc(void* pointer, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

extern void __libc_free(void* pointer);

static int counting;
static long count;
static long blocks;  // allocated and not released

static void* keep(void* pointer) {
  if (pointer)
    __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
  return pointer;
}

// allocations of code at [begin, end) fail from the number `first` on
static struct {
  const char *begin, *end;
  long first, n;
} failing;

// counts an allocation; returns 1 when it is to fail
static int note(const void* caller) {
  if (counting)
    __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
  const char* at = caller;
  return failing.begin && at >= failing.begin && at < failing.end && failing.n++ >= failing.first;
}

#define FAILS note(__builtin_return_address(0))

VISIBLE void* malloc(size_t size) { return FAILS ? NULL : keep(__libc_malloc(size)); }

VISIBLE void* calloc(size_t n, size_t size) { return FAILS ? NULL : keep(__libc_calloc(n, size)); }

VISIBLE void* realloc(void* pointer, size_t size) {
  if (FAILS)
    return NULL;
  void* moved = __libc_realloc(pointer, size);
  // a block of size 0 is released
  if (pointer && !size)
    __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  return pointer ? moved : keep(moved);
}

VISIBLE void* aligned_alloc(size_t alignment, size_t size) {
  return FAILS ? NULL : keep(__libc_memalign(alignment, size));
}

VISIBLE int posix_memalign(void** pointer, size_t alignment, size_t size) {
  void* memory = FAILS ? NULL : keep(__libc_memalign(alignment, size));
  if (memory)
    *pointer = memory;
  return memory ? 0 : ENOMEM;
}

VISIBLE void* memalign(size_t alignment, size_t size) {
  return FAILS ? NULL : keep(__libc_memalign(alignment, size));
}

VISIBLE void free(void* pointer) {
  if (pointer)
    __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
  __libc_free(pointer);
}

long heap_blocks(void) { return blocks; }

void heap_count_begin(void) {
  count = 0;
  counting = 1;
}

long heap_count_end(void) {
  counting = 0;
  return count;
}

void heap_fail_begin(const void* begin, const void* end, long n) {
  failing.begin = begin;
  failing.end = end;
  failing.first = n;
  failing.n = 0;
}

long heap_fail_end(void) {
  failing.begin = NULL;
  return failing.n;
}

#else

void heap_count_begin(void) {}
long heap_count_end(void) { return -1; }
long heap_blocks(void) { return -1; }
void heap_fail_begin(const void* begin, const void* end, long n) {
  (void)begin;
  (void)end;
  (void)n;
}
long heap_fail_end(void) { return -1; }

#endif
