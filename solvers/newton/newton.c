// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Newton's method with an exact line search on the primal problem of <fulcrum/solver.h>.
//
// The cost is piecewise quadratic with elliptic cones between the pieces, so once the right rows
// are active a single step lands on the solution (with pyramids exactly). Each iteration solves H p
// = -g, searches along p and moves; H p, J p and M p are linear in the step, so residuals and M a
// are updated rather than recomputed. The factor of H follows the rows that became or ceased to be
// quadratic: by rank-one updates when they are few or the problem is small and dense, by assembling
// and factoring again when they are many. Cone terms change in every iteration, and H is then
// factored again with them. There is no iteration when the warm start is the solution already.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>

#include "solvers/newton/hessian.h"

// Vectors of the iteration.
typedef struct Newton_ {
  Hessian h;
  mjtNum *Ma, *grad;    // nv
  mjtNum *p, *Mp, *Jp;  // direction and products
  int* previous;        // nefc: states before the step
  mjtNum gauss, cost;
  int factor_has_cones;
} Newton;

// Forces, cost and gradient. Returns the length of the gradient.
static mjtNum evaluate(FcProblem* p, Newton* w) {
  const mjtNum s = fc_problemEvaluate(p, p->jar, w->Ma, p->elliptic, &w->gauss);
  fc_sub(w->grad, w->Ma, p->qfrc_smooth, p->nv);
  fc_subFrom(w->grad, p->qfrc_constraint, p->nv);
  w->cost = s + w->gauss / 2;
  return fc_norm(w->grad, p->nv);
}

// Numbers of rows that are not satisfied, of rows of contacts in the state CONE, of rows that
// changed, and of those among them that are factor updates.
typedef struct Census_ {
  int active, cone, changed, updates;
} Census;

static Census count_states(const FcProblem* p, const int* previous) {
  Census c = {0, 0, 0, 0};
  for (int i = 0; i < p->nefc; i++) {
    int now = p->state[i], before = previous[i];
    c.active += now != mjCNSTRSTATE_SATISFIED;
    c.cone += now == mjCNSTRSTATE_CONE;
    c.changed += now != before;
    c.updates += (now == mjCNSTRSTATE_QUADRATIC) != (before == mjCNSTRSTATE_QUADRATIC);
  }
  return c;
}

// Factor of the current Hessian from scratch or from the assembled H. Returns 0, or -1 after
// fc_fail.
static int refactor(FcProblem* p, Newton* w, int from_scratch) {
  if (from_scratch)
    hessian_assemble(&w->h);
  else
    hessian_change(&w->h);
  hessian_add_cones(&w->h);
  if (hessian_factor(&w->h) == 0)
    return 0;

  // cancellation may have made it indefinite
  if (!from_scratch)
    return refactor(p, w, 1);
  return fc_fail("the Hessian of %d dofs and %d rows is rank-deficient", p->nv, p->nefc);
}

// Bring the factor up to date after the states changed.
static int update_factor(FcProblem* p, Newton* w, const Census* c) {
  if (c->cone || w->factor_has_cones) {
    w->factor_has_cones = c->cone > 0;
    return refactor(p, w, 0);
  }
  if (c->updates > 2 + p->nv / 16)
    return refactor(p, w, 0);
  for (int i = 0; c->updates && i < p->nefc; i++) {
    int now = p->state[i] == mjCNSTRSTATE_QUADRATIC,
        before = w->previous[i] == mjCNSTRSTATE_QUADRATIC;
    if (now != before)
      hessian_update(&w->h, i, now ? 1 : -1);
  }
  return w->h.rank_loss ? refactor(p, w, 1) : 0;
}

static void newton_direction(const FcProblem* p, Newton* w) {
  fc_scl(w->p, w->grad, -1, p->nv);
  hessian_solve(&w->h, w->p);
}

static int iterate(FcProblem* p, Newton* w) {
  while (p->niter < p->iterations) {
    mjSolverStat stat;
    FcLine line = {
        .size = sizeof line, .p = w->p, .Mp = w->Mp, .Jp = w->Jp, .Ma = w->Ma, .jar = p->jar};
    hessian_multiply_inertia(&w->h, w->Mp, w->p);
    fc_problemMulJ(p, w->Jp, w->p);
    p->gauss = &w->gauss;
    mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
    if (alpha == 0)
      break;
    fc_addToScl(p->qacc, w->p, alpha, p->nv);
    fc_addToScl(w->Ma, w->Mp, alpha, p->nv);
    fc_addToScl(p->jar, w->Jp, alpha, p->nefc);

    // the point that the step leads to
    mjtNum before = w->cost, former = p->potentials ? fc_norm(w->grad, p->nv) : 0;
    memcpy(w->previous, p->state, sizeof(int) * (size_t)p->nefc);
    mjtNum norm = evaluate(p, w);
    Census c = count_states(p, w->previous);
    stat.improvement = p->scale * (before - w->cost);
    stat.gradient = p->scale * norm;
    stat.nactive = c.active;
    stat.nchange = c.changed;
    stat.nupdate = c.updates + c.cone;
    fc_problemRecord(p, &stat);
    if (stat.gradient < p->tolerance ||
        (stat.improvement < p->tolerance && (!p->potentials || norm >= former)))
      break;
    if (update_factor(p, w, &c))
      return -1;
    newton_direction(p, w);
  }
  return 0;
}

// A gradient of this size, relative to the forces whose difference it is, is rounding error.
#define ROUNDING ((mjtNum)1e-14)

// 1 when the warm start is the solution, as in a scene at rest, where qacc is that of the step
// before. That counts as one iteration which changes nothing, or as none when the gradient is zero.
static int is_solved(FcProblem* p, mjtNum norm) {
  mjSolverStat stat = {.gradient = p->scale * norm};
  if (p->potentials || !p->iterations || stat.gradient >= p->tolerance ||
      norm > ROUNDING * (fc_norm(p->qfrc_smooth, p->nv) + fc_norm(p->qfrc_constraint, p->nv)))
    return 0;
  const Census c = count_states(p, p->state);
  stat.nactive = c.active;
  stat.nupdate = c.cone;
  if (norm > 0)
    fc_problemRecord(p, &stat);
  return 1;
}

static int solve(const FcContext* context, FcProblem* p) {
  (void)context;
  Newton w;
  hessian_create(p, &w.h);
  p->nnz = w.h.nnz;
  const int stride = w.h.stride;
  mjtNum* v = fc_problemAlloc(p, 4 * (size_t)stride + p->nefc);
  w.Ma = v;
  w.grad = v + stride;
  w.p = v + 2 * stride;
  w.Mp = v + 3 * stride;
  w.Jp = v + 4 * stride;
  w.previous = fc_problemAllocInt(p, p->nefc);

  // at the warm start
  fc_zero(w.p, stride);
  if (p->Ma)
    fc_copy(w.Ma, p->Ma, p->nv);
  else
    fc_problemMulM(p, w.Ma, p->qacc);
  if (is_solved(p, evaluate(p, &w)))
    return 0;
  hessian_load_inertia(&w.h);
  if (refactor(p, &w, 1))
    return -1;
  w.factor_has_cones = 0;
  for (int i = p->ne + p->nf; p->elliptic && i < p->nefc; i++)
    w.factor_has_cones |= p->state[i] == mjCNSTRSTATE_CONE;
  newton_direction(p, &w);
  return iterate(p, &w);
}

static const FcSolver table = {
    .size = sizeof(FcSolver), .flags = FC_SOLVER_ISLANDS | FC_SOLVER_POTENTIALS, .solve = solve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SOLVER,
                                .name = "newton",
                                .table = &table,
                                .number = FC_NUMBER(mjSOL_NEWTON)}};

FC_MODULE_WITH(newton, "newton", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Newton's method with an exact line search on the primal problem", NULL)
