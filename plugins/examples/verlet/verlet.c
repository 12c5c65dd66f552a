// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.verlet: an integrator. Positions move with the mean of the old and the new velocity, which
// is exact while the acceleration is constant: a falling body is where it should be, whatever the
// time step.
//
//   v1 = v0 + h a,   q1 = q0 + h (v0 + h a / 2)
//
// To make another one, replace `step`; one that evaluates the dynamics at other states calls
// fc_evaluate and sets FC_INTEGRATOR_EVALUATES.
//
//     <option integrator="acme.verlet"/>

#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <mujoco/mujoco.h>

static int step(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  mj_markStack(d);
  mjtNum* mean = mj_stackAllocNum(d, m->nv);
  for (int i = 0; i < m->nv; i++)
    mean[i] = d->qvel[i] + m->opt.timestep / 2 * d->qacc[i];
  fc_advance(m, d, d->act_dot, d->qacc, mean);
  mj_freeStack(d);
  return 0;
}

// velocities move with the acceleration as it is
static int continuous_acceleration(const FcContext* context) {
  (void)context;
  return 0;
}

static const FcIntegrator table = {
    .size = sizeof(FcIntegrator), .step = step, .continuous_acceleration = continuous_acceleration};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_INTEGRATOR, .name = "acme.verlet", .table = &table}};

FC_MODULE_WITH(acme_verlet, "acme.verlet", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "An integrator: positions move with the mean velocity", NULL)
