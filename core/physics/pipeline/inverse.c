// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Inverse dynamics: from (qpos, qvel, qacc) to the generalised force that produces it,
//   qfrc_inverse = M qacc + bias - passive - J' f(J qacc - aref),
// where the constraint force f is a function of qacc alone because the constraints are soft.

#include <math.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/timer.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/mechanics/tendon_armature.h"
#include "core/physics/pipeline/stages.h"

void mj_invPosition(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  d->flg_energypos = 0;
  run_stages(m, d, GROUP_KINEMATICS, GROUP_POSITION, STAGE_FORWARD_ONLY);
  timer_close(d, mjTIMER_POSITION, start, 1);
}

void mj_invVelocity(const mjModel* m, mjData* d) { mj_fwdVelocity(m, d); }

// the acceleration given for a discrete-time inverse is converted to continuous time by the rule of
// the integrator in force
static void convert_acceleration(const mjModel* m, mjData* d) {
  const Bound* bound = bound_choice(m, d, FC_INTEGRATOR);
  if (!bound)
    return;
  const FcIntegrator* integrator = bound->table;
  if (!integrator->continuous_acceleration) {
    mju_error("discrete-time inverse dynamics is not supported by the integrator \"%s\"",
              bound->face->name);
  } else if (integrator->continuous_acceleration(&bound->context)) {
    mju_error("integrator \"%s\": %s", bound->face->name, fc_lastError());
  }
}

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const mjtNum start = timer_now(d);
  const int nv = (int)m->nv;
  if (skipstage < mjSTAGE_POS) {
    mj_invPosition(m, d);
    if (!skipsensor)
      mj_sensorPos(m, d);
    // unlike in forward dynamics, energies keep their values when they are disabled
    if (mjENABLED(mjENBL_ENERGY))
      run_stages(m, d, GROUP_POSITION_ENERGY, GROUP_POSITION_ENERGY, STAGE_FORWARD_ONLY);
  }
  if (skipstage < mjSTAGE_VEL) {
    mj_invVelocity(m, d);
    if (!skipsensor)
      mj_sensorVel(m, d);
    if (mjENABLED(mjENBL_ENERGY))
      run_stages(m, d, GROUP_VELOCITY_ENERGY, GROUP_VELOCITY_ENERGY, STAGE_FORWARD_ONLY);
  }

  mj_markStack(d);
  mjtNum* given = mj_stackAllocNum(d, (size_t)nv);
  mjtNum* Mqacc = mj_stackAllocNum(d, (size_t)nv);
  fc_copy(given, d->qacc, nv);
  if (mjENABLED(mjENBL_INVDISCRETE))
    convert_acceleration(m, d);

  mj_invConstraint(m, d);
  mj_rne(m, d, 0, d->qfrc_inverse);
  tendon_armature_bias(m, d, d->qfrc_inverse);
  // sensors see the force before the inertial part is added
  if (!skipsensor) {
    d->flg_rnepost = 0;
    mj_sensorAcc(m, d);
  }
  mj_mulM(m, d, Mqacc, d->qacc);
  for (int i = 0; i < nv; i++)
    d->qfrc_inverse[i] += Mqacc[i] - d->qfrc_passive[i] - d->qfrc_constraint[i];

  fc_copy(d->qacc, given, nv);
  mj_freeStack(d);
  timer_close(d, mjTIMER_INVERSE, start, 1);
}

void mj_inverse(const mjModel* m, mjData* d) {
  bindings_follow(m, d);
  mj_inverseSkip(m, d, mjSTAGE_NONE, 0);
}

// Discrepancy between forward and inverse dynamics: constraint forces, and total external forces.
void mj_compareFwdInv(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv, nefc = d->nefc;
  d->solver_fwdinv[0] = d->solver_fwdinv[1] = 0;
  if (!nefc)
    return;
  mj_markStack(d);
  mjtNum* constraint = mj_stackAllocNum(d, (size_t)nv);
  mjtNum* external = mj_stackAllocNum(d, (size_t)nv);
  mjtNum* force = mj_stackAllocNum(d, (size_t)nefc);
  fc_copy(constraint, d->qfrc_constraint, nv);
  fc_copy(force, d->efc_force, nefc);

  mj_inverseSkip(m, d, mjSTAGE_VEL, 1);

  // external forces: applied forces, actuators, wrenches on bodies
  for (int i = 0; i < nv; i++)
    external[i] = d->qfrc_applied[i] + d->qfrc_actuator[i];
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum* wrench = d->xfrc_applied + 6 * i;
    mj_applyFT(m, d, wrench, wrench + 3, d->xipos + 3 * i, i, external);
  }
  mjtNum first = 0, second = 0;
  for (int i = 0; i < nv; i++) {
    const mjtNum a = constraint[i] - d->qfrc_constraint[i], b = external[i] - d->qfrc_inverse[i];
    first += a * a;
    second += b * b;
  }
  d->solver_fwdinv[0] = sqrt(first);
  d->solver_fwdinv[1] = sqrt(second);

  fc_copy(d->qfrc_constraint, constraint, nv);
  fc_copy(d->efc_force, force, nefc);
  mj_freeStack(d);
}
