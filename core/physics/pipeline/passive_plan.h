// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_PASSIVE_PLAN_H_
#define CORE_PHYSICS_PIPELINE_PASSIVE_PLAN_H_

#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/mechanics/sleep.h"

// One passive force (fulcrum/passive.h) of an mjData.
typedef struct PassiveForce_ {
  const Bound* bound;
  FcPassive table;  // table of the face; members that an older face lacks are zero
  int instance;     // plugin instance of the model, -1: none
  int* body;        // bodies that name the instance, NULL: all
  int nbody;
} PassiveForce;

// All passive forces, collected when they are bound: first those that add to one of the terms of
// qfrc_passive, then those that add to qfrc_passive itself, each in their order.
typedef struct PassivePlan_ {
  PassiveForce* force;
  int n;
  int nsummed;        // number of the first kind
  int ncompensating;  // how many add to qfrc_gravcomp
  int* all;           // 0, 1, 2, ...: the index lists of a batch when nothing sleeps
} PassivePlan;

// The plan of d, collected at first use; NULL after mju_error.
const PassivePlan* passive_collect(const mjModel* m, mjData* d, void** slot);
void passive_forget(void* plan);

static inline const PassivePlan* passive_plan(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_PASSIVE, passive_forget);
  return !slot ? NULL : *slot ? *slot : passive_collect(m, d, slot);
}

// 1 when springs and dampers are both disabled: there are no passive forces at all.
static inline int passive_disabled(const mjModel* m) {
  const int both = mjDSBL_SPRING | mjDSBL_DAMPER;
  return (m->opt.disableflags & both) == both;
}

// 1 when the force is enabled at present.
static inline int passive_acts(const mjModel* m, const PassiveForce* f) {
  if (m->opt.disableflags & f->table.disabled)
    return 0;
  if (!f->table.active)
    return 1;
  module_enter(f->bound->context.d);
  return f->table.active(&f->bound->context);
}

// The elements on which a force without bodies of its own acts.
static inline FcPassiveBatch passive_batch(const mjModel* m, const mjData* d,
                                           const PassivePlan* plan) {
  FcPassiveBatch batch = {.size = sizeof batch,
                          .body = plan->all,
                          .nbody = (int)m->nbody,
                          .dof = plan->all,
                          .ndof = (int)m->nv};
  if (sleep_filters_bodies(m, d)) {
    batch.body = d->body_awake_ind;
    batch.nbody = d->nbody_awake;
    batch.sleeping = 1;
  }
  if (sleep_filters_dofs(m, d)) {
    batch.dof = d->dof_awake_ind;
    batch.ndof = d->nv_awake;
    batch.sleeping = 1;
  }
  return batch;
}

// Calls `force`, or `derivative` when the batch (of passive_batch) has no qfrc. For a force with
// bodies of its own, these replace those of the batch.
int passive_call_for_bodies(mjData* d, const PassiveForce* f, FcPassiveBatch batch, int symmetric);
void passive_failure(const mjData* d, const PassiveForce* f, unsigned long mark);

static inline int passive_evaluate(const PassiveForce* f, const FcPassiveBatch* batch,
                                   int symmetric) {
  const FcContext* context = &f->bound->context;
  return batch->qfrc ? f->table.force(context, batch)
                     : f->table.derivative(context, batch, symmetric);
}

static inline void passive_call(mjData* d, const PassiveForce* f, FcPassiveBatch* batch,
                                mjtNum* qfrc, int symmetric) {
  batch->qfrc = qfrc;
  batch->instance = f->instance;
  const unsigned long mark = module_enter(d);
  if (f->body ? passive_call_for_bodies(d, f, *batch, symmetric)
              : passive_evaluate(f, batch, symmetric))
    passive_failure(d, f, mark);
}

#endif  // CORE_PHYSICS_PIPELINE_PASSIVE_PLAN_H_
