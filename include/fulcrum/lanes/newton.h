// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Newton's method in lanes: solvers/newton with masks.
//
// H = L' D L with unit lower triangular L, last dof first, which keeps the sparsity of trees. Its
// pattern is that of M and of the rows of all lanes. Consecutive dofs with nested patterns make a
// block of up to four, which are eliminated together. H is kept as a packed lower triangle and
// follows the rows that change; the factor has the same layout. Only the entries of the pattern are
// touched, because the numbers of a solve are more than the nearest cache holds.

#ifndef FULCRUM_LANES_NEWTON_H_
#define FULCRUM_LANES_NEWTON_H_

#include <fulcrum/lanes/line.h>

enum { TRIANGLE = nv * (nv + 1) / 2 };
#define ROW(i) ((i) * ((i) + 1) / 2)

// Dofs [first, first + n), whose rows have m columns before the block; these begin at `column`.
typedef struct Block_ {
  int16_t first, n, m, column;
} Block;

typedef struct Newton_ {
  int nblock;
  Block block[nv];  // last first
  int16_t column[TRIANGLE];
  num H[TRIANGLE];               // M and quadratic rows
  num L[TRIANGLE], inverse[nv];  // the factor, without its diagonal; 1 / D
  num weight[MAX_ROWS];          // of rows in H
} Newton;

// ---------------------------------------------------------------- pattern

// Sets of columns of the factor, from those of M and the rows.
static void find_pattern(const Problem* p, uint64_t pattern[nv]) {
  memcpy(pattern, solver_pattern, sizeof solver_pattern);
  for (int i = 0; i < p->ngroup; i++) {
    const RowGroup* g = p->group + i;
    uint64_t set = 0;
    for (int k = 0; k < g->ndof - 1; k++)
      set |= (uint64_t)1 << g->dof[k];
    if (g->ndof)
      pattern[g->dof[g->ndof - 1]] |= set;
  }
  for (int i = p->end - 1; i >= p->begin; i--) {
    if (pattern[i]) {
      const int parent = 63 - __builtin_clzll(pattern[i]);
      pattern[parent] |= pattern[i] & ~((uint64_t)1 << parent);
    }
  }
}

static void find_blocks(const Problem* p, Newton* w) {
  uint64_t pattern[nv];
  find_pattern(p, pattern);
  w->nblock = 0;
  int column = 0;
  for (int last = p->end - 1; last >= p->begin;) {
    int first = last;
    while (first > p->begin && last - first < 3 &&
           pattern[first] == (pattern[first - 1] | (uint64_t)1 << (first - 1)))
      first--;
    Block* b = w->block + w->nblock++;
    *b = (Block){(int16_t)first, (int16_t)(last - first + 1), 0, (int16_t)column};
    for (uint64_t set = pattern[first]; set; set &= set - 1)
      w->column[column++] = (int16_t)__builtin_ctzll(set);
    b->m = (int16_t)(column - b->column);
    last = first - 1;
  }
}

// ---------------------------------------------------------------- terms

// x + sum over k < n, a constant, of c[k] right[k][b]
LANE_INLINE num add_entry(num x, int n, const num* c, const num* const* right, int b) {
  UNROLLED
  for (int k = 0; k < n; k++)
    x = num_mad(c[k], right[k][b], x);
  return x;
}

// Lower triangle A += sum over k < n, a constant, of weight[k] left[k]' right[k], whose entries are
// at `column` (m). `right` is packed like `left`, or `spread`: at the columns. Two rows at a time
// share the loads of `right`.
LANE_INLINE void add_term(num* A, const int16_t* column, int m, int n, const num* const* left,
                          const num* const* right, const num* weight, int spread) {
  const num* const R[4] = {right[0], right[n > 1 ? 1 : 0], right[n > 2 ? 2 : 0],
                           right[n > 3 ? 3 : 0]};
  int a = 0;
  for (; a < m - 1; a += 2) {
    num *row0 = A + ROW(column[a]), *row1 = A + ROW(column[a + 1]), c0[4], c1[4];
    UNROLLED
    for (int k = 0; k < n; k++) {
      c0[k] = left[k][a] * weight[k];
      c1[k] = left[k][a + 1] * weight[k];
    }
    for (int b = 0; b <= a; b++) {
      const int to = column[b];
      const int from = spread ? to : b;
      const num x0 = add_entry(row0[to], n, c0, R, from), x1 = add_entry(row1[to], n, c1, R, from);
      row0[to] = x0;
      row1[to] = x1;
    }
    const int last = column[a + 1];
    row1[last] = add_entry(row1[last], n, c1, R, spread ? last : a + 1);
  }
  if (a < m) {
    num *row = A + ROW(column[a]), c[4];
    UNROLLED
    for (int k = 0; k < n; k++)
      c[k] = left[k][a] * weight[k];
    for (int b = 0; b <= a; b++) {
      const int to = column[b];
      row[to] = add_entry(row[to], n, c, R, spread ? to : b);
    }
  }
}

static void add_terms(num* A, const int16_t* column, int m, int n, const num* const* left,
                      const num* const* right, const num* weight) {
  for (int k = 0; k < n; k += 4) {
    switch (n - k) {
      case 1: add_term(A, column, m, 1, left + k, right + k, weight + k, 0); break;
      case 2: add_term(A, column, m, 2, left + k, right + k, weight + k, 0); break;
      case 3: add_term(A, column, m, 3, left + k, right + k, weight + k, 0); break;
      default: add_term(A, column, m, 4, left + k, right + k, weight + k, 0);
    }
  }
}

// ---------------------------------------------------------------- Hessian

// H = M, which has no rows yet
static void begin_hessian(const Problem* p, Newton* w) {
  memset(w->H + ROW(p->begin), 0, sizeof *w->H * (size_t)(ROW(p->end) - ROW(p->begin)));
  for (int i = p->begin; i < p->end; i++)
    for (int k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++)
      w->H[ROW(i) + M_colind[k]] = p->s->M[k];
  for (int i = 0; i < p->n; i++)
    w->weight[i] = num_of(0);
}

// Adds the changes of weights.
static void change_hessian(const Problem* p, Newton* w) {
  for (int i = 0; i < p->ngroup; i++) {
    const RowGroup* g = p->group + i;
    const num* J[4];
    num change[4];
    int n = 0;
    for (int k = g->first; k < g->first + g->n; k++) {
      const mask changed = ~equal(p->weight[k], w->weight[k]);
      if (any(changed)) {
        change[n] = p->weight[k] - w->weight[k];
        J[n++] = p->J[k];
        w->weight[k] = p->weight[k];
      }
    }
    if (n)
      add_terms(w->H, g->dof, g->ndof, n, J, J, change);
  }
}

// Adds the second derivatives of the contact whose rows begin at i to L, which is not factored yet.
static void add_cone(const Problem* p, Newton* w, int i) {
  const Rows* rows = &p->s->rows;
  const int dim = rows->dim[p->row[i]], m = rows->ndof[p->row[i]];
  num left[6][nv], weight[6];
  const num *lefts[6], *rights[6];
  for (int a = 0; a < dim; a++) {
    const num* H = p->cone + 6 * (i + a);
    for (int k = 0; k < m; k++) {
      num sum = H[0] * p->J[i][k];
      for (int b = 1; b < dim; b++)
        sum = num_mad(H[b], p->J[i + b][k], sum);
      left[a][k] = sum;
    }
    weight[a] = num_of(1);
    lefts[a] = left[a];
    rights[a] = p->J[i + a];
  }
  add_terms(w->L, rows->dof[p->row[i]], m, dim, lefts, rights, weight);
}

static void add_cones(const Problem* p, Newton* w) {
  const Rows* rows = &p->s->rows;
  for (int i = p->ne + p->nf; i < p->n; i++) {
    if (rows->kind[p->row[i]] == ROW_ELLIPTIC) {
      if (any(~equal(p->cone[6 * i], num_of(0))))
        add_cone(p, w, i);
      i += rows->dim[p->row[i]] - 1;
    }
  }
}

// ---------------------------------------------------------------- factor

// L = H for a block
static void copy_block(Newton* w, const Block* b) {
  const int16_t* column = w->column + b->column;
  for (int i = b->first; i < b->first + b->n; i++) {
    const num* from = w->H + ROW(i);
    num* to = w->L + ROW(i);
    for (int k = 0; k < b->m; k++)
      to[column[k]] = from[column[k]];
    for (int k = b->first; k <= i; k++)
      to[k] = from[k];
  }
}

// Eliminates a block of n dofs, a constant. The products are those of blocks of one dof each, so
// that they do not depend on the blocks.
LANE_INLINE void eliminate(Newton* w, const Block* block, int n) {
  if (n > nv)
    return;
  const int first = block->first, m = block->m;
  const int16_t* column = w->column + block->column;
  num *inverse = w->inverse + first, *row[4], left[4][nv], t[4][4], minus[4];
  UNROLLED
  for (int a = 0; a < n; a++) {
    row[a] = w->L + ROW(first + a);
    minus[a] = num_of(-1);
    UNROLLED
    for (int b = 0; b <= a; b++)
      t[a][b] = row[a][first + b];
  }
  UNROLLED
  for (int a = n - 1; a >= 0; a--) {
    inverse[a] = num_of(1) / num_max(num_of(LANE_MINVAL), t[a][a]);
    UNROLLED
    for (int b = 0; b < a; b++) {
      const num scaled = row[a][first + b] = t[a][b] * inverse[a];
      UNROLLED
      for (int c = b; c < a; c++)
        t[c][b] = num_mad(-t[a][c], scaled, t[c][b]);
    }
  }
  for (int k = 0; k < m; k++) {
    const int at = column[k];
    num y[4];
    UNROLLED
    for (int a = n - 1; a >= 0; a--) {
      num x = row[a][at];
      UNROLLED
      for (int c = n - 1; c > a; c--)
        x = num_mad(-t[c][a], y[c], x);
      left[a][k] = x;
      row[a][at] = y[a] = x * inverse[a];
    }
  }
  const num *lefts[4], *rights[4];
  UNROLLED
  for (int a = 0; a < n; a++) {
    lefts[a] = left[n - 1 - a];
    rights[a] = row[n - 1 - a];
  }
  add_term(w->L, column, m, n, lefts, rights, minus, 1);
}

static void newton_factor(const Problem* p, Newton* w) {
  for (int i = 0; i < w->nblock; i++)
    copy_block(w, w->block + i);
  if (solver_elliptic && p->has_cone)
    add_cones(p, w);
  for (int i = 0; i < w->nblock; i++) {
    const Block* b = w->block + i;
    switch (b->n) {
      case 1: eliminate(w, b, 1); break;
      case 2: eliminate(w, b, 2); break;
      case 3: eliminate(w, b, 3); break;
      default: eliminate(w, b, 4);
    }
  }
}

// x <- D^-1 L^-T x for a block of n dofs, a constant
LANE_INLINE void substitute_back(const Newton* w, const Block* b, int n, num* x) {
  if (n > nv)
    return;
  const int16_t* column = w->column + b->column;
  const num* row[4];
  num y[4];
  UNROLLED
  for (int a = n - 1; a >= 0; a--) {
    row[a] = w->L + ROW(b->first + a);
    y[a] = x[b->first + a];
    UNROLLED
    for (int c = n - 1; c > a; c--)
      y[a] = num_mad(-row[c][b->first + a], y[c], y[a]);
  }
  for (int k = 0; k < b->m; k++) {
    const int at = column[k];
    num sum = x[at];
    UNROLLED
    for (int a = n - 1; a >= 0; a--)
      sum = num_mad(-row[a][at], y[a], sum);
    x[at] = sum;
  }
  UNROLLED
  for (int a = 0; a < n; a++)
    x[b->first + a] = y[a] * w->inverse[b->first + a];
}

// x <- L^-1 x
LANE_INLINE void substitute(const Newton* w, const Block* b, int n, num* x) {
  if (n > nv)
    return;
  const int16_t* column = w->column + b->column;
  const num* row[4];
  num y[4];
  UNROLLED
  for (int a = 0; a < n; a++) {
    row[a] = w->L + ROW(b->first + a);
    y[a] = x[b->first + a];
  }
  for (int k = 0; k < b->m; k++) {
    const int at = column[k];
    const num xk = x[at];
    UNROLLED
    for (int a = 0; a < n; a++)
      y[a] = num_mad(-row[a][at], xk, y[a]);
  }
  UNROLLED
  for (int a = 0; a < n; a++) {
    UNROLLED
    for (int c = 0; c < a; c++)
      y[a] = num_mad(-row[a][b->first + c], y[c], y[a]);
    x[b->first + a] = y[a];
  }
}

// x <- H^-1 x
static void solve_hessian(const Newton* w, num* x) {
  for (int i = 0; i < w->nblock; i++) {
    const Block* b = w->block + i;
    switch (b->n) {
      case 1: substitute_back(w, b, 1, x); break;
      case 2: substitute_back(w, b, 2, x); break;
      case 3: substitute_back(w, b, 3, x); break;
      default: substitute_back(w, b, 4, x);
    }
  }
  for (int i = w->nblock - 1; i >= 0; i--) {
    const Block* b = w->block + i;
    switch (b->n) {
      case 1: substitute(w, b, 1, x); break;
      case 2: substitute(w, b, 2, x); break;
      case 3: substitute(w, b, 3, x); break;
      default: substitute(w, b, 4, x);
    }
  }
}

// ---------------------------------------------------------------- iteration

static void newton_direction(Problem* p, Newton* w) {
  change_hessian(p, w);
  newton_factor(p, w);
  for (int i = p->begin; i < p->end; i++)
    p->p[i] = -p->grad[i];
  solve_hessian(w, p->p);
}

static void solve_newton(Problem* p) {
  Newton w;
  find_blocks(p, &w);
  begin_hessian(p, &w);
  evaluate(p);
  for (int k = 0; k < solver_iterations; k++) {
    newton_direction(p, &w);
    prepare_direction(p);
    end_lanes(p, p->active & ~step_along(p), w.weight);
    if (!any(p->active))
      return;
    const num before = p->cost, tolerance = p->s->opt_tolerance[0];
    evaluate(p);
    p->niter -= p->active;
    end_lanes(p,
              p->active & ~(at_most(tolerance, p->scale * p->norm) &
                            at_most(tolerance, p->scale * (before - p->cost))),
              w.weight);
    if (!any(p->active))
      return;
  }
  add_results(p, p->active);
}

static void newton(Sim* s) { solve_primal(s, solve_newton); }

#endif  // FULCRUM_LANES_NEWTON_H_
