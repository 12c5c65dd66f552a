// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that a solver solves. The acceleration a minimises the problem of <fulcrum/solver.h> if
// and only if the equation of motion holds with the forces that the constraint law assigns to it:
//
//   g(a) = M a - qfrc_smooth - J' f(J a - aref) = 0
//
// The residual is |g| relative to the forces involved. It is independent of the method of the
// solver, and dual solvers, for which the equation of motion holds by construction, are judged by
// the constraint law.

#include <math.h>
#include <stdlib.h>

#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "tools/check/check.h"

// Newton and conjugate gradients end below 1e-6; projected Gauss-Seidel, which moves along the
// elliptic cones one contact at a time, ends at 0.03 in this scene. A solver that solves another
// problem is far above.
#define RESIDUAL_MAX 0.05

static double norm(const mjtNum* x, int n) { return mju_norm(x, n); }

static double residual(const mjModel* m, mjData* d) {
  const int nv = (int)m->nv, nefc = d->nefc;
  mjtNum* g = mju_malloc(sizeof(mjtNum) * (size_t)(nv + nefc + 1));
  if (!g)
    return INFINITY;
  mjtNum *jar = g + nv, cost;
  mj_mulJacVec(m, d, jar, d->qacc);
  for (int i = 0; i < nefc; i++)
    jar[i] -= d->efc_aref[i];
  // the law overwrites the forces of the solver, which are not needed any more
  mj_constraintUpdate(m, d, jar, &cost, 0);
  mj_mulM(m, d, g, d->qacc);
  for (int i = 0; i < nv; i++)
    g[i] -= d->qfrc_smooth[i] + d->qfrc_constraint[i];
  const double r = norm(g, nv) / (norm(d->qfrc_smooth, nv) + norm(d->qfrc_constraint, nv) + 1e-10);
  mju_free(g);
  return r;
}

void check_solver(Check* check, const FcFace* face, mjModel* m, mjData* d) {
  static const char* const cones[] = {"pyramidal", "elliptic"};
  static const char* const jacobians[] = {"dense", "sparse"};
  const mjOption saved = m->opt;
  m->opt.iterations = 5000;
  m->opt.tolerance = 1e-12;
  for (int cone = 0; cone < 2; cone++) {
    for (int jacobian = 0; jacobian < 2; jacobian++) {
      m->opt.cone = cone;
      m->opt.jacobian = jacobian;
      check_phase(check, "solving with %s cones and a %s Jacobian", cones[cone],
                  jacobians[jacobian]);
      mj_resetData(m, d);
      // bodies have landed by then; the worst of several steps counts
      double worst = 0;
      int rows = 0;
      for (int i = 0; i < 150; i++) {
        mj_step(m, d);
        if (i % 10)
          continue;
        mj_forward(m, d);
        const double r = residual(m, d);
        worst = r > worst || isnan(r) ? r : worst;
        rows = d->nefc > rows ? d->nefc : rows;
      }
      check_result(check, worst < RESIDUAL_MAX,
                   "%s: optimality residual %.2g with %s cones, %s Jacobian, up to %d rows",
                   face->name, worst, cones[cone], jacobians[jacobian], rows);
    }
  }
  m->opt = saved;
}
