// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The ring of past states.

#include <stdlib.h>

#include <fulcrum/host.h>

#include "viewer/simulation/history.h"

#define ENTRIES_MOST 2000
#define BYTES_MOST 1e8

void history_close(History* h) {
  free(h->entry);
  *h = (History){0};
}

int history_open(History* h, const Sides* s) {
  history_close(h);
  for (int i = 0; i < sides_count(s); i++)
    h->size += h->part[i] = sides_state_size(s, i);
  const double fit = BYTES_MOST / ((double)h->size * sizeof(mjtNum));
  h->capacity = (int)mju_min(ENTRIES_MOST, mju_max(1, fit));
  h->entry = calloc((size_t)h->capacity * (size_t)h->size, sizeof *h->entry);
  if (!h->entry) {
    h->capacity = 0;
    return fc_fail("there is no memory for the history");
  }
  h->last = h->capacity - 1;
  h->renewed = 1;
  return history_add(h, s);
}

// whether the entries still match the simulation
static int fits(const History* h, const Sides* s) {
  for (int i = 0; i < SIDES; i++)
    if (h->part[i] != (i < sides_count(s) ? sides_state_size(s, i) : 0))
      return 0;
  return h->capacity > 0;
}

static mjtNum* entry(const History* h, int index, int side) {
  return h->entry + (size_t)index * (size_t)h->size + (side ? h->part[MAIN] : 0);
}

int history_add(History* h, const Sides* s) {
  if (!h->capacity)
    return 0;

  // an implementation was replaced by one with a different state
  if (!fits(h, s))
    return history_open(h, s);
  h->last = (h->last + 1) % h->capacity;
  h->count = mjMIN(h->count + 1, h->capacity);
  h->back = 0;
  for (int i = 0; i < sides_count(s); i++)
    sides_read_state(s, i, entry(h, h->last, i));
  return 0;
}

int history_show(History* h, const Sides* s) {
  if (!h->count || !fits(h, s))
    return 0;
  h->back = mjMAX(1 - h->count, mjMIN(0, h->back));
  const int index = (h->last + h->back + h->capacity) % h->capacity;
  for (int i = 0; i < sides_count(s); i++)
    sides_write_state(s, i, entry(h, index, i));
  return 1;
}
