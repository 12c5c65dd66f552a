// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A number of mjData that a panel shows, chosen by field and index.

#ifndef VIEWER_WATCH_H_
#define VIEWER_WATCH_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

typedef struct Watch_ {
  char field[mjMAXUITEXT];
  int index;
  char value[mjMAXUITEXT];
} Watch;

// the number as text, or what is wrong with field or index
void watch_number(const mjModel* m, const mjData* d, const char* field, int index, char* text,
                  size_t size);

void watch_update(Watch* w, const mjModel* m, const mjData* d);

#endif  // VIEWER_WATCH_H_
