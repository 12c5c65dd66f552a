// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Semi-implicit Euler: velocities first, then positions with the new velocities. Joint damping is
// treated implicitly,
//
//   (M + h diag(damping)) a = qfrc_smooth + qfrc_constraint,
//
// so that stiff damping does not limit the time step. mjData.qacc keeps the acceleration of
// continuous time.

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// 1 when any (awake) joint is damped
static int damped(const mjModel* m, const mjData* d) {
  const mjtNum* damping = m->dof_damping;
  if ((m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv) {
    for (int k = 0; k < d->nv_awake; k++)
      if (damping[d->dof_awake_ind[k]] > 0)
        return 1;
  } else {
    for (int i = 0; i < m->nv; i++)
      if (damping[i] > 0)
        return 1;
  }
  return 0;
}

// qH = M + h diag(damping), factored
static void factor_damped(const mjModel* m, mjData* d) {
  fc_copy(d->qH, d->M, (int)m->nC);
  for (int i = 0; i < m->nv; i++)
    d->qH[m->M_rowadr[i] + m->M_rownnz[i] - 1] += m->opt.timestep * m->dof_damping[i];
  fc_factorInertia(m, d, d->qH, d->qHDiagInv);
}

// The factor depends only on positions.
static int step_again(const FcContext* context, int skipstage) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  if (mjDISABLED(mjDSBL_EULERDAMP) || mjDISABLED(mjDSBL_DAMPER) || !damped(m, d)) {
    fc_advance(m, d, d->act_dot, d->qacc, NULL);
    return 0;
  }
  mj_markStack(d);
  mjtNum* qacc = mj_stackAllocNum(d, (size_t)m->nv);
  fc_add(qacc, d->qfrc_smooth, d->qfrc_constraint, (int)m->nv);
  if (skipstage < mjSTAGE_POS)
    factor_damped(m, d);
  fc_solveInertia(m, d, d->qH, d->qHDiagInv, qacc);
  fc_advance(m, d, d->act_dot, qacc, NULL);
  mj_freeStack(d);
  return 0;
}

static int step(const FcContext* context) { return step_again(context, mjSTAGE_NONE); }

// Unlike the step, this ignores mjDSBL_DAMPER: this is how the reference defines the discrete
// inverse.
static int continuous_acceleration(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  const int nv = (int)m->nv;
  int any = 0;
  for (int i = 0; i < nv; i++)
    any |= m->dof_damping[i] > 0;
  if (mjDISABLED(mjDSBL_EULERDAMP) || !any)
    return 0;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, (size_t)nv);
  mj_mulM(m, d, force, d->qacc);
  for (int i = 0; i < nv; i++)
    force[i] += m->opt.timestep * m->dof_damping[i] * d->qacc[i];
  mj_solveM(m, d, d->qacc, force, 1);
  mj_freeStack(d);
  return 0;
}

static const FcIntegrator table = {.size = sizeof(FcIntegrator),
                                   .step = step,
                                   .continuous_acceleration = continuous_acceleration,
                                   .step_again = step_again};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_INTEGRATOR,
                                .name = "euler",
                                .table = &table,
                                .number = FC_NUMBER(mjINT_EULER)}};

FC_MODULE_WITH(euler, "euler", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Semi-implicit Euler, implicit in joint damping", NULL)
