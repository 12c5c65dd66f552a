// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of mjData by the names of their fields.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "viewer/panels/watch.h"

void watch_number(const mjModel* m, const mjData* d, const char* field, int index, char* text,
                  size_t size) {
  const mjtNum* array = NULL;
  int64_t n = 0;
#define X(type, name, nr, nc)                                      \
  if (strcmp(#name, field) == 0 && strcmp(#type, "mjtNum") == 0) { \
    array = (const mjtNum*)(const void*)d->name;                   \
    n = (int64_t)m->nr * (nc);                                     \
  }
  MJDATA_POINTERS
#undef X
  if (!array)
    snprintf(text, size, "invalid field");
  else if (index < 0 || index >= n)
    snprintf(text, size, "invalid index");
  else
    snprintf(text, size, "%g", array[index]);
}

void watch_update(Watch* w, const mjModel* m, const mjData* d) {
  watch_number(m, d, w->field, w->index, w->value, sizeof w->value);
}
