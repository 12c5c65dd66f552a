// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Linearisation of one time step by finite differences: with the tangent state x = (dq, qvel, act),
// the controls u and the sensors s,
//
//   dx' = A dx + B du,    ds = C dx + D du.
//
// Each column is the outcome of one perturbed step (two when centered) minus that of the nominal
// one. The inputs are perturbed in the order controls, activations, velocities, positions, so that
// stages invalidated only by a later group are reused: a control costs only an acceleration stage,
// and even the integrator's factor is kept.
//
// Between steps the physics state, the controls and the warm start are restored. Other things that
// a step may change (sleeping, user data) are not.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/pipeline/integrator_trait.h"
#include "core/physics/pipeline/stages.h"

// outcome of a step
typedef struct Outcome_ {
  mjtNum *qpos, *qvel, *act, *sensor;
} Outcome;

typedef struct Linearisation_ {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  int centered, with_sensors;
  mjtNum *A, *B, *C, *D;
  int nx;               // size of the tangent state
  int signature;        // what is restored between steps
  mjtNum* state;        // the state to restore
  mjtNum* bound_state;  // of faces with state (fulcrum/host.h), NULL: none
  mjtNum* direction;    // unit tangent vector, nv; zero between uses
  mjtNum* column;       // scratch for one column, max(nx, nsensordata)
  Outcome nominal, forth, back;
} Linearisation;

static Outcome outcome_allocate(const mjModel* m, mjData* d) {
  return (Outcome){.qpos = mj_stackAllocNum(d, (size_t)m->nq),
                   .qvel = mj_stackAllocNum(d, (size_t)m->nv),
                   .act = mj_stackAllocNum(d, (size_t)m->na),
                   .sensor = mj_stackAllocNum(d, (size_t)m->nsensordata)};
}

// steps from the state in d, stores the outcome, restores the state
static void try_step(const Linearisation* l, int skipstage, Outcome* out) {
  const mjModel* m = l->m;
  mjData* d = l->d;
  step_skip(m, d, skipstage, !l->with_sensors);
  fc_copy(out->qpos, d->qpos, (int)m->nq);
  fc_copy(out->qvel, d->qvel, (int)m->nv);
  fc_copy(out->act, d->act, (int)m->na);
  if (l->with_sensors)
    fc_copy(out->sensor, d->sensordata, (int)m->nsensordata);
  mj_setState(m, d, l->state, l->signature);
  if (l->bound_state)
    fc_setState(m, d, l->bound_state);
}

// ---------------------------------------------------------------- columns

// y = (b - a) * scale
static void difference(mjtNum* y, const mjtNum* a, const mjtNum* b, mjtNum scale, int n) {
  for (int i = 0; i < n; i++)
    y[i] = scale * (b[i] - a[i]);
}

// column of a row-major matrix with `ncol` columns
static void put_column(mjtNum* matrix, const mjtNum* column, int nrow, int ncol, int at) {
  for (int i = 0; i < nrow; i++)
    matrix[(size_t)i * (size_t)ncol + (size_t)at] = column[i];
}

static void put_state_column(const Linearisation* l, mjtNum* matrix, int ncol, int at,
                             const Outcome* a, const Outcome* b, mjtNum distance) {
  const mjModel* m = l->m;
  const int nv = (int)m->nv;
  if (!matrix)
    return;
  if (m->nq == m->nv)
    difference(l->column, a->qpos, b->qpos, 1 / distance, nv);
  else
    mj_differentiatePos(m, l->column, distance, a->qpos, b->qpos);
  difference(l->column + nv, a->qvel, b->qvel, 1 / distance, nv);
  difference(l->column + 2 * nv, a->act, b->act, 1 / distance, (int)m->na);
  put_column(matrix, l->column, l->nx, ncol, at);
}

static void put_sensor_column(const Linearisation* l, mjtNum* matrix, int ncol, int at,
                              const Outcome* a, const Outcome* b, mjtNum distance) {
  if (!matrix)
    return;
  difference(l->column, a->sensor, b->sensor, 1 / distance, (int)l->m->nsensordata);
  put_column(matrix, l->column, (int)l->m->nsensordata, ncol, at);
}

// ---------------------------------------------------------------- controls

static int inside(const mjModel* m, int actuator, mjtNum ctrl) {
  const mjtNum* range = m->actuator_ctrlrange + 2 * actuator;
  return !m->actuator_ctrllimited[actuator] || (range[0] <= ctrl && ctrl <= range[1]);
}

// A control is perturbed only within its range, on the sides where there is room; if there is none,
// the columns are zero.
static void difference_control(Linearisation* l, int i) {
  const mjModel* m = l->m;
  mjData* d = l->d;
  const mjtNum ctrl = d->ctrl[i], eps = l->eps;
  const int nu = (int)m->nu, at_home = inside(m, i, ctrl);
  const int forth = at_home && inside(m, i, ctrl + eps);
  const int back = (l->centered || !forth) && at_home && inside(m, i, ctrl - eps);
  if (forth) {
    d->ctrl[i] = ctrl + eps;
    try_step(l, mjSTAGE_VEL, &l->forth);
  }
  if (back) {
    d->ctrl[i] = ctrl - eps;
    try_step(l, mjSTAGE_VEL, &l->back);
  }
  const Outcome* from = back ? &l->back : &l->nominal;
  const Outcome* to = forth ? &l->forth : &l->nominal;
  const mjtNum distance = forth && back ? 2 * eps : eps;
  put_state_column(l, l->B, nu, i, from, to, distance);
  // when both sides are used, the reference defines D with the opposite sign
  if (forth && back)
    put_sensor_column(l, l->D, nu, i, to, from, distance);
  else
    put_sensor_column(l, l->D, nu, i, from, to, distance);
}

// ---------------------------------------------------------------- states

typedef enum Part_ { POSITION, VELOCITY, ACTIVATION } Part;

static void nudge(Linearisation* l, Part part, int i, mjtNum by) {
  mjData* d = l->d;
  switch (part) {
    case POSITION:
      l->direction[i] = 1;
      mj_integratePos(l->m, d->qpos, l->direction, by);
      l->direction[i] = 0;
      break;
    case VELOCITY: d->qvel[i] += by; break;
    case ACTIVATION: d->act[i] += by; break;
  }
}

static void difference_state(Linearisation* l, Part part, int i) {
  static const int skip[] = {
      [POSITION] = mjSTAGE_NONE, [VELOCITY] = mjSTAGE_POS, [ACTIVATION] = mjSTAGE_VEL};
  const int at = (int)part * (int)l->m->nv + i;
  nudge(l, part, i, l->eps);
  try_step(l, skip[part], &l->forth);
  if (l->centered) {
    nudge(l, part, i, -l->eps);
    try_step(l, skip[part], &l->back);
  }
  const Outcome* from = l->centered ? &l->back : &l->nominal;
  const mjtNum distance = l->centered ? 2 * l->eps : l->eps;
  put_state_column(l, l->A, l->nx, at, from, &l->forth, distance);
  put_sensor_column(l, l->C, l->nx, at, from, &l->forth, distance);
}

// ---------------------------------------------------------------- all of it

static int can_be_differenced(const mjModel* m, mjData* d) {
  const Bound* integrator = bound_choice(m, d, FC_INTEGRATOR);
  if (!integrator)
    return 0;
  if (integrator_evaluates(integrator)) {
    refuse_evaluating("mjd_transitionFD", m, integrator);
    return 0;
  }
  if (m->nhistory) {
    mju_error(
        "mjd_transitionFD: delays are not supported, the model has actuators or sensors with "
        "a history (nhistory = %d)",
        (int)m->nhistory);
    return 0;
  }
  return 1;
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A,
                      mjtNum* B, mjtNum* C, mjtNum* D) {
  if (!can_be_differenced(m, d))
    return;
  const int nv = (int)m->nv, na = (int)m->na, nx = 2 * nv + na, ns = (int)m->nsensordata;
  const int signature =
      mjSTATE_FULLPHYSICS | mjSTATE_CTRL | (mjDISABLED(mjDSBL_WARMSTART) ? 0 : mjSTATE_WARMSTART);
  mj_markStack(d);
  Linearisation l = {.m = m,
                     .d = d,
                     .eps = eps,
                     .centered = flg_centered,
                     .with_sensors = C || D,
                     .A = A,
                     .B = B,
                     .C = C,
                     .D = D,
                     .nx = nx,
                     .signature = signature};
  l.state = mj_stackAllocNum(d, (size_t)mj_stateSize(m, signature));
  l.direction = mj_stackAllocNum(d, (size_t)nv);
  l.column = mj_stackAllocNum(d, (size_t)(nx > ns ? nx : ns));
  l.nominal = outcome_allocate(m, d);
  l.forth = outcome_allocate(m, d);
  l.back = outcome_allocate(m, d);
  fc_zero(l.direction, nv);
  mj_getState(m, d, l.state, signature);
  const int nbound = fc_stateSize(m, d);
  if (nbound > 0) {
    l.bound_state = mj_stackAllocNum(d, (size_t)nbound);
    fc_getState(m, d, l.bound_state);
  }

  try_step(&l, mjSTAGE_NONE, &l.nominal);
  for (int i = 0; (B || D) && i < m->nu; i++)
    difference_control(&l, i);
  if (A || C) {
    for (int i = 0; i < na; i++)
      difference_state(&l, ACTIVATION, i);
    for (int i = 0; i < nv; i++)
      difference_state(&l, VELOCITY, i);
    for (int i = 0; i < nv; i++)
      difference_state(&l, POSITION, i);
  }
  mj_freeStack(d);
}
