// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How a call runs. Every simulation of it is an item of the crew: a thread chooses model and data,
// loads the row, does what the call does, saves the row and fills the outputs. mju_error jumps out
// of the simulation in which it is called: its row stays as it was, the data that the error left
// half done are reset, and the thread continues with the next simulation.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"
#include "core/foundation/data/data.h"
#include "core/foundation/data/memory.h"
#include "core/physics/batch/lanes.h"

_Thread_local int running_simulation = -1;

// ---------------------------------------------------------------- errors of a simulation

static void escape(const char* message, void* context) {
  Worker* w = context;
  strncpy(w->message, message, sizeof w->message - 1);
  longjmp(w->escape, FC_BATCH_FAILED);
}

int worker_guarded(Worker* w, void (*f)(Worker* w, void* arg), void* arg) {
  void* context;
  FcErrorHandler before = fc_setThreadErrorHandler(escape, w, &context);
  const int status = setjmp(w->escape);
  if (!status)
    f(w, arg);
  fc_setThreadErrorHandler(before, context, NULL);
  return status;
}

// Steps between two looks at the clock: one look costs about 30 ns.
#define STEPS_PER_LOOK 16

void cancel_point(Worker* w) {
  if (w->watched && ++w->nlook % STEPS_PER_LOOK == 0)
    w->batch->watch(w->batch->watched);
  if (!atomic_load_explicit(&w->batch->cancelled, memory_order_relaxed))
    return;
  strcpy(w->message, "cancelled");
  longjmp(w->escape, FC_BATCH_CANCELLED);
}

void set_failure(mjBatch* b, int sim, int status, const char* message) {
  b->status[sim] = status;
  if (b->error[sim] || message) {
    free(b->error[sim]);
    b->error[sim] = message ? strdup(message) : NULL;
  }
}

// ---------------------------------------------------------------- one simulation

typedef struct Run_ {
  const Call* call;
  int k, sim;
  const mjModel* m;
  mjData* d;
} Run;

static int has_private_models(const mjBatch* b) { return b->expanded || b->parameter; }

static const mjModel* model_of(Worker* w, int sim) {
  const mjBatch* b = w->batch;
  if (b->models)
    return b->models[sim];
  if (!has_private_models(b))
    return b->m;
  expanded_apply(w, sim);
  return w->m;
}

static int sleeps(const mjModel* m) { return (m->opt.enableflags & mjENBL_SLEEP) != 0; }

static void run_guarded(Worker* w, void* arg) {
  Run* run = arg;
  const Call* call = run->call;
  const mjBatch* b = w->batch;
  run->m = model_of(w, run->sim);
  // one of the caller's models, or opt.enableflags of a simulation
  if (sleeps(run->m) && !b->persistent)
    mju_error(
        "the model of the simulation enables sleeping, which needs a persistent batch: what is "
        "asleep is not part of the state");
  run->d = call->scratch ? worker_scratch(w) : worker_data(w, run->m, run->sim);
  if (!run->d)
    mju_error("%s", fc_lastError());
  if (call->load)
    row_load(b, run->m, run->d, run->sim);
  call->body(call, w, run->m, run->d, run->k, run->sim);
  if (call->save)
    row_save(b, run->m, run->d, run->sim);
  if (call->outputs && b->after)
    b->after(run->m, run->d, run->sim, b->after_arg);
  if (call->outputs)
    outputs_fill(b, run->d, run->sim);
  if (b->asleep && call->save)
    memcpy(b->asleep + (size_t)run->sim * (size_t)b->m->ntree, run->d->tree_asleep,
           (size_t)b->m->ntree * sizeof(int));
}

static void reset_guarded(Worker* w, void* arg) {
  Run* run = arg;
  char error[200];
  if (data_reset(run->m, run->d, 0, error, sizeof error))
    mju_error("%s", error);
  (void)w;
}

// Trees that were asleep before the call are put to sleep again, which needs the poses of their
// bodies. Where these cannot be computed they stay awake.
static void sleep_guarded(Worker* w, void* arg) {
  const Run* run = arg;
  const mjBatch* b = w->batch;
  const size_t ntree = (size_t)b->m->ntree;
  row_load(b, run->m, run->d, run->sim);
  mj_forward(run->m, run->d);
  row_load(b, run->m, run->d, run->sim);
  memcpy(run->d->tree_asleep, b->asleep + (size_t)run->sim * ntree, ntree * sizeof(int));
  sleep_arrays_update(run->m, run->d);
}

// Makes data usable that an error has left; those that cannot be reset are made again when they are
// needed.
static void repair(Worker* w, Run* run) {
  mjBatch* b = w->batch;
  if (!run->d)
    return;
  if (worker_guarded(w, reset_guarded, run)) {
    if (b->persistent && b->data[run->sim] == run->d)
      b->data[run->sim] = NULL;
    if (w->spare == run->d)
      w->spare = NULL;
    for (int i = 0; i < w->ndata; i++)
      if (w->data[i] == run->d)
        w->data[i] = NULL;
    mj_deleteData(run->d);
    return;
  }
  if (b->asleep && sleeps(run->m) && !run->call->scratch && worker_guarded(w, sleep_guarded, run))
    worker_guarded(w, reset_guarded, run);
}

void batch_run_one(Worker* w, const Call* call, int k, int sim) {
  mjBatch* b = w->batch;
  Run run = {.call = call, .k = k, .sim = sim};
  if (atomic_load_explicit(&b->cancelled, memory_order_relaxed)) {
    set_failure(b, sim, FC_BATCH_CANCELLED, "cancelled");
    return;
  }
  running_simulation = sim;
  const int status = worker_guarded(w, run_guarded, &run);
  running_simulation = -1;
  if (!status) {
    set_failure(b, sim, FC_BATCH_DONE, NULL);
    return;
  }
  set_failure(b, sim, status, w->message);
  if (b->velocity_ready)
    b->velocity_ready[sim] = 0;
  repair(w, &run);
}

// ---------------------------------------------------------------- the simulations of a call

typedef struct Progress_ {
  mjBatch* b;
  const Call* call;
  const FcCompiledWidth* width;  // NULL: the general code
  double due;                    // when it is reported next
} Progress;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void report(const Progress* p) {
  mjBatch* b = p->b;
  const int64_t total = (int64_t)call_size(b, p->call) * p->call->steps;
  if (b->progress(b->progress_arg, atomic_load(&b->done), total))
    fc_batchCancel(b);
}

static void watch(void* context) {
  Progress* p = context;
  const double t = now();
  if (t < p->due)
    return;
  p->due = t + p->b->progress_interval;
  report(p);
}

static void item_ended(void* context, int thread) {
  Progress* p = context;
  if (!p->b->progress)
    return;
  atomic_fetch_add_explicit(&p->b->done, p->call->steps, memory_order_relaxed);
  if (thread == 0)
    watch(p);
}

// A thread takes as many simulations as there are lanes. Where a thread has no memory for a block,
// they run one after the other.
static void work_in_lanes(Progress* p, int thread) {
  mjBatch* b = p->b;
  const Call* call = p->call;
  for (;;) {
    int item[LANES_MAX], n = 0;
    while (n < (int)p->width->lanes && (item[n] = crew_next(b->crew, thread)) >= 0)
      n++;
    if (!n)
      return;
    const int failed = lanes_run(b->worker + thread, call, p->width, item, n);
    for (int i = 0; i < n; i++) {
      if (failed)
        batch_run_one(b->worker + thread, call, item[i], call->ids ? call->ids[item[i]] : item[i]);
      item_ended(p, thread);
    }
  }
}

static void work(void* context, int thread) {
  Progress* p = context;
  mjBatch* b = p->b;
  // the program hears of a long simulation on its own thread while that runs; functions that serve
  // many simulations are not interrupted
  b->worker[thread].watched = thread == 0 && b->progress;
  const Call* call = p->call;
  if (b->gatherer) {
    gather_work(b, call, thread, item_ended, context);
    return;
  }
  if (p->width) {
    work_in_lanes(p, thread);
    return;
  }
  for (int item; (item = crew_next(b->crew, thread)) >= 0;) {
    batch_run_one(b->worker + thread, call, item, call->ids ? call->ids[item] : item);
    item_ended(context, thread);
  }
}

// The simulations at home on a thread are consecutive, and so are their places in a selection.
static void share_out(mjBatch* b, const Call* call) {
  const int n = call_size(b, call);
  int at = 0;
  for (int i = 0; i < b->nthread; i++) {
    const int home = (int)((int64_t)i * b->nsim / b->nthread);
    if (!call->ids)
      at = home;
    while (call->ids && at < n && call->ids[at] < home)
      at++;
    b->begin[i] = at;
  }
  b->begin[b->nthread] = n;
}

int call_run(mjBatch* b, const Call* call) {
  const int n = call_size(b, call);
  Progress progress = {b, call, lanes_of_call(b, call, &b->general), 0};
  if (b->progress)
    progress.due = now() + b->progress_interval;
  b->watch = watch;
  b->watched = &progress;
  atomic_store(&b->done, 0);
  share_out(b, call);
  const CrewJob job = {.work = work,
                       .context = &progress,
                       .begin = b->begin,
                       // the data of a simulation are bound to the model of its thread
                       .fixed = b->persistent && has_private_models(b),
                       .watch = b->progress ? watch : NULL,
                       .interval = b->progress_interval};
  crew_run(b->crew, &job);
  b->worker->watched = 0;
  if (b->progress)
    report(&progress);
  atomic_store(&b->cancelled, 0);
  int nfailed = 0;
  for (int k = 0; k < n; k++)
    nfailed += b->status[call->ids ? call->ids[k] : k] != FC_BATCH_DONE;
  return nfailed;
}

void fc_batchCancel(mjBatch* b) {
  if (b)
    atomic_store(&b->cancelled, 1);
}

int fc_batchProgress(mjBatch* b, FcBatchProgress f, void* arg, double interval) {
  if (!usable(b, "fc_batchProgress"))
    return -1;
  if (!(interval >= 0))
    return fc_fail("fc_batchProgress: the interval must not be negative, got %g s", interval);
  b->progress = f;
  b->progress_arg = arg;
  b->progress_interval = interval;
  return 0;
}

// ---------------------------------------------------------------- arguments

const char* selection_fault(const mjBatch* b, const int* ids, int nid, char* message, int size) {
  if (!ids)
    return NULL;
  if (nid < 0) {
    snprintf(message, (size_t)size, "the number of simulations must not be negative, got %d", nid);
    return message;
  }
  for (int k = 0; k < nid; k++) {
    if (ids[k] >= 0 && ids[k] < b->nsim && (!k || ids[k - 1] < ids[k]))
      continue;
    snprintf(message, (size_t)size,
             "indices of simulations must be ascending, without repetitions, and from 0 to %d; "
             "ids[%d] is %d",
             b->nsim - 1, k, ids[k]);
    return message;
  }
  return NULL;
}

int selection_valid(const mjBatch* b, const int* ids, int nid, const char* caller) {
  char message[200];
  const char* fault = selection_fault(b, ids, nid, message, sizeof message);
  if (fault)
    mju_error("%s: %s", caller, fault);
  return !fault;
}

int stage_valid(int stage, const char* caller) {
  if (stage >= mjSTAGE_NONE && stage <= mjSTAGE_ACC)
    return 1;
  mju_error("%s: stage must be from mjSTAGE_NONE (%d) to mjSTAGE_ACC (%d), got %d", caller,
            mjSTAGE_NONE, mjSTAGE_ACC, stage);
  return 0;
}

int usable(const mjBatch* b, const char* caller) {
  if (!b)
    fc_fail("%s: the batch is NULL", caller);
  else if (b->forks != process_forks())
    fc_fail("%s: the batch was made before a fork, its threads are in the parent process", caller);
  else
    return 1;
  return 0;
}

int resting(const mjBatch* b, const char* caller) {
  if (!usable(b, caller))
    return 0;
  if (!fc_batchInFlight(b))
    return 1;
  fc_fail("%s: %d simulations are in flight; receive them first (fc_batchReceive)", caller,
          fc_batchInFlight(b));
  return 0;
}

int idle(const mjBatch* b, const char* caller) {
  if (resting(b, caller))
    return 1;
  mju_error("%s", fc_lastError());
  return 0;
}
