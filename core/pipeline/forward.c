// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forward dynamics: from (qpos, qvel, act, ctrl, applied forces) to qacc and act_dot, in three
// groups of stages with the sensors of each group after it.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/data/callbacks.h"
#include "core/mechanics/sleep.h"
#include "core/data/memory.h"
#include "core/base/timer.h"
#include "core/pipeline/stages.h"

// ---------------------------------------------------------------- groups

void mj_fwdKinematics(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
  mj_tendon(m, d);
  if (mjENABLED(mjENBL_SLEEP) && sleep_wake_tendons(m, d))
    sleep_arrays_update(m, d);
}

void mj_fwdPosition(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  d->flg_energypos = 0;
  run_stages(m, d, GROUP_POSITION);
  timer_add(d, mjTIMER_POSITION, start, 1);
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  d->flg_subtreevel = 0;
  d->flg_energyvel = 0;
  run_stages(m, d, GROUP_VELOCITY);
  timer_add(d, mjTIMER_VELOCITY, start, 1);
}

// joint-space image of the Cartesian forces on body frames, added to qfrc_smooth
static void add_applied_wrenches(const mjModel* m, mjData* d) {
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * i;
    if (!wrench[0] && !wrench[1] && !wrench[2] && !wrench[3] && !wrench[4] && !wrench[5])
      continue;
    mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * i, i, d->qfrc_smooth);
  }
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  const int filtered = sleep_filters_dofs(m, d), n = filtered ? d->nv_awake : (int)m->nv;
  for (int k = 0; k < n; k++) {
    const int i = filtered ? d->dof_awake_ind[k] : k;
    d->qfrc_smooth[i] =
        d->qfrc_passive[i] - d->qfrc_bias[i] + d->qfrc_applied[i] + d->qfrc_actuator[i];
  }
  add_applied_wrenches(m, d);
  mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
}

// ---------------------------------------------------------------- energy

// With the energy flag off both energies read zero, unless an energy sensor has just computed them.
static void energy_after_position(const mjModel* m, mjData* d) {
  if (d->flg_energypos)
    return;
  if (mjENABLED(mjENBL_ENERGY)) {
    mj_energyPos(m, d);
  } else {
    d->energy[0] = d->energy[1] = 0;
  }
}

static void energy_after_velocity(const mjModel* m, mjData* d) {
  if (mjENABLED(mjENBL_ENERGY) && !d->flg_energyvel)
    mj_energyVel(m, d);
}

// ---------------------------------------------------------------- all of it

static void call_controller(const mjModel* m, mjData* d) {
  mjfGeneric control = CALLBACK(d, control);
  if (control && !control_callback_off)
    control(m, d);
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const mjtNum start = timer_now();
  if (skipstage < mjSTAGE_POS) {
    mj_fwdPosition(m, d);
    if (!skipsensor)
      mj_sensorPos(m, d);
    energy_after_position(m, d);
  }
  if (skipstage < mjSTAGE_VEL) {
    mj_fwdVelocity(m, d);
    if (!skipsensor)
      mj_sensorVel(m, d);
    energy_after_velocity(m, d);
  }
  if (!mjDISABLED(mjDSBL_ACTUATION))
    call_controller(m, d);
  run_stages(m, d, GROUP_ACCELERATION);
  if (!skipsensor) {
    d->flg_rnepost = 0;
    mj_sensorAcc(m, d);
  }
  timer_add(d, mjTIMER_FORWARD, start, 1);
}

void mj_forward(const mjModel* m, mjData* d) { mj_forwardSkip(m, d, mjSTAGE_NONE, 0); }

// ---------------------------------------------------------------- halves, so that a controller can
// act between them

void mj_step1(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now();
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  mj_fwdPosition(m, d);
  mj_sensorPos(m, d);
  energy_after_position(m, d);
  mj_fwdVelocity(m, d);
  mj_sensorVel(m, d);
  energy_after_velocity(m, d);
  // unlike in mj_forward, the controller is called even when actuation is disabled
  call_controller(m, d);
  timer_add(d, mjTIMER_STEP, start, 0);
}
