// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A row holds everything that the future of a simulation depends on: the components of
// mjSTATE_INTEGRATION in the order of mj_getState, and then the state of modules that mjData has no
// place for. Warnings are kept beside it.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/batch/batch.h"

// The faces whose state is not in plugin_state, and how much that is. Returns how many there are,
// -1 with fc_lastError.
static int own_states(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX], int* size) {
  const int n = bound_states(m, d, list);
  int nown = 0;
  *size = 0;
  for (int i = 0; i < n; i++) {
    if (!list[i].face)
      continue;
    *size += list[i].n;
    list[nown++] = list[i];
  }
  return n < 0 ? -1 : nown;
}

int module_state_size(const mjModel* m, mjData* d) {
  FaceState list[FACE_STATE_MAX];
  int size;
  return own_states(m, d, list, &size) < 0 ? -1 : size;
}

// The same, where the row has `room` numbers for it; 0 after mju_error when that is too little,
// because a face came into use that was not there when the rows were made.
static int states_in_row(const mjModel* m, mjData* d, FaceState list[FACE_STATE_MAX], int room,
                         int* size) {
  const int n = own_states(m, d, list, size);
  if (n < 0)
    mju_error("%s", fc_lastError());
  else if (*size > room)
    mju_error(
        "the state of modules grew to %d numbers, but the rows of the batch have room for %d: a "
        "module came into use that was not there when the batch was made",
        *size, room);
  else
    return n;
  *size = 0;
  return 0;
}

static void load_modules(const mjModel* m, mjData* d, const mjtNum* from, int room) {
  FaceState list[FACE_STATE_MAX];
  int size;
  const int n = states_in_row(m, d, list, room, &size);
  for (int i = 0; i < n; from += list[i++].n)
    memcpy(list[i].value, from, (size_t)list[i].n * sizeof *from);
}

static void save_modules(const mjModel* m, mjData* d, mjtNum* to, int room) {
  FaceState list[FACE_STATE_MAX];
  int size;
  const int n = states_in_row(m, d, list, room, &size);
  for (int i = 0; i < n; to += list[i++].n)
    memcpy(to, list[i].value, (size_t)list[i].n * sizeof *to);
  memset(to, 0, (size_t)(room - size) * sizeof *to);
}

void row_rebind(const mjBatch* b, mjData* from, mjData* to, int sim) {
  FaceState before[FACE_STATE_MAX], after[FACE_STATE_MAX];
  int size;
  const int nbefore = own_states(b->m, from, before, &size);
  const int nafter = own_states(b->m, to, after, &size);
  const int room = b->nstate - b->nplain;
  mjtNum* row = row_of(b, sim) + b->nplain;
  mjtNum* old = room ? malloc((size_t)room * sizeof *old) : NULL;
  if (!old)
    return;
  memcpy(old, row, (size_t)room * sizeof *old);
  memset(row, 0, (size_t)room * sizeof *row);
  for (int i = 0, at = 0; i < nafter; at += after[i++].n)
    for (int k = 0, was = 0; k < nbefore; was += before[k++].n)
      if (before[k].face == after[i].face && before[k].n == after[i].n)
        memcpy(row + at, old + was, (size_t)after[i].n * sizeof *row);
  free(old);
}

void row_load(const mjBatch* b, const mjModel* m, mjData* d, int sim) {
  const mjtNum* row = row_of(b, sim);
  mj_setState(m, d, row, mjSTATE_INTEGRATION);
  if (b->nstate > b->nplain)
    load_modules(m, d, row + b->nplain, b->nstate - b->nplain);
  memcpy(d->warning, b->warning + (size_t)sim * mjNWARNING, sizeof d->warning);
}

void row_save(const mjBatch* b, const mjModel* m, mjData* d, int sim) {
  mjtNum* row = row_of(b, sim);
  if (b->nstate > b->nplain)
    save_modules(m, d, row + b->nplain, b->nstate - b->nplain);
  mj_getState(m, d, row, mjSTATE_INTEGRATION);
  memcpy(b->warning + (size_t)sim * mjNWARNING, d->warning, sizeof d->warning);
}

int row_differs_only_in_forces(const mjBatch* b, const mjModel* m, const mjData* d, int sim,
                               mjtNum* scratch) {
  static const int free_to_change[] = {mjSTATE_CTRL, mjSTATE_QFRC_APPLIED, mjSTATE_XFRC_APPLIED};
  const mjtNum* row = row_of(b, sim);
  mj_getState(m, d, scratch, mjSTATE_INTEGRATION);
  for (int i = 0; i < 3; i++) {
    const int bit = free_to_change[i], at = mj_stateSize(m, mjSTATE_INTEGRATION & (bit - 1));
    memcpy(scratch + at, row + at, (size_t)mj_stateSize(m, bit) * sizeof *row);
  }
  return memcmp(scratch, row, (size_t)b->nplain * sizeof *row) == 0 &&
         memcmp(d->warning, b->warning + (size_t)sim * mjNWARNING, sizeof d->warning) == 0;
}
