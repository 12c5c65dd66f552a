// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_ERRORS_H_
#define CORE_FOUNDATION_BASE_ERRORS_H_

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

// How many failures there were so far, on any thread. Taken before a function of a module is
// called, it tells what that function has said from what was said before.
extern atomic_ulong nfailure;
static inline unsigned long fail_mark(void) {
  return atomic_load_explicit(&nfailure, memory_order_relaxed);
}

// What this thread has said with fc_fail since the mark; a sentence that says so when it said
// nothing, or when an error has told it already.
const char* fail_reason(unsigned long mark);

// The status of a function of a face: when it failed and has said nothing since the mark,
// fc_lastError says that, for the caller to tell later.
int fail_settle(unsigned long mark, const char* kind, const char* name, int status);

// A function that may fail has succeeded: fc_lastError says nothing.
void fail_forget(void);

#endif  // CORE_FOUNDATION_BASE_ERRORS_H_
