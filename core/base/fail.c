// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The message of the last failure, one per thread.

#include <stdarg.h>
#include <stdio.h>

#include <fulcrum/host.h>

static _Thread_local char last_error[1024];

int fc_fail(const char* format, ...) {
  // the arguments may point into the message that is being replaced
  char message[sizeof last_error];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  snprintf(last_error, sizeof last_error, "%s", message);
  return -1;
}

const char* fc_lastError(void) { return last_error; }
