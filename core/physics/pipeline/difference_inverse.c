// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Derivatives of inverse dynamics by forward differences: of the generalised force f (on request
// without the actuator forces), the sensors s and the inertia M with respect to position q,
// velocity v and acceleration a. Row i of every result is the derivative with respect to input dof
// i.
//
// The inputs are perturbed in the order accelerations, velocities, positions, so that each group
// recomputes only the stages it invalidates. The sensors are those of inverse dynamics itself:
// readings of actuation are left from an earlier call.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/pipeline/integrator_trait.h"
#include "core/physics/pipeline/stages.h"

typedef struct Inversion_ {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  int with_actuation, with_sensors;
  mjtNum* net;  // force of the last call, on request without the actuator forces
  mjtNum *force, *sensor, *inertia;  // nominal results
  mjtNum *qpos, *qvel, *qacc;        // inputs to restore
} Inversion;

// results go into d and net; d->qfrc_inverse keeps the actuator forces
static void invert(const Inversion* v, int skipstage) {
  const mjModel* m = v->m;
  mjData* d = v->d;
  mj_inverseSkip(m, d, skipstage, !v->with_sensors);
  if (v->with_actuation) {
    mj_fwdActuation(m, d);
    fc_sub(v->net, d->qfrc_inverse, d->qfrc_actuator, (int)m->nv);
  } else {
    fc_copy(v->net, d->qfrc_inverse, (int)m->nv);
  }
}

// row = (now - nominal) / eps
static void put_row(mjtNum* matrix, int row, const mjtNum* now, const mjtNum* nominal, int n,
                    mjtNum eps) {
  if (!matrix)
    return;
  mjtNum* y = matrix + (size_t)row * (size_t)n;
  for (int k = 0; k < n; k++)
    y[k] = (now[k] - nominal[k]) / eps;
}

// the rows of one input
static void put_rows(const Inversion* v, int i, mjtNum* force, mjtNum* sensor, mjtNum* inertia) {
  const mjModel* m = v->m;
  const mjData* d = v->d;
  put_row(force, i, v->net, v->force, (int)m->nv, v->eps);
  put_row(sensor, i, d->sensordata, v->sensor, (int)m->nsensordata, v->eps);
  put_row(inertia, i, d->qM, v->inertia, (int)m->nM, v->eps);
}

static int can_be_differenced(const mjModel* m, mjData* d) {
  const Bound* integrator = bound_choice(m, d, FC_INTEGRATOR);
  if (!integrator)
    return 0;
  if (integrator_evaluates(integrator)) {
    refuse_evaluating("mjd_inverseFD", m, integrator);
    return 0;
  }
  // without rows post-solvers have no effect and need not be resolved
  const Hook* hook;
  const Bound* post[POST_SOLVER_MAX];
  const int asked =
      m->opt.noslip_iterations > 0 || d->nefc || bound_hooks(m, d, FC_POST_SOLVER, &hook);
  if (asked && bound_post_solvers(m, d, post)) {
    mju_error("mjd_inverseFD: %s solver is not supported, expected noslip_iterations = 0, got %d",
              post[0]->face->name, m->opt.noslip_iterations);
    return 0;
  }
  return 1;
}

static void difference_accelerations(const Inversion* v, mjtNum* DfDa, mjtNum* DsDa) {
  mjData* d = v->d;
  for (int i = 0; i < v->m->nv; i++) {
    d->qacc[i] += v->eps;
    invert(v, mjSTAGE_VEL);
    put_rows(v, i, DfDa, DsDa, NULL);
    d->qacc[i] = v->qacc[i];
  }
}

static void difference_velocities(const Inversion* v, mjtNum* DfDv, mjtNum* DsDv) {
  mjData* d = v->d;
  for (int i = 0; i < v->m->nv; i++) {
    d->qvel[i] += v->eps;
    invert(v, mjSTAGE_POS);
    put_rows(v, i, DfDv, DsDv, NULL);
    d->qvel[i] = v->qvel[i];
  }
}

// direction: scratch, nv
static void difference_positions(const Inversion* v, mjtNum* direction, mjtNum* DfDq, mjtNum* DsDq,
                                 mjtNum* DmDq) {
  mjData* d = v->d;
  fc_zero(direction, (int)v->m->nv);
  for (int i = 0; i < v->m->nv; i++) {
    direction[i] = 1;
    mj_integratePos(v->m, d->qpos, direction, v->eps);
    direction[i] = 0;
    invert(v, mjSTAGE_NONE);
    put_rows(v, i, DfDq, DsDq, DmDq);
    fc_copy(d->qpos, v->qpos, (int)v->m->nq);
  }
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq,
                   mjtNum* DfDv, mjtNum* DfDa, mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa,
                   mjtNum* DmDq) {
  if (!can_be_differenced(m, d))
    return;
  const int nq = (int)m->nq, nv = (int)m->nv;
  mj_markStack(d);
  Inversion v = {.m = m,
                 .d = d,
                 .eps = eps,
                 .with_actuation = flg_actuation,
                 .with_sensors = DsDq || DsDv || DsDa,
                 .net = mj_stackAllocNum(d, (size_t)nv),
                 .force = mj_stackAllocNum(d, (size_t)nv),
                 .sensor = mj_stackAllocNum(d, (size_t)m->nsensordata),
                 .inertia = mj_stackAllocNum(d, (size_t)m->nM),
                 .qpos = mj_stackAllocNum(d, (size_t)nq),
                 .qvel = mj_stackAllocNum(d, (size_t)nv),
                 .qacc = mj_stackAllocNum(d, (size_t)nv)};
  mjtNum* direction = mj_stackAllocNum(d, (size_t)nv);
  fc_copy(v.qpos, d->qpos, nq);
  fc_copy(v.qvel, d->qvel, nv);
  fc_copy(v.qacc, d->qacc, nv);

  invert(&v, mjSTAGE_NONE);
  fc_copy(v.force, v.net, nv);
  fc_copy(v.sensor, d->sensordata, (int)m->nsensordata);
  fc_copy(v.inertia, d->qM, (int)m->nM);

  if (DfDa || DsDa)
    difference_accelerations(&v, DfDa, DsDa);
  if (DfDv || DsDv)
    difference_velocities(&v, DfDv, DsDv);
  if (DfDq || DsDq || DmDq)
    difference_positions(&v, direction, DfDq, DsDq, DmDq);
  mj_freeStack(d);
}
