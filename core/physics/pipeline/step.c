// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// One time step: check the state, evaluate the dynamics, let the bound integrator advance the
// state.

#include <stdint.h>

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/scratch.h"
#include "core/foundation/data/timer.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/mjplugin/plugin_run.h"
#include "core/physics/mechanics/inertia.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/advance.h"
#include "core/physics/pipeline/derivative.h"
#include "core/physics/pipeline/integrator_trait.h"
#include "core/physics/pipeline/not_finite.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/problem/contacts.h"

// ---------------------------------------------------------------- value checks

// First bad value among the entries of x, -1 if there is none; index: the entries to check, NULL
// for all.
static int first_bad(const mjtNum* x, const int* index, int n) {
  // contiguous values are rarely bad: first check all of them without branches
  int bad = index != NULL;
  for (int k = 0; k < n && !index; k++)
    bad |= fc_isBad(x[k]);
  for (int k = 0; k < n && bad; k++) {
    const int i = index ? index[k] : k;
    if (fc_isBad(x[i]))
      return i;
  }
  return -1;
}

// Warns, and restarts from the model's initial state unless that is switched off. The warning is
// counted again afterwards, because the reset clears its counter.
static void report_bad(const mjModel* m, mjData* d, int warning, int at) {
  const int made = not_finite_find(m, d, warning), told = d->warning[warning].number > 0;
  mj_warning(d, warning, at);
  if (made && !told)
    mju_warning("%s made a number that is not finite. Time = %.4f.", fc_notFinite(d), d->time);
  if (!mjDISABLED(mjDSBL_AUTORESET))
    mj_resetData(m, d);
  d->warning[warning].number++;
  d->warning[warning].lastinfo = at;
}

void mj_checkPos(const mjModel* m, mjData* d) {
  const int at = first_bad(d->qpos, NULL, (int)m->nq);
  if (at >= 0)
    report_bad(m, d, mjWARN_BADQPOS, at);
}

static int first_bad_dof(const mjModel* m, const mjData* d, const mjtNum* x) {
  return sleep_filters_dofs(m, d) ? first_bad(x, d->dof_awake_ind, d->nv_awake)
                                  : first_bad(x, NULL, (int)m->nv);
}

void mj_checkVel(const mjModel* m, mjData* d) {
  const int at = first_bad_dof(m, d, d->qvel);
  if (at >= 0)
    report_bad(m, d, mjWARN_BADQVEL, at);
}

void mj_checkAcc(const mjModel* m, mjData* d) {
  const int at = first_bad_dof(m, d, d->qacc);
  if (at < 0)
    return;
  report_bad(m, d, mjWARN_BADQACC, at);
  if (!mjDISABLED(mjDSBL_AUTORESET))
    mj_forward(m, d);
}

// ---------------------------------------------------------------- integrators

static int call_integrator(const Bound* bound, int skipstage) {
  const FcIntegrator* integrator = bound->table;
  const int again = skipstage > mjSTAGE_NONE && integrator->step_again;
  return again ? integrator->step_again(&bound->context, skipstage)
               : integrator->step(&bound->context);
}

static void run_integrator(mjData* d, const Bound* bound, int skipstage) {
  if (!bound)
    return;
  // forward evaluations inside a step have timers of their own
  const int timed = !integrator_evaluates(bound);
  const mjtNum start = timer_now(d);
  const unsigned long held = bindings_hold(d);
  const unsigned long mark = module_enter(d);
  if (call_integrator(bound, skipstage)) {
    mju_error("integrator \"%s\" failed at time %g: %s", bound->face->name, d->time,
              fail_reason(mark));
  }
  bindings_release(d, held);
  if (timed)
    timer_lap(d, mjTIMER_ADVANCE, start, 1);
}

static void run_numbered(const mjModel* m, mjData* d, int number) {
  const Bound* bound = bound_numbered(m, d, FC_INTEGRATOR, number);
  if (!bound)
    mju_error("%s", fc_lastError());
  run_integrator(d, bound, mjSTAGE_NONE);
}

void mj_Euler(const mjModel* m, mjData* d) { run_numbered(m, d, mjINT_EULER); }

void mj_RungeKutta(const mjModel* m, mjData* d, int N) {
  if (N != 4) {
    mju_error("mj_RungeKutta supports only N = 4, got %d", N);
    return;
  }
  run_numbered(m, d, mjINT_RK4);
}

void mj_implicit(const mjModel* m, mjData* d) {
  if (m->opt.integrator != mjINT_IMPLICIT && m->opt.integrator != mjINT_IMPLICITFAST) {
    mju_error("mj_implicit: integrator must be implicit or implicitfast, opt.integrator is %d",
              m->opt.integrator);
    return;
  }
  run_numbered(m, d, m->opt.integrator);
}

// ---------------------------------------------------------------- services for integrators

void fc_evaluate(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  mj_forwardSkip(m, d, skipstage, skipsensor);
}

// velocities of trees that fell asleep are now zero: recompute everything that depends on velocity
static void refresh_velocities(const mjModel* m, mjData* d) {
  mj_forwardSkip(m, d, mjSTAGE_POS, 0);
}

// advances the state of modules and plugins
static void advance_states(const mjModel* m, mjData* d) {
  plugins_advance(m, d);
  if (bound_advancing(d)) {
    contacts_advance(m, d);
    bound_advance(m, d);
  }
}

void fc_advance(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* qacc,
                const mjtNum* qvel) {
  static const AdvanceServices services = {
      .sensor = sensor_evaluate, .refresh = refresh_velocities, .plugins = advance_states};
  const StackPlace place = scratch_begin(d);
  mjtNum* act_next = NULL;
  if (m->na && !mjDISABLED(mjDSBL_ACTUATION)) {
    act_next = scratch_nums(d, m->na);
    actuation_next(m, d, act_dot, act_next);
  }
  state_advance(m, d, act_next, qacc, qvel, &services);
  scratch_end(d, place);
}

void fc_velocityDerivative(const mjModel* m, mjData* d, int include_bias) {
  const StackPlace place = scratch_begin(d);
  mjtNum* slope = NULL;
  if (m->nu && !mjDISABLED(mjDSBL_ACTUATION)) {
    slope = scratch_nums(d, m->nu);
    actuation_slope(m, d, slope);
  }
  velocity_derivative(m, d, slope, include_bias);
  contact_forces_derivative(m, d, !include_bias);
  scratch_end(d, place);
}

// Only the stack of d is written.
static mjData* own(const mjData* d) { return (mjData*)(uintptr_t)d; }

void fc_factorInertia(const mjModel* m, const mjData* d, mjtNum* LD, mjtNum* diaginv) {
  inertia_factor(m, own(d), LD, diaginv);
}

void fc_solveInertia(const mjModel* m, const mjData* d, const mjtNum* LD, const mjtNum* diaginv,
                     mjtNum* x) {
  inertia_solve(m, own(d), LD, diaginv, x, 1);
}

// ---------------------------------------------------------------- steps

void step_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor) {
  const unsigned long chain = timer_chain_begin(d);
  const mjtNum start = timer_now(d);
  mj_checkPos(m, d);
  mj_checkVel(m, d);
  mj_forwardSkip(m, d, skipstage, skipsensor);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV))
    mj_compareFwdInv(m, d);
  run_integrator(d, bound_choice(m, d, FC_INTEGRATOR), skipstage);
  timer_close(d, mjTIMER_STEP, start, 1);
  timer_chain_end(d, chain);
}

void mj_step(const mjModel* m, mjData* d) {
  bindings_follow(m, d);
  step_skip(m, d, mjSTAGE_NONE, 0);
}

void mj_step2(const mjModel* m, mjData* d) {
  const unsigned long chain = timer_chain_begin(d);
  const mjtNum start = timer_now(d);
  acceleration(m, d, 0);
  mj_checkAcc(m, d);
  if (mjENABLED(mjENBL_FWDINV))
    mj_compareFwdInv(m, d);
  // an integrator that evaluates the dynamics several times cannot be split at the control: Euler
  // replaces it
  const Bound* bound = bound_choice(m, d, FC_INTEGRATOR);
  if (bound && integrator_evaluates(bound)) {
    bound = bound_numbered(m, d, FC_INTEGRATOR, mjINT_EULER);
    if (!bound)
      mju_error("%s", fc_lastError());
  }
  run_integrator(d, bound, mjSTAGE_NONE);
  timer_close(d, mjTIMER_STEP, start, 1);
  timer_chain_end(d, chain);
}
