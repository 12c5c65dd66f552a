// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Integration that is implicit in velocity. With D = d(qfrc_smooth)/d(qvel),
//
//   (M - h D) a = qfrc_smooth + qfrc_constraint.
//
// "implicit" uses all of D, which is not symmetric, and factors M - h D as an LU product on the
// pattern of D. "implicitfast" leaves out the derivative of Coriolis and gyroscopic forces; the
// rest is symmetric and is stored on the pattern of M, so that the factorisation of the inertia can
// be used. Interpolated flexes are in cells.c. mjData.qacc keeps the acceleration of continuous
// time.

#include <fulcrum/host.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "integrators/implicit/cells.h"
#include "integrators/implicit/lu.h"

// ---------------------------------------------------------------- matrices

// qLU = M - h qDeriv on the pattern of D; mapM2D gives the entry of M, or -1, for every entry of D
static void assemble_full(const mjModel* m, mjData* d) {
  const mjtNum h = m->opt.timestep;
  for (int k = 0; k < m->nD; k++)
    d->qLU[k] = (m->mapM2D[k] >= 0 ? d->M[m->mapM2D[k]] : 0) - h * d->qDeriv[k];
}

// qH = M - h (lower triangle of qDeriv); mapD2M gives the entry of D for every entry of M
static void assemble_symmetric(const mjModel* m, mjData* d) {
  const mjtNum h = m->opt.timestep;
  for (int k = 0; k < m->nC; k++)
    d->qH[k] = d->M[k] - h * d->qDeriv[m->mapD2M[k]];
}

// ---------------------------------------------------------------- steps

// The factors depend on positions and velocities, and through gains also on controls and
// activations; when only the latter differ from those of an earlier step, its factor is kept.
// Interpolated flexes are then explicit, as in the reference, because their system is not kept.

static int again_implicit(const FcContext* context, int skipstage) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  const int filtered = (m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv;
  const int *index = filtered ? d->dof_awake_ind : NULL, n = filtered ? d->nv_awake : (int)m->nv;

  mj_markStack(d);
  mjtNum* qacc = mj_stackAllocNum(d, (size_t)m->nv);
  int* scatter = mj_stackAllocInt(d, (size_t)m->nv);
  Cells cells = {0};
  int status = 0;
  if (skipstage < mjSTAGE_VEL) {
    fc_velocityDerivative(m, d, 1);
    assemble_full(m, d);
    const Rows rows = {d->qLU, m->D_rownnz, m->D_rowadr, m->D_colind};
    status = m->nflex && cells_setup(m, d, &rows, &cells);
    status = status || lu_factor(m, d->qLU, index, n, scatter) ? -1 : 0;
  }
  if (!status) {
    fc_add(qacc, d->qfrc_smooth, d->qfrc_constraint, (int)m->nv);
    lu_solve(m, d->qLU, qacc, index, n);
    cells_solve(d, &cells, qacc);
    fc_advance(m, d, d->act_dot, qacc, NULL);
  }
  mj_freeStack(d);
  return status;
}

static int again_implicitfast(const FcContext* context, int skipstage) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  mj_markStack(d);
  mjtNum* qacc = mj_stackAllocNum(d, (size_t)m->nv);
  Cells cells = {0};
  if (skipstage < mjSTAGE_VEL) {
    fc_velocityDerivative(m, d, 0);
    assemble_symmetric(m, d);
    const Rows rows = {d->qH, m->M_rownnz, m->M_rowadr, m->M_colind};
    if (m->nflex && cells_setup(m, d, &rows, &cells)) {
      mj_freeStack(d);
      return -1;
    }
    fc_factorInertia(m, d, d->qH, d->qHDiagInv);
  }
  fc_add(qacc, d->qfrc_smooth, d->qfrc_constraint, (int)m->nv);
  fc_solveInertia(m, d, d->qH, d->qHDiagInv, qacc);
  cells_solve(d, &cells, qacc);
  fc_advance(m, d, d->act_dot, qacc, NULL);
  mj_freeStack(d);
  return 0;
}

static int step_implicit(const FcContext* context) { return again_implicit(context, mjSTAGE_NONE); }

static int step_implicitfast(const FcContext* context) {
  return again_implicitfast(context, mjSTAGE_NONE);
}

// ---------------------------------------------------------------- discrete inverse

// qacc <- M^-1 (M - h D) qacc

static int continuous_implicit(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, (size_t)m->nv);
  fc_velocityDerivative(m, d, 1);
  assemble_full(m, d);
  for (int i = 0; i < m->nv; i++) {
    const int row = m->D_rowadr[i];
    force[i] = fc_dotSparse(d->qLU + row, d->qacc, m->D_rownnz[i], m->D_colind + row);
  }
  mj_solveM(m, d, d->qacc, force, 1);
  mj_freeStack(d);
  return 0;
}

static int continuous_implicitfast(const FcContext* context) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  const int nv = (int)m->nv;
  mj_markStack(d);
  mjtNum* force = mj_stackAllocNum(d, (size_t)nv);
  fc_velocityDerivative(m, d, 0);
  assemble_symmetric(m, d);
  // product with a symmetric matrix stored as lower triangle, the diagonal last in each row
  fc_zero(force, nv);
  for (int i = 0; i < nv; i++) {
    const int row = m->M_rowadr[i], diag = row + m->M_rownnz[i] - 1;
    for (int k = row; k < diag; k++) {
      const int j = m->M_colind[k];
      force[i] += d->qH[k] * d->qacc[j];
      force[j] += d->qH[k] * d->qacc[i];
    }
    force[i] += d->qH[diag] * d->qacc[i];
  }
  mj_solveM(m, d, d->qacc, force, 1);
  mj_freeStack(d);
  return 0;
}

static const FcIntegrator implicit = {.size = sizeof(FcIntegrator),
                                      .step = step_implicit,
                                      .continuous_acceleration = continuous_implicit,
                                      .step_again = again_implicit};
static const FcIntegrator implicitfast = {.size = sizeof(FcIntegrator),
                                          .step = step_implicitfast,
                                          .continuous_acceleration = continuous_implicitfast,
                                          .step_again = again_implicitfast};
static const FcFace faces[] = {
    {.size = sizeof(FcFace),
     .kind = FC_INTEGRATOR,
     .name = "implicit",
     .table = &implicit,
     .number = FC_NUMBER(mjINT_IMPLICIT)},
    {.size = sizeof(FcFace),
     .kind = FC_INTEGRATOR,
     .name = "implicitfast",
     .table = &implicitfast,
     .number = FC_NUMBER(mjINT_IMPLICITFAST)},
};

FC_MODULE_WITH(implicit, "implicit", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Implicit in velocity, with and without the derivative of the bias force", NULL)
