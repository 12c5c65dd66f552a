// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// acme.admm: a constraint solver by the alternating direction method of multipliers
// (Boyd et al., "Distributed optimization and statistical learning via ADMM", 2011).
//
// It works on the dual problem of <fulcrum/solver.h>: forces f that minimise 1/2 f' AR f + f' b,
// each row, or each elliptic contact, inside its own set. The force is kept twice, once for the
// quadratic and once for the sets:
//
//     x <- argmin 1/2 x' A x + x' b + rho/2 |x - z + u|^2    one solve with a factor of A + rho I
//     z <- projection of relaxed x + u onto the sets
//     u <- u + relaxed x - z
//
// in scaled variables f = S g. The scale 1 / sqrt(AR_ii) gives the matrix a unit diagonal; inside
// an elliptic contact it is one number times the friction coefficients, which turns the ellipse
// into the circle whose projection is a formula. rho follows the ratio of the residuals, and the
// matrix is factored again when it changes.

#include <math.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/solver.h>
#include <mujoco/mujoco.h>

enum { RHO, RELAXATION, NPARAMETER };  // in the order of `parameters`
#define ADAPT_EVERY 25

typedef struct Admm_ {
  int n;
  mjtNum rho;
  mjtNum *scale, *A, *b, *factor;    // scaled problem, Cholesky factor of A + rho I
  mjtNum *x, *z, *u, *rhs, *before;  // iterates; z of the iteration before
} Admm;

//------------------------------ the scaled problem ------------------------------------------------

static int is_elliptic(const FcProblem* p, int row) {
  return p->type[row] == mjCNSTR_CONTACT_ELLIPTIC;
}

// AR as a dense matrix
static void unpack(const FcProblem* p, mjtNum* A) {
  const int n = p->nefc;
  if (!p->sparse) {
    memcpy(A, p->AR, sizeof(mjtNum) * (size_t)n * (size_t)n);
    return;
  }
  memset(A, 0, sizeof(mjtNum) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++) {
    const int adr = p->AR_rowadr[i];
    for (int k = 0; k < p->AR_rownnz[i]; k++)
      A[(size_t)i * n + p->AR_colind[adr + k]] = p->AR[adr + k];
  }
}

static void set_scale(const FcProblem* p, Admm* w) {
  for (int i = 0; i < w->n; i++) {
    w->scale[i] = 1 / sqrt(w->A[(size_t)i * w->n + i]);
    if (!is_elliptic(p, i))
      continue;
    // the rows of a contact follow each other, the normal first
    const mjContact* contact = p->contact + p->id[i];
    for (int j = 1; j < contact->dim; j++)
      w->scale[i + j] = w->scale[i] * contact->friction[j - 1];
    i += contact->dim - 1;
  }
}

static void set_problem(const FcProblem* p, Admm* w) {
  const int n = w->n;
  unpack(p, w->A);
  set_scale(p, w);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      w->A[(size_t)i * n + j] *= w->scale[i] * w->scale[j];
    w->b[i] = p->b[i] * w->scale[i];
    w->z[i] = p->force[i] / w->scale[i];
    w->u[i] = 0;
  }
}

static int factor(Admm* w) {
  const int n = w->n;
  memcpy(w->factor, w->A, sizeof(mjtNum) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++)
    w->factor[(size_t)i * n + i] += w->rho;
  return mju_cholFactor(w->factor, n, 0) == n
             ? 0
             : fc_fail("the dual matrix of %d rows is not positive definite", n);
}

//------------------------------ projections -------------------------------------------------------

// nearest point of the circular cone |v_1..| <= v_0
static void project_cone(mjtNum* v, int dim) {
  const mjtNum normal = v[0], tangent = fc_norm(v + 1, dim - 1);
  if (tangent <= normal)
    return;
  if (tangent <= -normal) {
    fc_zero(v, dim);
    return;
  }
  const mjtNum length = (normal + tangent) / 2;
  fc_scl(v + 1, v + 1, length / tangent, dim - 1);
  v[0] = length;
}

static void project(const FcProblem* p, const Admm* w, mjtNum* v) {
  for (int i = p->ne; i < w->n; i++) {
    if (i < p->ne + p->nf) {
      const mjtNum bound = p->frictionloss[i] / w->scale[i];
      v[i] = fc_clip(v[i], -bound, bound);
    } else if (is_elliptic(p, i)) {
      const int dim = p->contact[p->id[i]].dim;
      project_cone(v + i, dim);
      i += dim - 1;
    } else if (v[i] < 0) {
      v[i] = 0;
    }
  }
}

//------------------------------ iterations --------------------------------------------------------

static mjtNum largest(const mjtNum* v, int n) {
  mjtNum most = 0;
  for (int i = 0; i < n; i++)
    most = fc_max(most, fabs(v[i]));
  return most;
}

// One iteration. *apart: distance of the two copies; *moved: rho times the change of z.
static void iterate(const FcProblem* p, Admm* w, mjtNum relaxation, mjtNum* apart, mjtNum* moved) {
  const int n = w->n;
  memcpy(w->before, w->z, sizeof(mjtNum) * (size_t)n);
  for (int i = 0; i < n; i++)
    w->rhs[i] = w->rho * (w->z[i] - w->u[i]) - w->b[i];
  mju_cholSolve(w->x, w->factor, w->rhs, n);
  for (int i = 0; i < n; i++) {
    w->rhs[i] = relaxation * w->x[i] + (1 - relaxation) * w->before[i];
    w->z[i] = w->rhs[i] + w->u[i];
  }
  project(p, w, w->z);
  for (int i = 0; i < n; i++)
    w->u[i] += w->rhs[i] - w->z[i];
  *apart = *moved = 0;
  for (int i = 0; i < n; i++) {
    *apart = fc_max(*apart, fabs(w->x[i] - w->z[i]));
    *moved = fc_max(*moved, w->rho * fabs(w->z[i] - w->before[i]));
  }
}

// let the residuals shrink at the same rate; 1 when rho has changed
static int adapt(Admm* w, mjtNum apart, mjtNum moved) {
  const mjtNum ratio = sqrt(fc_max(apart, mjMINVAL) / fc_max(moved, mjMINVAL));
  if (ratio < 3 && ratio > 1.0 / 3)
    return 0;
  const mjtNum rho = fc_clip(w->rho * ratio, 1e-6, 1e6);
  // u is the multiplier divided by rho
  fc_scl(w->u, w->u, w->rho / rho, w->n);
  w->rho = rho;
  return 1;
}

static int solve(const FcContext* context, FcProblem* p) {
  const int n = p->nefc;
  const size_t square = (size_t)n * (size_t)n;
  mjtNum* v = fc_problemAlloc(p, 2 * square + 7 * (size_t)n);
  Admm w = {.n = n, .rho = context->param[RHO]};
  w.A = v;
  w.factor = v + square;
  v += 2 * square;
  w.scale = v;
  w.b = v + n;
  w.x = v + 2 * n;
  w.z = v + 3 * n;
  w.u = v + 4 * n;
  w.rhs = v + 5 * n;
  w.before = v + 6 * n;
  set_problem(p, &w);
  if (factor(&w))
    return -1;

  while (p->niter < p->iterations) {
    mjtNum apart, moved;
    iterate(p, &w, context->param[RELAXATION], &apart, &moved);
    mjSolverStat stat = {.improvement = apart, .gradient = moved};
    fc_problemRecord(p, &stat);
    if (fc_max(apart, moved) <= p->tolerance * (1 + largest(w.z, n)))
      break;
    if (p->niter % ADAPT_EVERY == 0 && adapt(&w, apart, moved) && factor(&w))
      return -1;
  }

  int nactive;
  for (int i = 0; i < n; i++)
    p->force[i] = w.z[i] * w.scale[i];
  fc_problemDualStates(p, &nactive);
  fc_problemFinishDual(p);
  p->nnz = n * n;
  return 0;
}

//------------------------------ descriptor --------------------------------------------------------

static const FcParameter parameters[NPARAMETER] = {
    [RHO] = {.key = "rho",
             .type = FC_REAL,
             .length = 1,
             .def = 0.1,
             .min = 1e-6,
             .max = 1e6,
             .help = "Penalty of the first iteration."},
    [RELAXATION] = {.key = "relaxation",
                    .type = FC_REAL,
                    .length = 1,
                    .def = 1.6,
                    .min = 0.5,
                    .max = 1.95,
                    .help = "Over-relaxation, 1: none."}};
static const FcSolver table = {.size = sizeof(FcSolver), .flags = FC_SOLVER_DUAL, .solve = solve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SOLVER,
                                .name = "acme.admm",
                                .table = &table,
                                FC_PARAMETERS(parameters)}};

FC_MODULE_WITH(acme_admm, "acme.admm", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Alternating direction method of multipliers on the dual problem", NULL)
