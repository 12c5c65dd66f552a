// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The message at the bottom of the window.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "viewer/simulation/clock.h"
#include "viewer/simulation/messages.h"

#define SECONDS_SHOWN 8

void messages_open(Messages* messages) { pthread_mutex_init(&messages->mutex, NULL); }

void messages_close(Messages* messages) { pthread_mutex_destroy(&messages->mutex); }

// without line breaks at its end
static void show(Messages* messages, const char* format, va_list list) {
  pthread_mutex_lock(&messages->mutex);
  char* text = messages->text;
  vsnprintf(text, sizeof messages->text, format, list);
  for (size_t n = strlen(text); n && strchr("\n ", text[n - 1]); n--)
    text[n - 1] = 0;
  messages->end = clock_seconds() + SECONDS_SHOWN;
  pthread_mutex_unlock(&messages->mutex);
}

void messages_show(Messages* messages, const char* format, ...) {
  va_list list;
  va_start(list, format);
  show(messages, format, list);
  va_end(list);
}

void messages_tell(Messages* messages, const char* format, ...) {
  char text[MESSAGE_MAX];
  va_list list;
  va_start(list, format);
  show(messages, format, list);
  va_end(list);
  messages_read(messages, text, sizeof text);
  fprintf(stderr, "fulcrum: %s\n", text);
}

int messages_read(Messages* messages, char* text, size_t size) {
  pthread_mutex_lock(&messages->mutex);
  const int n = snprintf(text, size, "%s", messages->text);
  pthread_mutex_unlock(&messages->mutex);
  return n > 0;
}

void messages_keep(Messages* messages) {
  pthread_mutex_lock(&messages->mutex);
  messages->end = 0;
  pthread_mutex_unlock(&messages->mutex);
}

void messages_clear(Messages* messages) {
  pthread_mutex_lock(&messages->mutex);
  messages->text[0] = 0;
  pthread_mutex_unlock(&messages->mutex);
}

void messages_expire(Messages* messages) {
  pthread_mutex_lock(&messages->mutex);
  if (messages->end && clock_seconds() > messages->end)
    messages->text[0] = 0;
  pthread_mutex_unlock(&messages->mutex);
}
