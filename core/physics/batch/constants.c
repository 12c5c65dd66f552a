// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjb_setConst: mj_setConst for the model of each simulation. Which fields it changes shows when it
// has run: the first pass finds them, then they get values per simulation, and the second pass
// stores these.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/text.h"
#include "core/physics/batch/batch.h"

// What mj_setConst may change, and whether it did in any simulation.
typedef struct Fields_ {
  Field* field;
  atomic_char* changed;
  char* half;  // for each worker: an error has left its model half changed
  int n;
} Fields;

static void count_field(void* context, const Field* field) {
  Fields* fields = context;
  (void)field;
  fields->n++;
}

static void add_field(void* context, const Field* field) {
  Fields* fields = context;
  fields->field[fields->n++] = *field;
}

static int list_fields(const mjModel* m, int nworker, Fields* fields) {
  *fields = (Fields){.half = calloc((size_t)nworker, 1)};
  fields_of_constants(m, count_field, fields);
  fields->field = calloc((size_t)fields->n, sizeof *fields->field);
  fields->changed = calloc((size_t)fields->n, sizeof *fields->changed);
  fields->n = 0;
  if (!fields->field || !fields->changed || !fields->half)
    return -1;
  fields_of_constants(m, add_field, fields);
  return 0;
}

// ---------------------------------------------------------------- one simulation

// The model of a worker becomes that of the batch again, where mj_setConst may have changed it.
static void restore_model(const Worker* w, const Fields* fields) {
  const mjModel* from = w->batch->m;
  w->m->opt = from->opt;
  for (int k = 0; k < fields->n; k++)
    memcpy(field_at(w->m, fields->field + k), field_at(from, fields->field + k),
           field_bytes(fields->field + k));
}

// mj_setConst for the model of a worker, which has the values of a simulation.
static void set_const(const Call* call, Worker* w, mjData* d, int sim) {
  const Fields* fields = call->arg;
  char* half = fields->half + (w - w->batch->worker);
  if (*half) {
    restore_model(w, fields);
    expanded_apply(w, sim);
  }
  *half = 1;
  model_set_const(w->m, d);
  *half = 0;
}

// Data for the computation: not those of the simulation, whose state would be lost.
static void compute(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  const Fields* fields = call->arg;
  const mjBatch* b = w->batch;
  mjModel* own = w->m;
  (void)m;
  (void)k;
  set_const(call, w, d, sim);
  for (int i = 0; i < fields->n; i++) {
    const Field* f = fields->field + i;
    // what has no values per simulation so far must be left as it is for the next simulation
    if (column_of_field(b, f->name))
      continue;
    if (memcmp(field_at(own, f), field_at(b->m, f), field_bytes(f)) != 0) {
      atomic_store_explicit(fields->changed + i, 1, memory_order_relaxed);
      memcpy(field_at(own, f), field_at(b->m, f), field_bytes(f));
    }
  }
}

static void store(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  (void)m;
  (void)k;
  set_const(call, w, d, sim);
  expanded_store(w->batch, w->m, sim);
}

// ---------------------------------------------------------------- all of them

static int has_work(const mjBatch* b) {
  for (const Column* c = b->expanded; c; c = c->next)
    if (field_read_by_constants(c->field.name))
      return 1;
  return 0;
}

static int expand_changed(mjBatch* b, const Fields* fields) {
  for (int i = 0; i < fields->n; i++)
    if (atomic_load(fields->changed + i) && !expand_field(b, fields->field + i))
      return -1;
  return 0;
}

static void restore_models(const mjBatch* b, const Fields* fields) {
  for (int i = 0; i < b->nworker; i++)
    restore_model(b->worker + i, fields);
}

// A simulation that was cancelled could have changed other fields: then all of them are. Returns
// how many, 0: none was.
static int all_cancelled(mjBatch* b, const Call* call) {
  const int n = call_size(b, call);
  int any = 0;
  for (int k = 0; k < n; k++)
    any |= b->status[call->ids ? call->ids[k] : k] == FC_BATCH_CANCELLED;
  for (int k = 0; any && k < n; k++)
    set_failure(b, call->ids ? call->ids[k] : k, FC_BATCH_CANCELLED, "cancelled");
  return any ? n : 0;
}

static int run(mjBatch* b, const int* ids, int nid, Fields* fields) {
  // the state of a simulation is no part of it: data are scratch
  Call call = {.body = compute, .ids = ids, .nid = nid, .steps = 1, .arg = fields, .scratch = 1};
  call_run(b, &call);
  restore_models(b, fields);
  const int ncancelled = all_cancelled(b, &call);
  if (ncancelled)
    return ncancelled;
  if (expand_changed(b, fields)) {
    mju_error("mjb_setConst: %s", fc_lastError());
    return 0;
  }
  call.body = store;
  const int nfailed = call_run(b, &call);
  restore_models(b, fields);
  return nfailed;
}

int mjb_setConst(mjBatch* b, const int* ids, int nid) {
  if (!idle(b, "mjb_setConst") || !selection_valid(b, ids, nid, "mjb_setConst"))
    return 0;
  if (b->models) {
    mju_error("mjb_setConst: the simulations run on models of the caller (mjb_setModels)");
    return 0;
  }
  if (!has_work(b))
    return 0;
  Fields fields;
  int nfailed = 0;
  if (list_fields(b->m, b->nworker, &fields))
    mju_error("mjb_setConst: out of memory");
  else
    nfailed = run(b, ids, nid, &fields);
  free(fields.field);
  free(fields.changed);
  free(fields.half);
  return nfailed;
}
