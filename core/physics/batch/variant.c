// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bindings per simulation. Simulations with the same bindings form a variant, whose prototype is an
// mjData with these bindings; threads compute in copies of it, one for each variant they meet. In a
// persistent batch each simulation's own mjData is bound as well.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/data/memory.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/batch/batch.h"

static Variant* variant_of(const mjBatch* b, int sim) {
  return b->variant + (b->variant_of ? b->variant_of[sim] : 0);
}

// ---------------------------------------------------------------- data of workers

mjData* worker_data(Worker* w, const mjModel* m, int sim) {
  const mjBatch* b = w->batch;
  if (b->persistent) {
    if (!b->data[sim])
      b->data[sim] = mj_copyData(NULL, m, variant_of(b, sim)->prototype);
    return b->data[sim];
  }
  const int variant = b->variant_of ? b->variant_of[sim] : 0;
  if (variant >= w->ndata) {
    mjData** data = realloc(w->data, (size_t)b->nvariant * sizeof(mjData*));
    if (!data) {
      fc_fail("out of memory for the data of a thread");
      return NULL;
    }
    memset(data + w->ndata, 0, (size_t)(b->nvariant - w->ndata) * sizeof(mjData*));
    w->data = data;
    w->ndata = b->nvariant;
  }
  if (!w->data[variant])
    w->data[variant] = mj_copyData(NULL, m, b->variant[variant].prototype);
  return w->data[variant];
}

mjData* worker_scratch(Worker* w) {
  if (!w->spare)
    w->spare = mj_makeData(w->batch->m);
  return w->spare;
}

// ---------------------------------------------------------------- size of the module state

static int named_types(const int* type, mjtSize n) {
  for (mjtSize i = 0; i < n; i++)
    if (type[i] >= FC_NAME_NUMBER)
      return 1;
  return 0;
}

// 1 when elements of the model may have modules with state, which come into use when they are
// evaluated first
static int has_module_elements(const mjModel* m) {
  return m->nplugin || named_types(m->sensor_type, m->nsensor) ||
         named_types(m->actuator_dyntype, m->nu) || named_types(m->actuator_gaintype, m->nu) ||
         named_types(m->actuator_biastype, m->nu) || named_types(m->eq_type, m->neq);
}

// Evaluates the prototype once where that is what makes modules known. -1 with fc_lastError.
static int measure_state(mjBatch* b, Variant* variant) {
  mjData* d = variant->prototype;
  if (has_module_elements(b->m)) {
    mj_forward(b->m, d);
    mj_resetData(b->m, d);
  } else {
    bound_choice(b->m, d, FC_CONTACT_MODEL);
  }
  variant->nmodule = module_state_size(b->m, d);
  return variant->nmodule < 0 ? -1 : 0;
}

typedef struct Measure_ {
  Variant* variant;
  int failed;
} Measure;

static void measure_guarded(Worker* w, void* arg) {
  Measure* measure = arg;
  measure->failed = measure_state(w->batch, measure->variant);
}

// -1 with fc_lastError, also when mju_error was called
static int measure(mjBatch* b, Variant* variant) {
  Measure measure = {variant, 0};
  if (worker_guarded(b->worker, measure_guarded, &measure))
    return fc_fail("%s", b->worker->message);
  return measure.failed;
}

// ---------------------------------------------------------------- making

int variants_make(mjBatch* b) {
  b->variant = calloc(1, sizeof *b->variant);
  if (!b->variant)
    return fc_fail("out of memory for a batch");
  b->nvariant = 1;
  b->variant->nsim = b->nsim;
  b->variant->prototype = mj_makeData(b->m);
  return b->variant->prototype ? measure(b, b->variant) : fc_fail("out of memory for an mjData");
}

void variants_free(mjBatch* b) {
  for (int i = 0; i < b->nvariant; i++)
    mj_deleteData(b->variant[i].prototype);
  free(b->variant);
  free(b->variant_of);
}

// Removes a variant that no simulation uses, with the data of the workers.
static void drop_variant(mjBatch* b, int variant) {
  mj_deleteData(b->variant[variant].prototype);
  b->variant[variant] = (Variant){0};
  for (int i = 0; i < b->nworker; i++) {
    Worker* w = b->worker + i;
    if (variant >= w->ndata)
      continue;
    mj_deleteData(w->data[variant]);
    w->data[variant] = NULL;
  }
}

// index of a new variant, -1 with fc_lastError
static int add_variant(mjBatch* b, mjData* prototype) {
  int at = 0;
  while (at < b->nvariant && b->variant[at].prototype)
    at++;
  if (at == b->nvariant) {
    Variant* more = realloc(b->variant, (size_t)(at + 1) * sizeof *more);
    if (!more)
      return fc_fail("out of memory for bindings");
    b->variant = more;
    b->nvariant++;
  }
  b->variant[at] = (Variant){.prototype = prototype};
  return at;
}

// ---------------------------------------------------------------- changing bindings

// a change that fc_batchBind or fc_batchUnbind makes
typedef struct Change_ {
  FcKind kind;
  const char* name;  // NULL: unbind
} Change;

static int change(const mjModel* m, mjData* d, const Change* c) {
  return c->name ? fc_bind(m, d, c->kind, c->name) : fc_unbind(m, d, c->kind);
}

// 1 when two reset mjData have the same bindings
static int same_bindings(const mjModel* m, mjData* a, mjData* b) {
  const int na = fc_saveBindings(m, a, NULL, 0), nb = fc_saveBindings(m, b, NULL, 0);
  if (na != nb || na < 0)
    return 0;
  char* bytes = na ? malloc(2 * (size_t)na) : NULL;
  const int same = !na || (bytes && fc_saveBindings(m, a, bytes, na) == na &&
                           fc_saveBindings(m, b, bytes + na, na) == na &&
                           memcmp(bytes, bytes + na, (size_t)na) == 0);
  free(bytes);
  return same;
}

// The variant that another one becomes, found among those that exist or made; -1 with fc_lastError.
static int changed_variant(mjBatch* b, int from, const Change* c) {
  mjData* d = mj_copyData(NULL, b->m, b->variant[from].prototype);
  if (!d)
    return fc_fail("out of memory for an mjData");
  if (change(b->m, d, c)) {
    mj_deleteData(d);
    return -1;
  }
  for (int i = 0; i < b->nvariant; i++) {
    if (b->variant[i].prototype && same_bindings(b->m, b->variant[i].prototype, d)) {
      mj_deleteData(d);
      return i;
    }
  }
  const int made = add_variant(b, d);
  if (made < 0)
    mj_deleteData(d);
  else if (measure(b, b->variant + made)) {
    drop_variant(b, made);
    return -1;
  }
  return made;
}

// Rows with room for the state of all variants in use; -1 with fc_lastError.
static int widen_rows(mjBatch* b) {
  int nmodule = 0;
  for (int i = 0; i < b->nvariant; i++)
    if (b->variant[i].nmodule > nmodule)
      nmodule = b->variant[i].nmodule;
  const int nstate = b->nplain + nmodule;
  if (nstate <= b->nstate)
    return 0;
  if (b->exposed)
    return fc_fail(
        "this binding keeps %d numbers of state in every row, which now has %d numbers; bind "
        "before the rows are asked for (mjb_state, mjb_stateComponent, fc_batchModuleState)",
        nmodule, b->nstate);
  mjtNum* rows = try_calloc((size_t)b->nsim * (size_t)nstate * sizeof *rows);
  if (!rows)
    return fc_fail("out of memory for the rows of %d simulations", b->nsim);
  for (int i = 0; i < b->nsim; i++)
    memcpy(rows + (size_t)i * (size_t)nstate, row_of(b, i), (size_t)b->nstate * sizeof *rows);
  mju_free(b->state);
  b->state = rows;
  b->nstate = nstate;
  return 0;
}

static int selected(const int* ids, int k) { return ids ? ids[k] : k; }

// The variants that those of the selected simulations become, in to[]; -1: not selected.
static int plan_change(mjBatch* b, const int* ids, int n, const Change* c, int* to) {
  for (int k = 0; k < n; k++) {
    const int from = b->variant_of[selected(ids, k)];
    if (to[from] >= 0)
      continue;
    const int target = changed_variant(b, from, c);
    if (target < 0)
      return -1;
    to[from] = target;
  }
  return widen_rows(b);
}

static void drop_unused(mjBatch* b) {
  for (int i = 0; i < b->nvariant; i++)
    if (b->variant[i].prototype && !b->variant[i].nsim)
      drop_variant(b, i);
}

// In a persistent batch the mjData of each simulation is bound, too. A simulation in which that
// fails ends the change: those before it have been changed.
static int move_simulations(mjBatch* b, const int* ids, int n, const Change* c, const int* to) {
  for (int k = 0; k < n; k++) {
    const int sim = selected(ids, k), from = b->variant_of[sim];
    if (b->persistent && b->data[sim] && change(b->m, b->data[sim], c))
      return -1;
    if (b->nstate > b->nplain)
      row_rebind(b, b->variant[from].prototype, b->variant[to[from]].prototype, sim);
    b->variant[from].nsim--;
    b->variant[to[from]].nsim++;
    b->variant_of[sim] = to[from];
    if (b->velocity_ready)
      b->velocity_ready[sim] = 0;
  }
  return 0;
}

static int change_bindings(mjBatch* b, const int* ids, int nid, const Change* c,
                           const char* caller) {
  if (!resting(b, caller))
    return -1;
  char fault[200];
  const char* wrong = selection_fault(b, ids, nid, fault, sizeof fault);
  if (wrong)
    return fc_fail("%s: %s", caller, wrong);
  if (!b->variant_of && !(b->variant_of = calloc((size_t)b->nsim, sizeof *b->variant_of)))
    return fc_fail("out of memory for the bindings of %d simulations", b->nsim);
  // a call adds at most one variant for each that exists
  const int room = 2 * b->nvariant;
  int* to = malloc((size_t)room * sizeof *to);
  if (!to)
    return fc_fail("out of memory for bindings");
  memset(to, -1, (size_t)room * sizeof *to);
  const int n = ids ? nid : b->nsim;
  const int failed = plan_change(b, ids, n, c, to) || move_simulations(b, ids, n, c, to);
  free(to);
  drop_unused(b);
  return failed ? -1 : 0;
}

int fc_batchBind(mjBatch* b, const int* ids, int nid, FcKind kind, const char* name) {
  if (!name)
    return fc_fail("fc_batchBind: the name of an implementation is missing");
  const Change c = {kind, name};
  return change_bindings(b, ids, nid, &c, "fc_batchBind");
}

int fc_batchUnbind(mjBatch* b, const int* ids, int nid, FcKind kind) {
  const Change c = {kind, NULL};
  return change_bindings(b, ids, nid, &c, "fc_batchUnbind");
}

const char* fc_batchBound(mjBatch* b, int sim, FcKind kind) {
  if (!usable(b, "fc_batchBound"))
    return NULL;
  if (sim < 0 || sim >= b->nsim) {
    fc_fail("fc_batchBound: there is no simulation %d, expected 0 to %d", sim, b->nsim - 1);
    return NULL;
  }
  return fc_bound(b->m, variant_of(b, sim)->prototype, kind);
}

mjtNum* fc_batchModuleState(mjBatch* b, int* size) {
  if (!usable(b, "fc_batchModuleState"))
    return NULL;
  const int n = b->nstate - b->nplain;
  if (size)
    *size = n;
  b->exposed |= n > 0;
  return n ? b->state + b->nplain : NULL;
}

// ---------------------------------------------------------------- callbacks

int fc_batchCallbacks(mjBatch* b, const FcCallbacks* callbacks) {
  if (!resting(b, "fc_batchCallbacks"))
    return -1;
  for (int i = 0; i < b->nvariant; i++)
    if (b->variant[i].prototype && fc_setCallbacks(b->variant[i].prototype, callbacks))
      return -1;
  for (int i = 0; i < b->nworker; i++)
    for (int k = 0; k < b->worker[i].ndata; k++)
      if (b->worker[i].data[k] && fc_setCallbacks(b->worker[i].data[k], callbacks))
        return -1;
  for (int i = 0; b->persistent && i < b->nsim; i++)
    if (b->data[i] && fc_setCallbacks(b->data[i], callbacks))
      return -1;
  return 0;
}
