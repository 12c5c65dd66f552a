// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuator length ranges by simulation.
//
// The actuator is pushed to either end with a force that gives a constant acceleration norm, while
// velocities decay with a time constant, until it rests against limits or constraints; the extreme
// length over a final interval is the end of the range. Options of the model are used as they are:
// mj_compile switches off those that would interfere.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/kernel/kinds/actuator.h"

enum { MAX_STEPS = 1000000 };  // of one simulation

static int value_of(const mjModel* m, int i, LawRole role) {
  return role == LAW_GAIN ? m->actuator_gaintype[i] : m->actuator_biastype[i];
}

// 1 when the gain or bias law of an actuator declares that it needs the range. An unknown law does
// not; it is reported where it is used.
static int needs_range(const mjModel* m, int i) {
  for (int role = LAW_GAIN; role <= LAW_BIAS; role++) {
    const int value = value_of(m, i, (LawRole)role);
    const FcFace* face = law_is_face((LawRole)role, value) ? law_face((LawRole)role, value) : NULL;
    if (face && law_table(face)->lengthrange)
      return 1;
  }
  return 0;
}

static int is_user(const mjModel* m, int i) {
  return law_is_user(LAW_GAIN, m->actuator_gaintype[i]) ||
         law_is_user(LAW_BIAS, m->actuator_biastype[i]);
}

static int wanted(const mjModel* m, int i, const mjLROpt* opt) {
  switch (opt->mode) {
    case mjLRMODE_NONE: return 0;
    case mjLRMODE_MUSCLE: return needs_range(m, i);
    case mjLRMODE_MUSCLEUSER: return needs_range(m, i) || is_user(m, i);
    default: return 1;
  }
}

// Limits of the actuator's target, when it has limits. The id is looked up at position `index` of
// the flattened list of pairs, as in the reference: this is right for the first actuator, and
// otherwise gives the id of another one, which is used only if it is valid.
static const mjtNum* limits(const mjModel* m, int index) {
  int id = m->actuator_trnid[index], type = m->actuator_trntype[index];
  if ((type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) && id >= 0 && id < m->njnt &&
      m->jnt_limited[id])
    return m->jnt_range + 2 * id;
  if (type == mjTRN_TENDON && id >= 0 && id < m->ntendon && m->tendon_limited[id])
    return m->tendon_range + 2 * id;
  return NULL;
}

// qfrc_applied: along the moment, with the given norm of the acceleration (which goes to
// qacc_smooth on the way)
static void push(const mjModel* m, mjData* d, int index, mjtNum sign, const mjLROpt* opt) {
  int nv = (int)m->nv, adr = d->moment_rowadr[index];
  mjtNum* force = d->qfrc_applied;
  memset(force, 0, (size_t)nv * sizeof *force);
  for (int k = adr; k < adr + d->moment_rownnz[index]; k++)
    force[d->moment_colind[k]] = d->actuator_moment[k];
  mj_solveM(m, d, d->qacc_smooth, force, 1);
  mju_scl(force, force, sign * opt->accel / fc_max(mjMINVAL, mju_norm(d->qacc_smooth, nv)), nv);
  mjtNum norm = mju_norm(force, nv);
  if (opt->maxforce > 0 && norm > opt->maxforce)
    mju_scl(force, force, opt->maxforce / norm, nv);
}

// 1 when a bad position, velocity or acceleration occurred: data has been reset, or would have been
// if the model did not switch this off. Resetting clears the counts, then counts its cause.
static int was_reset(const mjData* d) {
  return d->warning[mjWARN_BADQPOS].number || d->warning[mjWARN_BADQVEL].number ||
         d->warning[mjWARN_BADQACC].number;
}

// Simulates towards one side; range: least and greatest length in the final interval. 0 when the
// simulation was reset on the way, because time then does not advance.
static int simulate(mjModel* m, mjData* d, int index, mjtNum sign, const mjLROpt* opt,
                    mjtNum range[2]) {
  mj_resetData(m, d);
  mjtNum decay = exp(-m->opt.timestep / fc_max(0.01, opt->timeconst));
  int stable = 1, measured = 0;
  range[0] = range[1] = 0;
  while (stable && d->time < opt->inttotal) {
    const mjtNum before = d->time;
    mju_scl(d->qvel, d->qvel, decay, (int)m->nv);
    mj_step1(m, d);
    push(m, d, index, sign, opt);
    mj_step2(m, d);
    mjtNum length = d->actuator_length[index];
    stable = d->time > before && !was_reset(d);
    if (d->time <= opt->inttotal - opt->interval)
      continue;
    range[0] = measured ? fc_min(range[0], length) : length;
    range[1] = measured ? fc_max(range[1], length) : length;
    measured = 1;
  }
  return stable;
}

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error,
                      int error_sz) {
  if (index < 0 || index >= m->nu) {
    mju_error("mj_setLengthRange: invalid actuator index %d, the model has %d", index, (int)m->nu);
    return 0;
  }
  mjtNum* result = m->actuator_lengthrange + 2 * index;
  size_t room = error && error_sz > 0 ? (size_t)error_sz : 0;
  if (!opt) {
    snprintf(error, room, "lengthrange of actuator %d: there are no options, see mj_defaultLROpt",
             index);
    return 0;
  }
  if (!wanted(m, index, opt) || (opt->useexisting && result[0] < result[1]))
    return 1;
  const mjtNum* known = opt->uselimit ? limits(m, index) : NULL;
  if (known) {
    result[0] = known[0];
    result[1] = known[1];
    return 1;
  }

  // with a step of zero or nearly zero the simulation would never end
  if (!(opt->inttotal <= MAX_STEPS * m->opt.timestep)) {
    snprintf(error, room,
             "lengthrange of actuator %d: inttotal %g is more than %d steps of timestep %g", index,
             opt->inttotal, MAX_STEPS, m->opt.timestep);
    return 0;
  }
  mjtNum range[2][2];
  for (int side = 0; side < 2; side++) {
    if (!simulate(m, d, index, side ? 1 : -1, opt, range[side])) {
      snprintf(error, room, "Unstable lengthrange simulation in actuator %d", index);
      return 0;
    }
    result[side] = range[side][side];
  }
  mjtNum whole = result[1] - result[0];
  if (!(whole > 0)) {
    snprintf(error, room, "Invalid lengthrange (%g, %g) in actuator %d", result[0], result[1],
             index);
    return 0;
  }
  for (int side = 0; side < 2; side++) {
    if (range[side][1] - range[side][0] > opt->tolrange * whole) {
      snprintf(
          error, room,
          "Lengthrange computation did not converge in actuator %d: eval (%g, %g) range (%g, %g)",
          index, range[side][0], range[side][1], result[0], result[1]);
      return 0;
    }
  }
  return 1;
}
