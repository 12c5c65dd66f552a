// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Counts allocations. The dynamic linker prefers functions of the program to those of libraries, so
// malloc and its relatives as defined here see every allocation of the library and of modules. They
// call the functions of glibc by their second names (__libc_malloc, ...). Other C libraries lack
// such names, and sanitizers replace malloc themselves: there nothing is counted.

#include "tools/heap_count.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include <fulcrum/module.h>

#if defined(__GLIBC__) && !FC_SANITIZER

#define VISIBLE __attribute__((visibility("default")))

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t n, size_t size);
extern void* __libc_realloc(void* pointer, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static int counting;
static long count;

static void note(void) {
  if (counting)
    __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
}

VISIBLE void* malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

VISIBLE void* calloc(size_t n, size_t size) {
  note();
  return __libc_calloc(n, size);
}

VISIBLE void* realloc(void* pointer, size_t size) {
  note();
  return __libc_realloc(pointer, size);
}

VISIBLE void* aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

VISIBLE int posix_memalign(void** pointer, size_t alignment, size_t size) {
  note();
  void* memory = __libc_memalign(alignment, size);
  if (memory)
    *pointer = memory;
  return memory ? 0 : ENOMEM;
}

void heap_count_begin(void) { count = 0, counting = 1; }

long heap_count_end(void) {
  counting = 0;
  return count;
}

#else

void heap_count_begin(void) {}
long heap_count_end(void) { return -1; }

#endif
