// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuation: controls -> activations -> forces -> generalised forces. The laws are in modules
// (fulcrum/actuator.h); this file collects the actuators of every law once, when the laws are
// bound, and afterwards makes one call per law and stage. Limits, delays and projection are here.
//
//   force = gain(length, velocity) * input + bias(length, velocity)
//   input = control, or the last activation

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/actuator.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding.h"
#include "core/kernel/engine_plugin.h"
#include "core/kernel/plugin_run.h"
#include "core/data/callbacks.h"
#include "core/mechanics/passive.h"
#include "core/mechanics/sleep.h"
#include "core/base/timer.h"
#include "core/pipeline/stages.h"

// ---------------------------------------------------------------- who is served by which law

typedef enum Role_ { ROLE_DYNAMICS, ROLE_GAIN, ROLE_BIAS, ROLE_FORCE, NROLE } Role;

// all actuators of one law
typedef struct Law_ {
  const Bound* bound;
  Role role;
  int* id;
  int n;
} Law;

typedef struct Plan_ {
  Law* law;
  int nlaw;
  int user;  // some law is a user callback
} Plan;

static void destroy_plan(void* state) {
  Plan* plan = state;
  for (int i = 0; i < plan->nlaw; i++)
    free(plan->law[i].id);
  free(plan->law), free(plan);
}

// MJCF names of the laws, indexed by enum; NULL where there is no law to call (none, user)
static const char* const dynamics_names[] = {[mjDYN_NONE] = NULL,
                                             [mjDYN_INTEGRATOR] = "dyntype/integrator",
                                             [mjDYN_FILTER] = "dyntype/filter",
                                             [mjDYN_FILTEREXACT] = "dyntype/filterexact",
                                             [mjDYN_MUSCLE] = "dyntype/muscle",
                                             [mjDYN_USER] = NULL};
static const char* const gain_names[] = {[mjGAIN_FIXED] = "gaintype/fixed",
                                         [mjGAIN_AFFINE] = "gaintype/affine",
                                         [mjGAIN_MUSCLE] = "gaintype/muscle",
                                         [mjGAIN_USER] = NULL};
static const char* const bias_names[] = {[mjBIAS_NONE] = NULL,
                                         [mjBIAS_AFFINE] = "biastype/affine",
                                         [mjBIAS_MUSCLE] = "biastype/muscle",
                                         [mjBIAS_USER] = NULL};

#define COUNT(names) ((int)(sizeof names / sizeof *names))

// Name of the law of actuator i in a role; NULL when it has none. Actuators of a module give their
// whole force by one law.
static const char* law_name(const mjModel* m, int i, Role role, char* text, int ntext) {
  const int plugin = m->actuator_plugin[i];
  const FcFace* face = plugin >= 0 ? plugin_face(m->plugin[plugin]) : NULL;
  if (role == ROLE_FORCE)
    return face ? (snprintf(text, (size_t)ntext, "%s", face->name), text) : NULL;
  if (plugin >= 0 && role != ROLE_DYNAMICS)
    return NULL;
  // a plugin may declare dynamics and keep no activation
  if (role == ROLE_DYNAMICS && m->actuator_actadr[i] < 0)
    return NULL;
  const int type = role == ROLE_DYNAMICS ? m->actuator_dyntype[i]
                   : role == ROLE_GAIN   ? m->actuator_gaintype[i]
                                         : m->actuator_biastype[i];
  const char* const* names = role == ROLE_DYNAMICS ? dynamics_names
                             : role == ROLE_GAIN   ? gain_names
                                                   : bias_names;
  const int n = role == ROLE_DYNAMICS ? COUNT(dynamics_names)
                : role == ROLE_GAIN   ? COUNT(gain_names)
                                      : COUNT(bias_names);
  return type >= 0 && type < n ? names[type] : NULL;
}

// put actuator i into the batch of its law
static int enlist(Plan* plan, const mjModel* m, const Bound* bound, Role role, int i) {
  int k = 0;
  while (k < plan->nlaw && (plan->law[k].bound != bound || plan->law[k].role != role))
    k++;
  if (k == plan->nlaw) {
    Law* grown = realloc(plan->law, (size_t)(k + 1) * sizeof *grown);
    if (!grown)
      return -1;
    plan->law = grown;
    plan->law[k] = (Law){.bound = bound, .role = role, .id = malloc((size_t)m->nu * sizeof(int))};
    plan->nlaw++;
    if (!plan->law[k].id)
      return -1;
  }
  plan->law[k].id[plan->law[k].n++] = i;
  return 0;
}

static Plan* make_plan(const mjModel* m, mjData* d) {
  Plan* plan = calloc(1, sizeof *plan);
  int failed = !plan;
  for (int i = 0; i < m->nu && !failed; i++) {
    plan->user |= m->actuator_dyntype[i] == mjDYN_USER || m->actuator_gaintype[i] == mjGAIN_USER ||
                  m->actuator_biastype[i] == mjBIAS_USER;
    for (int role = 0; role < NROLE && !failed; role++) {
      char text[256];
      const char* name = law_name(m, i, (Role)role, text, sizeof text);
      if (!name)
        continue;
      const int plugin = role == ROLE_FORCE ? m->actuator_plugin[i] : -1;
      const Bound* bound = plugin >= 0
                               ? bound_instance(m, d, plugin_face(m->plugin[plugin]), plugin)
                               : bound_named(m, d, FC_ACTUATOR, name);
      failed = !bound || enlist(plan, m, bound, (Role)role, i);
    }
  }
  if (failed) {
    if (plan)
      destroy_plan(plan);
    return NULL;
  }
  return plan;
}

static const Plan* plan_of(const mjModel* m, mjData* d) {
  void** slot = binding_slot(m, d, SLOT_ACTUATION, destroy_plan);
  if (slot && !*slot)
    *slot = make_plan(m, d);
  if (slot && !*slot)
    mju_error("actuation: %s", fc_lastError());
  return slot ? *slot : NULL;
}

// ---------------------------------------------------------------- batches

static int disabled(const mjModel* m, int i) {
  const int group = m->actuator_group[i];
  return group >= 0 && group <= 30 && (m->opt.disableactuator >> group & 1);
}

static int plugin_driven(const mjModel* m, int i) { return m->actuator_plugin[i] >= 0; }

// Which members of a law are served now; what is left out is asleep, or (forces only) disabled.
// Returns the law's own list when nobody is.
static const int* active_members(const mjModel* m, mjData* d, const Law* law, int* n) {
  const int sleeping = sleep_filters_dofs(m, d),
            groups = law->role != ROLE_DYNAMICS && m->opt.disableactuator;
  *n = law->n;
  if (!sleeping && !groups)
    return law->id;
  int* id = mj_stackAllocInt(d, (size_t)law->n);
  *n = 0;
  for (int k = 0; k < law->n; k++) {
    const int i = law->id[k];
    if (groups && disabled(m, i))
      continue;
    if (sleeping && sleep_actuator(m, d, i) == mjS_ASLEEP)
      continue;
    id[(*n)++] = i;
  }
  return id;
}

static void check(const mjData* d, const Law* law, int status) {
  if (status)
    mju_error("actuator \"%s\" failed at time %g: %s", law->bound->face->name, d->time,
              fc_lastError());
}

static int last_activation(const mjModel* m, int i) {
  return m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
}

// ---------------------------------------------------------------- controls

// controls after delay and clamping; all zero when one of them is bad
static void gather_controls(const mjModel* m, mjData* d, mjtNum* ctrl) {
  const int nu = (int)m->nu;
  for (int i = 0; i < nu; i++)
    ctrl[i] = m->actuator_delay[i] ? mj_readCtrl(m, d, i, d->time, -1) : d->ctrl[i];
  if (!mjDISABLED(mjDSBL_CLAMPCTRL)) {
    for (int i = 0; i < nu; i++) {
      if (m->actuator_ctrllimited[i])
        ctrl[i] = mju_clip(ctrl[i], m->actuator_ctrlrange[2 * i], m->actuator_ctrlrange[2 * i + 1]);
    }
  }
  for (int i = 0; i < nu; i++) {
    if (!fc_isBad(ctrl[i]))
      continue;
    mj_warning(d, mjWARN_BADCTRL, (size_t)i);
    fc_zero(ctrl, nu);
    return;
  }
}

// ---------------------------------------------------------------- activations

static void user_activation(const mjModel* m, mjData* d) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_dyntype[i] != mjDYN_USER || m->actuator_actadr[i] < 0)
      continue;
    if (sleep_filters_dofs(m, d) && sleep_actuator(m, d, i) == mjS_ASLEEP)
      continue;
    const mjfAct dynamics = CALLBACK(d, act_dyn);
    const mjtNum rate = dynamics ? dynamics(m, d, i) : 0;
    // an actuator with several activations has its callback write them all
    if (m->actuator_actnum[i] == 1)
      d->act_dot[m->actuator_actadr[i]] = rate;
  }
}

static void activation_rates(const mjModel* m, mjData* d, const Plan* plan, const mjtNum* ctrl) {
  const int sleeping = sleep_filters_dofs(m, d);
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_actadr[i] < 0 || (sleeping && sleep_actuator(m, d, i) == mjS_ASLEEP))
      continue;
    fc_zero(d->act_dot + m->actuator_actadr[i], m->actuator_actnum[i]);
  }
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    if (law->role != ROLE_DYNAMICS)
      continue;
    mj_markStack(d);
    FcActuatorBatch batch = {.ctrl = ctrl};
    batch.id = active_members(m, d, law, &batch.n);
    mjtNum* rate = mj_stackAllocNum(d, (size_t)law->n);
    const FcActuator* table = law->bound->table;
    check(d, law, table->activation(&law->bound->context, &batch, rate));
    for (int j = 0; j < batch.n; j++)
      d->act_dot[last_activation(m, batch.id[j])] = rate[j];
    mj_freeStack(d);
  }
  if (plan->user)
    user_activation(m, d);
}

// Activations that a plugin has ahead of an exact filter are advanced like the filter's own, as the
// reference does; all others by Euler, which is in act_next already.
static void advance_plugin_filters(const mjModel* m, const mjData* d, const mjtNum* rate,
                                   mjtNum* act_next) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_dyntype[i] != mjDYN_FILTEREXACT || !plugin_driven(m, i))
      continue;
    const mjtNum tau = mju_max(mjMINVAL, m->actuator_dynprm[mjNDYN * i]);
    const mjtNum factor = tau * (1 - exp(-m->opt.timestep / tau));
    for (int k = 0; k < m->actuator_actnum[i] - 1; k++) {
      const int a = m->actuator_actadr[i] + k;
      act_next[a] = d->act[a] + rate[a] * factor;
    }
  }
}

// Activations one step later. Disabled actuators do not move but are clamped all the same; sleeping
// ones keep their last rate.
void actuation_next(const mjModel* m, mjData* d, const mjtNum* act_dot, mjtNum* act_next) {
  const Plan* plan = plan_of(m, d);
  if (!plan)
    return;
  const mjtNum h = m->opt.timestep;
  mj_markStack(d);
  mjtNum* rate = mj_stackAllocNum(d, (size_t)m->na);
  fc_copy(rate, act_dot, (int)m->na);
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_actadr[i] >= 0 && disabled(m, i))
      fc_zero(rate + m->actuator_actadr[i], m->actuator_actnum[i]);
  }
  for (int a = 0; a < m->na; a++)
    act_next[a] = d->act[a] + h * rate[a];
  if (m->nplugin)
    advance_plugin_filters(m, d, rate, act_next);
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    const FcActuator* table = law->bound->table;
    if (law->role != ROLE_DYNAMICS || !table->next)
      continue;
    const FcActuatorBatch batch = {.id = law->id, .n = law->n, .ctrl = d->ctrl};
    mjtNum* mine = mj_stackAllocNum(d, 2 * (size_t)law->n);
    for (int j = 0; j < law->n; j++)
      mine[j] = rate[last_activation(m, law->id[j])];
    check(d, law, table->next(&law->bound->context, &batch, mine, mine + law->n));
    for (int j = 0; j < law->n; j++)
      act_next[last_activation(m, law->id[j])] = mine[law->n + j];
  }
  for (int i = 0; i < m->nu; i++) {
    if (!m->actuator_actlimited[i] || m->actuator_actadr[i] < 0)
      continue;
    for (int a = m->actuator_actadr[i]; a <= last_activation(m, i); a++) {
      act_next[a] =
          mju_clip(act_next[a], m->actuator_actrange[2 * i], m->actuator_actrange[2 * i + 1]);
    }
  }
  mj_freeStack(d);
}

// ---------------------------------------------------------------- forces

// What multiplies the gain of each actuator: its control, or its last activation, of the next step
// where the actuator acts early.
static void gather_inputs(const mjModel* m, mjData* d, const mjtNum* ctrl, mjtNum* input) {
  const mjtNum* next = NULL;
  mj_markStack(d);
  for (int i = 0; i < m->nu; i++) {
    input[i] = m->actuator_actadr[i] < 0 ? ctrl[i] : d->act[last_activation(m, i)];
    if (m->actuator_actadr[i] < 0 || !m->actuator_actearly[i])
      continue;
    if (!next) {
      mjtNum* all = mj_stackAllocNum(d, (size_t)m->na);
      actuation_next(m, d, d->act_dot, all);
      next = all;
    }
    input[i] = next[last_activation(m, i)];
  }
  mj_freeStack(d);
}

// values or slopes of all laws of one role, scattered over nu numbers that the caller has set for
// actuators without such a law
static void evaluate_laws(const mjModel* m, mjData* d, const Plan* plan, Role role, int slope,
                          const mjtNum* ctrl, mjtNum* result) {
  for (int k = 0; k < plan->nlaw; k++) {
    const Law* law = plan->law + k;
    const FcActuator* table = law->bound->table;
    if (law->role != role || (slope && !table->slope))
      continue;
    mj_markStack(d);
    FcActuatorBatch batch = {.ctrl = ctrl};
    batch.id = active_members(m, d, law, &batch.n);
    mjtNum* value = mj_stackAllocNum(d, (size_t)law->n);
    check(d, law, (slope ? table->slope : table->value)(&law->bound->context, &batch, value));
    for (int j = 0; j < batch.n; j++)
      result[batch.id[j]] = value[j];
    mj_freeStack(d);
  }
}

// total force on a tendon beyond its range scales the forces of all its actuators
static void limit_tendon_forces(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntendon; t++) {
    if (!m->tendon_actfrclimited[t])
      continue;
    mjtNum total = 0;
    for (int i = 0; i < m->nu; i++) {
      if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == t)
        total += d->actuator_force[i];
    }
    const mjtNum* range = m->tendon_actfrcrange + 2 * t;
    if (!total || (total >= range[0] && total <= range[1]))
      continue;
    const mjtNum scale = (total < range[0] ? range[0] : range[1]) / total;
    for (int i = 0; i < m->nu; i++) {
      if (m->actuator_trntype[i] != mjTRN_TENDON || m->actuator_trnid[2 * i] != t)
        continue;
      if (!disabled(m, i) && !plugin_driven(m, i))
        d->actuator_force[i] *= scale;
    }
  }
}

static void actuator_forces(const mjModel* m, mjData* d, const Plan* plan, const mjtNum* ctrl) {
  const int nu = (int)m->nu;
  mj_markStack(d);
  mjtNum* gain = mj_stackAllocNum(d, (size_t)nu);
  mjtNum* bias = mj_stackAllocNum(d, (size_t)nu);
  mjtNum* input = mj_stackAllocNum(d, (size_t)nu);
  fc_zero(gain, nu), fc_zero(bias, nu);
  gather_inputs(m, d, ctrl, input);
  evaluate_laws(m, d, plan, ROLE_GAIN, 0, ctrl, gain);
  evaluate_laws(m, d, plan, ROLE_BIAS, 0, ctrl, bias);
  if (plan->user) {
    const int sleeping = sleep_filters_dofs(m, d);
    const mjfAct user_gain = CALLBACK(d, act_gain), user_bias = CALLBACK(d, act_bias);
    for (int i = 0; i < nu; i++) {
      if (disabled(m, i) || plugin_driven(m, i) ||
          (sleeping && sleep_actuator(m, d, i) == mjS_ASLEEP))
        continue;
      if (m->actuator_gaintype[i] == mjGAIN_USER)
        gain[i] = user_gain ? user_gain(m, d, i) : 1;
      if (m->actuator_biastype[i] == mjBIAS_USER)
        bias[i] = user_bias ? user_bias(m, d, i) : 0;
    }
  }
  for (int i = 0; i < nu; i++)
    d->actuator_force[i] = gain[i] * input[i] + bias[i];
  evaluate_laws(m, d, plan, ROLE_FORCE, 0, ctrl, d->actuator_force);
  mj_freeStack(d);
  plugins_compute(m, d, mjPLUGIN_ACTUATOR);

  limit_tendon_forces(m, d);
  for (int i = 0; i < nu; i++) {
    if (!m->actuator_forcelimited[i])
      continue;
    d->actuator_force[i] = mju_clip(d->actuator_force[i], m->actuator_forcerange[2 * i],
                                    m->actuator_forcerange[2 * i + 1]);
  }
}

// ---------------------------------------------------------------- joints

// transposed moments times forces, then gravity compensation that is routed through actuators, then
// the limits of the joints
static void project_forces(const mjModel* m, mjData* d) {
  fc_zero(d->qfrc_actuator, (int)m->nv);
  for (int i = 0; i < m->nu; i++) {
    const mjtNum force = d->actuator_force[i];
    const int adr = d->moment_rowadr[i];
    if (!force)
      continue;
    for (int k = 0; k < d->moment_rownnz[i]; k++)
      d->qfrc_actuator[d->moment_colind[adr + k]] += force * d->actuator_moment[adr + k];
  }

  gravity_compensation_to_actuators(m, d);
  for (int j = 0; j < m->njnt; j++) {
    mjtNum* force = d->qfrc_actuator + m->jnt_dofadr[j];
    if (m->jnt_actfrclimited[j])
      *force = mju_clip(*force, m->jnt_actfrcrange[2 * j], m->jnt_actfrcrange[2 * j + 1]);
  }
}

void mj_fwdActuation(const mjModel* m, mjData* d) {
  const int nu = (int)m->nu;
  fc_zero(d->actuator_force, nu);
  if (!nu || mjDISABLED(mjDSBL_ACTUATION)) {
    fc_zero(d->qfrc_actuator, (int)m->nv);
    return;
  }
  const mjtNum start = timer_now();
  const Plan* plan = plan_of(m, d);
  if (!plan)
    return;
  mj_markStack(d);
  mjtNum* ctrl = mj_stackAllocNum(d, (size_t)nu);
  gather_controls(m, d, ctrl);
  if (m->na)
    activation_rates(m, d, plan, ctrl);
  plugins_activation(m, d);
  actuator_forces(m, d, plan, ctrl);
  project_forces(m, d);
  mj_freeStack(d);
  timer_add(d, mjTIMER_ACTUATION, start, 1);
}

// ---------------------------------------------------------------- derivative

// d force / d velocity. The control that multiplies the gain's slope is the raw one, and an
// actuator whose force has reached a limit does not contribute.
void actuation_slope(const mjModel* m, mjData* d, mjtNum* slope) {
  const int nu = (int)m->nu;
  fc_zero(slope, nu);
  const Plan* plan = plan_of(m, d);
  if (!plan)
    return;
  mj_markStack(d);
  mjtNum* gain = mj_stackAllocNum(d, (size_t)nu);
  mjtNum* input = mj_stackAllocNum(d, (size_t)nu);
  fc_zero(gain, nu);
  gather_inputs(m, d, d->ctrl, input);
  evaluate_laws(m, d, plan, ROLE_GAIN, 1, d->ctrl, gain);
  evaluate_laws(m, d, plan, ROLE_BIAS, 1, d->ctrl, slope);
  for (int i = 0; i < nu; i++)
    slope[i] += gain[i] * input[i];
  evaluate_laws(m, d, plan, ROLE_FORCE, 1, d->ctrl, slope);
  for (int i = 0; i < nu; i++) {
    const mjtNum force = d->actuator_force[i], *range = m->actuator_forcerange + 2 * i;
    if (m->actuator_forcelimited[i] && (force <= range[0] || force >= range[1]))
      slope[i] = 0;
  }
  mj_freeStack(d);
}
