// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forward constraint stage: warm start, then the bound solver on the whole system or island by
// island, then the post-solvers (mj_fwdConstraint).
//
// Warm start. Solvers that work on accelerations start from qacc_warmstart when its cost does not
// exceed that of qacc_smooth. One comparison decides for the whole system, so that the start does
// not depend on how the system is split. Force-space solvers start from the forces that the
// constraint law gives at qacc_warmstart, unless zero forces have a lower cost.

#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/parallel.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/combination.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/dual.h"

//------------------------------ warm start --------------------------------------------------------

// Residual J a - aref of an acceleration.
static void residual(const FcProblem* p, mjtNum* res, const mjtNum* a) {
  fc_problemMulJ(p, res, a);
  fc_subFrom(res, p->aref, p->nefc);
}

// That without constraint forces.
static void smooth_residual(const FcProblem* p) {
  residual(p, problem_host(p)->d->efc_b, p->qacc_smooth);
}

// Value f'b + 1/2 f'AR f of the dual problem.
static mjtNum dual_value(const FcProblem* p) {
  mjtNum value = fc_dot(p->force, p->b, p->nefc), quadratic = 0;
  for (int i = 0; i < p->nefc; i++) {
    if (p->force[i] == 0)
      continue;
    mjtNum product = p->sparse ? fc_dotSparse(p->AR + p->AR_rowadr[i], p->force, p->AR_rownnz[i],
                                              p->AR_colind + p->AR_rowadr[i])
                               : fc_dot(p->AR + (size_t)i * p->nefc, p->force, p->nefc);
    quadratic += p->force[i] * product;
  }
  return value + quadratic / 2;
}

// Forces from the law at qacc_warmstart, or none.
static void warm_start_dual(FcProblem* p) {
  smooth_residual(p);
  residual(p, p->jar, p->qacc);
  law_evaluate(p, p->jar, 0);
  problem_mul_transposed(p, p->qfrc_constraint, p->force);
  if (dual_value(p) > 0) {
    fc_zero(p->force, p->nefc);
    fc_zero(p->qfrc_constraint, p->nv);
  }
}

// The two points where a solver on accelerations may start, and their costs. Threads share them:
// the law writes states and forces at qacc_smooth to the problem, those at qacc_warmstart nowhere
// else.
typedef struct Starts_ {
  FcProblem* p;
  FcProblem warm;  // at qacc_warmstart
  mjtNum* Ma;      // there
  mjtNum cost[2];  // at qacc_smooth and there
} Starts;

static void evaluate_starts(void* context, int begin, int end) {
  Starts* s = context;
  FcProblem* warm = &s->warm;
  for (int k = begin; k < end; k++) {
    if (k == 0) {
      smooth_residual(s->p);
      s->cost[0] = law_evaluate(s->p, s->p->b, 0);
      continue;
    }
    residual(warm, warm->jar, warm->qacc);
    fc_problemMulM(warm, s->Ma, warm->qacc);
    s->cost[1] = law_evaluate(warm, warm->jar, 0) + problem_gauss(warm, s->Ma) / 2;
  }
}

// The better of qacc_warmstart, which p->qacc holds, and qacc_smooth; p->jar and p->Ma follow.
static void warm_start_primal(FcProblem* p) {
  enum { WORTH = 256 };  // rows
  mjData* d = problem_host(p)->d;
  Starts s = {.p = p, .warm = *p, .Ma = mj_stackAllocNum(d, p->nv)};
  mj_markStack(d);
  s.warm.force = mj_stackAllocNum(d, p->nefc);
  s.warm.state = mj_stackAllocInt(d, p->nefc);
  // the law of potentials is asked through the data
  parallel_for(d, 2, p->nefc > WORTH && !p->potentials ? 1 : 2, evaluate_starts, &s);
  mj_freeStack(d);
  p->Ma = s.Ma;
  if (s.cost[1] > s.cost[0]) {
    fc_copy(p->qacc, p->qacc_smooth, p->nv);
    fc_copy(p->jar, p->b, p->nefc);
    p->Ma = p->qfrc_smooth;
  }
}

static void warm_start(const mjModel* m, mjData* d, FcProblem* p, int dual) {
  if (m->opt.disableflags & mjDSBL_WARMSTART) {
    smooth_residual(p);
    fc_copy(d->qacc, d->qacc_smooth, m->nv);
    fc_copy(p->jar, d->efc_b, d->nefc);
    fc_zero(d->efc_force, d->nefc);
    for (int i = 0; i < d->nefc; i++)
      d->efc_state[i] = mjCNSTRSTATE_SATISFIED;
    p->Ma = d->qfrc_smooth;
    return;
  }
  fc_copy(d->qacc, d->qacc_warmstart, m->nv);
  if (dual)
    warm_start_dual(p);
  else
    warm_start_primal(p);

  // no constraint acts on dofs outside all islands
  if (d->nisland > 0 && d->nidof < m->nv) {
    for (int k = d->nidof; k < m->nv; k++) {
      int dof = d->map_idof2dof[k];
      d->qacc[dof] = d->qacc_smooth[dof];
    }
  }
}

// What a solver on accelerations evaluates in every iteration.
static void prepare(const FcSolver* solver, FcProblem* p) {
  if (!(solver->flags & FC_SOLVER_DUAL))
    problem_turn(p);
}

//------------------------------ islands -----------------------------------------------------------

// One island's solve.
typedef struct IslandTask_ {
  const Bound* bound;
  Problem problem;
  int status;
  char message[400];
} IslandTask;

static void solve_island(IslandTask* t) {
  const FcSolver* solver = t->bound->table;
  FcProblem* p = &t->problem.shown;
  mj_markStack(problem_host(p)->d);

  prepare(solver, p);
  const unsigned long mark = module_enter(problem_host(p)->d);
  t->status = solver->solve(&t->bound->context, p);
  t->status = problem_host(p)->law_failed ? -1 : t->status;
  problem_host(p)->columns = NULL;
  mj_freeStack(problem_host(p)->d);
  if (t->status)
    snprintf(t->message, sizeof t->message, "%s", fail_reason(mark));
}

static void solve_some(void* tasks, int begin, int end) {
  for (int k = begin; k < end; k++)
    solve_island((IslandTask*)tasks + k);
}

// Numbers of the dofs in island order, and back. An island that is the whole system has its order.
static void gather_dofs(const mjModel* m, const mjData* d, mjtNum* to, const mjtNum* from) {
  if (island_is_whole(m, d))
    fc_copy(to, from, m->nv);
  else
    fc_gather(to, from, d->map_idof2dof, d->nidof);
}

static void scatter_dofs(const mjModel* m, const mjData* d, mjtNum* to, const mjtNum* from) {
  if (island_is_whole(m, d))
    fc_copy(to, from, m->nv);
  else
    fc_scatter(to, from, d->map_idof2dof, d->nidof);
}

// Copies the inputs to island order. An island that is the whole system shares its rows.
static void gather_islands(const mjModel* m, mjData* d) {
  gather_dofs(m, d, d->ifrc_smooth, d->qfrc_smooth);
  gather_dofs(m, d, d->iacc_smooth, d->qacc_smooth);
  gather_dofs(m, d, d->iacc, d->qacc);
  fc_zero(d->ifrc_constraint, d->nidof);
  if (!island_is_whole(m, d)) {
    fc_gather(d->iefc_aref, d->efc_aref, d->map_iefc2efc, d->nefc);
    fc_gather(d->iefc_force, d->efc_force, d->map_iefc2efc, d->nefc);
  }
}

// Copies the results back to the order of the model. efc_state keeps the states of the warm start:
// those at qacc_smooth.
static void scatter_islands(const mjModel* m, mjData* d) {
  scatter_dofs(m, d, d->qacc, d->iacc);
  scatter_dofs(m, d, d->qfrc_constraint, d->ifrc_constraint);
  if (!island_is_whole(m, d))
    fc_scatter(d->efc_force, d->iefc_force, d->map_iefc2efc, d->nefc);
}

static void solve_islands(const mjModel* m, mjData* d, const Bound* bound, const FcProblem* whole) {
  mjtNum *jar = whole->jar, *Ma = mj_stackAllocNum(d, d->nidof);
  if (!island_is_whole(m, d)) {
    jar = mj_stackAllocNum(d, d->nefc);
    fc_gather(jar, whole->jar, d->map_iefc2efc, d->nefc);
  }
  if (whole->Ma)
    gather_dofs(m, d, Ma, whole->Ma);
  IslandTask* tasks =
      mj_stackAllocByte(d, sizeof(IslandTask) * (size_t)d->nisland, _Alignof(IslandTask));
  gather_islands(m, d);
  for (int k = 0; k < d->nisland; k++) {
    IslandTask* t = tasks + k;
    t->bound = bound;
    t->status = 0;
    problem_island(m, d, k, &t->problem);
    t->problem.shown.jar = jar + d->island_iefcadr[k];
    t->problem.shown.Ma = whole->Ma ? Ma + d->island_idofadr[k] : NULL;
  }
  parallel_for(d, d->nisland, 1, solve_some, tasks);

  // statistics and failures, in island order
  const IslandTask* failed = NULL;
  for (int k = 0; k < d->nisland; k++) {
    if (k < mjNISLAND) {
      d->solver_niter[k] = tasks[k].problem.shown.niter;
      d->solver_nnz[k] = tasks[k].problem.shown.nnz;
    }
    failed = !failed && tasks[k].status ? tasks + k : failed;
  }
  scatter_islands(m, d);
  if (failed) {
    mju_error("solver '%s', island %d: %s", bound->face->name, failed->problem.shown.island,
              failed->message);
  }
}

//------------------------------ forward -----------------------------------------------------------

// Runs a solver on the whole system.
static void solve_whole(mjData* d, const Bound* bound, FcProblem* p) {
  const FcSolver* solver = bound->table;
  mj_markStack(d);
  prepare(solver, p);
  const unsigned long mark = module_enter(d);
  int status = solver->solve(&bound->context, p);
  status = problem_host(p)->law_failed ? -1 : status;
  problem_host(p)->columns = NULL;
  mj_freeStack(d);
  d->solver_niter[0] = p->niter;
  d->solver_nnz[0] = p->nnz;
  if (status)
    mju_error("solver '%s': %s", bound->face->name, fail_reason(mark));
}

// Runs a post-solver on the solution so far.
static void post_process(mjData* d, const Bound* bound, FcProblem* p) {
  const FcPostSolver* post = bound->table;
  p->nnz = d->solver_nnz[0];
  mj_markStack(d);
  const unsigned long mark = module_enter(d);
  int status = post->improve(&bound->context, p);
  mj_freeStack(d);
  d->solver_niter[0] = p->niter;
  d->solver_nnz[0] = p->nnz;
  if (status)
    mju_error("post_solver '%s': %s", bound->face->name, fail_reason(mark));
}

// The dual matrix is computed in the position stage, for the solvers that were in force then.
static int dual_matrix_is_there(const mjData* d, const Bound* needy) {
  if (needy && !d->efc_AR) {
    mju_error(
        "solver '%s' needs the dual matrix, which the position stage did not compute; call "
        "mj_fwdPosition after changing options",
        needy->face->name);
    return 0;
  }
  return 1;
}

// Options may have been edited since the contact model was bound.
static int they_go_together(const FcProblem* p, const Bound* bound, const Bound* const* post,
                            int npost) {
  if (p->potentials && combination_check(problem_host(p)->contact_law, bound, post, npost)) {
    mju_error("%s", fc_lastError());
    return 0;
  }
  return 1;
}

void mj_fwdConstraint(const mjModel* m, mjData* d) {
  fc_zero(d->qfrc_constraint, m->nv);
  if (!d->nefc) {
    fc_copy(d->qacc, d->qacc_smooth, m->nv);
    memset(d->solver_niter, 0, sizeof d->solver_niter);
    return;
  }
  const Bound *bound = bound_choice(m, d, FC_SOLVER), *post[POST_SOLVER_MAX];
  if (!bound)
    return;
  const int flags = ((const FcSolver*)bound->table)->flags, npost = post_solvers(m, d, post);
  Problem problem;
  FcProblem* p = &problem.shown;
  problem_whole(m, d, &problem);
  if (npost < 0 || !they_go_together(p, bound, post, npost) ||
      !dual_matrix_is_there(d, dual_solver(bound, post, npost)))
    return;

  mj_markStack(d);
  p->jar = mj_stackAllocNum(d, d->nefc);
  warm_start(m, d, p, flags & FC_SOLVER_DUAL);
  law_check(p);
  memset(d->solver_niter, 0, sizeof d->solver_niter);

  if (d->nisland > 0 && !npost && (flags & FC_SOLVER_ISLANDS))
    solve_islands(m, d, bound, p);
  else
    solve_whole(d, bound, p);
  for (int i = 0; i < npost; i++)
    post_process(d, post[i], p);
  mj_freeStack(d);
}
