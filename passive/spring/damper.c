// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linear dampers of dofs and along tendons. A damper with coefficient b along a sparse row J has
// the force -b J' (J qvel) and the derivative -b J'J.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "passive/spring/spring.h"

// ---------------------------------------------------------------- force

static void tendons(const mjModel* m, const mjData* d, const FcPassiveBatch* batch) {
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum damping = m->tendon_damping[t];
    if (damping == 0 || (batch->sleeping && fc_sleepState(m, d, mjOBJ_TENDON, t) != mjS_AWAKE))
      continue;
    int adr = m->ten_J_rowadr[t];
    add_along_row(batch->qfrc, -damping * d->ten_velocity[t], d->ten_J + adr, m->ten_J_rownnz[t],
                  m->ten_J_colind + adr);
  }
}

static int force(const FcContext* context, const FcPassiveBatch* batch) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  const mjtNum* FC_RESTRICT damping = m->dof_damping;
  const mjtNum* FC_RESTRICT qvel = d->qvel;
  mjtNum* FC_RESTRICT qfrc = batch->qfrc;
  for (int k = 0; k < batch->ndof; k++) {
    int i = batch->dof[k];
    if (damping[i] != 0)
      add_to_dof(qfrc + i, -damping[i] * qvel[i]);
  }
  tendons(m, d, batch);
  return 0;
}

// ---------------------------------------------------------------- derivative

// already symmetric
static int derivative(const FcContext* context, const FcPassiveBatch* batch, int symmetric) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)symmetric;
  for (int i = 0; i < m->nv; i++)
    d->qDeriv[m->D_rowadr[i] + m->D_diag[i]] -= m->dof_damping[i];
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_damping[t] != 0 &&
        !(batch->sleeping && fc_sleepState(m, d, mjOBJ_TENDON, t) == mjS_ASLEEP)) {
      int adr = m->ten_J_rowadr[t];
      fc_addRowDerivative(m, d, -m->tendon_damping[t], d->ten_J + adr, m->ten_J_colind + adr,
                          m->ten_J_rownnz[t]);
    }
  }
  return 0;
}

const FcPassive damper_table = {.size = sizeof(FcPassive),
                                .array = FC_QFRC_DAMPER,
                                .order = 300,
                                .disabled = mjDSBL_DAMPER,
                                .force = force,
                                .derivative = derivative};
