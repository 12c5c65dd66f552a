// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forward dynamics: from (qpos, qvel, act, ctrl, applied forces) to qacc and act_dot, in three
// groups of stages with the sensors of each group after it.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/timer.h"
#include "core/foundation/math/four.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/scheduler.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/stages.h"

// ---------------------------------------------------------------- groups

static void run_group(const mjModel* m, mjData* d, StageGroup group) {
  run_stages(m, d, group, group, 0);
}

void mj_fwdKinematics(const mjModel* m, mjData* d) { run_group(m, d, GROUP_KINEMATICS); }

void mj_fwdPosition(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  d->flg_energypos = 0;
  run_stages(m, d, GROUP_KINEMATICS, GROUP_POSITION, 0);
  timer_close(d, mjTIMER_POSITION, start, 1);
}

void mj_fwdVelocity(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  d->flg_subtreevel = 0;
  d->flg_energyvel = 0;
  run_group(m, d, GROUP_VELOCITY);
  timer_close(d, mjTIMER_VELOCITY, start, 1);
}

// 1 when one of n numbers is not zero
static int any_nonzero(const mjtNum* x, int n) {
  int any = 0;
  for (int i = 0; i < n; i++)
    any |= x[i] != 0;
  return any;
}

// 1 when one of n numbers is not 0, or is -0
static inline int any_bit(const mjtNum* x, int n) {
  typedef unsigned long long Bits __attribute__((vector_size(sizeof(Four)), aligned(1), may_alias));
  Bits bits = {0};
  int i = 0;
  for (; i <= n - 4; i += 4)
    bits |= *(const Bits*)(x + i);
  unsigned long long any = 0;
  for (size_t k = 0; k < sizeof(Bits) / sizeof any; k++)
    any |= bits[k];
  return any || any_nonzero(x + i, n - i);
}

// joint-space image of the Cartesian forces on body frames, added to qfrc_smooth
static void add_applied_wrenches(const mjModel* m, mjData* d) {
  if (!any_bit(d->xfrc_applied, 6 * (int)m->nbody))
    return;
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * i;
    if (any_nonzero(wrench, 6))
      mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * i, i, d->qfrc_smooth);
  }
}

void mj_fwdAcceleration(const mjModel* m, mjData* d) {
  const int filtered = sleep_filters_dofs(m, d), n = filtered ? d->nv_awake : (int)m->nv;
  const mjtNum* FC_RESTRICT passive = d->qfrc_passive;
  const mjtNum* FC_RESTRICT bias = d->qfrc_bias;
  const mjtNum* FC_RESTRICT applied = d->qfrc_applied;
  const mjtNum* FC_RESTRICT actuator = d->qfrc_actuator;
  mjtNum* FC_RESTRICT smooth = d->qfrc_smooth;
  int k = 0;
  for (; !filtered && k <= n - 4; k += 4) {
    *four(smooth + k) =
        *cfour(passive + k) - *cfour(bias + k) + *cfour(applied + k) + *cfour(actuator + k);
  }
  for (; k < n; k++) {
    const int i = filtered ? d->dof_awake_ind[k] : k;
    smooth[i] = passive[i] - bias[i] + applied[i] + actuator[i];
  }
  add_applied_wrenches(m, d);
  mj_solveM(m, d, d->qacc_smooth, d->qfrc_smooth, 1);
}

void mj_sensorPos(const mjModel* m, mjData* d) { run_group(m, d, GROUP_POSITION_SENSORS); }
void mj_sensorVel(const mjModel* m, mjData* d) { run_group(m, d, GROUP_VELOCITY_SENSORS); }
void mj_sensorAcc(const mjModel* m, mjData* d) { run_group(m, d, GROUP_ACCELERATION_SENSORS); }

// ---------------------------------------------------------------- all of it

static void position(const mjModel* m, mjData* d, int skipsensor) {
  mj_fwdPosition(m, d);
  run_stages(m, d, skipsensor ? GROUP_POSITION_ENERGY : GROUP_POSITION_SENSORS,
             GROUP_POSITION_ENERGY, 0);
}

static void velocity(const mjModel* m, mjData* d, int skipsensor) {
  mj_fwdVelocity(m, d);
  run_stages(m, d, skipsensor ? GROUP_VELOCITY_ENERGY : GROUP_VELOCITY_SENSORS,
             GROUP_VELOCITY_ENERGY, 0);
}

void acceleration(const mjModel* m, mjData* d, int skipsensor) {
  run_group(m, d, GROUP_ACCELERATION);
  if (skipsensor)
    return;
  d->flg_rnepost = 0;
  mj_sensorAcc(m, d);
}

void mj_forwardSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const unsigned long chain = timer_chain_begin(d);
  const mjtNum start = timer_now(d);
  if (skipstage < mjSTAGE_POS)
    position(m, d, skipsensor);
  if (skipstage < mjSTAGE_VEL)
    velocity(m, d, skipsensor);
  // by itself, because the callback may attach stages and probes
  if (!mjDISABLED(mjDSBL_ACTUATION))
    run_group(m, d, GROUP_CONTROL);
  acceleration(m, d, skipsensor);
  timer_close(d, mjTIMER_FORWARD, start, 1);
  timer_chain_end(d, chain);
}

void mj_forward(const mjModel* m, mjData* d) {
  bindings_follow(m, d);
  mj_forwardSkip(m, d, mjSTAGE_NONE, 0);
}

void forward_until(const mjModel* m, mjData* d, int stage) {
  if (stage >= mjSTAGE_ACC) {
    mj_forward(m, d);
    return;
  }
  bindings_follow(m, d);
  if (stage >= mjSTAGE_POS)
    position(m, d, 0);
  if (stage >= mjSTAGE_VEL)
    velocity(m, d, 0);
}

// ---------------------------------------------------------------- two halves of a step

void mj_step1(const mjModel* m, mjData* d) {
  bindings_follow(m, d);
  const unsigned long chain = timer_chain_begin(d);
  const mjtNum start = timer_now(d);
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  position(m, d, 0);
  velocity(m, d, 0);
  // unlike in mj_forward, the controller is called even when actuation is disabled
  run_group(m, d, GROUP_CONTROL);
  timer_close(d, mjTIMER_STEP, start, 0);
  timer_chain_end(d, chain);
}
