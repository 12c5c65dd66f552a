// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Projected Gauss-Seidel in lanes: solvers/pgs with masks, for rows that are no elliptic contacts.
//
// The cost of a sweep grows with the square of the rows, and the rows of all lanes may be many more
// than those of any one. So each lane packs its own rows, in their order, into the first places of
// its kind: equality, friction, one-sided. Place i then holds different rows in different lanes,
// with a Jacobian over the dofs of all of them. The dual matrix AR = J M^-1 J' + diag(R) is dense
// over the places. Where a lane has no row it is zero but for its diagonal, which is 1, so the
// force stays zero.

#ifndef FULCRUM_LANES_PROJECTED_H_
#define FULCRUM_LANES_PROJECTED_H_

#include <fulcrum/lanes/problem.h>

#define SOLVER_REFRESH 32             // sweeps after which the residual is computed again
#define SOLVER_MAX_COST_CHANGE 1e-10  // an update that raises the cost by more is undone

// Rows packed by lanes.
typedef struct Packed_ {
  num J[MAX_ROWS][nv], aref[MAX_ROWS], R[MAX_ROWS];
  int16_t place[MAX_ROWS][LANES];  // of a row of the block in each lane; -1: none
  int16_t dof[MAX_ROWS][nv];       // of a group
} Packed;

// The class of a row: equality, friction, one-sided.
LANE_INLINE int row_class(int kind) {
  return kind == ROW_EQUALITY ? 0 : kind == ROW_FRICTION ? 1 : 2;
}

// Gives each row of each lane its place. Fills the sizes of the problem.
static void find_places(Problem* p, Packed* packed) {
  const Rows* rows = &p->s->rows;
  int used[3][LANES], most[3] = {0, 0, 0};
  memset(used, 0, sizeof used);
  for (int k = 0; k < rows->n; k++) {
    const int class = row_class(rows->kind[k]);
    const mask there = less(num_of(0), rows->D[k]);
    for (int l = 0; l < LANES; l++) {
      int* next = &used[class][l];
      packed->place[k][l] = (int16_t)(mask_lane(there, l) ? (*next)++ : -1);
      most[class] = *next > most[class] ? *next : most[class];
    }
  }
  p->ne = most[0];
  p->nf = most[1];
  p->n = most[0] + most[1] + most[2];
  const int first[3] = {0, p->ne, p->ne + p->nf};
  for (int k = 0; k < rows->n; k++)
    for (int l = 0; l < LANES; l++)
      if (packed->place[k][l] >= 0)
        packed->place[k][l] = (int16_t)(packed->place[k][l] + first[row_class(rows->kind[k])]);
}

// Packs the rows of the block.
static void pack_rows(Problem* p, Packed* packed) {
  const Rows* rows = &p->s->rows;
  const num zero = num_of(0);
  uint64_t set[MAX_ROWS];
  find_places(p, packed);
  for (int i = 0; i < p->n; i++) {
    p->D[i] = packed->aref[i] = p->loss[i] = p->knee[i] = zero;
    packed->R[i] = num_of(1);
    memset(packed->J[i], 0, sizeof packed->J[i]);
    set[i] = 0;
  }
  for (int k = 0; k < rows->n; k++) {
    const int16_t* dof = rows->dof[k];
    for (int l = 0; l < LANES; l++) {
      const int i = packed->place[k][l];
      if (i < 0)
        continue;
      set_lane(&p->D[i], l, lane(rows->D[k], l));
      set_lane(&packed->R[i], l, lane(rows->R[k], l));
      set_lane(&packed->aref[i], l, lane(rows->aref[k], l));
      if (rows->kind[k] == ROW_FRICTION)
        set_lane(&p->loss[i], l, lane(rows->frictionloss[k], l));
      for (int j = 0; j < rows->ndof[k]; j++) {
        set_lane(&packed->J[i][dof[j]], l, lane(rows->J[k][j], l));
        set[i] |= (uint64_t)1 << dof[j];
      }
    }
  }

  // groups of four places, over the dofs of all of them
  p->ngroup = 0;
  for (int i = 0; i < p->n; i += 4) {
    RowGroup* g = p->group + p->ngroup;
    int16_t* dof = packed->dof[p->ngroup++];
    *g = (RowGroup){(int16_t)i, (int16_t)(p->n - i < 4 ? p->n - i : 4), 0, dof};
    uint64_t all = 0;
    for (int k = i; k < i + g->n; k++)
      all |= set[k];
    for (; all; all &= all - 1)
      dof[g->ndof++] = (int16_t)__builtin_ctzll(all);
    for (int k = i; k < i + g->n; k++) {
      for (int j = 0; j < g->ndof; j++)
        packed->J[k][j] = packed->J[k][dof[j]];
      p->J[k] = packed->J[k];
      p->knee[k] = packed->R[k] * p->loss[k];
    }
  }
}

// The forces of the rows of the block.
static void unpack_forces(const Problem* p, const Packed* packed) {
  Rows* rows = &p->s->rows;
  for (int k = 0; k < rows->n; k++)
    for (int l = 0; l < LANES; l++)
      if (packed->place[k][l] >= 0)
        set_lane(&rows->force[k], l, lane(p->f[packed->place[k][l]], l));
}

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
      const int i = h->dof[k], adr = M_rowadr[i], n = M_rownnz[i] - 1;
      const num xi = h->B[a][k] = x[i];
      for (int j = 0; j < n; j++)
        x[M_colind[adr + j]] = num_mad(-s->qLD[adr + j], xi, x[M_colind[adr + j]]);
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
static void dual_matrix(const Problem* p, const num* R, num* AR) {
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
    AR[i * n + i] += R[i];
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
static void start_dual(Problem* p, const num* aref, const num* AR, const num* b, num* residual) {
  const num zero = num_of(0);
  num value = zero;
  if (solver_warmstart) {
    for (int i = 0; i < p->n; i++)
      p->r[i] = -aref[i];
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
    const mask moves =
        p->active & ~equal(delta, zero) & at_most(change, num_of(SOLVER_MAX_COST_CHANGE));
    if (!any(moves))
      continue;
    delta = num_select(moves, delta, zero);
    improvement -= num_select(moves, change, zero);
    p->f[i] = num_select(moves, f, old);
    add_row(residual, AR + i * n, delta, n);
  }
  return improvement;
}

static void solve_projected(Problem* p, const Packed* packed) {
  Sim* s = p->s;
  const int n = p->n;
  num AR[n * n], b[n], residual[n], inverse[n];
  dual_matrix(p, packed->R, AR);
  for (int i = 0; i < n; i++) {
    b[i] = -packed->aref[i];
    inverse[i] = num_of(1) / AR[i * n + i];
  }
  add_jacobian(p, b, s->qacc_smooth);
  start_dual(p, packed->aref, AR, b, residual);
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
  Packed packed;
  begin_whole(p, s);
  const mask solved = p->active;
  if (!any(solved)) {
    leave_smooth(s);
    return;
  }
  pack_rows(p, &packed);
  p->scale = num_of(1) / (s->stat_meaninertia[0] * num_of(nv));
  solve_projected(p, &packed);
  unpack_forces(p, &packed);
  multiply_transposed(p, s->qfrc_constraint, p->f);
  for (int i = 0; i < nv; i++)
    s->qacc[i] = s->qfrc_constraint[i];
  factor_solve(s->qacc, s->qLD, s->qLDiagInv, 0, nv);
  for (int i = 0; i < nv; i++)
    s->qacc[i] = num_select(solved, s->qacc[i] + s->qacc_smooth[i], s->qacc_smooth[i]);
  s->niter = p->niter;
}

#endif  // FULCRUM_LANES_PROJECTED_H_
