// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Errors, warnings and the log file.
//
// A fatal error goes to the first of: the handler of the calling thread, the global mju_user_error,
// the default (log file, standard output, exit). Handlers may longjmp, so no lock is held while one
// runs. When a handler returns, the failing function returns too.

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/compat.h>
#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"

#define MESSAGE_SIZE 1024

void (*mju_user_error)(const char*) = NULL;
void (*mju_user_warning)(const char*) = NULL;

static _Thread_local FcErrorHandler thread_handler;
static _Thread_local void* thread_context;

FcErrorHandler fc_setThreadErrorHandler(FcErrorHandler handler, void* context,
                                        void** previous_context) {
  FcErrorHandler previous = thread_handler;
  if (previous_context)
    *previous_context = thread_context;
  thread_handler = handler;
  thread_context = handler ? context : NULL;
  return previous;
}

void mju_clearHandlers(void) {
  mju_user_error = NULL;
  mju_user_warning = NULL;
  mju_user_malloc = NULL;
  mju_user_free = NULL;
}

//------------------------------ reporting ---------------------------------------------------------

void mju_writeLog(const char* type, const char* msg) {
  FILE* log = fopen("MUJOCO_LOG.TXT", "a");
  if (!log)
    return;

  // asctime ends the text with a newline
  time_t now = time(NULL);
  struct tm local;
  char stamp[64] = "\n";
  if (localtime_r(&now, &local))
    strftime(stamp, sizeof stamp, "%a %b %e %H:%M:%S %Y\n", &local);
  fprintf(log, "%s%s: %s\n\n", stamp, type, msg);
  fclose(log);
}

atomic_ulong nerror_reported;

static void report_error(const char* message) {
  atomic_fetch_add_explicit(&nerror_reported, 1, memory_order_relaxed);
  if (thread_handler) {
    thread_handler(message, thread_context);
    return;
  }
  if (mju_user_error) {
    mju_user_error(message);
    return;
  }
  mju_writeLog("ERROR", message);
  printf("ERROR: %s\n\n", message);
  fflush(stdout);
  exit(EXIT_FAILURE);
}

static _Thread_local WarningHandler thread_warning_handler;
static _Thread_local void* thread_warning_context;

WarningHandler set_thread_warning_handler(WarningHandler handler, void* context,
                                          void** previous_context) {
  WarningHandler previous = thread_warning_handler;
  if (previous_context)
    *previous_context = thread_warning_context;
  thread_warning_handler = handler;
  thread_warning_context = handler ? context : NULL;
  return previous;
}

static void report_warning(const char* message) {
  if (thread_warning_handler) {
    thread_warning_handler(message, thread_warning_context);
    return;
  }
  if (mju_user_warning) {
    mju_user_warning(message);
    return;
  }
  mju_writeLog("WARNING", message);
  printf("WARNING: %s\n\n", message);
  fflush(stdout);
}

//------------------------------ handlers without a context ----------------------------------------

// A handler without context is stored as the context of a handler that calls it, so that code that
// knows only one of the two types can save and restore either.
typedef void (*PlainHandler)(const char*);
_Static_assert(sizeof(PlainHandler) == sizeof(void*), "a context holds a function");

static void call_plain(const char* message, void* context) {
  PlainHandler handler;
  memcpy(&handler, &context, sizeof handler);
  handler(message);
}

static void* plain_context(PlainHandler handler) {
  void* context;
  memcpy(&context, &handler, sizeof context);
  return context;
}

static PlainHandler plain_handler(void (*handler)(const char*, void*), void* context) {
  PlainHandler plain = NULL;
  if (handler == call_plain)
    memcpy(&plain, &context, sizeof plain);
  return plain;
}

void _mjPRIVATE__set_tls_error_fn(PlainHandler handler) {
  fc_setThreadErrorHandler(handler ? call_plain : NULL, plain_context(handler), NULL);
}

PlainHandler _mjPRIVATE__get_tls_error_fn(void) {
  return plain_handler(thread_handler, thread_context);
}

void _mjPRIVATE__set_tls_warning_fn(PlainHandler handler) {
  set_thread_warning_handler(handler ? call_plain : NULL, plain_context(handler), NULL);
}

PlainHandler _mjPRIVATE__get_tls_warning_fn(void) {
  return plain_handler(thread_warning_handler, thread_warning_context);
}

//------------------------------ reporting, public -------------------------------------------------

void mju_error(const char* msg, ...) {
  char message[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, msg);
  vsnprintf(message, sizeof message, msg, arguments);
  va_end(arguments);
  report_error(message);
}

void mju_warning(const char* msg, ...) {
  char message[MESSAGE_SIZE];
  va_list arguments;
  va_start(arguments, msg);
  vsnprintf(message, sizeof message, msg, arguments);
  va_end(arguments);
  report_warning(message);
}

// these functions are defined to use the caller's text as the format
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"

void mju_error_i(const char* msg, int i) {
  char message[MESSAGE_SIZE];
  snprintf(message, sizeof message, msg, i);
  report_error(message);
}

void mju_error_s(const char* msg, const char* text) {
  char message[MESSAGE_SIZE];
  snprintf(message, sizeof message, msg, text);
  report_error(message);
}

void mju_warning_i(const char* msg, int i) {
  char message[MESSAGE_SIZE];
  snprintf(message, sizeof message, msg, i);
  report_warning(message);
}

void mju_warning_s(const char* msg, const char* text) {
  char message[MESSAGE_SIZE];
  snprintf(message, sizeof message, msg, text);
  report_warning(message);
}

#pragma GCC diagnostic pop
