// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Nonlinear conjugate gradients on the primal problem of <fulcrum/solver.h>, preconditioned with
// the inertia matrix.
//
// Directions follow Polak and Ribiere, restarted from the preconditioned gradient M^-1 g when the
// coefficient would be negative. The line search is exact. An iteration costs one solve with the
// factor of M and one product each with M, J and J'. (M p = -g + beta M p would cost nothing, but
// rounds differently from the product.)

#include <string.h>

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>

// Vectors of the iteration.
typedef struct Gradients_ {
  mjtNum *Ma, *grad, *Mgrad;     // M a; gradient; M^-1 gradient
  mjtNum *grad_old, *Mgrad_old;  // of the previous iteration
  mjtNum *p, *Mp, *Jp;           // direction and products
  int* previous;                 // states before the step
  mjtNum gauss, cost;
} Gradients;

// Forces, cost, gradient and preconditioned gradient. Returns the length of the gradient.
static mjtNum evaluate(FcProblem* p, Gradients* w) {
  const mjtNum s = fc_problemEvaluate(p, p->jar, w->Ma, 0, &w->gauss);
  fc_sub(w->grad, w->Ma, p->qfrc_smooth, p->nv);
  fc_subFrom(w->grad, p->qfrc_constraint, p->nv);
  w->cost = s + w->gauss / 2;
  fc_problemSolveM(p, w->Mgrad, w->grad);
  return fc_norm(w->grad, p->nv);
}

// p = -M^-1 g + beta p
static void conjugate_direction(const FcProblem* p, Gradients* w) {
  int nv = p->nv;
  mjtNum *change = w->Mp,
         product[2];  // scratch: the product for the next direction is computed later
  fc_sub(change, w->Mgrad, w->Mgrad_old, nv);
  const mjtNum *const a[2] = {w->grad, w->grad_old}, *const b[2] = {change, w->Mgrad_old};
  fc_dots(product, 2, a, b, nv);
  mjtNum beta = fc_max(0, product[0] / fc_max(mjMINVAL, product[1]));
  for (int i = 0; i < nv; i++)
    w->p[i] = beta * w->p[i] - w->Mgrad[i];
}

static void count_states(const FcProblem* p, const int* previous, mjSolverStat* stat) {
  const int *state = p->state, nefc = p->nefc;
  int active = 0, changed = 0;
  for (int i = 0; i < nefc; i++) {
    active += state[i] != mjCNSTRSTATE_SATISFIED;
    changed += state[i] != previous[i];
  }
  stat->nactive = active;
  stat->nchange = changed;
  stat->nupdate = 0;
}

static void swap(mjtNum** a, mjtNum** b) {
  mjtNum* c = *a;
  *a = *b;
  *b = c;
}

static void iterate(FcProblem* p, Gradients* w) {
  int nv = p->nv;
  while (p->niter < p->iterations) {
    mjSolverStat stat;
    FcLine line = {
        .size = sizeof line, .p = w->p, .Mp = w->Mp, .Jp = w->Jp, .Ma = w->Ma, .jar = p->jar};
    fc_problemMulM(p, w->Mp, w->p);
    fc_problemMulJ(p, w->Jp, w->p);
    p->gauss = &w->gauss;
    mjtNum alpha = fc_problemLineSearch(p, &line, &stat);
    if (alpha == 0)
      break;
    fc_addToScl(p->qacc, w->p, alpha, nv);
    fc_addToScl(w->Ma, w->Mp, alpha, nv);
    fc_addToScl(p->jar, w->Jp, alpha, p->nefc);

    // the point that the step leads to
    mjtNum before = w->cost, former = p->potentials ? fc_norm(w->grad, nv) : 0;
    memcpy(w->previous, p->state, sizeof(int) * (size_t)p->nefc);
    swap(&w->grad_old, &w->grad);
    swap(&w->Mgrad_old, &w->Mgrad);
    mjtNum norm = evaluate(p, w);
    stat.improvement = p->scale * (before - w->cost);
    stat.gradient = p->scale * norm;
    count_states(p, w->previous, &stat);
    fc_problemRecord(p, &stat);
    if (stat.gradient < p->tolerance ||
        (stat.improvement < p->tolerance && (!p->potentials || norm >= former)))
      break;
    conjugate_direction(p, w);
  }
}

// Distance between vectors. A loop that reads one vector and writes another is slow when their
// addresses are about the same modulo 4096: processors then take a load that follows a store for a
// load of the same address.
static size_t spacing(int nv) {
  const size_t page = 4096 / sizeof(mjtNum), offset = 72;
  return ((size_t)nv + page - 1 - offset) / page * page + offset;
}

static int solve(const FcContext* context, FcProblem* p) {
  (void)context;
  int nv = p->nv;
  Gradients w;
  size_t stride = spacing(nv);
  mjtNum* v = fc_problemAlloc(p, 7 * stride + p->nefc);
  w.Ma = v;
  w.grad = v + stride;
  w.Mgrad = v + 2 * stride;
  w.grad_old = v + 3 * stride;
  w.Mgrad_old = v + 4 * stride;
  w.p = v + 5 * stride;
  w.Mp = v + 6 * stride;
  w.Jp = v + 7 * stride;
  w.previous = fc_problemAllocInt(p, p->nefc);

  // at the warm start
  if (p->Ma)
    fc_copy(w.Ma, p->Ma, nv);
  else
    fc_problemMulM(p, w.Ma, p->qacc);
  evaluate(p, &w);
  fc_scl(w.p, w.Mgrad, -1, nv);
  iterate(p, &w);
  p->nnz = 0;
  return 0;
}

static const FcSolver table = {
    .size = sizeof(FcSolver), .flags = FC_SOLVER_ISLANDS | FC_SOLVER_POTENTIALS, .solve = solve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SOLVER,
                                .name = "cg",
                                .table = &table,
                                .number = FC_NUMBER(mjSOL_CG)}};

FC_MODULE_WITH(cg, "cg", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Nonlinear conjugate gradients with an exact line search on the primal problem",
               NULL)
