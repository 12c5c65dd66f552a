// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/velocity.h"

void velocity_update(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nflexedge; i++) {
    const int adr = m->flexedge_J_rowadr[i], nnz = m->flexedge_J_rownnz[i];
    d->flexedge_velocity[i] =
        fc_dotSparse(d->flexedge_J + adr, d->qvel, nnz, m->flexedge_J_colind + adr);
  }
  for (int i = 0; i < m->ntendon; i++) {
    mjtNum sum = 0;
    const int adr = m->ten_J_rowadr[i];
    for (int k = 0; k < m->ten_J_rownnz[i]; k++)
      sum += d->ten_J[adr + k] * d->qvel[m->ten_J_colind[adr + k]];
    d->ten_velocity[i] = sum;
  }
  for (int i = 0; i < m->nu; i++) {
    mjtNum sum = 0;
    const int adr = d->moment_rowadr[i];
    for (int k = 0; k < d->moment_rownnz[i]; k++)
      sum += d->actuator_moment[adr + k] * d->qvel[d->moment_colind[adr + k]];
    d->actuator_velocity[i] = mjDISABLED(mjDSBL_ACTUATION) ? 0 : sum;
  }
  mj_comVel(m, d);
}
