// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// mjb_step, mjb_forward, mjb_reset, mjb_apply.

#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/record.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/batch/batch.h"
#include "core/physics/pipeline/integrator_trait.h"
#include "core/physics/pipeline/stages.h"

// ---------------------------------------------------------------- continuing after a stage

// In a persistent batch, mjData still holds what a call up to the velocity stage computed. If only
// forces were set since, the next step needs the acceleration stage alone; the results are the
// same. A callback could tell the difference.
static int may_continue(const mjBatch* b, const mjModel* m, mjData* d) {
  if (b->expanded || b->parameter || b->models || b->nstate > b->nplain)
    return 0;
  if (has_callbacks(fc_callbacks(d)) || data_record(d)->hooked ||
      (m->opt.enableflags & mjENBL_SLEEP))
    return 0;
  const Bound* integrator = bound_choice(m, d, FC_INTEGRATOR);
  return integrator && !integrator_evaluates(integrator);
}

static void continue_step(const mjModel* m, mjData* d) {
  mjWarningStat before[mjNWARNING];
  memcpy(before, d->warning, sizeof before);
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  if (memcmp(before, d->warning, sizeof before) == 0)
    mj_step2(m, d);
  else
    mj_step(m, d);
}

// What a callback has added to the stages would stay after it has been removed.
static void note_stage(const mjBatch* b, const mjModel* m, mjData* d, int sim, int stage) {
  if (b->velocity_ready)
    b->velocity_ready[sim] = stage == mjSTAGE_VEL && may_continue(b, m, d);
}

// ---------------------------------------------------------------- steps

// Loads the row itself, because a step that continues begins with comparing it.
static void step(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  const mjBatch* b = w->batch;
  const int continues = b->velocity_ready && b->velocity_ready[sim] && may_continue(b, m, d) &&
                        row_differs_only_in_forces(b, m, d, sim, w->scratch);
  (void)k;
  row_load(b, m, d, sim);
  if (continues)
    continue_step(m, d);
  for (int i = call->first + continues; i < call->end; i++) {
    if (i > call->first)
      cancel_point(w);
    mj_step(m, d);
  }
  forward_until(m, d, call->stage);
  note_stage(b, m, d, sim, call->stage);
}

Call step_call(const int* ids, int nid, int nstep, int stage) {
  return (Call){.body = step,
                .ids = ids,
                .nid = nid,
                .save = 1,
                .outputs = 1,
                .steps = nstep,
                .nstep = nstep,
                .stage = stage,
                .end = nstep,
                .lanes = 1};
}

int mjb_step(mjBatch* b, const int* ids, int nid, int nstep, int stage) {
  if (!idle(b, "mjb_step") || !selection_valid(b, ids, nid, "mjb_step") ||
      !stage_valid(stage, "mjb_step"))
    return 0;
  if (nstep < 1) {
    mju_error("mjb_step: nstep must be positive, got %d", nstep);
    return 0;
  }
  const Call call = step_call(ids, nid, nstep, stage);
  return call_run(b, &call);
}

// ---------------------------------------------------------------- forward

static void forward(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  (void)k;
  forward_until(m, d, call->stage);
  note_stage(w->batch, m, d, sim, call->stage);
}

int mjb_forward(mjBatch* b, const int* ids, int nid, int stage) {
  if (!idle(b, "mjb_forward") || !selection_valid(b, ids, nid, "mjb_forward") ||
      !stage_valid(stage, "mjb_forward"))
    return 0;
  const Call call = {.body = forward,
                     .ids = ids,
                     .nid = nid,
                     .load = 1,
                     .save = 1,
                     .outputs = 1,
                     .steps = 1,
                     .stage = stage};
  return call_run(b, &call);
}

// ---------------------------------------------------------------- reset

static void reset(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  if (call->key && call->key[k] >= 0)
    mj_resetDataKeyframe(m, d, call->key[k]);
  else
    mj_resetData(m, d);
  forward_until(m, d, call->stage);
  note_stage(w->batch, m, d, sim, call->stage);
}

int mjb_reset(mjBatch* b, const int* ids, int nid, const int* key, int stage) {
  if (!idle(b, "mjb_reset") || !selection_valid(b, ids, nid, "mjb_reset") ||
      !stage_valid(stage, "mjb_reset"))
    return 0;
  const Call call = {.body = reset,
                     .ids = ids,
                     .nid = nid,
                     .save = 1,
                     .outputs = 1,
                     .steps = 1,
                     .stage = stage,
                     .key = key};
  for (int k = 0; key && k < call_size(b, &call); k++) {
    if (key[k] < -1 || key[k] >= b->m->nkey) {
      mju_error("mjb_reset: keyframes are from -1 (none) to %d, key[%d] is %d", (int)b->m->nkey - 1,
                k, key[k]);
      return 0;
    }
  }
  return call_run(b, &call);
}

// ---------------------------------------------------------------- functions of the program

static void apply(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim) {
  (void)k;
  note_stage(w->batch, m, d, sim, mjSTAGE_NONE);
  call->func(m, d, sim, call->arg);
}

int mjb_apply(mjBatch* b, const int* ids, int nid, mjfBatchFunc func, void* arg, int save) {
  if (!idle(b, "mjb_apply") || !selection_valid(b, ids, nid, "mjb_apply"))
    return 0;
  if (!func) {
    mju_error("mjb_apply: the function is NULL");
    return 0;
  }
  const Call call = {.body = apply,
                     .ids = ids,
                     .nid = nid,
                     .load = 1,
                     .save = save != 0,
                     .steps = 1,
                     .func = func,
                     .arg = arg};
  return call_run(b, &call);
}

int fc_batchAfter(mjBatch* b, mjfBatchFunc f, void* arg) {
  if (!resting(b, "fc_batchAfter"))
    return -1;
  b->after = f;
  b->after_arg = arg;
  return 0;
}

void fc_batchPostConstraint(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)sim;
  (void)arg;
  mj_rnePostConstraint(m, d);
}
