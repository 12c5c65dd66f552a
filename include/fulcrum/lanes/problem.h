// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The constraint problem of <fulcrum/solver.h> in lanes: products with M and J, the law of the
// rows, and the start of a solve. newton.h, conjugate.h and projected.h solve it.
//
// The generated code defines before it includes this header:
//   enum { solver_islands, solver_ntree, solver_elliptic, solver_warmstart, solver_iterations,
//          solver_ls_iterations, solver_max_dim }
//   solver_pattern (nv): the pattern of M as sets of dofs, without the diagonal
//
// A lane sees only its own rows. Where another lane has rows that it does not have, it adds zeros,
// and sums over rows have the order of the rows, so that its results are those of LANES 1.
//
// Islands. The general code solves each island for itself, with its own line searches and its own
// end. Which trees make an island may differ between lanes, so islands are numbered by their first
// tree: problem k of a solve holds, in each lane, the island whose first tree is k. Dofs and rows
// that are not of it are masked: gradient, D and friction loss are zero there.

#ifndef FULCRUM_LANES_PROBLEM_H_
#define FULCRUM_LANES_PROBLEM_H_

#include <fulcrum/lanes/inertia.h>
#include <fulcrum/lanes/rows.h>

// before a loop with a constant number of passes over numbers that belong into registers
#define UNROLLED _Pragma("GCC unroll 8")

// How the general code splits the system.
#define SOLVER_WHOLE 0     // not at all
#define SOLVER_ONE_TREE 1  // there is one tree, so the only island is the whole, with its own scale
#define SOLVER_ISLANDS 2   // by islands

// Consecutive rows with the same dofs, four at most.
typedef struct RowGroup_ {
  int16_t first, n, ndof;
  const int16_t* dof;
} RowGroup;

typedef struct Problem_ {
  Sim* s;
  int n, ne, nf, ngroup;      // rows: all, equality, friction; groups of rows
  int begin, end;             // dofs [begin, end) contain all that have rows
  mask active;                // lanes that still iterate
  mask inside[solver_ntree];  // SOLVER_ISLANDS: lanes whose island has this tree
  num scale;                  // of improvement and gradient
  mask niter;

  // rows
  int16_t row[MAX_ROWS];  // in s->rows
  RowGroup group[MAX_ROWS];
  const num* J[MAX_ROWS];
  num D[MAX_ROWS], loss[MAX_ROWS], knee[MAX_ROWS];  // the last two: of friction rows
  num r[MAX_ROWS], v[MAX_ROWS];                     // J a - aref; J p
  num f[MAX_ROWS];                                  // forces
  num weight[MAX_ROWS];                             // D where the cost is quadratic, else 0
  num cone[solver_elliptic ? MAX_ROWS * 6 : 1];     // second derivatives of contacts in the cone
  int has_cone;                                     // a lane has one

  // dofs
  num Ma[nv], grad[nv], Jf[nv];  // M a; gradient; J' f
  num p[nv], Mp[nv];             // direction
  num gauss, cost, norm;         // (M a - f)'(a - a0), cost and length of the gradient at a
} Problem;

// x in lanes whose island has dof i, 0 elsewhere
LANE_INLINE num of_island(const Problem* p, int i, num x) {
  return solver_islands == SOLVER_ISLANDS ? num_select(p->inside[dof_treeid[i]], x, num_of(0)) : x;
}

// ---------------------------------------------------------------- products

// res = M x
static void multiply_inertia(const Sim* s, int begin, int end, num* restrict res, const num* x) {
  for (int i = begin; i < end; i++) {
    const num* row = s->M + M_rowadr[i];
    const int16_t* column = M_colind + M_rowadr[i];
    const int n = M_rownnz[i] - 1;
    const num xi = x[i];
    num sum = row[n] * xi;
    for (int k = 0; k < n; k++) {
      const int j = column[k];
      sum = num_mad(row[k], x[j], sum);
      res[j] = num_mad(row[k], xi, res[j]);
    }
    res[i] = sum;
  }
}

// y (n) += J x for the rows of a group; n is a constant
LANE_INLINE void add_products(const Problem* p, const RowGroup* g, int n, const num* x, num* y) {
  const num* const* J = p->J + g->first;
  const num *J0 = J[0], *J1 = J[n > 1 ? 1 : 0], *J2 = J[n > 2 ? 2 : 0], *J3 = J[n > 3 ? 3 : 0];
  num y0 = y[0], y1 = y[n > 1 ? 1 : 0], y2 = y[n > 2 ? 2 : 0], y3 = y[n > 3 ? 3 : 0];
  for (int k = 0; k < g->ndof; k++) {
    const num xk = x[g->dof[k]];
    y0 = num_mad(J0[k], xk, y0);
    if (n > 1)
      y1 = num_mad(J1[k], xk, y1);
    if (n > 2)
      y2 = num_mad(J2[k], xk, y2);
    if (n > 3)
      y3 = num_mad(J3[k], xk, y3);
  }
  y[0] = y0;
  if (n > 1)
    y[1] = y1;
  if (n > 2)
    y[2] = y2;
  if (n > 3)
    y[3] = y3;
}

// y (rows) += J x
static void add_jacobian(const Problem* p, num* y, const num* x) {
  for (int i = 0; i < p->ngroup; i++) {
    const RowGroup* g = p->group + i;
    num* to = y + g->first;
    switch (g->n) {
      case 4: add_products(p, g, 4, x, to); break;
      case 3: add_products(p, g, 3, x, to); break;
      case 2: add_products(p, g, 2, x, to); break;
      default: add_products(p, g, 1, x, to);
    }
  }
}

// res (nv) += J' f for the rows of a group; n is a constant
LANE_INLINE void add_forces(const Problem* p, const RowGroup* g, int n, const num* f, num* res) {
  const num* const* J = p->J + g->first;
  const num *J0 = J[0], *J1 = J[n > 1 ? 1 : 0], *J2 = J[n > 2 ? 2 : 0], *J3 = J[n > 3 ? 3 : 0];
  const num f0 = f[0], f1 = f[n > 1 ? 1 : 0], f2 = f[n > 2 ? 2 : 0], f3 = f[n > 3 ? 3 : 0];
  for (int k = 0; k < g->ndof; k++) {
    num* to = res + g->dof[k];
    num sum = num_mad(J0[k], f0, *to);
    if (n > 1)
      sum = num_mad(J1[k], f1, sum);
    if (n > 2)
      sum = num_mad(J2[k], f2, sum);
    if (n > 3)
      sum = num_mad(J3[k], f3, sum);
    *to = sum;
  }
}

// res (dofs of the problem) = J' f
static void multiply_transposed(const Problem* p, num* res, const num* f) {
  for (int i = p->begin; i < p->end; i++)
    res[i] = num_of(0);
  for (int i = 0; i < p->ngroup; i++) {
    const RowGroup* g = p->group + i;
    const num* from = f + g->first;
    switch (g->n) {
      case 4: add_forces(p, g, 4, from, res); break;
      case 3: add_forces(p, g, 3, from, res); break;
      case 2: add_forces(p, g, 2, from, res); break;
      default: add_forces(p, g, 1, from, res);
    }
  }
}

// ---------------------------------------------------------------- the law

// An elliptic contact whose rows begin at row i: its part of the cost, and when `full` its forces,
// weights and second derivatives.
LANE_INLINE num elliptic_law(Problem* p, int i, const num* r, int full) {
  const Rows* rows = &p->s->rows;
  const int16_t* row = p->row + i;
  const int dim = rows->dim[row[0]];
  const num zero = num_of(0), one = num_of(1);
  const mask there = less(zero, p->D[i]);
  const num mu = num_select(there, rows->mu[row[0]], one), N = mu * r[i];
  num U[6], TT = zero;
  for (int j = 1; j < dim; j++) {
    U[j] = rows->friction[row[j]] * r[i + j];
    TT = num_mad(U[j], U[j], TT);
  }
  const num T = num_sqrt(TT);
  const mask point = at_most(T, zero);
  const mask satisfied = at_most(mu * T, N) | (point & at_most(zero, N)) | ~there;
  const mask bottom = ~satisfied & (at_most(mu * N + T, zero) | (point & less(N, zero)));
  const mask cone = ~satisfied & ~bottom;
  const num Dm = p->D[i] / (mu * mu * (one + mu * mu)), gap = N - mu * T;
  num cost = zero;
  for (int j = 0; j < dim; j++)
    cost = num_mad(p->D[i + j] * r[i + j], r[i + j], cost);
  cost = num_select(bottom, cost, num_select(cone, Dm * gap * gap, zero)) * num_of(0.5);
  if (!full)
    return cost;

  const num normal = -Dm * gap * mu, safe = num_select(cone, T, one), inverse = one / safe;
  for (int j = 0; j < dim; j++) {
    const num inner = j ? -normal * inverse * U[j] * rows->friction[row[j]] : normal;
    p->f[i + j] = num_select(bottom, -p->D[i + j] * r[i + j], num_select(cone, inner, zero));
    p->weight[i + j] = num_select(bottom, p->D[i + j], zero);
  }
  num* H = p->cone + 6 * i;
  if (!any(cone)) {
    for (int k = 0; k < dim; k++)
      for (int j = 0; j < dim; j++)
        H[6 * k + j] = zero;
    return cost;
  }
  p->has_cone = 1;
  const num outer = mu * N * inverse * inverse * inverse, diagonal = mu * mu - mu * N * inverse;
  for (int k = 0; k < dim; k++) {
    const num scale = Dm * (k ? rows->friction[row[k]] : mu);
    for (int j = 0; j < dim; j++) {
      num h;
      if (k == 0)
        h = j == 0 ? one : -mu * U[j] * inverse;
      else if (j == 0)
        h = -mu * U[k] * inverse;
      else
        h = outer * U[k] * U[j] + (j == k ? diagonal : zero);
      H[6 * k + j] = num_select(cone, scale * (j ? rows->friction[row[j]] : mu) * h, zero);
    }
  }
  return cost;
}

// The cost at residuals r, and when `full` forces, weights and second derivatives.
LANE_INLINE num evaluate_law(Problem* p, const num* r, int full) {
  const num zero = num_of(0), half = num_of(0.5);
  num twice = zero, cost = zero;
  for (int i = 0; i < p->ne; i++) {
    const num f = zero - p->D[i] * r[i];
    twice = num_mad(-f, r[i], twice);
    if (full) {
      p->f[i] = f;
      p->weight[i] = p->D[i];
    }
  }
  int i = p->ne;
  for (; i < p->ne + p->nf; i++) {
    const num loss = p->loss[i], knee = p->knee[i], f = zero - p->D[i] * r[i];
    const mask low = at_most(r[i], -knee), high = at_most(knee, r[i]) & ~low;
    const num side = num_select(low, -r[i], r[i]);
    cost += num_select(low | high, loss * (side - half * knee), -f * r[i] * half);
    if (full) {
      p->f[i] = num_select(low, loss, num_select(high, -loss, f));
      p->weight[i] = num_select(low | high, zero, p->D[i]);
    }
  }
  const int8_t* kind = p->s->rows.kind;
  while (i < p->n) {
    if (solver_elliptic && kind[p->row[i]] == ROW_ELLIPTIC) {
      cost += elliptic_law(p, i, r, full);
      i += p->s->rows.dim[p->row[i]];
      continue;
    }
    const num D = num_select(less(r[i], zero), p->D[i], zero), f = zero - D * r[i];
    twice = num_mad(-f, r[i], twice);
    if (full) {
      p->f[i] = f;
      p->weight[i] = D;
    }
    i++;
  }
  return cost + twice * half;
}

static num law_cost(Problem* p, const num* r) { return evaluate_law(p, r, 0); }

// (M a - f)'(a - a0)
static num gauss_sum(const Problem* p, const num* a, const num* Ma) {
  const Sim* s = p->s;
  num sum = num_of(0);
  for (int i = p->begin; i < p->end; i++)
    sum = num_mad(of_island(p, i, Ma[i] - s->qfrc_smooth[i]), a[i] - s->qacc_smooth[i], sum);
  return sum;
}

// Forces, weights, cost and gradient at qacc.
static void evaluate(Problem* p) {
  const Sim* s = p->s;
  p->has_cone = 0;
  num cost = evaluate_law(p, p->r, 1), square = num_of(0), gauss = num_of(0);
  multiply_transposed(p, p->Jf, p->f);
  for (int i = p->begin; i < p->end; i++) {
    const num smooth = of_island(p, i, p->Ma[i] - s->qfrc_smooth[i]), g = smooth - p->Jf[i];
    gauss = num_mad(smooth, s->qacc[i] - s->qacc_smooth[i], gauss);
    square = num_mad(g, g, square);
    p->grad[i] = g;
  }
  p->gauss = gauss;
  p->cost = cost + gauss * num_of(0.5);
  p->norm = num_sqrt(square);
}

// ---------------------------------------------------------------- the problem

// Groups of the rows.
static void find_groups(Problem* p) {
  const Rows* rows = &p->s->rows;
  p->ngroup = 0;
  for (int i = 0; i < p->n;) {
    RowGroup* g = p->group + p->ngroup++;
    const int first = p->row[i];
    *g = (RowGroup){(int16_t)i, 0, rows->ndof[first], rows->dof[first]};
    for (; i < p->n && g->n < 4; i++, g->n++) {
      const int row = p->row[i];
      if (rows->dof[row] != g->dof || rows->ndof[row] != g->ndof)
        break;
    }
  }
}

// Takes the rows that an island has in any lane; without islands all.
static void take_rows(Problem* p) {
  const Rows* rows = &p->s->rows;
  const num zero = num_of(0);
  p->n = p->ne = p->nf = 0;
  for (int k = 0; k < rows->n; k++) {
    const int i = p->n, kind = rows->kind[k];
    p->row[i] = (int16_t)k;
    p->J[i] = rows->J[k];
    p->D[i] = rows->D[k];
    if (solver_islands == SOLVER_ISLANDS) {
      const mask in = p->inside[rows->ndof[k] ? dof_treeid[rows->dof[k][0]] : 0];
      if (!any(in))
        continue;
      p->D[i] = num_select(in, p->D[i], zero);
    }
    if (kind == ROW_FRICTION) {
      p->loss[i] = num_select(less(zero, p->D[i]), rows->frictionloss[k], zero);
      p->knee[i] = rows->R[k] * p->loss[i];
    }
    p->ne += kind == ROW_EQUALITY;
    p->nf += kind == ROW_FRICTION;
    p->n++;
  }
  find_groups(p);
}

// Lanes that have a row.
static mask lanes_with_rows(const Problem* p) {
  mask found = no_lane();
  for (int i = 0; i < p->n; i++)
    found |= less(num_of(0), p->D[i]);
  return found;
}

// 1 / trace of M over the island
static num trace_scale(const Problem* p) {
  num sum = num_of(0);
  for (int i = p->begin; i < p->end; i++)
    sum += of_island(p, i, p->s->M[M_rowadr[i] + M_rownnz[i] - 1]);
  return num_of(1) / sum;
}

// Solves one problem from p->r and p->Ma.
typedef void Solve(Problem* p);

// The residuals and M a of the start: at qacc_warmstart where its cost does not exceed that of
// qacc_smooth. One comparison decides for the whole system. p holds the whole.
static void start(Problem* p, num* restrict r, num* restrict Ma) {
  Sim* s = p->s;
  num smooth[MAX_ROWS];
  for (int i = 0; i < p->n; i++)
    r[i] = smooth[i] = -s->rows.aref[i];
  add_jacobian(p, smooth, s->qacc_smooth);
  mask use = no_lane();
  if (solver_warmstart) {
    add_jacobian(p, r, s->qacc_warmstart);
    multiply_inertia(s, 0, nv, Ma, s->qacc_warmstart);
    const num warm = law_cost(p, r) + gauss_sum(p, s->qacc_warmstart, Ma) * num_of(0.5);
    use = ~less(law_cost(p, smooth), warm) & p->active;
  }
  for (int i = 0; i < p->n; i++)
    r[i] = num_select(use, r[i], smooth[i]);
  for (int i = 0; i < nv; i++) {
    s->qacc[i] = num_select(use, s->qacc_warmstart[i], s->qacc_smooth[i]);
    Ma[i] = num_select(use, Ma[i], s->qfrc_smooth[i]);
  }
}

// The number of the island of each tree: that of its first tree. Rows that join trees lower it.
static void number_islands(const Sim* s, num label[solver_ntree]) {
  const Rows* rows = &s->rows;
  for (int t = 0; t < solver_ntree; t++)
    label[t] = num_of(t);
  for (int changed = 1; changed;) {
    changed = 0;
    for (int k = 0; k < rows->n; k++) {
      const int16_t* dof = rows->dof[k];
      const int n = rows->ndof[k];
      if (!n || dof_treeid[dof[0]] == dof_treeid[dof[n - 1]])
        continue;
      num low = label[dof_treeid[dof[0]]];
      for (int i = 1; i < n; i++)
        low = num_min(low, label[dof_treeid[dof[i]]]);
      const mask there = less(num_of(0), rows->D[k]);
      for (int i = 0; i < n; i++) {
        num* old = label + dof_treeid[dof[i]];
        const mask lower = there & less(low, *old);
        if (any(lower)) {
          *old = num_select(lower, low, *old);
          changed = 1;
        }
      }
    }
  }
}

// Begins the problem of the islands whose first tree is `tree`. Returns 0 when no lane has one with
// rows.
static int begin_island(Problem* p, int tree, const num label[solver_ntree]) {
  p->begin = nv;
  p->end = 0;
  for (int t = 0; t < solver_ntree; t++)
    p->inside[t] = equal(label[t], num_of(tree));
  for (int i = 0; i < nv; i++) {
    if (any(p->inside[dof_treeid[i]])) {
      p->begin = i < p->begin ? i : p->begin;
      p->end = i + 1;
    }
  }
  if (p->begin >= p->end)
    return 0;
  take_rows(p);
  p->active = lanes_with_rows(p);
  if (!any(p->active))
    return 0;
  for (int t = 0; t < solver_ntree; t++)
    p->inside[t] &= p->active;
  p->scale = trace_scale(p);
  return 1;
}

// Adds the results of lanes that have ended to those of the block.
static void add_results(const Problem* p, mask ended) {
  Sim* s = p->s;
  const num zero = num_of(0);
  for (int i = p->begin; i < p->end; i++)
    s->qfrc_constraint[i] += num_select(ended, p->Jf[i], zero);
  for (int i = 0; i < p->n; i++)
    s->rows.force[p->row[i]] += num_select(ended, p->f[i], zero);
}

// Drops the rows that only lanes have that have ended. `weight`: of each row, moved with it; NULL.
static void drop_rows(Problem* p, num* weight) {
  int n = 0, ne = 0, nf = 0;
  for (int i = 0; i < p->n; i++) {
    const int kind = p->s->rows.kind[p->row[i]];
    if (!any(p->active & less(num_of(0), p->D[i])))
      continue;
    ne += kind == ROW_EQUALITY;
    nf += kind == ROW_FRICTION;
    if (n < i) {
      p->row[n] = p->row[i];
      p->J[n] = p->J[i];
      p->D[n] = p->D[i];
      p->r[n] = p->r[i];
      p->weight[n] = p->weight[i];
      if (kind == ROW_FRICTION) {
        p->loss[n] = p->loss[i];
        p->knee[n] = p->knee[i];
      }
      if (weight)
        weight[n] = weight[i];
      for (int k = 0; solver_elliptic && k < 6; k++)
        p->cone[6 * n + k] = p->cone[6 * i + k];
    }
    n++;
  }
  if (n == p->n)
    return;
  p->n = n;
  p->ne = ne;
  p->nf = nf;
  find_groups(p);
}

// Leaves the lanes of `ended`, whose results stand.
static void end_lanes(Problem* p, mask ended, num* weight) {
  if (!any(ended))
    return;
  add_results(p, ended);
  p->active &= ~ended;
  if (any(p->active))
    drop_rows(p, weight);
}

// No constraint acts on dofs outside all islands.
static void leave_free_trees(Sim* s) {
  mask touched[solver_ntree];
  for (int t = 0; t < solver_ntree; t++)
    touched[t] = no_lane();
  for (int k = 0; k < s->rows.n; k++)
    for (int i = 0; i < s->rows.ndof[k]; i++)
      touched[dof_treeid[s->rows.dof[k][i]]] |= less(num_of(0), s->rows.D[k]);
  for (int i = 0; i < nv; i++)
    s->qacc[i] = num_select(touched[dof_treeid[i]], s->qacc[i], s->qacc_smooth[i]);
}

static void solve_islands(Problem* p, const num* r, const num* Ma, Solve* solve) {
  Sim* s = p->s;
  num label[solver_ntree];
  mask counted = no_lane();
  number_islands(s, label);
  for (int tree = 0; tree < solver_ntree; tree++) {
    if (!begin_island(p, tree, label))
      continue;
    const mask solved = p->active;
    for (int i = 0; i < p->n; i++)
      p->r[i] = r[p->row[i]];
    for (int i = p->begin; i < p->end; i++)
      p->Ma[i] = Ma[i];
    p->niter = no_lane();
    solve(p);
    s->niter |= p->niter & ~counted;
    counted |= solved;
  }
  leave_free_trees(s);
}

// Begins the problem of the whole system and clears the results.
static void begin_whole(Problem* p, Sim* s) {
  const num zero = num_of(0);
  p->s = s;
  s->niter = p->niter = no_lane();
  for (int i = 0; i < nv; i++)
    s->qfrc_constraint[i] = zero;
  for (int i = 0; i < s->rows.n; i++)
    s->rows.force[i] = zero;
  p->begin = 0;
  p->end = nv;
  for (int t = 0; t < solver_ntree; t++)
    p->inside[t] = all_lanes();
  take_rows(p);
  p->active = lanes_with_rows(p);
}

static void leave_smooth(Sim* s) {
  for (int i = 0; i < nv; i++)
    s->qacc[i] = s->qacc_smooth[i];
}

// The acceleration stage with a solver on accelerations.
LANE_INLINE void solve_primal(Sim* s, Solve* solve) {
  Problem problem, *p = &problem;
  begin_whole(p, s);
  if (!any(p->active)) {
    leave_smooth(s);
    return;
  }
  if (solver_islands == SOLVER_ISLANDS) {
    num r[MAX_ROWS], Ma[nv];
    start(p, r, Ma);
    solve_islands(p, r, Ma, solve);
    return;
  }
  start(p, p->r, p->Ma);
  p->scale = solver_islands == SOLVER_ONE_TREE ? trace_scale(p)
                                               : num_of(1) / (s->stat_meaninertia[0] * num_of(nv));
  solve(p);
  s->niter = p->niter;
}

#endif  // FULCRUM_LANES_PROBLEM_H_
