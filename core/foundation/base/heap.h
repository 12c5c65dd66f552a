// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_HEAP_H_
#define CORE_FOUNDATION_BASE_HEAP_H_

#include <stddef.h>

// mju_malloc without the error: NULL when memory runs out, and for 0 bytes.
void* try_malloc(size_t size);

// The same with zeroed memory, aligned as by calloc: fresh pages of the system are zero and cost
// nothing until they are touched.
void* try_calloc(size_t size);

// For memory of which every page is about to be written: requesting all pages in one call is
// several times cheaper than one page fault each. Does nothing where the system lacks such a call.
void populate_pages(void* memory, size_t size);

#endif  // CORE_FOUNDATION_BASE_HEAP_H_
