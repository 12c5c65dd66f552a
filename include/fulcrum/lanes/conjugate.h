// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Conjugate gradients in lanes: solvers/cg with masks.

#ifndef FULCRUM_LANES_CONJUGATE_H_
#define FULCRUM_LANES_CONJUGATE_H_

#include <fulcrum/lanes/line.h>

// M^-1 gradient
static void precondition(const Problem* p, num* Mgrad) {
  for (int i = p->begin; i < p->end; i++)
    Mgrad[i] = p->grad[i];
  factor_solve(Mgrad, p->s->qLD, p->s->qLDiagInv, p->begin, p->end);
}

static void solve_conjugate(Problem* p) {
  num Mgrad[nv], grad_old[nv], Mgrad_old[nv];
  evaluate(p);
  precondition(p, Mgrad);
  for (int i = p->begin; i < p->end; i++)
    p->p[i] = -Mgrad[i];
  for (int k = 0; k < solver_iterations; k++) {
    prepare_direction(p);
    end_lanes(p, p->active & ~step_along(p), NULL);
    if (!any(p->active))
      return;
    const num before = p->cost, tolerance = p->s->opt_tolerance[0];
    for (int i = p->begin; i < p->end; i++) {
      grad_old[i] = p->grad[i];
      Mgrad_old[i] = Mgrad[i];
    }
    evaluate(p);
    precondition(p, Mgrad);
    p->niter -= p->active;
    end_lanes(p,
              p->active & ~(at_most(tolerance, p->scale * p->norm) &
                            at_most(tolerance, p->scale * (before - p->cost))),
              NULL);
    if (!any(p->active))
      return;

    // Polak and Ribiere, restarted when the coefficient would be negative
    num change = num_of(0), former = num_of(0);
    for (int i = p->begin; i < p->end; i++) {
      change = num_mad(p->grad[i], Mgrad[i] - Mgrad_old[i], change);
      former = num_mad(grad_old[i], Mgrad_old[i], former);
    }
    const num beta = num_max(num_of(0), change / num_max(num_of(LANE_MINVAL), former));
    for (int i = p->begin; i < p->end; i++)
      p->p[i] = num_mad(beta, p->p[i], -Mgrad[i]);
  }
  add_results(p, p->active);
}

static void conjugate(Sim* s) { solve_primal(s, solve_conjugate); }

#endif  // FULCRUM_LANES_CONJUGATE_H_
