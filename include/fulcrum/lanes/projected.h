// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Projected Gauss-Seidel in lanes: solvers/pgs with masks, for rows that are no elliptic contacts.
//
// The dual matrix AR = J M^-1 J' + diag(R) is dense over the rows of all lanes. A row that a lane
// does not have is zero there but for its diagonal, which is 1, so its force stays zero.

#ifndef FULCRUM_LANES_PROJECTED_H_
#define FULCRUM_LANES_PROJECTED_H_

#include <fulcrum/lanes/problem.h>

#define SOLVER_REFRESH 32             // sweeps after which the residual is computed again
#define SOLVER_MAX_COST_CHANGE 1e-10  // an update that raises the cost by more is undone

// Rows of J L^-1 for one group: their columns are the dofs of the group and the ancestors of these.
typedef struct HalfSolved_ {
  int16_t dof[nv];
  int n;
  num B[4][nv];
} HalfSolved;

static void half_solve(const Problem* p, const RowGroup* g, HalfSolved* h) {
  const Sim* s = p->s;
  uint64_t set = 0;
  for (int k = 0; k < g->ndof; k++)
    set |= solver_pattern[g->dof[k]] | (uint64_t)1 << g->dof[k];
  h->n = 0;
  for (; set; set &= set - 1)
    h->dof[h->n++] = (int16_t)__builtin_ctzll(set);
  for (int a = 0; a < g->n; a++) {
    num x[nv];
    for (int k = 0; k < h->n; k++)
      x[h->dof[k]] = num_of(0);
    for (int k = 0; k < g->ndof; k++)
      x[g->dof[k]] = p->J[g->first + a][k];
    for (int k = h->n - 1; k >= 0; k--) {
      const int i = h->dof[k], adr = solver_M_rowadr[i], n = solver_M_rownnz[i] - 1;
      const num xi = h->B[a][k] = x[i];
      for (int j = 0; j < n; j++)
        x[solver_M_colind[adr + j]] = num_mad(-s->qLD[adr + j], xi, x[solver_M_colind[adr + j]]);
    }
  }
}

// y (n) = B x for the rows of a group; n is a constant
LANE_INLINE void half_products(const HalfSolved* h, int n, const num* x, num* y) {
  num sum[4] = {num_of(0), num_of(0), num_of(0), num_of(0)};
  for (int k = 0; k < h->n; k++) {
    const num xk = x[h->dof[k]];
    UNROLLED
    for (int a = 0; a < n; a++)
      sum[a] = num_mad(h->B[a][k], xk, sum[a]);
  }
  UNROLLED
  for (int a = 0; a < n; a++)
    y[a] = sum[a];
}

// AR (n x n)
static void dual_matrix(const Problem* p, num* AR) {
  const int n = p->n;
  HalfSolved half[p->ngroup];
  for (int i = 0; i < p->ngroup; i++)
    half_solve(p, p->group + i, half + i);
  num x[nv];
  for (int i = 0; i < nv; i++)
    x[i] = num_of(0);
  for (int i = 0; i < p->ngroup; i++) {
    const RowGroup* g = p->group + i;
    for (int a = 0; a < g->n; a++) {
      num* row = AR + (size_t)(g->first + a) * (size_t)n;
      for (int k = 0; k < half[i].n; k++)
        x[half[i].dof[k]] = half[i].B[a][k] * p->s->qLDiagInv[half[i].dof[k]];
      for (int j = 0; j <= i; j++) {
        num* to = row + p->group[j].first;
        switch (p->group[j].n) {
          case 1: half_products(half + j, 1, x, to); break;
          case 2: half_products(half + j, 2, x, to); break;
          case 3: half_products(half + j, 3, x, to); break;
          default: half_products(half + j, 4, x, to);
        }
      }
    }
    for (int k = 0; k < half[i].n; k++)
      x[half[i].dof[k]] = num_of(0);
  }
  for (int i = 0; i < n; i++) {
    const mask there = less(num_of(0), p->D[i]);
    AR[i * n + i] += num_select(there, p->s->rows.R[p->row[i]], num_of(1));
    for (int j = 0; j < i; j++)
      AR[j * n + i] = AR[i * n + j];
  }
}

// y += AR[i] x
LANE_INLINE void add_row(num* restrict y, const num* restrict row, num x, int n) {
  for (int j = 0; j < n; j++)
    y[j] = num_mad(row[j], x, y[j]);
}

static void refresh_residual(const Problem* p, const num* AR, const num* b, num* residual) {
  for (int i = 0; i < p->n; i++)
    residual[i] = b[i];
  for (int i = 0; i < p->n; i++)
    if (any(~equal(p->f[i], num_of(0))))
      add_row(residual, AR + i * p->n, p->f[i], p->n);
}

// Forces of the law at qacc_warmstart, unless none are better.
static void start_dual(Problem* p, const num* AR, const num* b, num* residual) {
  const num zero = num_of(0);
  num value = zero;
  if (solver_warmstart) {
    for (int i = 0; i < p->n; i++)
      p->r[i] = -p->s->rows.aref[i];
    add_jacobian(p, p->r, p->s->qacc_warmstart);
    evaluate_law(p, p->r, 1);
    refresh_residual(p, AR, b, residual);

    // f'b + f' AR f / 2
    for (int i = 0; i < p->n; i++)
      value = num_mad(p->f[i], b[i] + residual[i], value);
  }
  const mask none = solver_warmstart ? less(zero, value) : all_lanes();
  for (int i = 0; i < p->n; i++)
    p->f[i] = num_select(none, zero, p->f[i]);
}

// One pass over the rows. Returns the improvement.
static num sweep(Problem* p, const num* AR, const num* inverse, num* residual) {
  const num zero = num_of(0);
  const int n = p->n, friction = p->ne + p->nf;
  num improvement = zero;
  for (int i = 0; i < n; i++) {
    const num old = p->f[i], r = residual[i];
    num f = num_mad(-r, inverse[i], old);
    if (i >= friction)
      f = num_max(zero, f);
    else if (i >= p->ne)
      f = num_clip(f, -p->loss[i], p->loss[i]);
    num delta = f - old;
    const num change = delta * num_mad(delta * AR[i * n + i], num_of(0.5), r);
    const mask moves = p->active & ~equal(delta, zero) &
                       at_most(change, num_of(SOLVER_MAX_COST_CHANGE));
    if (!any(moves))
      continue;
    delta = num_select(moves, delta, zero);
    improvement -= num_select(moves, change, zero);
    p->f[i] = num_select(moves, f, old);
    add_row(residual, AR + i * n, delta, n);
  }
  return improvement;
}

static void solve_projected(Problem* p) {
  Sim* s = p->s;
  const int n = p->n;
  num AR[n * n], b[n], residual[n], inverse[n];
  dual_matrix(p, AR);
  for (int i = 0; i < n; i++) {
    b[i] = -s->rows.aref[i];
    inverse[i] = num_of(1) / AR[i * n + i];
  }
  add_jacobian(p, b, s->qacc_smooth);
  start_dual(p, AR, b, residual);
  for (int k = 0; k < solver_iterations; k++) {
    if (k % SOLVER_REFRESH == 0)
      refresh_residual(p, AR, b, residual);
    const num improvement = p->scale * sweep(p, AR, inverse, residual);
    p->niter -= p->active;
    p->active &= at_most(s->opt_tolerance[0], improvement);
    if (!any(p->active))
      break;
  }
}

static void projected(Sim* s) {
  Problem problem, *p = &problem;
  begin_whole(p, s);
  const mask solved = p->active;
  if (!any(solved)) {
    leave_smooth(s);
    return;
  }
  p->scale = num_of(1) / (s->stat_meaninertia[0] * num_of(nv));
  solve_projected(p);
  multiply_transposed(p, p->Jf, p->f);
  end_problem(p, solved);
  for (int i = 0; i < nv; i++)
    s->qacc[i] = s->qfrc_constraint[i];
  solve_inertia(s, 0, nv, s->qacc);
  for (int i = 0; i < nv; i++)
    s->qacc[i] = num_select(solved, s->qacc[i] + s->qacc_smooth[i], s->qacc_smooth[i]);
  s->niter = p->niter;
}

#endif  // FULCRUM_LANES_PROJECTED_H_
