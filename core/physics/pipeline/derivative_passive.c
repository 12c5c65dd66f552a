// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocity derivative of the passive forces (fulcrum/passive.h). Faces that provide their
// derivative add it to qDeriv; the others, which would otherwise be integrated explicitly, are
// differentiated together by centred differences: column j is
//
//   (f(v + h e_j) - f(v - h e_j)) / ((v_j + h) - (v_j - h)),   h = 2^-17 max(1, |v_j|)
//
// The step is near the cube root of the machine precision, where truncation (h^2) and rounding
// (eps / h) are balanced; forces that are quadratic in velocity have no truncation error. All
// velocities that the force may read are updated from qvel and restored afterwards, bit for bit.

#include <math.h>

#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/velocity.h"
#include "core/physics/pipeline/derivative.h"
#include "core/physics/pipeline/passive_plan.h"

// ---------------------------------------------------------------- finite differences

static int is_differenced(const mjModel* m, const PassiveForce* f) {
  return !(f->table.flags & FC_PASSIVE_NO_VELOCITY) && !f->table.derivative && passive_acts(m, f);
}

// what velocity_update writes, saved and restored
typedef struct Velocities_ {
  mjtNum *cvel, *cdof_dot, *edge, *tendon, *actuator;
} Velocities;

static Velocities keep_velocities(const mjModel* m, mjData* d) {
  Velocities v = {mj_stackAllocNum(d, 6 * (size_t)m->nbody), mj_stackAllocNum(d, 6 * (size_t)m->nv),
                  mj_stackAllocNum(d, (size_t)m->nflexedge),
                  mj_stackAllocNum(d, (size_t)m->ntendon), mj_stackAllocNum(d, (size_t)m->nu)};
  fc_copy(v.cvel, d->cvel, 6 * (int)m->nbody);
  fc_copy(v.cdof_dot, d->cdof_dot, 6 * (int)m->nv);
  fc_copy(v.edge, d->flexedge_velocity, (int)m->nflexedge);
  fc_copy(v.tendon, d->ten_velocity, (int)m->ntendon);
  fc_copy(v.actuator, d->actuator_velocity, (int)m->nu);
  return v;
}

static void restore_velocities(const mjModel* m, mjData* d, const Velocities* v) {
  fc_copy(d->cvel, v->cvel, 6 * (int)m->nbody);
  fc_copy(d->cdof_dot, v->cdof_dot, 6 * (int)m->nv);
  fc_copy(d->flexedge_velocity, v->edge, (int)m->nflexedge);
  fc_copy(d->ten_velocity, v->tendon, (int)m->ntendon);
  fc_copy(d->actuator_velocity, v->actuator, (int)m->nu);
}

// sum of the forces without derivative at qvel[j] = v
static void force_at(const mjModel* m, mjData* d, const PassivePlan* plan, FcPassiveBatch* batch,
                     int j, mjtNum v, mjtNum* qfrc) {
  d->qvel[j] = v;
  velocity_update(m, d);
  fc_zero(qfrc, (int)m->nv);
  batch->damper = qfrc;
  for (int i = 0; i < plan->n; i++)
    if (is_differenced(m, plan->force + i))
      passive_call(d, plan->force + i, batch, qfrc, 0);
}

// qDeriv at (i, j), which is in the pattern
static mjtNum* entry(const mjModel* m, mjData* d, int i, int j) {
  const int* col = m->D_colind + m->D_rowadr[i];
  int low = 0, high = m->D_rownnz[i] - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (col[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return d->qDeriv + m->D_rowadr[i] + low;
}

// column j, for the rows that the (symmetric) pattern couples with dof j
static void add_column(const mjModel* m, mjData* d, int j, const mjtNum* plus, const mjtNum* minus,
                       mjtNum span, int symmetric) {
  const int* row = m->D_colind + m->D_rowadr[j];
  for (int k = 0; k < m->D_rownnz[j]; k++) {
    const int i = row[k];
    const mjtNum slope = (plus[i] - minus[i]) / span;
    *entry(m, d, i, j) += symmetric ? slope / 2 : slope;
    if (symmetric)
      *entry(m, d, j, i) += slope / 2;
  }
}

static void add_differences(const mjModel* m, mjData* d, const PassivePlan* plan,
                            FcPassiveBatch* batch, int symmetric) {
  mj_markStack(d);
  const Velocities kept = keep_velocities(m, d);
  mjtNum* plus = mj_stackAllocNum(d, (size_t)m->nv);
  mjtNum* minus = mj_stackAllocNum(d, (size_t)m->nv);
  for (int k = 0; k < batch->ndof; k++) {
    const int j = batch->dof[k];
    const mjtNum v = d->qvel[j], h = ldexp(fc_max(1, fabs(v)), -17);
    force_at(m, d, plan, batch, j, v + h, plus);
    force_at(m, d, plan, batch, j, v - h, minus);
    d->qvel[j] = v;
    add_column(m, d, j, plus, minus, (v + h) - (v - h), symmetric);
  }
  restore_velocities(m, d, &kept);
  mj_freeStack(d);
}

// ---------------------------------------------------------------- all forces

void derivative_add_passive(const mjModel* m, mjData* d, int symmetric) {
  const PassivePlan* plan = passive_disabled(m) ? NULL : passive_plan(m, d);
  if (!plan)
    return;
  FcPassiveBatch batch = passive_batch(m, d, plan);
  int differences = 0;
  for (int i = 0; i < plan->n; i++) {
    const PassiveForce* f = plan->force + i;
    if (f->table.flags & FC_PASSIVE_NO_VELOCITY || !passive_acts(m, f))
      continue;
    if (f->table.derivative)
      passive_call(d, f, &batch, NULL, symmetric);
    else
      differences = 1;
  }
  if (differences)
    add_differences(m, d, plan, &batch, symmetric);
}
