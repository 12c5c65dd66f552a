// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models of the caller, and one simulation out of a batch.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/data/layout.h"
#include "core/physics/batch/batch.h"

// ---------------------------------------------------------------- models of the caller

typedef struct Sizes_ {
  const mjModel* other;
  const char* differs;
} Sizes;

typedef struct Same_ {
  const ArraySpec* spec;
  int same;
} Same;

static int compare_spec(void* context, const ArraySpec* spec) {
  Same* same = context;
  if (spec->member != same->spec->member)
    return 0;
  same->same = spec->rows == same->spec->rows && spec->cols == same->spec->cols;
  return 1;
}

static int compare_array(void* context, const ArraySpec* spec) {
  Sizes* sizes = context;
  Same same = {spec, 0};
  data_each_array(sizes->other, compare_spec, &same);
  if (!same.same)
    sizes->differs = spec->name;
  return !same.same;
}

// The array of mjData, or the size, in which data of the two models differ; NULL: none.
static const char* data_difference(const mjModel* a, const mjModel* b) {
  Sizes sizes = {b, NULL};
  if (a->narena != b->narena)
    return "narena";
  data_each_array(a, compare_array, &sizes);
  return sizes.differs;
}

static int models_fit(const mjBatch* b, const mjModel* const* models) {
  for (int i = 0; i < b->nsim; i++) {
    const char* differs = models[i] ? data_difference(b->m, models[i]) : "everything (it is NULL)";
    if (!differs)
      continue;
    mju_error("mjb_setModels: the model of simulation %d does not fit the batch, it differs in %s",
              i, differs);
    return 0;
  }
  return 1;
}

void mjb_setModels(mjBatch* b, const mjModel* const* models) {
  if (!idle(b, "mjb_setModels"))
    return;
  if (models && (b->expanded || b->parameter)) {
    mju_error(
        "mjb_setModels: fields or parameters of the batch have values per simulation, which belong "
        "to its own model");
    return;
  }
  if (models && !models_fit(b, models))
    return;
  const size_t bytes = (size_t)b->nsim * sizeof(mjModel*);
  if (models && !b->models && !(b->models = malloc(bytes))) {
    mju_error("mjb_setModels: out of memory");
    return;
  }
  if (models) {
    memcpy(b->models, models, bytes);
  } else {
    free(b->models);
    b->models = NULL;
  }
  if (b->velocity_ready)
    memset(b->velocity_ready, 0, (size_t)b->nsim);
}

// ---------------------------------------------------------------- one simulation

static int is_simulation(const mjBatch* b, int sim, const char* caller) {
  if (!idle(b, caller))
    return 0;
  if (sim >= 0 && sim < b->nsim)
    return 1;
  mju_error("%s: there is no simulation %d, expected 0 to %d", caller, sim, b->nsim - 1);
  return 0;
}

void mjb_getModel(mjBatch* b, int sim, mjModel* m) {
  if (!is_simulation(b, sim, "mjb_getModel"))
    return;
  if (!m) {
    mju_error("mjb_getModel: the model to write to is NULL");
    return;
  }
  if (!mj_copyModel(m, b->models ? b->models[sim] : b->m))
    return;
  if (!b->models && expanded_copy(b, m, sim))
    mju_error("mjb_getModel: %s", fc_lastError());
}

// Bindings of a simulation in d, with their state as in the row.
static int copy_bindings(mjBatch* b, const mjModel* m, int sim, mjData* d) {
  mjData* from = b->variant[b->variant_of ? b->variant_of[sim] : 0].prototype;
  const int size = fc_saveBindings(m, from, NULL, 0);
  if (size <= 0)
    return size;
  char* bytes = malloc((size_t)size);
  const int failed = !bytes ? fc_fail("out of memory")
                     : fc_saveBindings(m, from, bytes, size) != size
                         ? -1
                         : fc_loadBindings(m, d, bytes, size);
  free(bytes);
  return failed;
}

void mjb_getData(mjBatch* b, int sim, mjData* d) {
  if (!is_simulation(b, sim, "mjb_getData"))
    return;
  const mjModel* m = b->models ? b->models[sim] : b->m;
  const mjData* like = b->variant[b->variant_of ? b->variant_of[sim] : 0].prototype;
  if (!d || d->nbuffer != like->nbuffer || d->narena != like->narena) {
    mju_error("mjb_getData: the data to write to %s",
              d ? "do not have the sizes of the batch" : "are NULL");
    return;
  }
  if (b->persistent && b->data[sim])
    mj_copyData(d, m, b->data[sim]);
  else if (copy_bindings(b, m, sim, d))
    mju_error("mjb_getData: %s", fc_lastError());
  row_load(b, m, d, sim);
}
