// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_BASE_ERRORS_H_
#define CORE_BASE_ERRORS_H_

#include <stdatomic.h>

// Warning handler of the calling thread, before the global mju_user_warning. Returns the handler in
// force before, with its context in *previous_context when that is not NULL. NULL removes it.
typedef void (*WarningHandler)(const char* message, void* context);
WarningHandler set_thread_warning_handler(WarningHandler handler, void* context,
                                          void** previous_context);

// How many errors were reported so far, on any thread: a handler may leave the functions that were
// running, and what they would have put back stays as it was.
extern atomic_ulong nerror_reported;
static inline unsigned long errors_reported(void) {
  return atomic_load_explicit(&nerror_reported, memory_order_relaxed);
}

// What a function of a module has said with fc_fail before it returned a negative number; a
// sentence that says so when it said nothing since the last time that this was asked.
const char* fail_reason(void);

// A function that may fail has succeeded: fc_lastError says nothing.
void fail_forget(void);

#endif  // CORE_BASE_ERRORS_H_
