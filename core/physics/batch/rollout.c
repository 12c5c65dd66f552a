// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjb_rollout: many steps of every simulation in one call, with controls before and records after
// each of them.

#include <stdlib.h>
#include <string.h>

#include "core/physics/batch/lanes.h"

typedef struct Record_ {
  int spec;      // a state, if the field has no name
  Field field;   // name NULL: a state
  size_t bytes;  // of one record
  char* buf;
  const FcCompiledField* in_block;  // of a field, while the rollout runs in lanes
} Record;

typedef struct Rollout_ {
  const mjtNum* control;
  int control_spec;
  int ncontrol;
  Record* record;
  int nrecord;
} Rollout;

// ---------------------------------------------------------------- one simulation

static void store(const Rollout* r, const mjModel* m, const mjData* d, size_t at) {
  for (int i = 0; i < r->nrecord; i++) {
    const Record* record = r->record + i;
    char* to = record->buf + at * record->bytes;
    if (!record->field.name)
      mj_getState(m, d, (mjtNum*)(void*)to, record->spec);
    else if (record->bytes)
      memcpy(to, field_at(d, &record->field), record->bytes);
  }
}

// Copies a record to those that would have followed.
static void repeat(const Rollout* r, size_t at, int n) {
  for (int i = 0; i < r->nrecord; i++) {
    const size_t bytes = r->record[i].bytes;
    char* from = r->record[i].buf + at * bytes;
    for (int k = 1; k <= n && bytes; k++)
      memcpy(from + (size_t)k * bytes, from, bytes);
  }
}

// A step that resets the simulation clears the counters, so that one of them may not have changed;
// but then the time has gone back.
static int warned(const mjWarningStat* before, mjtNum time, const mjData* d) {
  for (int i = 0; i < mjNWARNING; i++)
    if (before[i].number != d->warning[i].number)
      return 1;
  return d->time <= time && before[mjWARN_BADQPOS].number + before[mjWARN_BADQVEL].number +
                                    before[mjWARN_BADQACC].number >
                                0;
}

static void rollout(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  const Rollout* r = call->rollout;
  const size_t first = (size_t)k * (size_t)call->nstep;
  if (w->batch->velocity_ready)
    w->batch->velocity_ready[sim] = 0;
  for (int i = call->first; i < call->end; i++) {
    mjWarningStat before[mjNWARNING];
    const size_t at = first + (size_t)i;
    if (i > call->first)
      cancel_point(w);
    if (r->control)
      mj_setState(m, d, r->control + at * (size_t)r->ncontrol, r->control_spec);
    memcpy(before, d->warning, sizeof before);
    const mjtNum time = d->time;
    mj_step(m, d);
    store(r, m, d, at);
    if (warned(before, time, d)) {
      repeat(r, at, call->nstep - 1 - i);
      w->ended = 1;
      return;
    }
  }
}

// ---------------------------------------------------------------- a simulation in a lane

int rollout_suits_lanes(const Call* call, const mjBatch* b) {
  const Rollout* r = call->rollout;
  for (int i = 0; i < r->nrecord; i++) {
    Record* record = r->record + i;
    if (!record->field.name || !record->bytes)
      continue;
    record->in_block = lanes_field(b, &record->field);
    if (!record->in_block)
      return 0;
  }
  return !(r->control_spec & mjSTATE_USERDATA) || !b->m->nuserdata;
}

// The control is written into the row of the simulation, where a step in the general code finds it
// as well.
void rollout_lane_begin(const Call* call, const mjBatch* b, void* block, int lane, int k,
                        int step) {
  const Rollout* r = call->rollout;
  if (!r->control)
    return;
  const mjtNum* from =
      r->control + ((size_t)k * (size_t)call->nstep + (size_t)step) * (size_t)r->ncontrol;
  for (int bit = 1; bit <= r->control_spec; bit <<= 1) {
    if (!(r->control_spec & bit))
      continue;
    lane_set(b, block, lane, mj_stateSize(b->m, mjSTATE_INTEGRATION & (bit - 1)), from);
    from += mj_stateSize(b->m, bit);
  }
}

void rollout_lane_end(const Call* call, const mjBatch* b, const void* block, int lane, int k,
                      int sim, int step) {
  const Rollout* r = call->rollout;
  const size_t at = (size_t)k * (size_t)call->nstep + (size_t)step;
  mjtNum* row = row_of(b, sim);
  int stored = 0;
  for (int i = 0; i < r->nrecord; i++) {
    const Record* record = r->record + i;
    mjtNum* to = (mjtNum*)(void*)(record->buf + at * record->bytes);
    if (record->field.name && record->bytes) {
      lane_copy(b, record->in_block, block, lane, to);
      continue;
    }
    if (!stored)
      lane_store(b, block, lane, row);
    stored = 1;
    if (record->bytes)
      mj_extractState(b->m, row, mjSTATE_INTEGRATION, to, record->spec);
  }
}

// ---------------------------------------------------------------- arguments

static int read_record(const mjBatch* b, const mjBatchRecord* from, int i, Record* to) {
  *to = (Record){.spec = from->spec, .buf = from->buf};
  if (!from->buf)
    mju_error("mjb_rollout: record %d has no buffer", i);
  else if (from->field && field_of_data(b->m, from->field, 1, &to->field))
    mju_error("mjb_rollout: record %d is \"%s\", which is no field that can be recorded", i,
              from->field);
  else if (!from->field && (from->spec < 0 || from->spec >= 1 << mjNSTATE))
    mju_error("mjb_rollout: record %d is a state with the invalid signature %d", i, from->spec);
  else {
    to->bytes = from->field ? field_bytes(&to->field)
                            : (size_t)mj_stateSize(b->m, from->spec) * sizeof(mjtNum);
    return 0;
  }
  return -1;
}

static int arguments_valid(const mjBatch* b, const int* ids, int nid, int nstep, int control_spec,
                           const mjBatchRecord* record, int nrecord) {
  if (!idle(b, "mjb_rollout") || !selection_valid(b, ids, nid, "mjb_rollout"))
    return 0;
  if (nstep < 1)
    mju_error("mjb_rollout: nstep must be positive, got %d", nstep);
  else if (control_spec & ~mjSTATE_USER)
    mju_error("mjb_rollout: control_spec %d is not a subset of mjSTATE_USER", control_spec);
  else if (nrecord < 0 || (nrecord && !record))
    mju_error("mjb_rollout: %d records were announced, but record is %s", nrecord,
              record ? "there" : "NULL");
  else
    return 1;
  return 0;
}

int mjb_rollout(mjBatch* b, const int* ids, int nid, int nstep, const mjtNum* control,
                int control_spec, const mjBatchRecord* record, int nrecord) {
  if (!arguments_valid(b, ids, nid, nstep, control_spec, record, nrecord))
    return 0;
  // errors first: their handler may jump, and then nothing must have been allocated
  Record checked;
  for (int i = 0; i < nrecord; i++)
    if (read_record(b, record + i, i, &checked))
      return 0;
  Record* list = calloc((size_t)nrecord + 1, sizeof *list);
  if (!list) {
    mju_error("mjb_rollout: out of memory for %d records", nrecord);
    return 0;
  }
  for (int i = 0; i < nrecord; i++)
    read_record(b, record + i, i, list + i);
  const Rollout r = {control, control_spec, mj_stateSize(b->m, control_spec), list, nrecord};
  const Call call = {.body = rollout,
                     .ids = ids,
                     .nid = nid,
                     .load = 1,
                     .save = 1,
                     .outputs = 1,
                     .steps = nstep,
                     .nstep = nstep,
                     .end = nstep,
                     .lanes = 1,
                     .rollout = &r};
  const int nfailed = call_run(b, &call);
  free(list);
  return nfailed;
}
