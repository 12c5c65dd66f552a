// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the engine return to the function that guards against them; warnings become messages.

#include <setjmp.h>

#include <fulcrum/host.h>

#include "viewer/simulation/errors.h"

// ---------------------------------------------------------------- errors

static _Thread_local jmp_buf* escape;

static void on_error(const char* text, void* context) {
  (void)context;
  fc_fail("%s", text);
  if (escape)
    longjmp(*escape, 1);
}

int errors_guard(void (*function)(void*), void* argument) {
  jmp_buf here, *const outer = escape;
  void* former_context;
  const FcErrorHandler former = fc_setThreadErrorHandler(on_error, NULL, &former_context);
  escape = &here;
  const int failed = setjmp(here);
  if (!failed)
    function(argument);
  escape = outer;
  fc_setThreadErrorHandler(former, former_context, NULL);
  return failed ? -1 : 0;
}

// ---------------------------------------------------------------- warnings

// the handler of the library has no context
static Messages* shown_in;
static void (*former_warning)(const char*);
static _Thread_local int nwarning;

static void on_warning(const char* text) {
  nwarning++;
  messages_show(shown_in, "%s", text);
  if (former_warning)
    former_warning(text);
}

void errors_show_warnings(Messages* messages) {
  shown_in = messages;
  former_warning = mju_user_warning;
  mju_user_warning = on_warning;
}

void errors_leave_warnings(void) {
  mju_user_warning = former_warning;
  shown_in = NULL;
}

int errors_warnings(void) { return nwarning; }
