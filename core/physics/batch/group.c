// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Steps of several simulations at once, in the lanes of a block. A lane that meets something which
// the code of the model does not cover makes that step in the general code and then goes on in its
// lane, so what a simulation computes depends neither on its neighbours nor on their number.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/compiled.h>

#include "core/physics/batch/lanes.h"

typedef struct Group_ {
  Worker* w;
  const mjBatch* b;
  const Call* call;
  const FcCompiledWidth* width;
  void *block, *before;  // the block, and its state before the last step
  int n;
  int k[LANES_MAX], sim[LANES_MAX];
  int over[LANES_MAX];     // 1: the lane failed, or its rollout has ended
  int failed[LANES_MAX];   // of these, those that failed
  int general[LANES_MAX];  // 1: its last step was made in the general code
} Group;

// ---------------------------------------------------------------- begin and end

void worker_drop_block(Worker* w) {
  free(w->block);
  free(w->before);
  free(w->rows);
  w->block = w->before = w->rows = NULL;
}

// Memory of a worker: rows and warnings of a group as they were before the call, and a copy of the
// state in the block. -1 without memory.
static int make_memory(Worker* w, const FcCompiledWidth* width) {
  const mjBatch* b = w->batch;
  if (!lanes_block(w))
    return -1;
  if (!w->before)
    w->before = aligned_alloc(64, (width->end_of_state + 63) / 64 * 64);
  if (!w->rows)
    w->rows = malloc(width->lanes *
                     ((size_t)b->nstate * sizeof *b->state + mjNWARNING * sizeof *b->warning));
  return w->before && w->rows ? 0 : -1;
}

static mjtNum* kept_row(const Group* g, int lane) {
  return g->w->rows + (size_t)lane * (size_t)g->b->nstate;
}

static mjWarningStat* kept_warning(const Group* g, int lane) {
  mjtNum* end = g->w->rows + (size_t)g->width->lanes * (size_t)g->b->nstate;
  return (mjWarningStat*)(void*)end + (size_t)lane * mjNWARNING;
}

// Lanes without a simulation do what the first one does.
static void enter(Group* g) {
  const mjBatch* b = g->b;
  for (int lane = 0; lane < (int)g->width->lanes; lane++) {
    const int sim = g->sim[lane < g->n ? lane : 0];
    lane_load(b, g->block, lane, row_of(b, sim));
    lane_load_values(b, g->block, lane, sim);
    if (lane >= g->n)
      continue;
    memcpy(kept_row(g, lane), row_of(b, sim), (size_t)b->nstate * sizeof *b->state);
    memcpy(kept_warning(g, lane), b->warning + (size_t)sim * mjNWARNING,
           mjNWARNING * sizeof *b->warning);
  }
}

static void restore(const Group* g, int lane) {
  const mjBatch* b = g->b;
  const int sim = g->sim[lane];
  memcpy(row_of(b, sim), kept_row(g, lane), (size_t)b->nstate * sizeof *b->state);
  memcpy(b->warning + (size_t)sim * mjNWARNING, kept_warning(g, lane),
         mjNWARNING * sizeof *b->warning);
}

static void leave(const Group* g) {
  mjBatch* b = g->w->batch;
  for (int lane = 0; lane < g->n; lane++) {
    if (g->failed[lane])
      continue;
    if (!g->over[lane])
      lane_store(b, g->block, lane, row_of(b, g->sim[lane]));
    set_failure(b, g->sim[lane], FC_BATCH_DONE, NULL);
  }
}

// ---------------------------------------------------------------- steps

// The step that a lane was refused, in the general code: the row takes the state before the step,
// and then the one after it.
static void redo(Group* g, int lane, int step) {
  mjBatch* b = g->w->batch;
  const int sim = g->sim[lane];
  Call call = *g->call;
  call.first = step;
  call.end = step + 1;
  call.stage = mjSTAGE_NONE;
  lane_store(b, g->before, lane, row_of(b, sim));
  g->w->ended = 0;
  atomic_fetch_add_explicit(&b->redone, 1, memory_order_relaxed);
  batch_run_one(g->w, &call, g->k[lane], sim);
  g->general[lane] = 1;
  if (b->status[sim] != FC_BATCH_DONE) {
    restore(g, lane);
    g->failed[lane] = g->over[lane] = 1;
  } else if (g->w->ended) {
    g->over[lane] = 1;
  }
  lane_load(b, g->block, lane, row_of(b, sim));
}

static void step_group(Group* g, int step) {
  if (g->call->rollout)
    for (int lane = 0; lane < g->n; lane++)
      if (!g->over[lane])
        rollout_lane_begin(g->call, g->b, g->block, lane, g->k[lane], step);
  memcpy(g->before, g->block, g->width->end_of_state);
  g->width->step(g->block);
  for (int lane = 0; lane < g->n; lane++) {
    if (g->over[lane])
      continue;
    g->general[lane] = 0;
    if (lane_refused(g->b, g->block, lane))
      redo(g, lane, step);
    else if (g->call->rollout)
      rollout_lane_end(g->call, g->b, g->block, lane, g->k[lane], g->sim[lane], step);
  }
}

// What the computed fields hold after the last step, and after evaluations that the call asks for.
static void finish(Group* g) {
  mjBatch* b = g->w->batch;
  for (int lane = 0; lane < g->n; lane++)
    if (!g->over[lane] && !g->general[lane])
      lane_outputs(b, g->block, lane, g->sim[lane], FC_COMPILED_STATE, FC_COMPILED_ACCELERATION);
  if (g->call->stage == mjSTAGE_NONE)
    return;
  const int last = g->call->stage == mjSTAGE_POS ? FC_COMPILED_POSITION : FC_COMPILED_VELOCITY;
  memcpy(g->before, g->block, g->width->end_of_state);
  g->width->forward(g->block);
  memcpy(g->block, g->before, g->width->end_of_state);
  for (int lane = 0; lane < g->n; lane++)
    if (!g->over[lane])
      lane_outputs(b, g->block, lane, g->sim[lane], FC_COMPILED_POSITION, last);
}

static void cancel(Group* g) {
  mjBatch* b = g->w->batch;
  for (int lane = 0; lane < g->n; lane++) {
    if (g->failed[lane])
      continue;
    restore(g, lane);
    g->failed[lane] = g->over[lane] = 1;
    set_failure(b, g->sim[lane], FC_BATCH_CANCELLED, "cancelled");
  }
}

int lanes_run(Worker* w, const Call* call, const FcCompiledWidth* width, const int* item, int n) {
  mjBatch* b = w->batch;
  if (make_memory(w, width))
    return -1;
  Group g = {.w = w, .b = b, .call = call, .width = width, .block = w->block, .before = w->before};
  g.n = n;
  for (int i = 0; i < n; i++) {
    g.k[i] = item[i];
    g.sim[i] = call->ids ? call->ids[item[i]] : item[i];
  }
  enter(&g);
  for (int step = 0; step < call->nstep; step++) {
    if (atomic_load_explicit(&b->cancelled, memory_order_relaxed)) {
      cancel(&g);
      return 0;
    }
    step_group(&g, step);
  }
  finish(&g);
  leave(&g);
  return 0;
}
