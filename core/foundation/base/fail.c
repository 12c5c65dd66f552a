// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The message of the last failure, one per thread. Failures are numbered over all threads, so that
// a caller can tell from two numbers whether a function left a message: it may fail without one,
// and the stored text is then that of an earlier failure.

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"

static _Thread_local char last_error[1024];
static _Thread_local unsigned long last_number;
static _Thread_local int was_told;  // an error of a step has already reported the message

atomic_ulong nfailure;

int fc_fail(const char* format, ...) {
  // the arguments may point into the message that is about to be replaced
  char message[sizeof last_error];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  snprintf(last_error, sizeof last_error, "%s", message);
  last_number = atomic_fetch_add_explicit(&nfailure, 1, memory_order_relaxed) + 1;
  was_told = 0;
  return -1;
}

const char* fc_lastError(void) { return last_error; }

#define NO_REASON "it failed without a reason (modules give one with fc_fail)"

static int has_reason(unsigned long mark) {
  return last_error[0] && !was_told && last_number > mark;
}

const char* fail_reason(unsigned long mark) {
  if (!has_reason(mark))
    return NO_REASON;
  was_told = 1;
  return last_error;
}

int fail_settle(unsigned long mark, const char* kind, const char* name, int status) {
  if (status < 0 && !has_reason(mark))
    fc_fail("%s \"%s\": " NO_REASON, kind, name);
  return status;
}

void fail_forget(void) { last_error[0] = 0; }
