// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The classical Runge-Kutta method of order four on the manifold of configurations. With derivative
// F(X) = (velocity, acceleration, activation rate) at state X = (qpos, qvel, act), and stage times
// t, t + h/2, t + h/2, t + h:
//
//   K1 = F(X0),  K2 = F(X0 + h/2 K1),  K3 = F(X0 + h/2 K2),  K4 = F(X0 + h K3)
//   X(t + h) = X0 + h (K1 + 2 K2 + 2 K3 + K4) / 6
//
// Adding a velocity to a configuration means mj_integratePos, which moves quaternions along
// geodesics. Inside the stages activations are advanced by plain sums; exact filters and clamping
// act once, at the end. K1 is the evaluation that the step has already made.

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#define NSTAGE 4
static const mjtNum node[NSTAGE] = {0, 0.5, 0.5,
                                    1};  // when, and how far along the previous derivative
static const mjtNum weight[NSTAGE] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

// one derivative: nv velocities, nv accelerations, na activation rates
static void record(const mjModel* m, const mjData* d, mjtNum* derivative) {
  const int nv = (int)m->nv, na = (int)m->na;
  fc_copy(derivative, d->qvel, nv);
  fc_copy(derivative + nv, d->qacc, nv);
  fc_copy(derivative + 2 * nv, d->act_dot, na);
}

static int step(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  const int nq = (int)m->nq, nv = (int)m->nv, na = (int)m->na, n = 2 * nv + na;
  const mjtNum h = m->opt.timestep, time = d->time;

  mj_markStack(d);
  mjtNum* qpos = mj_stackAllocNum(d, (size_t)nq);
  mjtNum* rest = mj_stackAllocNum(d, (size_t)(nv + na));  // qvel and act
  mjtNum* current = mj_stackAllocNum(d, (size_t)n);
  mjtNum* sum = mj_stackAllocNum(d, (size_t)n);
  fc_copy(qpos, d->qpos, nq);
  fc_copy(rest, d->qvel, nv);
  fc_copy(rest + nv, d->act, na);

  record(m, d, current);
  fc_scl(sum, current, weight[0], n);
  for (int k = 1; k < NSTAGE; k++) {
    // the state a part of the step along the previous derivative
    const mjtNum part = h * node[k];
    fc_copy(d->qpos, qpos, nq);
    mj_integratePos(m, d->qpos, current, part);
    fc_addScl(d->qvel, rest, current + nv, part, nv);
    fc_addScl(d->act, rest + nv, current + 2 * nv, part, na);
    d->time = time + part;
    fc_evaluate(m, d, mjSTAGE_NONE, 1);
    record(m, d, current);
    fc_addToScl(sum, current, weight[k], n);
  }

  // back to where the step began, then once with the mean derivative
  fc_copy(d->qpos, qpos, nq);
  fc_copy(d->qvel, rest, nv);
  fc_copy(d->act, rest + nv, na);
  d->time = time;
  fc_advance(m, d, sum + 2 * nv, sum + nv, sum);
  mj_freeStack(d);
  return 0;
}

static const FcIntegrator table = {
    .size = sizeof(FcIntegrator), .step = step, .flags = FC_INTEGRATOR_EVALUATES};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_INTEGRATOR,
                                .name = "rk4",
                                .table = &table,
                                .number = FC_NUMBER(mjINT_RK4)}};

FC_MODULE_WITH(rk4, "rk4", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Explicit Runge-Kutta of order four", NULL)
