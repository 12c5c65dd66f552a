// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MEMORY_ERRORS_H_
#define CORE_MEMORY_ERRORS_H_

#include <stddef.h>

// Warning handler of the calling thread, before the global mju_user_warning. Returns the handler in
// force before, with its context in *previous_context when that is not NULL. NULL removes it.
typedef void (*WarningHandler)(const char* message, void* context);
WarningHandler set_thread_warning_handler(WarningHandler handler, void* context,
                                          void** previous_context);

// Nonzero while the calling thread compiles a model: mjcb_control, made for other models, is not
// called then.
extern _Thread_local int control_callback_off;

// mju_malloc without the error: NULL when memory is missing, and for 0 bytes.
void* try_malloc(size_t size);

// The same with zeros, aligned as by calloc: fresh memory of the system is zero and costs nothing
// until it is touched.
void* try_calloc(size_t size);

// For memory of which every page is about to be written: getting them in one call is several times
// cheaper than one fault for each. Where the system cannot do it, nothing is lost.
void populate_pages(void* memory, size_t size);

#endif  // CORE_MEMORY_ERRORS_H_
