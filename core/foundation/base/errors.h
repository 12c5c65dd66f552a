// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_BASE_ERRORS_H_
#define CORE_FOUNDATION_BASE_ERRORS_H_

#include <stdatomic.h>

// Sets the warning handler of the calling thread, which precedes the global mju_user_warning; NULL
// removes it. Returns the previous handler, with its context in *previous_context if that is not
// NULL.
typedef void (*WarningHandler)(const char* message, void* context);
WarningHandler set_thread_warning_handler(WarningHandler handler, void* context,
                                          void** previous_context);

// Number of errors reported so far, on any thread. A handler may jump out of the functions that
// were running, so that they do not restore what they changed; a changed count reveals this.
extern atomic_ulong nerror_reported;
static inline unsigned long errors_reported(void) {
  return atomic_load_explicit(&nerror_reported, memory_order_relaxed);
}

// Number of failures so far, on any thread. Read before a function of a module is called, it
// separates the messages of that function from earlier ones.
extern atomic_ulong nfailure;
static inline unsigned long fail_mark(void) {
  return atomic_load_explicit(&nfailure, memory_order_relaxed);
}

// The message of the last fc_fail on this thread since the mark. If there was none, or if an error
// has reported it already, a sentence that says so.
const char* fail_reason(unsigned long mark);

// Passes on the status of a function of a face. If it failed without a message since the mark,
// fc_lastError is set to a sentence that says so, for the caller to report.
int fail_settle(unsigned long mark, const char* kind, const char* name, int status);

// Called when a function that may fail has succeeded: clears fc_lastError.
void fail_forget(void);

#endif  // CORE_FOUNDATION_BASE_ERRORS_H_
