// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_HEAP_H_
#define CORE_FOUNDATION_BASE_HEAP_H_

#include <stddef.h>

// mju_malloc without the error: NULL when memory is missing, and for 0 bytes.
void* try_malloc(size_t size);

// The same with zeros, aligned as by calloc: fresh memory of the system is zero and costs nothing
// until it is touched.
void* try_calloc(size_t size);

// For memory of which every page is about to be written: getting them in one call is several times
// cheaper than one fault for each. Where the system cannot do it, nothing is lost.
void populate_pages(void* memory, size_t size);

#endif  // CORE_FOUNDATION_BASE_HEAP_H_
