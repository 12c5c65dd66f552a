// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The past as a ring of states, one for each time the simulation checked the clock and made a step.
// An entry has the state of each side: the integration state, and that of faces bound at run time.

#include <stdlib.h>

#include "viewer.h"

#define ENTRIES_MOST 2000
#define BYTES_MOST 1e8

// ---------------------------------------------------------------- one state

static int bound_size(Viewer* v, int side) {
  return mjMAX(0, fc_stateSize(model_of(v, side), v->d[side]));
}

int state_size(Viewer* v, int side) {
  return mj_stateSize(v->m, mjSTATE_INTEGRATION) + bound_size(v, side);
}

void state_read(Viewer* v, int side, mjtNum* state) {
  mj_getState(model_of(v, side), v->d[side], state, mjSTATE_INTEGRATION);
  if (bound_size(v, side))
    fc_getState(model_of(v, side), v->d[side], state + mj_stateSize(v->m, mjSTATE_INTEGRATION));
}

void state_write(Viewer* v, int side, const mjtNum* state) {
  mj_setState(model_of(v, side), v->d[side], state, mjSTATE_INTEGRATION);
  if (bound_size(v, side))
    fc_setState(model_of(v, side), v->d[side], state + mj_stateSize(v->m, mjSTATE_INTEGRATION));
}

// ---------------------------------------------------------------- the ring

void history_close(Viewer* v) {
  free(v->history.entry);
  v->history = (History){0};
}

void history_open(Viewer* v) {
  History* h = &v->history;
  history_close(v);
  for (int i = 0; i < sides(v); i++)
    h->size += h->part[i] = state_size(v, i);
  const double fit = BYTES_MOST / ((double)h->size * sizeof(mjtNum));
  h->capacity = (int)mju_min(ENTRIES_MOST, mju_max(1, fit));
  h->entry = calloc((size_t)h->capacity * (size_t)h->size, sizeof *h->entry);
  if (!h->entry) {
    h->capacity = 0;
    tell(v, "there is no memory for the history");
    return;
  }
  h->last = h->capacity - 1;
  history_add(v);
  v->rebuild = 1;
}

// whether the entries still match the simulation
static int fits(Viewer* v) {
  const History* h = &v->history;
  for (int i = 0; i < SIDES; i++)
    if (h->part[i] != (i < sides(v) ? state_size(v, i) : 0))
      return 0;
  return h->capacity > 0;
}

static mjtNum* entry(const History* h, int index, int side) {
  return h->entry + (size_t)index * (size_t)h->size + (side ? h->part[MAIN] : 0);
}

void history_add(Viewer* v) {
  History* h = &v->history;
  if (!h->capacity)
    return;

  // an implementation was replaced by one with a different state
  if (!fits(v)) {
    history_open(v);
    return;
  }
  h->last = (h->last + 1) % h->capacity;
  h->count = mjMIN(h->count + 1, h->capacity);
  h->back = 0;
  for (int i = 0; i < sides(v); i++)
    state_read(v, i, entry(h, h->last, i));
}

void history_show(Viewer* v) {
  History* h = &v->history;
  if (!h->count || !fits(v))
    return;
  h->back = mjMAX(1 - h->count, mjMIN(0, h->back));
  for (int i = 0; i < sides(v); i++)
    state_write(v, i, entry(h, (h->last + h->back + h->capacity) % h->capacity, i));
  v->owed = 0;
  evaluate(v);
}
