// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Making and deleting batches, and what there is to know about them.

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/heap.h"
#include "core/foundation/base/process_lock.h"
#include "core/foundation/base/text.h"
#include "core/physics/batch/batch.h"

// ---------------------------------------------------------------- configuration

void mjb_defaultConfig(mjBatchConfig* config) { *config = (mjBatchConfig){0}; }

void fc_defaultBatchConfig(FcBatchConfig* config) {
  *config = (FcBatchConfig){.size = sizeof *config};
}

static int check_processors(const FcBatchConfig* config) {
  if (!config->cpu_ids)
    return 0;
  if (config->ncpu < 1)
    return fc_fail("cpu_ids needs at least one processor, ncpu is %d", config->ncpu);
  cpu_set_t usable;
  CPU_ZERO(&usable);
  sched_getaffinity(0, sizeof usable, &usable);
  for (int i = 0; i < config->ncpu; i++) {
    const int cpu = config->cpu_ids[i];
    if (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET((size_t)cpu, &usable))
      return fc_fail("cpu_ids[%d] is %d, which is no processor that this process may use", i, cpu);
  }
  return 0;
}

// number of threads; -1 with fc_lastError
static int count_threads(const FcBatchConfig* config, int nsim) {
  int n = config->nthread > 0 ? config->nthread
          : config->cpu_ids   ? config->ncpu
                              : fc_usableProcessors(NULL, 0);
  return n < nsim ? n : nsim;
}

// ---------------------------------------------------------------- parts of a new batch

static void empty_worker(Worker* w) {
  for (int k = 0; k < w->ndata; k++)
    mj_deleteData(w->data[k]);
  mj_deleteData(w->spare);
  free(w->data);
  free(w->scratch);
  worker_drop_block(w);
  mj_deleteModel(w->m);
}

static int fill_worker(mjBatch* b, Worker* w) {
  w->batch = b;
  if (b->persistent)
    w->scratch = calloc((size_t)mj_stateSize(b->m, mjSTATE_INTEGRATION) + 1, sizeof(mjtNum));
  return b->persistent && !w->scratch ? -1 : 0;
}

int workers_resize(mjBatch* b, int n) {
  Worker* worker = aligned_alloc(_Alignof(Worker), (size_t)n * sizeof *worker);
  if (!worker)
    return fc_fail("out of memory for %d mjData", n);
  memset(worker, 0, (size_t)n * sizeof *worker);
  const int nkept = n < b->nworker ? n : b->nworker;
  if (nkept)
    memcpy(worker, b->worker, (size_t)nkept * sizeof *worker);
  for (int i = nkept; i < b->nworker; i++)
    empty_worker(b->worker + i);
  free(b->worker);
  b->worker = worker;
  b->nworker = n;
  for (int i = nkept; i < n; i++)
    if (fill_worker(b, worker + i))
      return fc_fail("out of memory for %d mjData", n);
  return (b->expanded || b->parameter) && models_separate(b) ? -1 : parameters_place(b);
}

static int make_workers(mjBatch* b) {
  b->begin = calloc((size_t)b->nthread + 1, sizeof *b->begin);
  return b->begin ? workers_resize(b, b->nthread)
                  : fc_fail("out of memory for %d threads", b->nthread);
}

static int make_rows(mjBatch* b) {
  const size_t nsim = (size_t)b->nsim;
  b->nplain = mj_stateSize(b->m, mjSTATE_INTEGRATION);
  b->nstate = b->nplain + b->variant->nmodule;
  b->state = try_calloc(nsim * (size_t)b->nstate * sizeof *b->state);
  b->warning = try_calloc(nsim * mjNWARNING * sizeof *b->warning);
  b->status = calloc(nsim, sizeof *b->status);
  b->error = calloc(nsim, sizeof *b->error);
  return b->state && b->warning && b->status && b->error
             ? 0
             : fc_fail("out of memory for the rows of %d simulations", b->nsim);
}

static int make_persistent(mjBatch* b) {
  const size_t nsim = (size_t)b->nsim, ntree = (size_t)b->m->ntree;
  if (!b->persistent)
    return 0;
  b->data = calloc(nsim, sizeof(mjData*));
  b->velocity_ready = calloc(nsim, sizeof *b->velocity_ready);
  int ok = b->data && b->velocity_ready;
  // models of the caller, or options of a simulation, may enable sleeping later
  if (ntree)
    ok = ok && (b->asleep = calloc(nsim * ntree, sizeof *b->asleep));
  return ok ? 0 : fc_fail("out of memory for %d simulations", b->nsim);
}

static int fill(mjBatch* b, const mjModel* m, int nsim, const FcBatchConfig* config) {
  b->nsim = nsim;
  b->persistent = config->persistent != 0;
  b->forks = process_forks();
  if (check_processors(config) || (b->nthread = count_threads(config, nsim)) < 1)
    return -1;
  if (!(b->m = mj_copyModel(NULL, m)))
    return fc_fail("out of memory for the model");
  const CrewPlaces places = {config->cpu_ids, config->ncpu};
  if (make_workers(b) || variants_make(b) || make_rows(b) || make_persistent(b) ||
      !(b->crew = crew_make(b->nthread, &places)))
    return -1;
  mjb_reset(b, NULL, 0, NULL, mjSTAGE_NONE);
  for (int i = 0; i < nsim; i++)
    if (b->status[i])
      return fc_fail("simulation %d cannot be reset: %s", i, mjb_error(b, i));
  return 0;
}

// Functions that the library calls itself report by mju_error; here that is a message.
typedef struct Making_ {
  mjBatch* b;
  const mjModel* m;
  int nsim;
  const FcBatchConfig* config;
  int failed;
} Making;

static void fill_guarded(Worker* w, void* arg) {
  Making* making = arg;
  making->failed = fill(making->b, making->m, making->nsim, making->config);
  (void)w;
}

// ---------------------------------------------------------------- making and deleting

// What a configuration says, whatever size its author's headers give it.
static int read_config(const FcBatchConfig* from, FcBatchConfig* to) {
  fc_defaultBatchConfig(to);
  if (!from)
    return 0;
  if (from->size < sizeof from->size)
    return fc_fail("FcBatchConfig.size is %u, expected sizeof(FcBatchConfig)", from->size);
  memcpy(to, from, from->size < sizeof *to ? from->size : sizeof *to);
  return 0;
}

static int check_arguments(const mjModel* m, int nsim, const FcBatchConfig* config) {
  if (!m)
    return fc_fail("the model is NULL");
  if (nsim < 1)
    return fc_fail("a batch has at least one simulation, nsim is %d", nsim);
  if ((m->opt.enableflags & mjENBL_SLEEP) && !config->persistent)
    return fc_fail(
        "the model enables sleeping, which needs a persistent batch: what is asleep is not part of "
        "the state");
  return 0;
}

mjBatch* fc_makeBatch(const mjModel* m, int nsim, const FcBatchConfig* config, char* error,
                      int error_sz) {
  FcBatchConfig own;
  set_error(error, error_sz, "");
  mjBatch* b = NULL;
  if (!read_config(config, &own) && !check_arguments(m, nsim, &own) && !(b = calloc(1, sizeof *b)))
    fc_fail("out of memory for a batch");
  if (!b) {
    set_error(error, error_sz, fc_lastError());
    return NULL;
  }
  Worker here = {.batch = b};
  Making making = {b, m, nsim, &own, 0};
  const int escaped = worker_guarded(&here, fill_guarded, &making);
  if (!escaped && !making.failed)
    return b;
  set_error(error, error_sz, escaped ? here.message : fc_lastError());
  mjb_deleteBatch(b);
  return NULL;
}

mjBatch* mjb_makeBatch(const mjModel* m, int nsim, const mjBatchConfig* config, char* error,
                       int error_sz) {
  FcBatchConfig own;
  fc_defaultBatchConfig(&own);
  if (config) {
    own.nthread = config->nthread;
    own.persistent = config->persistent;
  }
  return fc_makeBatch(m, nsim, &own, error, error_sz);
}

void mjb_deleteBatch(mjBatch* b) {
  if (!b)
    return;
  flight_stop(b);
  crew_delete(b->crew);
  flight_delete(b);
  gatherers_free(b);
  for (int i = 0; i < b->nworker; i++)
    empty_worker(b->worker + i);
  for (int i = 0; i < b->nsim; i++) {
    if (b->data)
      mj_deleteData(b->data[i]);
    if (b->error)
      free(b->error[i]);
  }
  variants_free(b);
  lanes_free(b);
  columns_free(b->output);
  columns_free(b->expanded);
  columns_free(b->parameter);
  free(b->worker);
  free(b->begin);
  mju_free(b->state);
  mju_free(b->warning);
  free(b->status);
  free(b->error);
  free(b->data);
  free(b->velocity_ready);
  free(b->asleep);
  free(b->models);
  mj_deleteModel(b->m);
  free(b);
}

// ---------------------------------------------------------------- what there is to know

int mjb_nsim(const mjBatch* b) { return b->nsim; }
int mjb_nthread(const mjBatch* b) { return b->nthread; }
int mjb_persistent(const mjBatch* b) { return b->persistent; }
const mjModel* mjb_model(const mjBatch* b) { return b->m; }
int mjb_nstate(const mjBatch* b) { return b->nstate; }
mjWarningStat* mjb_warning(mjBatch* b) { return b->warning; }
const int* mjb_status(const mjBatch* b) { return b->status; }

const char* mjb_error(const mjBatch* b, int sim) {
  return sim >= 0 && sim < b->nsim && b->error[sim] ? b->error[sim] : "";
}

mjtNum* mjb_state(mjBatch* b) {
  b->exposed = 1;
  return b->state;
}

mjtNum* mjb_stateComponent(mjBatch* b, int component, int* size) {
  const int single = component > 0 && !(component & (component - 1));
  if (!single || !(component & mjSTATE_INTEGRATION)) {
    mju_error("mjb_stateComponent: %d is not one component of mjSTATE_INTEGRATION", component);
    return NULL;
  }
  b->exposed = 1;
  if (size)
    *size = mj_stateSize(b->m, component);
  return b->state + mj_stateSize(b->m, mjSTATE_INTEGRATION & (component - 1));
}

int fc_batchProcessor(const mjBatch* b, int thread) {
  return b && thread >= 0 && thread < b->nthread ? crew_processor(b->crew, thread) : -1;
}

static size_t column_bytes(const Column* c, size_t nsim) {
  size_t bytes = 0;
  for (; c; c = c->next)
    bytes += c->row * nsim;
  return bytes;
}

size_t fc_batchBytes(const mjBatch* b) {
  if (!b)
    return 0;
  const size_t nsim = (size_t)b->nsim;
  size_t bytes = nsim * ((size_t)b->nstate * sizeof *b->state + mjNWARNING * sizeof *b->warning +
                         sizeof *b->status + sizeof *b->error);
  bytes += column_bytes(b->output, nsim) + column_bytes(b->expanded, nsim) +
           column_bytes(b->parameter, nsim);
  if (b->variant_of)
    bytes += nsim * sizeof *b->variant_of;
  for (int i = 0; b->persistent && i < b->nsim; i++)
    if (b->data[i])
      bytes += sizeof(mjData) + (size_t)b->data[i]->nbuffer + (size_t)b->data[i]->narena;
  return bytes;
}
