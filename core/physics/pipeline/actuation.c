// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuation: controls -> activations -> forces -> generalised forces. The laws are in modules
// (fulcrum/actuator.h), and actuation_plan.c groups the actuators by law. This file calls each law
// once per stage and handles what does not depend on laws: limits, delays and projection.
//
// force = gain(length, velocity) * input + bias(length, velocity) input = control, or the last
// activation

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/scratch.h"
#include "core/foundation/data/timer.h"
#include "core/kernel/mjplugin/plugin_run.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/actuation_plan.h"
#include "core/physics/pipeline/passive.h"
#include "core/physics/pipeline/stages.h"

static int plugin_driven(const mjModel* m, int i) { return m->actuator_plugin[i] >= 0; }

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

// ---------------------------------------------------------------- controls

// controls after delay and clamping; all zero when one of them is invalid
static void gather_controls(const mjModel* m, mjData* d, mjtNum* ctrl) {
  const int nu = (int)m->nu, clamped = !mjDISABLED(mjDSBL_CLAMPCTRL);
  const mjtNum* FC_RESTRICT delay = m->actuator_delay;
  const mjtNum* FC_RESTRICT range = m->actuator_ctrlrange;
  const mjtNum* FC_RESTRICT given = d->ctrl;
  const mjtByte* FC_RESTRICT limited = m->actuator_ctrllimited;
  int bad = 0;
  for (int i = 0; i < nu; i++) {
    mjtNum value = delay[i] ? mj_readCtrl(m, d, i, d->time, -1) : given[i];
    if (clamped && limited[i])
      value = fc_clip(value, range[2 * i], range[2 * i + 1]);
    bad |= fc_isBad(value);
    ctrl[i] = value;
  }
  if (!bad)
    return;
  int first = 0;
  while (!fc_isBad(ctrl[first]))
    first++;
  mj_warning(d, mjWARN_BADCTRL, (size_t)first);
  fc_zero(ctrl, nu);
}

// ---------------------------------------------------------------- inputs

// Inputs for the forces, and for the rates of laws that compute the whole force.
typedef struct Inputs_ {
  const mjtNum* ctrl;  // nu
  const mjtNum* act;   // na: of the next step, for actuators that act early
  mjtNum* input;       // nu: factor of the gain
  mjtNum* value;       // nu: scratch for the results of one law
} Inputs;

// laws for the whole force without activation law: variables are their own, the input is the
// control
static void control_whole_forces(const mjModel* m, const Law* law, const mjtNum* ctrl,
                                 mjtNum* input) {
  for (int j = 0; j < law->n; j++) {
    const int i = law->id[j];
    if (law->actnum[j] == m->actuator_actnum[i])
      input[i] = ctrl[i];
  }
}

// the control, the last activation, or what an activation law computes from several; on the stack
static void gather_inputs(const mjModel* m, mjData* d, const ActuationPlan* plan, Inputs* in,
                          const mjtNum* ctrl, const mjtNum* act) {
  const int nu = (int)m->nu;
  mjtNum* input = scratch_nums(d, 2 * nu);
  *in = (Inputs){ctrl, act, input, input + nu};
  fc_copy(input, ctrl, nu);
  for (int i = 0; i < nu && m->na; i++)
    if (m->actuator_actadr[i] >= 0)
      input[i] = act[last_activation(m, i)];
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    if (law->role == LAW_FORCE)
      control_whole_forces(m, law, ctrl, input);
    if (law->role != LAW_DYNAMICS || !law->table.input)
      continue;
    const StackPlace place = scratch_begin(d);
    FcActuatorBatch batch = law_batch(m, d, law, SKIP_NOBODY);
    batch.ctrl = ctrl;
    batch.act = in->act;
    mjtNum* mine = scratch_nums(d, law->n);
    const unsigned long mark = module_enter(d);
    if (law->table.input(&law->bound->context, &batch, mine))
      law_failed(d, law, mark);
    for (int j = 0; j < batch.n; j++)
      input[batch.id[j]] = mine[j];
    scratch_end(d, place);
  }
}

// ---------------------------------------------------------------- activations

static void user_activation(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    if (!law_is_user(LAW_DYNAMICS, m->actuator_dyntype[i]) || m->actuator_actadr[i] < 0)
      continue;
    if (sleep_filters_dofs(m, d) && sleep_actuator(m, d, i) == mjS_ASLEEP)
      continue;
    const mjfAct dynamics = CALLBACK(d, act_dyn);
    const mjtNum rate = dynamics ? dynamics(m, d, i) : 0;
    // for an actuator with several activations the callback writes them all
    if (m->actuator_actnum[i] == 1)
      d->act_dot[m->actuator_actadr[i]] = rate;
  }
}

static int has_rates(const Law* law) {
  return (law->role == LAW_DYNAMICS || law->role == LAW_FORCE) && law->table.rates;
}

static void rates_of_law(const mjModel* m, mjData* d, const ActuationPlan* plan, const Law* law,
                         const mjtNum* ctrl) {
  const StackPlace place = scratch_begin(d);
  FcActuatorBatch batch = law_batch(m, d, law, SKIP_SLEEPING);
  batch.ctrl = ctrl;
  batch.act = d->act;
  if (law->role == LAW_FORCE) {
    Inputs in;
    gather_inputs(m, d, plan, &in, ctrl, d->act);
    batch.input = in.input;
  }
  const unsigned long mark = module_enter(d);
  if (law->table.rates(&law->bound->context, &batch, d->act_dot))
    law_failed(d, law, mark);
  scratch_end(d, place);
}

static void activation_rates(const mjModel* m, mjData* d, const ActuationPlan* plan,
                             const mjtNum* ctrl) {
  const int sleeping = sleep_filters_dofs(m, d);
  if (!sleeping)
    fc_zero(d->act_dot, (int)m->na);
  for (int i = 0; i < m->nu && sleeping; i++)
    if (m->actuator_actadr[i] >= 0 && sleep_actuator(m, d, i) != mjS_ASLEEP)
      fc_zero(d->act_dot + m->actuator_actadr[i], m->actuator_actnum[i]);
  for (int k = 0; k < plan->nlaw; k++)
    if (has_rates(plan->law + k))
      rates_of_law(m, d, plan, plan->law + k, ctrl);
  if (plan->user)
    user_activation(m, d);
}

// Variables of a plugin ahead of those of the law are included where the law requests it.
static void include_leading(mjData* d, const Law* law, FcActuatorBatch* batch) {
  int *actadr = scratch_ints(d, 2 * law->n), *actnum = actadr + law->n;
  for (int j = 0, k = 0; j < batch->n; j++, k++) {
    while (law->id[k] != batch->id[j])
      k++;
    actadr[j] = batch->actadr[j] - law->ahead[k];
    actnum[j] = batch->actnum[j] + law->ahead[k];
  }
  batch->actadr = actadr;
  batch->actnum = actnum;
}

static void advance_of_law(const mjModel* m, mjData* d, const Law* law, int skip,
                           const mjtNum* rate, mjtNum* act_next) {
  const StackPlace place = scratch_begin(d);
  FcActuatorBatch batch = law_batch(m, d, law, skip);
  if (law->leads)
    include_leading(d, law, &batch);
  batch.ctrl = d->ctrl;
  batch.act = d->act;
  const unsigned long mark = module_enter(d);
  if (law->table.advance(&law->bound->context, &batch, rate, act_next))
    law_failed(d, law, mark);
  scratch_end(d, place);
}

// Activations one step later. Disabled actuators that are to be skipped do not change but are
// clamped all the same; sleeping ones keep their last rate.
static void advance_activations(const mjModel* m, mjData* d, int skip, const mjtNum* act_dot,
                                mjtNum* act_next) {
  const ActuationPlan* plan = actuation_plan(m, d, 0);
  if (!plan)
    return;
  const mjtNum h = m->opt.timestep;
  const StackPlace place = scratch_begin(d);
  mjtNum* rate = scratch_nums(d, m->na);
  fc_copy(rate, act_dot, (int)m->na);
  for (int i = 0; i < m->nu && skip && m->opt.disableactuator; i++)
    if (m->actuator_actadr[i] >= 0 && actuator_disabled(m, i))
      fc_zero(rate + m->actuator_actadr[i], m->actuator_actnum[i]);
  for (int a = 0; a < m->na; a++)
    act_next[a] = d->act[a] + h * rate[a];
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    if ((law->role == LAW_DYNAMICS || law->role == LAW_FORCE) && law->table.advance)
      advance_of_law(m, d, law, skip, rate, act_next);
  }
  for (int i = 0; i < m->nu; i++) {
    if (!m->actuator_actlimited[i] || m->actuator_actadr[i] < 0)
      continue;
    for (int a = m->actuator_actadr[i]; a <= last_activation(m, i); a++) {
      act_next[a] =
          mju_clip(act_next[a], m->actuator_actrange[2 * i], m->actuator_actrange[2 * i + 1]);
    }
  }
  scratch_end(d, place);
}

void actuation_next(const mjModel* m, mjData* d, const mjtNum* act_dot, mjtNum* act_next) {
  advance_activations(m, d, SKIP_DISABLED, act_dot, act_next);
}

mjtNum fc_actuatorNext(const mjModel* m, mjData* d, int id) {
  if (m->actuator_actadr[id] < 0)
    return 0;
  const StackPlace place = scratch_begin(d);
  mjtNum* act_next = scratch_nums(d, m->na);
  advance_activations(m, d, SKIP_NOBODY, d->act_dot, act_next);
  const mjtNum next = act_next[last_activation(m, id)];
  scratch_end(d, place);
  return next;
}

// ---------------------------------------------------------------- forces

// activations used by the forces; on the stack of d where they differ from those of d
static const mjtNum* early_activations(const mjModel* m, mjData* d) {
  mjtNum *next = NULL, *act = NULL;
  // such actuators are rare
  int any = 0;
  for (int i = 0; i < m->nu && m->na; i++)
    any |= m->actuator_actearly[i];
  if (!any)
    return d->act;
  for (int i = 0; i < m->nu; i++) {
    const int adr = m->actuator_actadr[i];
    if (adr < 0 || !m->actuator_actearly[i])
      continue;
    if (!next) {
      next = scratch_nums(d, 2 * m->na);
      act = next + m->na;
      actuation_next(m, d, d->act_dot, next);
      fc_copy(act, d->act, (int)m->na);
    }
    fc_copy(act + adr, next + adr, m->actuator_actnum[i]);
  }
  return act ? act : d->act;
}

// values or slopes of all laws of one role, scattered over nu numbers that the caller has set for
// actuators without such a law. Partial batches of the laws stay on the stack.
static void evaluate_laws(const mjModel* m, mjData* d, const ActuationPlan* plan, LawRole role,
                          int slope, const Inputs* in, mjtNum* result) {
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    if (law->role != role || (slope && !law->table.slope))
      continue;
    FcActuatorBatch batch = law_batch(m, d, law, SKIP_SLEEPING | SKIP_DISABLED);
    batch.ctrl = in->ctrl;
    batch.act = in->act;
    batch.input = in->input;
    // a gain or bias that serves all actuators is written directly to its place
    mjtNum* value = batch.n == m->nu && role != LAW_FORCE ? result : in->value;
    const unsigned long mark = module_enter(d);
    if ((slope ? law->table.slope : law->table.value)(&law->bound->context, &batch, value))
      law_failed(d, law, mark);
    for (int j = 0; j < batch.n && value != result; j++)
      result[batch.id[j]] = value[j];
  }
}

// total force on a tendon beyond its range scales the forces of all its actuators
static void limit_tendon_forces(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntendon; t++) {
    if (!m->tendon_actfrclimited[t])
      continue;
    mjtNum total = 0;
    for (int i = 0; i < m->nu; i++)
      if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == t)
        total += d->actuator_force[i];
    const mjtNum* range = m->tendon_actfrcrange + 2 * t;
    if (!total || (total >= range[0] && total <= range[1]))
      continue;
    const mjtNum scale = (total < range[0] ? range[0] : range[1]) / total;
    for (int i = 0; i < m->nu; i++) {
      if (m->actuator_trntype[i] != mjTRN_TENDON || m->actuator_trnid[2 * i] != t)
        continue;
      if (!actuator_disabled(m, i) && !plugin_driven(m, i))
        d->actuator_force[i] *= scale;
    }
  }
}

static void actuator_forces(const mjModel* m, mjData* d, const ActuationPlan* plan,
                            const mjtNum* ctrl) {
  const int nu = (int)m->nu;
  const StackPlace place = scratch_begin(d);
  mjtNum *gain = scratch_nums(d, 2 * nu), *bias = gain + nu;
  Inputs in;
  fc_zero(gain, 2 * nu);
  gather_inputs(m, d, plan, &in, ctrl, early_activations(m, d));
  evaluate_laws(m, d, plan, LAW_GAIN, 0, &in, gain);
  evaluate_laws(m, d, plan, LAW_BIAS, 0, &in, bias);
  if (plan->user) {
    const int sleeping = sleep_filters_dofs(m, d);
    const mjfAct user_gain = CALLBACK(d, act_gain), user_bias = CALLBACK(d, act_bias);
    for (int i = 0; i < nu; i++) {
      if (actuator_disabled(m, i) || plugin_driven(m, i) ||
          (sleeping && sleep_actuator(m, d, i) == mjS_ASLEEP))
        continue;
      if (law_is_user(LAW_GAIN, m->actuator_gaintype[i]))
        gain[i] = user_gain ? user_gain(m, d, i) : 1;
      if (law_is_user(LAW_BIAS, m->actuator_biastype[i]))
        bias[i] = user_bias ? user_bias(m, d, i) : 0;
    }
  }
  mjtNum* FC_RESTRICT force = d->actuator_force;
  for (int i = 0; i < nu; i++)
    force[i] = gain[i] * in.input[i] + bias[i];
  evaluate_laws(m, d, plan, LAW_FORCE, 0, &in, force);
  scratch_end(d, place);
  plugins_compute(m, d, mjPLUGIN_ACTUATOR);

  limit_tendon_forces(m, d);
  const mjtByte* FC_RESTRICT limited = m->actuator_forcelimited;
  const mjtNum* FC_RESTRICT range = m->actuator_forcerange;
  for (int i = 0; i < nu; i++)
    if (limited[i])
      force[i] = fc_clip(force[i], range[2 * i], range[2 * i + 1]);
}

// ---------------------------------------------------------------- joints

// transposed moments times forces, then gravity compensation that is routed through actuators, then
// the limits of the joints
static void project_forces(const mjModel* m, mjData* d) {
  const int* FC_RESTRICT rowadr = d->moment_rowadr;
  const int* FC_RESTRICT rownnz = d->moment_rownnz;
  const int* FC_RESTRICT colind = d->moment_colind;
  const mjtNum* FC_RESTRICT moment = d->actuator_moment;
  const mjtNum* FC_RESTRICT given = d->actuator_force;
  mjtNum* FC_RESTRICT qfrc = d->qfrc_actuator;
  fc_zero(qfrc, (int)m->nv);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum force = given[i];
    if (!force)
      continue;
    for (int k = rowadr[i], end = k + rownnz[i]; k < end; k++)
      qfrc[colind[k]] += force * moment[k];
  }

  gravity_compensation_to_actuators(m, d);
  const mjtByte* FC_RESTRICT limited = m->jnt_actfrclimited;
  const mjtNum* FC_RESTRICT range = m->jnt_actfrcrange;
  for (int j = 0; j < m->njnt; j++) {
    mjtNum* force = qfrc + m->jnt_dofadr[j];
    if (limited[j])
      *force = fc_clip(*force, range[2 * j], range[2 * j + 1]);
  }
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  const int nu = (int)m->nu;
  if (!nu || mjDISABLED(mjDSBL_ACTUATION)) {
    fc_zero(d->actuator_force, nu);
    fc_zero(d->qfrc_actuator, (int)m->nv);
    return;
  }
  const mjtNum start = timer_now(d);
  const ActuationPlan* plan = actuation_plan(m, d, 1);
  if (!plan) {
    fc_zero(d->actuator_force, nu);
    return;
  }
  const StackPlace place = scratch_begin(d);
  mjtNum* ctrl = scratch_nums(d, nu);
  gather_controls(m, d, ctrl);
  if (m->na)
    activation_rates(m, d, plan, ctrl);
  plugins_activation(m, d);
  actuator_forces(m, d, plan, ctrl);
  project_forces(m, d);
  scratch_end(d, place);
  timer_lap(d, mjTIMER_ACTUATION, start, 1);
}

// ---------------------------------------------------------------- derivative

// d force / d velocity. The gain's slope is multiplied by the raw control, and an actuator whose
// force has reached a limit does not contribute.
void actuation_slope(const mjModel* m, mjData* d, mjtNum* slope) {
  const int nu = (int)m->nu;
  fc_zero(slope, nu);
  const ActuationPlan* plan = actuation_plan(m, d, 0);
  if (!plan)
    return;
  const StackPlace place = scratch_begin(d);
  mjtNum* gain = scratch_nums(d, nu);
  Inputs in;
  fc_zero(gain, nu);
  gather_inputs(m, d, plan, &in, d->ctrl, early_activations(m, d));
  // an edit of actuator_dyntype may have left an activation without dynamics: the force then uses
  // the activation and the derivative the control, as in the reference
  for (int i = 0; i < nu; i++) {
    const int law = m->actuator_dyntype[i];
    if (m->actuator_actadr[i] >= 0 && m->actuator_plugin[i] < 0 &&
        !law_is_face(LAW_DYNAMICS, law) && !law_is_user(LAW_DYNAMICS, law))
      in.input[i] = d->ctrl[i];
  }
  evaluate_laws(m, d, plan, LAW_GAIN, 1, &in, gain);
  evaluate_laws(m, d, plan, LAW_BIAS, 1, &in, slope);
  for (int i = 0; i < nu; i++)
    slope[i] += gain[i] * in.input[i];
  evaluate_laws(m, d, plan, LAW_FORCE, 1, &in, slope);
  for (int i = 0; i < nu; i++) {
    const mjtNum force = d->actuator_force[i], *range = m->actuator_forcerange + 2 * i;
    if (m->actuator_forcelimited[i] && (force <= range[0] || force >= range[1]))
      slope[i] = 0;
  }
  scratch_end(d, place);
}
