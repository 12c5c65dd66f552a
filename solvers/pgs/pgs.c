// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Projected Gauss-Seidel on the dual problem of <fulcrum/solver.h>: minimise Q(f) = 1/2 f' AR f +
// f' b over the feasible forces.
//
// A sweep visits the rows in order, each time minimising Q over the force of one row, or of one
// elliptic contact, while all others are fixed. A scalar row has a closed form, clamped to its
// bounds. An elliptic contact is minimised twice: along the ray from the apex of the cone through
// its current force, which changes normal and friction together, then over the friction forces with
// the normal force fixed, a problem with one quadratic constraint. The result satisfies the
// equations of motion exactly after any number of sweeps.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/module.h>
#include <fulcrum/solver.h>

// An update that raises the cost by more than this is undone.
#define MAX_COST_CHANGE ((mjtNum)1e-10)

// Sweeps after which the residual is recomputed, so that rounding errors do not accumulate.
#define REFRESH 32

// Scratch of the solver.
typedef struct Sweeper_ {
  mjtNum* diagonal;  // nefc: of AR
  mjtNum* inverse;   // nefc: 1 / diagonal
  mjtNum* residual;  // nefc: b + AR f, kept up to date
  mjtNum* block;  // 6 x nefc, elliptic: the block of AR of the contact whose rows start at i is at
                  // 6 i
} Sweeper;

// residual += AR e_i delta, using that AR is symmetric. sparse: p->sparse, which loops pass as a
// constant.
static inline __attribute__((always_inline)) void change_force(const FcProblem* p, const Sweeper* w,
                                                               int sparse, int i, mjtNum delta) {
  if (delta == 0)
    return;
  if (sparse) {
    fc_addToSclSparse(w->residual, p->AR + p->AR_rowadr[i], delta, p->AR_rownnz[i],
                      p->AR_colind + p->AR_rowadr[i]);
  } else {
    fc_addToScl(w->residual, p->AR + (size_t)i * p->nefc, delta, p->nefc);
  }
}

// The same for the three rows from i on of a dense AR, one after the other.
static inline void change_three(const FcProblem* p, const Sweeper* w, int i,
                                const mjtNum delta[3]) {
  const size_t n = (size_t)p->nefc;
  const mjtNum *r0 = p->AR + (size_t)i * n, *r1 = r0 + n, *r2 = r1 + n, d0 = delta[0],
               d1 = delta[1], d2 = delta[2];
  mjtNum* residual = w->residual;
  size_t k = 0;
  for (; k + 4 <= n; k += 4) {
    FC_FOUR(residual + k) = FC_CFOUR(residual + k) + FC_CFOUR(r0 + k) * d0 + FC_CFOUR(r1 + k) * d1 +
                            FC_CFOUR(r2 + k) * d2;
  }
  for (; k < n; k++)
    residual[k] = residual[k] + r0[k] * d0 + r1[k] * d1 + r2[k] * d2;
}

static void refresh_residual(const FcProblem* p, const Sweeper* w) {
  fc_copy(w->residual, p->b, p->nefc);
  for (int i = 0; i < p->nefc; i++)
    change_force(p, w, p->sparse, i, p->force[i]);
}

// a . b for the few entries of a contact
static inline mjtNum dot_few(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++)
    sum += a[k] * b[k];
  return sum;
}

// Entries (row, first..first+n-1) of AR.
static void get_entries(const FcProblem* p, int row, int first, int n, mjtNum* A) {
  if (!p->sparse) {
    fc_copy(A, p->AR + (size_t)row * p->nefc + first, n);
    return;
  }
  const int* ind = p->AR_colind + p->AR_rowadr[row];
  int low = 0, high = p->AR_rownnz[row];
  while (low < high) {
    int middle = (low + high) / 2;
    if (ind[middle] < first)
      low = middle + 1;
    else
      high = middle;
  }
  for (int k = 0; k < n; k++)
    A[k] = low < p->AR_rownnz[row] && ind[low] == first + k ? p->AR[p->AR_rowadr[row] + low++] : 0;
}

// Minimise over the force of one scalar row. Returns the change of cost.
static mjtNum scalar_update(FcProblem* p, const Sweeper* w, int i) {
  mjtNum old = p->force[i], residual = w->residual[i], f = old - residual * w->inverse[i];
  if (i >= p->ne + p->nf)
    f = fc_max(0, f);
  else if (i >= p->ne)
    f = fc_clip(f, -p->frictionloss[i], p->frictionloss[i]);
  mjtNum delta = f - old, change = delta * (delta * w->diagonal[i] / 2 + residual);
  if (change > MAX_COST_CHANGE)
    return 0;
  p->force[i] = f;
  change_force(p, w, p->sparse, i, delta);
  return change;
}

// Change of cost when the forces of a block move by delta.
static inline mjtNum block_change(const mjtNum* A, const mjtNum* residual, const mjtNum* delta,
                                  int n) {
  mjtNum change = 0;
  for (int k = 0; k < n; k++)
    change += delta[k] * (dot_few(A + k * n, delta, n) / 2 + residual[k]);
  return change;
}

// Move along the ray through the current force; without a normal force, solve only for the normal.
static inline void ray_update(mjtNum* f, const mjtNum* A, const mjtNum* residual, int dim) {
  if (f[0] < mjMINVAL) {
    f[0] = fc_max(0, f[0] - residual[0] / A[0]);
    for (int k = 1; k < dim; k++)
      f[k] = 0;
    return;
  }
  mjtNum curvature = 0;
  for (int k = 0; k < dim; k++)
    curvature += f[k] * dot_few(A + k * dim, f, dim);
  if (curvature >= mjMINVAL) {
    mjtNum x = -dot_few(f, residual, dim) / curvature;
    if (f[0] + x * f[0] < 0)
      x = -1;
    for (int k = 0; k < dim; k++)
      f[k] += f[k] * x;
  }
}

// Friction at the new normal force f[0], given the forces `old` for which the residual was
// computed.
static inline void friction_update(mjtNum* f, const mjtNum* old, const mjtNum* A,
                                   const mjtNum* residual, const mjtNum* friction, int dim) {
  const int n = dim - 1;
  if (f[0] < mjMINVAL) {
    for (int j = 1; j < dim; j++)
      f[j] = 0;
    return;
  }
  mjtNum At[25], bt[5], v[5];
  for (int j = 0; j < n; j++) {
    const mjtNum* row = A + (j + 1) * dim;
    for (int k = 0; k < n; k++)
      At[j * n + k] = row[k + 1];
    bt[j] = residual[j + 1] - dot_few(row + 1, old + 1, n) + row[0] * (f[0] - old[0]);
  }
  if (fc_frictionQCQP(v, At, bt, friction, f[0], n)) {
    // put it exactly on the boundary
    mjtNum sum = 0;
    for (int j = 0; j < n; j++)
      sum += v[j] * v[j] / (friction[j] * friction[j]);
    const mjtNum scale = fc_sqrt(f[0] * f[0] / fc_max(mjMINVAL, sum));
    for (int j = 0; j < n; j++)
      v[j] *= scale;
  }
  for (int j = 0; j < n; j++)
    f[j + 1] = v[j];
}

// Minimise over the forces of one elliptic contact of dimension `dim`. Returns the change of cost.
static inline __attribute__((always_inline)) mjtNum cone_update(FcProblem* p, const Sweeper* w,
                                                                int i, const mjContact* con,
                                                                int dim) {
  const mjtNum* A = w->block + 6 * (size_t)i;
  mjtNum residual[6] = {0}, old[6], f[6] = {0}, delta[6];
  for (int k = 0; k < dim; k++) {
    residual[k] = w->residual[i + k];
    f[k] = old[k] = p->force[i + k];
  }
  ray_update(f, A, residual, dim);
  friction_update(f, old, A, residual, con->friction, dim);
  int moved = 0;
  for (int k = 0; k < dim; k++) {
    delta[k] = f[k] - old[k];
    moved |= delta[k] != 0;
  }
  if (!moved)
    return 0;
  mjtNum change = block_change(A, residual, delta, dim);
  if (change > MAX_COST_CHANGE)
    return 0;
  for (int k = 0; k < dim; k++)
    p->force[i + k] = f[k];
  if (dim == 3 && !p->sparse)
    change_three(p, w, i, delta);
  else
    for (int k = 0; k < dim; k++)
      change_force(p, w, p->sparse, i + k, delta[k]);
  return change;
}

// scalar_update of the rows from `first` on, all with forces that are not negative. Most of them
// stay at zero. Returns `improvement` less the changes of cost.
static inline __attribute__((always_inline)) mjtNum unilateral_sweep(FcProblem* p, const Sweeper* w,
                                                                     int sparse, int first,
                                                                     mjtNum improvement) {
  const mjtNum *FC_RESTRICT inverse = w->inverse, *FC_RESTRICT diagonal = w->diagonal,
                            *residual = w->residual;
  mjtNum* force = p->force;
  const int n = p->nefc;
  for (int i = first; i < n; i++) {
    const mjtNum old = force[i], r = residual[i], f = fc_max(0, old - r * inverse[i]),
                 delta = f - old;
    if (delta == 0)
      continue;
    const mjtNum change = delta * (delta * diagonal[i] / 2 + r);
    if (change > MAX_COST_CHANGE)
      continue;
    improvement -= change;
    force[i] = f;
    change_force(p, w, sparse, i, delta);
  }
  return improvement;
}

static mjtNum sweep(FcProblem* p, const Sweeper* w) {
  mjtNum improvement = 0;
  if (!p->elliptic) {
    const int first = p->ne + p->nf;
    for (int i = 0; i < first; i++)
      improvement -= scalar_update(p, w, i);
    return p->sparse ? unilateral_sweep(p, w, 1, first, improvement)
                     : unilateral_sweep(p, w, 0, first, improvement);
  }
  for (int i = 0; i < p->nefc;) {
    if (p->type[i] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[i];
      improvement -=
          con->dim == 3 ? cone_update(p, w, i, con, 3) : cone_update(p, w, i, con, con->dim);
      i += con->dim;
    } else {
      improvement -= scalar_update(p, w, i);
      i++;
    }
  }
  return improvement;
}

// The blocks of AR that updates need.
static void prepare(FcProblem* p, Sweeper* w) {
  const size_t n = (size_t)p->nefc;
  w->diagonal = fc_problemAlloc(p, (p->elliptic ? 9 : 3) * n);
  w->inverse = w->diagonal + n;
  w->residual = w->inverse + n;
  w->block = w->residual + n;
  for (int i = 0; i < p->nefc; i++) {
    get_entries(p, i, i, 1, w->diagonal + i);
    w->inverse[i] = 1 / w->diagonal[i];
  }
  for (int i = 0, dim; p->elliptic && i < p->nefc; i += dim) {
    dim = 1;
    if (p->type[i] != mjCNSTR_CONTACT_ELLIPTIC)
      continue;
    dim = p->contact[p->id[i]].dim;
    for (int k = 0; k < dim; k++)
      get_entries(p, i + k, i, dim, w->block + 6 * (size_t)i + k * dim);
  }
}

static int solve(const FcContext* context, FcProblem* p) {
  (void)context;
  Sweeper w;
  prepare(p, &w);
  int nactive;
  fc_problemDualStates(p, &nactive);
  while (p->niter < p->iterations) {
    mjSolverStat stat = {0};
    if (p->niter % REFRESH == 0)
      refresh_residual(p, &w);
    stat.improvement = p->scale * sweep(p, &w);
    stat.nchange = fc_problemDualStates(p, &stat.nactive);
    fc_problemRecord(p, &stat);
    if (stat.improvement < p->tolerance)
      break;
  }
  fc_problemFinishDual(p);
  p->nnz = p->sparse ? p->AR_rowadr[p->nefc - 1] + p->AR_rownnz[p->nefc - 1] : p->nefc * p->nefc;
  return 0;
}

static const FcSolver table = {.size = sizeof(FcSolver), .flags = FC_SOLVER_DUAL, .solve = solve};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SOLVER,
                                .name = "pgs",
                                .table = &table,
                                .number = FC_NUMBER(mjSOL_PGS)}};

FC_MODULE_WITH(pgs, "pgs", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Projected Gauss-Seidel on the dual problem", NULL)
