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

static int list_fields(const mjModel* m, Fields* fields) {
  *fields = (Fields){0};
  fields_of_constants(m, count_field, fields);
  fields->field = calloc((size_t)fields->n, sizeof *fields->field);
  fields->changed = calloc((size_t)fields->n, sizeof *fields->changed);
  fields->n = 0;
  if (!fields->field || !fields->changed)
    return -1;
  fields_of_constants(m, add_field, fields);
  return 0;
}

// ---------------------------------------------------------------- one simulation

// Data for the computation: not those of the simulation, whose state would be lost.
static void compute(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  Fields* fields = call->arg;
  const mjBatch* b = w->batch;
  mjModel* own = w->m;
  (void)m;
  (void)k;
  (void)sim;
  model_set_const(own, d);
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
  (void)call;
  (void)m;
  (void)k;
  model_set_const(w->m, d);
  expanded_store(w->batch, w->m, sim);
}

// An error leaves the model of a thread half changed.
static void restore_models(mjBatch* b, const Fields* fields) {
  for (int i = 0; i < b->nworker; i++)
    for (int k = 0; k < fields->n; k++)
      memcpy(field_at(b->worker[i].m, fields->field + k), field_at(b->m, fields->field + k),
             field_bytes(fields->field + k));
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

static int run(mjBatch* b, const int* ids, int nid, Fields* fields) {
  // the state of a simulation is no part of it: data are scratch
  Call call = {.body = compute, .ids = ids, .nid = nid, .steps = 1, .arg = fields, .scratch = 1};
  call_run(b, &call);
  restore_models(b, fields);
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
  if (list_fields(b->m, &fields))
    mju_error("mjb_setConst: out of memory");
  else
    nfailed = run(b, ids, nid, &fields);
  free(fields.field);
  free(fields.changed);
  return nfailed;
}
