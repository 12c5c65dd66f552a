// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The message of the last failure, one per thread.

#include <stdarg.h>
#include <stdio.h>

#include <fulcrum/host.h>

#include "core/base/errors.h"

static _Thread_local char last_error[1024];
static _Thread_local int was_told;  // an error of a step has the message in it already

int fc_fail(const char* format, ...) {
  // the arguments may point into the message that is being replaced
  char message[sizeof last_error];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  snprintf(last_error, sizeof last_error, "%s", message);
  was_told = 0;
  return -1;
}

const char* fc_lastError(void) { return last_error; }

const char* fail_reason(void) {
  if (!last_error[0] || was_told)
    return "it failed without a reason (modules give one with fc_fail)";
  was_told = 1;
  return last_error;
}

void fail_forget(void) { last_error[0] = 0; }
