// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The message at the bottom of the window. Any thread may show one, with or without the mutex of
// the simulation.

#ifndef VIEWER_MESSAGES_H_
#define VIEWER_MESSAGES_H_

#include <pthread.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

enum { MESSAGE_MAX = 1600 };

typedef struct Messages_ {
  pthread_mutex_t mutex;
  char text[MESSAGE_MAX];  // "": none
  double end;              // time at which it disappears, s; 0: when it is cleared
} Messages;

void messages_open(Messages* messages);
void messages_close(Messages* messages);

// Shown for some seconds; `tell` also prints it.
void messages_show(Messages* messages, const char* format, ...) mjPRINTFLIKE(2, 3);
void messages_tell(Messages* messages, const char* format, ...) mjPRINTFLIKE(2, 3);

// whether there is a message, and its beginning
int messages_read(Messages* messages, char* text, size_t size);
void messages_keep(Messages* messages);  // until it is cleared
void messages_clear(Messages* messages);
void messages_expire(Messages* messages);  // when its time is over

#endif  // VIEWER_MESSAGES_H_
