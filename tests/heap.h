// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The heap of a test program, watched and made to run out. heap.c defines malloc and related
// functions in the program, which the dynamic linker prefers to those of libraries: so the calls of
// the library, of modules and of the C++ library come here, too. For one thread.

#ifndef TESTS_HEAP_H_
#define TESTS_HEAP_H_

#include <stdlib.h>

#include <fulcrum/module.h>

// Sanitizers replace malloc themselves, and other C libraries than glibc have no second names for
// the functions. Nothing is counted and nothing fails there.
#if defined(__GLIBC__) && !FC_SANITIZER && !defined(__SANITIZE_THREAD__)
#define HEAP_IS_WATCHED 1
#else
#define HEAP_IS_WATCHED 0
#endif

// Calls of the allocator between these two, releases included.
void heap_watch_begin(void);
long heap_watch_end(void);

// Counts allocations from 1 on; those from `from` to `to` fail. No more do after heap_refuse(0, 0).
void heap_refuse(long from, long to);

// The number of allocations since heap_refuse.
long heap_requests(void);

#endif  // TESTS_HEAP_H_
