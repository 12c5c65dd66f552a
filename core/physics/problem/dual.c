// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <fulcrum/host.h>
#include <fulcrum/solver.h>

#include "core/kernel/modules/registry.h"
#include "core/physics/problem/dual.h"

int post_solvers(const mjModel* m, mjData* d, const Bound* run[POST_SOLVER_MAX]) {
  const int n = bound_post_solvers(m, d, run);
  if (!n && m->opt.noslip_iterations > 0) {
    registry_fail(FC_POST_SOLVER,
                  "noslip_iterations is %d, but there is no post_solver that it asks for",
                  m->opt.noslip_iterations);
    mju_error("%s", fc_lastError());
    return -1;
  }
  return n;
}

static int is_dual(const Bound* post) {
  return ((const FcPostSolver*)post->table)->flags & FC_SOLVER_DUAL;
}

const Bound* dual_solver(const Bound* solver, const Bound* const* post, int npost) {
  if (((const FcSolver*)solver->table)->flags & FC_SOLVER_DUAL)
    return solver;
  for (int i = 0; i < npost; i++)
    if (is_dual(post[i]))
      return post[i];
  return NULL;
}

int dual_matrix_is_needed(const mjModel* m, mjData* d) {
  const Bound *solver = bound_choice(m, d, FC_SOLVER), *post[POST_SOLVER_MAX];
  const int npost = solver ? post_solvers(m, d, post) : -1;
  return npost >= 0 && dual_solver(solver, post, npost) != NULL;
}

// Decided by the options alone, because there is no mjData with bindings. Solvers that are not
// installed do not need it.
int mj_isDual(const mjModel* m) {
  const FcFace* solver = registry_numbered(FC_SOLVER, "", m->opt.solver);
  if (solver && (((const FcSolver*)solver->table)->flags & FC_SOLVER_DUAL))
    return 1;
  const FcFace* post[INSTALLED_MAX];
  const int n = registry_all(FC_POST_SOLVER, post, INSTALLED_MAX);
  for (int i = 0; i < n && i < INSTALLED_MAX; i++) {
    const FcPostSolver* table = post[i]->table;
    if ((table->flags & FC_SOLVER_DUAL) && table->wanted && table->wanted(m))
      return 1;
  }
  return 0;
}
