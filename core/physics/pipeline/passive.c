// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The passive stage. The forces themselves are in modules (fulcrum/passive.h, which also gives
// their order); this file calls them and adds them up.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/callbacks.h"
#include "core/kernel/mjplugin/plugin_run.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/passive.h"
#include "core/physics/pipeline/passive_plan.h"

// the arrays of d, by FcForceArray
typedef struct Arrays_ {
  mjtNum* of[FC_NQFRC];
} Arrays;

static inline Arrays arrays_of(const mjData* d) {
  return (Arrays){{[FC_QFRC_PASSIVE] = d->qfrc_passive,
                   [FC_QFRC_SPRING] = d->qfrc_spring,
                   [FC_QFRC_DAMPER] = d->qfrc_damper,
                   [FC_QFRC_GRAVCOMP] = d->qfrc_gravcomp,
                   [FC_QFRC_FLUID] = d->qfrc_fluid}};
}

// Clears the arrays, for all dofs or the awake ones; qfrc_passive only where no sum will be written
// to it.
static void clear_forces(const mjModel* m, mjData* d, const Arrays* array, int sum) {
  const int filter = sleep_filters_dofs(m, d);
  const int first = sum ? FC_QFRC_PASSIVE + 1 : FC_QFRC_PASSIVE;
  for (int a = first; !filter && a < FC_NQFRC; a++)
    fc_zero(array->of[a], (int)m->nv);
  for (int k = 0; filter && k < d->nv_awake; k++)
    for (int a = first; a < FC_NQFRC; a++)
      array->of[a][d->dof_awake_ind[k]] = 0;
}

// Calls forces begin ... end - 1; returns a bit for each array that one of them added to.
static int add_forces(const mjModel* m, mjData* d, const PassivePlan* plan, const Arrays* array,
                      int begin, int end) {
  int touched = 0;
  FcPassiveBatch batch = passive_batch(m, d, plan);
  batch.damper = array->of[FC_QFRC_DAMPER];
  for (int i = begin; i < end; i++) {
    const PassiveForce* f = plan->force + i;
    if (!passive_acts(m, f))
      continue;
    passive_call(d, f, &batch, array->of[f->table.array], 0);
    touched |= 1 << f->table.array;
  }
  return touched;
}

// Adding an array of zeros would turn -0 into 0: sum only the arrays that were added to.
static void sum_forces(const mjModel* m, mjData* d, int touched) {
  const int filter = sleep_filters_dofs(m, d), n = filter ? d->nv_awake : (int)m->nv;
  const int fluid = touched >> FC_QFRC_FLUID & 1, gravcomp = touched >> FC_QFRC_GRAVCOMP & 1;
  if (!filter && !fluid && !gravcomp) {
    fc_add(d->qfrc_passive, d->qfrc_spring, d->qfrc_damper, n);
    return;
  }
  for (int k = 0; k < n; k++) {
    const int i = filter ? d->dof_awake_ind[k] : k;
    mjtNum sum = d->qfrc_spring[i] + d->qfrc_damper[i];
    if (fluid)
      sum += d->qfrc_fluid[i];
    if (gravcomp && !m->jnt_actgravcomp[m->dof_jntid[i]])
      sum += d->qfrc_gravcomp[i];
    d->qfrc_passive[i] = sum;
  }
}

void mj_passive(const mjModel* m, mjData* d) {
  const Arrays array = arrays_of(d);
  const int disabled = passive_disabled(m);
  clear_forces(m, d, &array, !disabled);
  if (disabled)
    return;
  const PassivePlan* plan = passive_plan(m, d);
  if (!plan)
    return;
  sum_forces(m, d, add_forces(m, d, plan, &array, 0, plan->nsummed));

  mjfGeneric callback = CALLBACK(d, passive);
  if (callback)
    callback(m, d);
  if (plan->nsummed < plan->n)
    add_forces(m, d, plan, &array, plan->nsummed, plan->n);
  plugins_compute(m, d, mjPLUGIN_PASSIVE);
}

static int gravity_is_compensated(const mjModel* m, const PassivePlan* plan) {
  for (int i = 0; i < plan->nsummed; i++)
    if (plan->force[i].table.array == FC_QFRC_GRAVCOMP && passive_acts(m, plan->force + i))
      return 1;
  return 0;
}

void gravity_compensation_to_actuators(const mjModel* m, mjData* d) {
  // such joints are rare
  const int njnt = (int)m->njnt;
  int j = 0;
  while (j < njnt && !m->jnt_actgravcomp[j])
    j++;
  if (j == njnt)
    return;
  const PassivePlan* plan = passive_plan(m, d);
  if (!plan || !plan->ncompensating || !gravity_is_compensated(m, plan))
    return;
  for (; j < njnt; j++) {
    if (m->jnt_actgravcomp[j]) {
      const int dof = m->jnt_dofadr[j], end = j + 1 < njnt ? m->jnt_dofadr[j + 1] : (int)m->nv;
      fc_addTo(d->qfrc_actuator + dof, d->qfrc_gravcomp + dof, end - dof);
    }
  }
}
