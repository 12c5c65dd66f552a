// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The end of a step, common to all integrators.
//
// Histories are recorded while the state is still the old one. Then trees may fall asleep. Since
// that zeroes their velocities, everything that depends on velocity is evaluated once more,
// although the accelerations passed in are kept. Positions move with the new velocities, unless the
// integrator supplies others.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/memory.h"
#include "core/physics/mechanics/configuration.h"
#include "core/physics/mechanics/history.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/advance.h"
#include "core/physics/problem/sleep_islands.h"

static void advance_velocity(const mjModel* m, mjData* d, const mjtNum* qacc) {
  mjtNum h = m->opt.timestep;
  if (sleep_filters_dofs(m, d)) {
    for (int k = 0; k < d->nv_awake; k++) {
      int i = d->dof_awake_ind[k];
      d->qvel[i] += h * qacc[i];
    }
  } else {
    fc_addToScl(d->qvel, qacc, h, m->nv);
  }
}

static void advance_position(const mjModel* m, mjData* d, const mjtNum* qvel) {
  if (!sleep_filters_bodies(m, d)) {
    mj_integratePos(m, d->qpos, qvel, m->opt.timestep);
    return;
  }
  for (int k = 0; k < d->nbody_awake; k++) {
    int i = d->body_awake_ind[k], end = m->body_jntadr[i] + m->body_jntnum[i];
    for (int j = m->body_jntadr[i]; j < end; j++)
      integrate_joint(m, j, d->qpos, qvel, m->opt.timestep);
  }
}

void state_advance(const mjModel* m, mjData* d, const mjtNum* act_next, const mjtNum* qacc,
                   const mjtNum* qvel, const AdvanceServices* services) {
  history_record(m, d, services->sensor);

  if (act_next)
    fc_copy(d->act, act_next, m->na);

  if (sleep_fall_asleep(m, d)) {
    if (services->refresh)
      services->refresh(m, d);
    sleep_arrays_update(m, d);
  }

  advance_velocity(m, d, qacc);
  advance_position(m, d, qvel ? qvel : d->qvel);
  d->time += m->opt.timestep;
  if (services->plugins)
    services->plugins(m, d);
  fc_copy(d->qacc_warmstart, d->qacc, m->nv);
}
