// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One call for many simulations. In a gathering batch every simulation runs on a fiber with a
// worker (mjData, model) of its own. fc_gather leaves the fiber; when the thread has started as
// many as it may, or none is left to start, it serves those that wait for the same function and
// continues them.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/physics/batch/batch.h"
#include "core/physics/batch/fiber.h"

// A simulation on its fiber.
typedef struct Lane_ {
  Fiber* fiber;
  Worker* worker;
  const Call* call;
  int k, sim;
  int busy;  // started and not ended
  // what it waits for
  FcGatherFunction f;
  void* user;
  FcWaiting waiting;
  char failure[1024];
  // its error handler, while it waits
  FcErrorHandler handler;
  void* handler_context;
} Lane;

// What a thread has at hand.
typedef struct Gatherer_ {
  Lane* lane;
  int width;
  FcWaiting* group;
  int* member;  // lanes of the group
} Gatherer;

static _Thread_local Lane* running;

// ---------------------------------------------------------------- waiting

static int serve_alone(FcGatherFunction f, void* user, FcWaiting* waiting) {
  f(user, 1, waiting);
  return waiting->status;
}

int fc_gather(FcGatherFunction f, void* user, const mjModel* m, mjData* d, void* request) {
  Lane* lane = running;
  FcWaiting waiting = {.size = sizeof waiting,
                       .sim = lane ? lane->sim : running_simulation,
                       .m = m,
                       .d = d,
                       .request = request};
  if (!f)
    return fc_fail("fc_gather: the function is NULL");
  if (!lane)
    return serve_alone(f, user, &waiting);
  lane->f = f;
  lane->user = user;
  lane->waiting = waiting;
  fiber_yield();
  // others that failed with this one have reported the message meanwhile
  return lane->waiting.status < 0 ? fc_fail("%s", lane->failure) : lane->waiting.status;
}

static void run_lane(void* arg) {
  Lane* lane = arg;
  batch_run_one(lane->worker, lane->call, lane->k, lane->sim);
}

// Starts or continues a lane, until it ends or waits. Error handlers belong to the thread, so they
// are exchanged with the fiber.
static void enter(Lane* lane, int first) {
  void* outer_context;
  FcErrorHandler outer = fc_setThreadErrorHandler(NULL, NULL, &outer_context);
  fc_setThreadErrorHandler(first ? outer : lane->handler,
                           first ? outer_context : lane->handler_context, NULL);
  running = lane;
  lane->busy = first ? fiber_start(lane->fiber, run_lane, lane) : fiber_continue(lane->fiber);
  running = NULL;
  lane->handler = fc_setThreadErrorHandler(outer, outer_context, &lane->handler_context);
}

// Serves the lanes that wait for the function of lane `first`, and continues them.
static void serve_group(Gatherer* g, int first) {
  const Lane* leader = g->lane + first;
  int n = 0;
  for (int i = first; i < g->width; i++) {
    const Lane* lane = g->lane + i;
    if (!lane->busy || lane->f != leader->f || lane->user != leader->user)
      continue;
    g->group[n] = lane->waiting;
    g->member[n++] = i;
  }
  leader->f(leader->user, n, g->group);
  for (int i = 0; i < n; i++) {
    Lane* lane = g->lane + g->member[i];
    lane->waiting.status = g->group[i].status;
    if (lane->waiting.status < 0)
      strncpy(lane->failure, fc_lastError(), sizeof lane->failure - 1);
  }
  for (int i = 0; i < n; i++)
    enter(g->lane + g->member[i], 0);
}

// ---------------------------------------------------------------- a thread of a call

// The next free lane, -1: all are busy.
static int free_lane(const Gatherer* g) {
  for (int i = 0; i < g->width; i++)
    if (!g->lane[i].busy)
      return i;
  return -1;
}

static int busy_lane(const Gatherer* g) {
  for (int i = 0; i < g->width; i++)
    if (g->lane[i].busy)
      return i;
  return -1;
}

void gather_work(mjBatch* b, const Call* call, int thread, void (*ended)(void* context, int thread),
                 void* context) {
  Gatherer* g = b->gatherer[thread];
  for (;;) {
    int at, item, nbusy = 0;
    while ((at = free_lane(g)) >= 0 && (item = crew_next(b->crew, thread)) >= 0) {
      Lane* lane = g->lane + at;
      lane->call = call;
      lane->k = item;
      lane->sim = call->ids ? call->ids[item] : item;
      enter(lane, 1);
      if (!lane->busy)
        ended(context, thread);
    }
    for (int i = 0; i < g->width; i++)
      nbusy += g->lane[i].busy;
    if (!nbusy)
      return;
    serve_group(g, busy_lane(g));
    for (int i = 0; i < g->width; i++)
      nbusy -= g->lane[i].busy;
    for (; nbusy > 0; nbusy--)
      ended(context, thread);
  }
}

// ---------------------------------------------------------------- making

static void free_gatherer(Gatherer* g) {
  if (!g)
    return;
  for (int i = 0; g->lane && i < g->width; i++)
    fiber_free(g->lane[i].fiber);
  free(g->lane);
  free(g->group);
  free(g->member);
  free(g);
}

void gatherers_free(mjBatch* b) {
  for (int i = 0; b->gatherer && i < b->nthread; i++)
    free_gatherer(b->gatherer[i]);
  free(b->gatherer);
  b->gatherer = NULL;
}

// Lanes of a thread, whose workers are those from `first` on.
static Gatherer* make_gatherer(mjBatch* b, int first, int width) {
  Gatherer* g = calloc(1, sizeof *g);
  if (!g)
    return NULL;
  g->width = width;
  g->lane = calloc((size_t)width, sizeof *g->lane);
  g->group = calloc((size_t)width, sizeof *g->group);
  g->member = calloc((size_t)width, sizeof *g->member);
  int ok = g->lane && g->group && g->member;
  for (int i = 0; ok && i < width; i++) {
    g->lane[i].worker = b->worker + first + i;
    ok = (g->lane[i].fiber = fiber_make()) != NULL;
  }
  if (ok)
    return g;
  free_gatherer(g);
  return NULL;
}

int fc_batchGather(mjBatch* b, int width) {
  if (!resting(b, "fc_batchGather"))
    return -1;
  if (width < 0)
    return fc_fail("fc_batchGather: width must not be negative, got %d", width);
  gatherers_free(b);
  const int most = (b->nsim + b->nthread - 1) / b->nthread, n = width < most ? width : most;
  // the workers of threads come first, then those of lanes
  if (workers_resize(b, b->nthread + b->nthread * n))
    return -1;
  if (!n)
    return 0;
  b->gatherer = calloc((size_t)b->nthread, sizeof(Gatherer*));
  int ok = b->gatherer != NULL;
  for (int i = 0; ok && i < b->nthread; i++)
    ok = (b->gatherer[i] = make_gatherer(b, b->nthread + i * n, n)) != NULL;
  if (ok)
    return 0;
  gatherers_free(b);
  return fc_fail("out of memory for %d simulations that wait", b->nthread * n);
}

// ---------------------------------------------------------------- arrays of many simulations

static char* place(void* owner, size_t offset, int pointer) {
  char* at = (char*)owner + offset;
  return pointer ? *(char**)(void*)at : at;
}

void fc_collect(void* to, void* const* owner, size_t offset, int pointer, size_t bytes, int n) {
  for (int k = 0; k < n; k++) {
    const char* from = place(owner[k], offset, pointer);
    char* row = (char*)to + (size_t)k * bytes;
    if (from)
      memcpy(row, from, bytes);
    else
      memset(row, 0, bytes);
  }
}

void fc_distribute(const void* from, void* const* owner, size_t offset, int pointer, size_t bytes,
                   int n) {
  for (int k = 0; k < n; k++) {
    char* row = place(owner[k], offset, pointer);
    if (row)
      memcpy(row, (const char*)from + (size_t)k * bytes, bytes);
  }
}
