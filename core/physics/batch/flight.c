// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Simulations in flight. Those that were sent wait in a queue from which idle threads take them,
// and then in a second one until they are received. Both are rings with room for every simulation.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"
#include "core/physics/batch/batch.h"

typedef struct Ring_ {
  int* sim;
  int first, n;
} Ring;

typedef struct Order_ {
  int nstep, stage;
} Order;

typedef struct Flight_ {
  mjBatch* batch;
  pthread_mutex_t mutex;
  pthread_cond_t landed;
  Ring waiting, ready;
  Order* order;    // of each simulation
  mjtByte* aloft;  // sent and not received
  int naloft;
} Flight;

static void put(Ring* ring, int sim, int capacity) {
  ring->sim[(ring->first + ring->n++) % capacity] = sim;
}

static int get(Ring* ring, int capacity) {
  const int sim = ring->sim[ring->first];
  ring->first = (ring->first + 1) % capacity;
  ring->n--;
  return sim;
}

// Runs the simulation that waits longest; the lock is held, except while it runs. 0: none waits.
static int run_one(Flight* f, int thread) {
  mjBatch* b = f->batch;
  if (!f->waiting.n)
    return 0;
  const int sim = get(&f->waiting, b->nsim);
  const Order order = f->order[sim];
  pthread_mutex_unlock(&f->mutex);
  const Call call = step_call(&sim, 1, order.nstep, order.stage);
  batch_run_one(b->worker + thread, &call, 0, sim);
  pthread_mutex_lock(&f->mutex);
  put(&f->ready, sim, b->nsim);
  pthread_cond_signal(&f->landed);
  return 1;
}

static int serve(void* context, int thread) {
  Flight* f = context;
  pthread_mutex_lock(&f->mutex);
  const int ran = run_one(f, thread);
  pthread_mutex_unlock(&f->mutex);
  return ran;
}

// ---------------------------------------------------------------- making

static void free_flight(Flight* f) {
  free(f->waiting.sim);
  free(f->ready.sim);
  free(f->order);
  free(f->aloft);
  free(f);
}

static Flight* flight_of(mjBatch* b) {
  if (b->flight)
    return b->flight;
  Flight* f = calloc(1, sizeof *f);
  if (!f)
    return NULL;
  const size_t n = (size_t)b->nsim;
  f->batch = b;
  f->waiting.sim = calloc(n, sizeof(int));
  f->ready.sim = calloc(n, sizeof(int));
  f->order = calloc(n, sizeof *f->order);
  f->aloft = calloc(n, sizeof *f->aloft);
  if (!f->waiting.sim || !f->ready.sim || !f->order || !f->aloft) {
    free_flight(f);
    return NULL;
  }
  pthread_mutex_init(&f->mutex, NULL);
  pthread_cond_init(&f->landed, NULL);
  crew_serve(b->crew, serve, f);
  return b->flight = f;
}

void flight_stop(mjBatch* b) {
  Flight* f = b->flight;
  if (!f || b->forks != process_forks())
    return;
  pthread_mutex_lock(&f->mutex);
  f->waiting.n = 0;
  pthread_mutex_unlock(&f->mutex);
}

void flight_delete(mjBatch* b) {
  Flight* f = b->flight;
  if (!f)
    return;
  if (b->forks == process_forks()) {
    pthread_cond_destroy(&f->landed);
    pthread_mutex_destroy(&f->mutex);
  }
  free_flight(f);
  b->flight = NULL;
}

// ---------------------------------------------------------------- sending and receiving

int fc_batchInFlight(const mjBatch* b) { return b && b->flight ? b->flight->naloft : 0; }

static int check_send(const mjBatch* b, const int* ids, int n, int nstep, int stage) {
  char message[200];
  const char* fault = selection_fault(b, ids, n, message, sizeof message);
  if (fault)
    return fc_fail("fc_batchSend: %s", fault);
  if (nstep < 1)
    return fc_fail("fc_batchSend: nstep must be positive, got %d", nstep);
  if (stage < mjSTAGE_NONE || stage > mjSTAGE_ACC)
    return fc_fail("fc_batchSend: stage must be from mjSTAGE_NONE to mjSTAGE_ACC, got %d", stage);
  if (b->persistent && (b->expanded || b->parameter))
    return fc_fail(
        "fc_batchSend: a persistent batch with fields or parameters per simulation cannot send: "
        "the data of a simulation are bound to one thread");
  for (int k = 0; b->flight && k < n; k++)
    if (b->flight->aloft[ids ? ids[k] : k])
      return fc_fail("fc_batchSend: simulation %d is in flight already", ids ? ids[k] : k);
  return 0;
}

int fc_batchSend(mjBatch* b, const int* ids, int nid, int nstep, int stage) {
  if (!usable(b, "fc_batchSend"))
    return -1;
  const int n = ids ? nid : b->nsim;
  if (check_send(b, ids, n, nstep, stage))
    return -1;
  Flight* f = flight_of(b);
  if (!f)
    return fc_fail("fc_batchSend: out of memory for %d simulations", b->nsim);
  pthread_mutex_lock(&f->mutex);
  for (int k = 0; k < n; k++) {
    const int sim = ids ? ids[k] : k;
    f->order[sim] = (Order){nstep, stage};
    f->aloft[sim] = 1;
    put(&f->waiting, sim, b->nsim);
  }
  f->naloft += n;
  pthread_mutex_unlock(&f->mutex);
  crew_call(b->crew);
  return 0;
}

int fc_batchReceive(mjBatch* b, int* ids, int least, int most) {
  if (!usable(b, "fc_batchReceive"))
    return -1;
  Flight* f = b->flight;
  if (!ids || most < 1)
    return fc_fail("fc_batchReceive: there must be room for at least one index");
  if (!f)
    return 0;
  pthread_mutex_lock(&f->mutex);
  int wanted = least < most ? least : most;
  wanted = wanted < f->naloft ? wanted : f->naloft;
  while (f->ready.n < wanted)
    if (!run_one(f, 0))
      pthread_cond_wait(&f->landed, &f->mutex);
  int n = 0;
  for (; n < most && f->ready.n; n++) {
    ids[n] = get(&f->ready, b->nsim);
    f->aloft[ids[n]] = 0;
    f->naloft--;
  }
  if (!f->naloft)
    atomic_store(&b->cancelled, 0);
  pthread_mutex_unlock(&f->mutex);
  return n;
}
