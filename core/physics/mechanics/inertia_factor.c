// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Factorisation M = L' D L of the joint-space inertia and the solves that use it.
//
// Eliminating the last dof first creates no fill-in, because two dofs are coupled only when one is
// an ancestor of the other (Featherstone, Rigid Body Dynamics Algorithms, 6.5). Dofs are numbered
// depth first, so the subtree of dof c is c + 1, c + 2, ... up to the first row that is not longer
// than that of c, and all rows of the subtree begin with the columns of row c. No index has to be
// searched, neither in the factorisation nor for the chains below: dof i is the child of i - 1 when
// its row is longer by one.
//
// Rows of dofs of simple bodies hold only the diagonal.

#include <stdint.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/scratch.h"
#include "core/foundation/data/timer.h"
#include "core/foundation/math/four.h"
#include "core/physics/mechanics/inertia.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/trees.h"

// Dofs are worked on in blocks of up to four consecutive ones of a chain, so that a number that is
// loaded serves all of them.
enum { BLOCK = 4 };

// ---------------------------------------------------------------- factor

// Consecutive dofs with the same subtree below them form a block. Their rows have the first n
// columns in common and then a triangle of their own. With U the rows of the subtree as they were
// before their elimination, row c of a block becomes
//
//   row_c - L_kc U_k  over all k of the subtree, last first, L_kc = U_kc / D_k
//
// and L_kc replaces U_kc, which no later row needs. The triangle comes first, because its factor
// then serves the other columns while they are in registers. Rounding is that of an elimination of
// one row after the other.

typedef struct Block_ {
  mjtNum* LD;
  const int* rowadr;
  mjtNum* row[BLOCK];
  int n;           // columns before the triangle
  int begin, end;  // subtree below the block
} Block;

// the first n numbers of a pack
static inline void load_lanes(Four* v, const mjtNum* p, const int n) {
  if (n == 4)
    *v = *cfour(p);
  else
    *v = (Four){p[0], n > 1 ? p[1] : 0, n > 2 ? p[2] : 0, 0};
}

static inline void store_lanes(mjtNum* p, const Four* v, const int n) {
  if (n == 4)
    *four(p) = *v;
  else if (n == 3)
    store3(p, v);
  else if (n == 2)
    FC_PAIR(p) = (FcPair){(*v)[0], (*v)[1]};
  else
    p[0] = (*v)[0];
}

// L of the block's triangle and of the subtree's rows in its columns; below: 1/D of the subtree,
// inv: of the block. Lanes above the diagonal are not used.
static inline void factor_triangle(const Block* b, const mjtNum* below, mjtNum* inv,
                                   const int size) {
  const int n = b->n;
  Four T[BLOCK], L;
  for (int l = 0; l < size; l++)
    load_lanes(T + l, b->row[l] + n, l + 1);
  for (int k = b->end - 1; k >= b->begin; k--) {
    mjtNum* p = b->LD + b->rowadr[k] + n;
    Four u;
    load_lanes(&u, p, size);
    L = u * below[k - b->begin];
    for (int l = 0; l < size; l++)
      T[l] -= L[l] * u;
    store_lanes(p, &L, size);
  }
  for (int l = size - 1; l >= 0; l--) {
    const mjtNum D = T[l][l];
    inv[l] = 1 / D;
    L = T[l] * inv[l];
    for (int j = 0; j < l; j++)
      T[j] -= L[j] * T[l];
    L[l] = D;
    store_lanes(b->row[l] + n, &L, l + 1);
  }
}

// Columns [begin, begin + width) of a block, 4 (packs - 1) < width <= 4 packs. The last pack ends
// with the last column; where it overlaps the one before, both hold the same numbers.
static inline void factor_packs(const Block* b, int begin, int width, const int packs,
                                const int size) {
  const int *begin_adr = b->rowadr + b->begin, *adr = b->rowadr + b->end;
  const size_t first = (size_t)begin, last = (size_t)(begin + width - 4), n = (size_t)b->n;
  Four sum[BLOCK][3];
#define AT(p) ((p) < packs - 1 ? first + 4 * (size_t)(p) : last)
  for (int l = 0; l < size; l++)
    for (int p = 0; p < packs; p++)
      sum[l][p] = *cfour(b->row[l] + AT(p));
  while (adr > begin_adr) {
    const mjtNum* u = b->LD + *--adr;
    for (int p = 0; p < packs; p++) {
      const Four x = *cfour(u + AT(p));
      for (int l = 0; l < size; l++)
        sum[l][p] -= u[n + (size_t)l] * x;
    }
  }
  for (int l = size - 1; l > 0; l--)
    for (int j = 0; j < l; j++)
      for (int p = 0; p < packs; p++)
        sum[j][p] -= b->row[l][n + (size_t)j] * sum[l][p];
  for (int l = 0; l < size; l++)
    for (int p = 0; p < packs; p++)
      *four(b->row[l] + AT(p)) = sum[l][p];
#undef AT
}

// the columns before the triangle when there are less than four
static inline void factor_few(const Block* b, const int size) {
  for (int c = 0; c < b->n; c++) {
    mjtNum sum[BLOCK];
    for (int l = 0; l < size; l++)
      sum[l] = b->row[l][c];
    for (int k = b->end - 1; k >= b->begin; k--) {
      const mjtNum* u = b->LD + b->rowadr[k];
      for (int l = 0; l < size; l++)
        sum[l] -= u[b->n + l] * u[c];
    }
    for (int l = size - 1; l > 0; l--)
      for (int j = 0; j < l; j++)
        sum[j] -= b->row[l][b->n + j] * sum[l];
    for (int l = 0; l < size; l++)
      b->row[l][c] = sum[l];
  }
}

// rows c, ..., c + size - 1, with the subtree below them up to `end`
static inline void factor_block(const mjModel* m, mjtNum* LD, mjtNum* diaginv, int c, int end,
                                const int size) {
  Block b = {LD, m->M_rowadr, {0}, m->M_rownnz[c] - 1, c + size, end};
  int begin = 0, width = b.n;
  for (int l = 0; l < size; l++)
    b.row[l] = LD + m->M_rowadr[c + l];
  factor_triangle(&b, diaginv + b.begin, diaginv + c, size);
  if (b.n < 4) {
    factor_few(&b, size);
    return;
  }
  for (; width > 11; begin += 8, width -= 8)
    factor_packs(&b, begin, 8, 2, size);
  if (width > 8)
    factor_packs(&b, begin, width, 3, size);
  else if (width > 4)
    factor_packs(&b, begin, width, 2, size);
  else
    factor_packs(&b, begin, width, 1, size);
}

// 1 when the rows of four dofs from i on consist of the diagonal, and so does the next one: they
// are alone in their trees.
static inline int four_single(const mjModel* m, int i) {
  const int* nnz = m->M_rownnz + i;
  return nnz[0] + nnz[1] + nnz[2] + nnz[3] == 4 && (i + 4 == m->nv || nnz[4] == 1);
}

// Blocks of the chain that ends with dof `last` and has no other branches; returns its first dof.
static int factor_chain(const mjModel* m, mjtNum* LD, mjtNum* diaginv, int last) {
  const int *rownnz = m->M_rownnz, nv = (int)m->nv;
  int c = last, end = last + 1, nnz = rownnz[last];
  while (end < nv && rownnz[end] > nnz)
    end++;
  const int next = end < nv ? rownnz[end] : 1;
  for (; nnz > next && rownnz[c - 1] == nnz - 1; nnz--)
    c--;

  // whole blocks at the head of the chain
  for (int i = last - (last - c) % BLOCK; i >= c; i -= BLOCK) {
    const int size = last - i + 1 < BLOCK ? last - i + 1 : BLOCK;
    switch (size) {
      case 1: factor_block(m, LD, diaginv, i, end, 1); break;
      case 2: factor_block(m, LD, diaginv, i, end, 2); break;
      case 3: factor_block(m, LD, diaginv, i, end, 3); break;
      default: factor_block(m, LD, diaginv, i, end, 4); break;
    }
  }
  return c;
}

// the dofs of some consecutive trees
static void factor_dofs(const mjModel* m, mjtNum* LD, mjtNum* diaginv, int begin, int end) {
  const int *rownnz = m->M_rownnz, *rowadr = m->M_rowadr, nv = (int)m->nv;
  for (int i = end - 1; i >= begin; i--) {
    if (rownnz[i] > 1 || (i + 1 < nv && rownnz[i + 1] > 1)) {
      i = factor_chain(m, LD, diaginv, i);
    } else if (i >= begin + 3 && four_single(m, i - 3)) {
      *four(diaginv + i - 3) = 1 / *cfour(LD + rowadr[i - 3]);
      i -= 3;
    } else {
      diaginv[i] = 1 / LD[rowadr[i]];
    }
  }
}

// ---------------------------------------------------------------- solve

// The rows of a block share the columns before it, and so do those of blocks whose last dof has
// several children. Columns are taken in packs of four where they are consecutive.

static inline int consecutive(const int* col) { return col[3] - col[0] == 3; }

// x[col] -= sum of the rows' entries in the first ncol columns times y
static inline void subtract_rows(mjtNum* x, const mjtNum* const row[BLOCK], const int* col,
                                 int ncol, const mjtNum y[BLOCK], const int size) {
  for (int c = 0; c < ncol;) {
    if (c + 4 <= ncol && consecutive(col + c)) {
      Four sum = *cfour(x + col[c]);
      for (int l = size - 1; l >= 0; l--)
        sum -= y[l] * *cfour(row[l] + c);
      *four(x + col[c]) = sum;
      c += 4;
    } else {
      mjtNum sum = x[col[c]];
      for (int l = size - 1; l >= 0; l--)
        sum -= y[l] * row[l][c];
      x[col[c]] = sum;
      c++;
    }
  }
}

// the block of dofs i, ..., i + size - 1 of x <- L^-T x
static inline void back_block(const mjModel* m, const mjtNum* LD, mjtNum* x, int i,
                              const int size) {
  const int* col = m->M_colind + m->M_rowadr[i];
  const int ncol = m->M_rownnz[i] - 1;
  const mjtNum* row[BLOCK];
  mjtNum y[BLOCK];
  for (int l = 0; l < size; l++) {
    row[l] = LD + m->M_rowadr[i + l];
    y[l] = x[i + l];
  }
  for (int l = size - 1; l > 0; l--)
    for (int k = 0; k < l; k++)
      y[k] -= row[l][ncol + k] * y[l];
  for (int l = 0; l < size - 1; l++)
    x[i + l] = y[l];
  subtract_rows(x, row, col, ncol, y, size);
}

// x <- L^-T x for the dofs index[begin], ..., or begin, ... when index is NULL
static void back_substitute(const mjModel* m, const mjtNum* LD, mjtNum* x, const int* index,
                            int begin, int end) {
  const int* rownnz = m->M_rownnz;
  for (int s = end - 1; s >= begin; s--) {
    int i = index ? index[s] : s, size = 1;
    if (rownnz[i] == 1) {
      s -= !index && i >= 3 && four_single(m, i - 3) ? 3 : 0;
      continue;
    }
    for (; size < BLOCK && rownnz[i] > 1 && rownnz[i] == rownnz[i - 1] + 1; size++)
      i--;
    s -= size - 1;
    switch (size) {
      case 1: back_block(m, LD, x, i, 1); break;
      case 2: back_block(m, LD, x, i, 2); break;
      case 3: back_block(m, LD, x, i, 3); break;
      default: back_block(m, LD, x, i, 4); break;
    }
  }
}

// Four numbers of x at the given columns.
static inline void gather(Four* res, const mjtNum* x, const int* col) {
  if (consecutive(col))
    *res = *cfour(x + col[0]);
  else
    *res = (Four){x[col[0]], x[col[1]], x[col[2]], x[col[3]]};
}

// The block of dofs i, ..., i + size - 1 of x <- L^-1 D^-1 x. A block ends before the fourth column
// of a pack, so that the product of a row consists of packs before the block and up to three
// numbers, which are summed in the order of fc_dotSparse.
static inline void forward_block(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv,
                                 mjtNum* x, int i, const int size) {
  const int *rowadr = m->M_rowadr + i, *col = m->M_colind + rowadr[size - 1];
  const int ncol = m->M_rownnz[i] - 1;
  const mjtNum* row[BLOCK];
  mjtNum y[BLOCK];
  Four sum[BLOCK], z;
  int c = 0;
  for (int l = 0; l < size; l++) {
    row[l] = LD + rowadr[l];
    sum[l] = (Four){0};
  }
  for (; c <= ncol - 4; c += 4) {
    gather(&z, x, col + c);
    for (int l = 0; l < size; l++)
      sum[l] += *cfour(row[l] + c) * z;
  }
  for (int l = 0; l < size; l++) {
    mjtNum product = (sum[l][0] + sum[l][2]) + (sum[l][1] + sum[l][3]);
    for (int k = c; k < ncol; k++)
      product += row[l][k] * x[col[k]];
    for (int j = 0; j < l; j++)
      product += row[l][ncol + j] * y[j];
    y[l] = x[i + l] * diaginv[i + l] - product;
    x[i + l] = y[l];
  }
}

// x <- L^-1 D^-1 x
static void forward_substitute(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv, mjtNum* x,
                               int begin, int end) {
  const int* rownnz = m->M_rownnz;
  for (int i = begin, size; i < end; i += size) {
    const int nnz = rownnz[i];
    if (nnz == 1 && i + 4 <= end && four_single(m, i)) {
      *four(x + i) *= *cfour(diaginv + i);
      size = 4;
      continue;
    }
    const int most = BLOCK - (int)((unsigned)(nnz - 1) % BLOCK),
              left = end - i < most ? end - i : most;
    const int* next = rownnz + i;
    for (size = 1; size < left && next[size] == nnz + size;)
      size++;
    switch (size) {
      case 1:
        if (nnz == 1)
          x[i] *= diaginv[i];
        else
          forward_block(m, LD, diaginv, x, i, 1);
        break;
      case 2: forward_block(m, LD, diaginv, x, i, 2); break;
      case 3: forward_block(m, LD, diaginv, x, i, 3); break;
      default: forward_block(m, LD, diaginv, x, i, 4); break;
    }
  }
}

static void solve_dofs(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv, mjtNum* x,
                       int begin, int end) {
  back_substitute(m, LD, x, NULL, begin, end);
  forward_substitute(m, LD, diaginv, x, begin, end);
}

// Four vectors at a time are interleaved, so that each entry of L is loaded once and multiplies
// four neighbouring numbers.

// With fewer than four vectors the last one is repeated and written as often.
static void interleave(mjtNum* restrict work, const mjtNum* restrict X, int nv, int n) {
  const mjtNum *x1 = X + (n > 1 ? nv : 0), *x2 = n > 2 ? X + 2 * nv : x1,
               *x3 = n > 3 ? X + 3 * nv : x2;
  for (int i = 0; i < nv; i++) {
    work[4 * i] = X[i];
    work[4 * i + 1] = x1[i];
    work[4 * i + 2] = x2[i];
    work[4 * i + 3] = x3[i];
  }
}

static void deinterleave(mjtNum* X, const mjtNum* restrict work, int nv, int n) {
  mjtNum *x1 = X + (n > 1 ? nv : 0), *x2 = n > 2 ? X + 2 * nv : x1, *x3 = n > 3 ? X + 3 * nv : x2;
  for (int i = 0; i < nv; i++) {
    X[i] = work[4 * i];
    x1[i] = work[4 * i + 1];
    x2[i] = work[4 * i + 2];
    x3[i] = work[4 * i + 3];
  }
}

static void back_substitute4(const mjModel* m, const mjtNum* LD, mjtNum* w) {
  for (int i = m->nv - 1; i >= 0; i--) {
    const mjtNum* row = LD + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    int noff = m->M_rownnz[i] - 1;
    const Four x = *(const Four*)(w + 4 * i);
    for (int c = 0; c < noff; c++)
      *(Four*)(w + 4 * col[c]) -= row[c] * x;
  }
}

static void forward_substitute4(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv,
                                mjtNum* w) {
  for (int i = 0; i < m->nv; i++) {
    const mjtNum* row = LD + m->M_rowadr[i];
    const int* col = m->M_colind + m->M_rowadr[i];
    int noff = m->M_rownnz[i] - 1;
    Four sum[4] = {{0}}, total, *x = (Four*)(w + 4 * i);
    int c = 0;
    for (; c <= noff - 4; c += 4)
      for (int k = 0; k < 4; k++)
        sum[k] += row[c + k] * *(const Four*)(w + 4 * col[c + k]);
    total = (sum[0] + sum[2]) + (sum[1] + sum[3]);
    for (; c < noff; c++)
      total += row[c] * *(const Four*)(w + 4 * col[c]);
    *x = *x * diaginv[i] - total;
  }
}

static void scale4(mjtNum* w, const mjtNum* diag, int nv) {
  for (int i = 0; i < nv; i++)
    *(Four*)(w + 4 * i) *= diag[i];
}

void inertia_solve_many(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv, mjtNum* X, int n,
                        mjtNum* work) {
  int nv = m->nv;
  for (; n > 1; n -= 4, X += 4 * (size_t)nv) {
    interleave(work, X, nv, n);
    back_substitute4(m, LD, work);
    forward_substitute4(m, LD, diaginv, work);
    deinterleave(X, work, nv, n);
  }
  if (n == 1)
    solve_dofs(m, LD, diaginv, X, 0, nv);
}

void inertia_half_solve_many(const mjModel* m, const mjtNum* LD, const mjtNum* sqrtinvD, mjtNum* X,
                             int n, mjtNum* work) {
  int nv = m->nv;
  for (; n > 1; n -= 4, X += 4 * (size_t)nv) {
    interleave(work, X, nv, n);
    back_substitute4(m, LD, work);
    scale4(work, sqrtinvD, nv);
    deinterleave(X, work, nv, n);
  }
  if (n == 1) {
    back_substitute(m, LD, X, NULL, 0, nv);
    for (int i = 0; i < nv; i++)
      X[i] *= sqrtinvD[i];
  }
}

void inertia_half_solve_sparse(const mjModel* m, const mjtNum* LD, const mjtNum* sqrtinvD, int n,
                               const int* colind, mjtNum* x, mjtNum* scatter) {
  fc_scatter(scatter, x, colind, n);
  back_substitute(m, LD, scatter, colind, 0, n);
  for (int k = 0; k < n; k++) {
    x[k] = scatter[colind[k]] * sqrtinvD[colind[k]];
    scatter[colind[k]] = 0;
  }
}

int inertia_closure(const mjModel* m, int n, const int* colind, int* closure, mjtByte* mark) {
  int size = 0, last = n ? colind[n - 1] : -1;
  for (int k = 0; k < n; k++) {
    const int* row = m->M_colind + m->M_rowadr[colind[k]];
    for (int c = m->M_rownnz[colind[k]] - 1; c >= 0 && !mark[row[c]]; c--) {
      mark[row[c]] = 1;
      size++;
    }
  }

  // ascending; skip dofs that precede the first or follow the last
  for (int i = n ? m->M_colind[m->M_rowadr[colind[0]]] : 0, k = 0; i <= last && k < size; i++) {
    if (mark[i]) {
      closure[k++] = i;
      mark[i] = 0;
    }
  }
  return size;
}

// ---------------------------------------------------------------- tree by tree

// A matrix that is factored, from a copy of `from` unless that is NULL, or with which x is solved.
typedef struct Matrix_ {
  TreeLoop trees;
  const mjtNum* from;
  mjtNum *LD, *diaginv, *x;
} Matrix;

static inline void copy_and_factor(const mjModel* m, mjtNum* LD, mjtNum* diaginv,
                                   const mjtNum* from, int begin, int end) {
  const int adr = m->M_rowadr[begin], last = end - 1;
  if (from)
    fc_copy(LD + adr, from + adr, m->M_rowadr[last] + m->M_rownnz[last] - adr);
  factor_dofs(m, LD, diaginv, begin, end);
}

// runs of trees that are not left out
static void matrix_trees(void* context, int begin, int end) {
  const Matrix* a = context;
  const mjModel* m = a->trees.m;
  for (int t = begin, next; t < end; t = next + 1) {
    for (next = a->trees.filter ? t : end; next < end && !tree_is_left_out(&a->trees, next);)
      next++;
    if (next == t)
      continue;
    const int dof = m->tree_dofadr[t],
              dof_end = m->tree_dofadr[next - 1] + m->tree_dofnum[next - 1];
    if (a->x)
      solve_dofs(m, a->LD, a->diaginv, a->x, dof, dof_end);
    else
      copy_and_factor(m, a->LD, a->diaginv, a->from, dof, dof_end);
  }
}

static inline void factor_trees(const mjModel* m, mjData* d, const mjtNum* from, mjtNum* LD,
                                mjtNum* diaginv) {
  const TreeLoop trees = {m, d, sleep_filters_dofs(m, d)};
  if (trees_are_whole(&trees)) {
    if (m->nv)
      copy_and_factor(m, LD, diaginv, from, 0, (int)m->nv);
    return;
  }
  Matrix a = {trees, from, LD, diaginv, NULL};
  for_trees(m, d, matrix_trees, &a);
}

void inertia_factor(const mjModel* m, mjData* d, mjtNum* LD, mjtNum* diaginv) {
  factor_trees(m, d, NULL, LD, diaginv);
}

void inertia_solve(const mjModel* m, mjData* d, const mjtNum* LD, const mjtNum* diaginv, mjtNum* x,
                   int filter) {
  const TreeLoop trees = {m, d, filter && sleep_filters_dofs(m, d)};
  if (trees_are_whole(&trees)) {
    solve_dofs(m, LD, diaginv, x, 0, (int)m->nv);
    return;
  }
  Matrix a = {trees, NULL, (mjtNum*)(uintptr_t)LD, (mjtNum*)(uintptr_t)diaginv, x};
  for_trees(m, d, matrix_trees, &a);
}

// rows of sleeping dofs keep their factor
void inertia_factor_all(const mjModel* m, mjData* d) {
  factor_trees(m, d, d->M, d->qLD, d->qLDiagInv);
}

void mj_factorM(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  inertia_factor_all(m, d);
  timer_lap(d, mjTIMER_POS_INERTIA, start, 0);
}

void mj_solveM(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, int n) {
  if (x != y)
    fc_copy(x, y, n * (int)m->nv);
  if (n == 1) {
    inertia_solve(m, d, d->qLD, d->qLDiagInv, x, 0);
    return;
  }
  const StackPlace place = scratch_begin(d);
  mjtNum* work = scratch_nums(d, 4 * m->nv);
  inertia_solve_many(m, d->qLD, d->qLDiagInv, x, n, work);
  scratch_end(d, place);
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  if (x != y)
    fc_copy(x, y, n * (int)m->nv);
  const StackPlace place = scratch_begin(d);
  mjtNum* work = scratch_nums(d, 4 * m->nv);
  inertia_half_solve_many(m, d->qLD, sqrtInvD, x, n, work);
  scratch_end(d, place);
}
