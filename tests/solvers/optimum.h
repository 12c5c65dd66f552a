// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Judging a solution from public quantities only.
//
// The primal problem is strictly convex, so the solution is unique and the gap between the primal
// value of qacc and the dual value of the forces bounds the error of any solver: half the squared
// distance of qacc from the optimum, measured with M, is at most the gap.

#ifndef TESTS_SOLVERS_OPTIMUM_H_
#define TESTS_SOLVERS_OPTIMUM_H_

#include "tests/physics/problem/scene.h"

typedef struct Judgement_ {
  double primal;      // P(qacc)
  double gap;         // P + Q, 0 at the optimum
  double residual;    // |M qacc - fs - J'f(qacc)|
  double infeasible;  // largest violation of the bounds by efc_force
} Judgement;

// Violation of the bounds of row i; elliptic contacts at their first row.
static inline double scene_infeasibility(Scene s, int i) {
  const mjData* d = s.d;
  const double* f = d->efc_force + i;
  if (i < d->ne)
    return 0;
  if (i < d->ne + d->nf)
    return fmax(0, fabs(f[0]) - d->efc_frictionloss[i]);
  if (d->efc_type[i] != mjCNSTR_CONTACT_ELLIPTIC)
    return fmax(0, -f[0]);
  const mjContact* con = d->contact + d->efc_id[i];
  double sum = 0;
  if (con->efc_address != i)
    return 0;
  for (int j = 1; j < con->dim; j++)
    sum += f[j] * f[j] / (con->friction[j - 1] * con->friction[j - 1]);
  return fmax(fmax(0, -f[0]), sqrt(sum) - f[0]);
}

// After mj_forward. efc_force, efc_state and qfrc_constraint are left as they were.
static inline Judgement scene_judge(Scene s) {
  const mjModel* m = s.m;
  mjData* d = s.d;
  int nv = m->nv, n = d->nefc;
  size_t room = (size_t)(4 * nv + 3 * n);
  double *Ma = calloc(room, sizeof *Ma), *x = Ma + nv, *y = x + nv, *frc = y + nv;
  double *r = frc + nv, *force = r + n, *b = force + n;
  Judgement j = {0, 0, 0, 0};
  for (int i = 0; i < n; i++)
    j.infeasible = fmax(j.infeasible, scene_infeasibility(s, i));
  mju_copy(force, d->efc_force, n);
  mju_copy(frc, d->qfrc_constraint, nv);

  // primal value and residual
  mj_mulJacVec(m, d, r, d->qacc);
  mju_subFrom(r, d->efc_aref, n);
  mj_constraintUpdate(m, d, r, &j.primal, 0);
  mj_mulM(m, d, Ma, d->qacc);
  for (int i = 0; i < nv; i++) {
    x[i] = Ma[i] - d->qfrc_smooth[i];
    y[i] = x[i] - d->qfrc_constraint[i];
    j.primal += 0.5 * x[i] * (d->qacc[i] - d->qacc_smooth[i]);
  }
  j.residual = mju_norm(y, nv);

  // dual value
  mj_mulJacVec(m, d, b, d->qacc_smooth);
  mju_subFrom(b, d->efc_aref, n);
  mj_mulJacTVec(m, d, x, force);
  mj_solveM(m, d, y, x, 1);
  j.gap = j.primal + 0.5 * mju_dot(x, y, nv);
  for (int i = 0; i < n; i++)
    j.gap += 0.5 * d->efc_R[i] * force[i] * force[i] + b[i] * force[i];
  mju_copy(d->efc_force, force, n);
  mju_copy(d->qfrc_constraint, frc, nv);
  free(Ma);
  return j;
}

#endif  // TESTS_SOLVERS_OPTIMUM_H_
