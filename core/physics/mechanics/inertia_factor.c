// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Factorisation M = L' D L of the joint-space inertia and the solves that use it.
//
// Eliminating the last dof first creates no fill-in, because two dofs are coupled only when one is
// an ancestor of the other (Featherstone, Rigid Body Dynamics Algorithms, 6.5). The row of an
// ancestor i of dof k holds exactly the columns that head row k up to i, so every update is a
// contiguous "row_i -= a row_k" and no index has to be searched. Two dofs that follow each other on
// one chain are eliminated together: the second one's row is completed first, then each remaining
// ancestor row is read and written once for both.
//
// Rows of dofs of simple bodies hold only the diagonal; runs of them are skipped.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/timer.h"
#include "core/physics/mechanics/inertia.h"
#include "core/physics/mechanics/sleep.h"

// Rows are short, so the loops are written out in packs, a pair and a single number.

// y[0..n) -= a * x[0..n)
static inline void subtract_row(mjtNum* restrict y, const mjtNum* restrict x, mjtNum a, int n) {
  int i = 0;
  for (; i <= n - FC_LANES; i += FC_LANES)
    FC_PACK(y + i) = FC_CPACK(y + i) - FC_CPACK(x + i) * a;
  if (i <= n - 2) {
    FC_PAIR(y + i) = FC_CPAIR(y + i) - FC_CPAIR(x + i) * a;
    i += 2;
  }
  if (i < n)
    y[i] -= a * x[i];
}

// y[0..n) -= a * x[0..n), then b * z[0..n)
static inline void subtract_two_rows(mjtNum* restrict y, const mjtNum* restrict x, mjtNum a,
                                     const mjtNum* restrict z, mjtNum b, int n) {
  int i = 0;
  for (; i <= n - FC_LANES; i += FC_LANES)
    FC_PACK(y + i) = (FC_CPACK(y + i) - FC_CPACK(x + i) * a) - FC_CPACK(z + i) * b;
  if (i <= n - 2) {
    FC_PAIR(y + i) = (FC_CPAIR(y + i) - FC_CPAIR(x + i) * a) - FC_CPAIR(z + i) * b;
    i += 2;
  }
  if (i < n)
    y[i] = (y[i] - a * x[i]) - b * z[i];
}

void inertia_factor(const mjModel* m, mjtNum* LD, mjtNum* diaginv, const int* index, int nindex) {
  const int *rownnz = m->M_rownnz, *rowadr = m->M_rowadr, *colind = m->M_colind;
  int n = index ? nindex : (int)m->nv;

  for (int s = n - 1; s >= 0; s--) {
    int k = index ? index[s] : s, noff = rownnz[k] - 1;
    mjtNum* row = LD + rowadr[k];
    const int* col = colind + rowadr[k];
    mjtNum inv = 1 / row[noff];
    diaginv[k] = inv;
    if (!noff)
      continue;

    // a single row: its parent has another child that is still to be eliminated, or ends the chain
    int p = col[noff - 1];
    if (p != k - 1 || noff == 1) {
      for (int c = noff - 1; c >= 0; c--)
        subtract_row(LD + rowadr[col[c]], row, row[c] * inv, c + 1);
      fc_scl(row, row, inv, noff);
      continue;
    }

    // the parent is next in order: complete its row, then update the others with both
    mjtNum* row2 = LD + rowadr[p];
    subtract_row(row2, row, row[noff - 1] * inv, noff);
    mjtNum inv2 = 1 / row2[noff - 1];
    diaginv[p] = inv2;
    for (int c = noff - 2; c >= 0; c--)
      subtract_two_rows(LD + rowadr[col[c]], row, row[c] * inv, row2, row2[c] * inv2, c + 1);
    fc_scl(row, row, inv, noff);
    fc_scl(row2, row2, inv2, noff - 1);
    s--;
  }
}

// Sums have the order of a loop over all rows, one after the other, in which the dot product of a
// row is that of fc_dotSparse.

// The substitutions below work on blocks of up to four consecutive dofs of one chain: their rows
// share the columns before the block, so each such element of x is loaded once for all of them.
enum { BLOCK = 4 };

// 1 when dof i is the child of dof i - 1
static inline int continues_chain(const mjModel* m, int i) {
  int noff = m->M_rownnz[i] - 1;
  return noff && m->M_colind[m->M_rowadr[i] + noff - 1] == i - 1;
}

// rows of the n dofs from i on; unused entries repeat the last
static inline void block_rows(const mjModel* m, const mjtNum* LD, int i, int n,
                              const mjtNum* row[BLOCK]) {
  for (int l = 0; l < BLOCK; l++)
    row[l] = LD + m->M_rowadr[i + (l < n ? l : n - 1)];
}

// x <- L^-T x
static void back_substitute(const mjModel* m, const mjtNum* LD, mjtNum* restrict x,
                            const int* index, int n) {
  for (int s = n - 1; s >= 0; s--) {
    int i = index ? index[s] : s, size = 1;
    if (m->M_rownnz[i] == 1)
      continue;
    while (size < BLOCK && continues_chain(m, i)) {
      i--;
      size++;
    }
    s -= size - 1;

    // inside the block
    const int* col = m->M_colind + m->M_rowadr[i];
    const mjtNum* row[BLOCK];
    int ncol = m->M_rownnz[i] - 1;
    mjtNum y[BLOCK] = {0};
    block_rows(m, LD, i, size, row);
    for (int l = size - 1; l >= 0; l--) {
      y[l] = x[i + l];
      for (int k = 0; k < l; k++)
        x[i + k] -= row[l][ncol + k] * y[l];
    }

    // before it
    if (size == 1) {
      for (int c = 0; c < ncol; c++)
        x[col[c]] -= row[0][c] * y[0];
    } else {
      for (int c = 0; c < ncol; c++) {
        const mjtNum last = x[col[c]] - row[3][c] * y[3] - row[2][c] * y[2];
        x[col[c]] = last - row[1][c] * y[1] - row[0][c] * y[0];
      }
    }
  }
}

// x <- L^-1 D^-1 x
static void forward_substitute(const mjModel* m, const mjtNum* LD, const mjtNum* restrict diaginv,
                               mjtNum* restrict x, const int* index, int n) {
  for (int s = 0; s < n; s++) {
    const int i = index ? index[s] : s, adr = m->M_rowadr[i];
    x[i] = x[i] * diaginv[i] - fc_dotSparse(LD + adr, x, m->M_rownnz[i] - 1, m->M_colind + adr);
  }
}

void inertia_solve(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv, mjtNum* x,
                   const int* index, int nindex) {
  int n = index ? nindex : (int)m->nv;
  back_substitute(m, LD, x, index, n);
  forward_substitute(m, LD, diaginv, x, index, n);
}

// Four vectors at a time are interleaved, so that each entry of L is loaded once and multiplies
// four neighbouring numbers.

typedef mjtNum Four
    __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));

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
    inertia_solve(m, LD, diaginv, X, NULL, 0);
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
    back_substitute(m, LD, X, NULL, nv);
    for (int i = 0; i < nv; i++)
      X[i] *= sqrtinvD[i];
  }
}

void inertia_half_solve_sparse(const mjModel* m, const mjtNum* LD, const mjtNum* sqrtinvD, int n,
                               const int* colind, mjtNum* x, mjtNum* scatter) {
  fc_scatter(scatter, x, colind, n);
  back_substitute(m, LD, scatter, colind, n);
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

void inertia_factor_all(const mjModel* m, mjData* d) {
  if (sleep_filters_dofs(m, d)) {
    // rows of sleeping dofs keep their factor
    for (int s = 0; s < d->nv_awake; s++) {
      int i = d->dof_awake_ind[s], adr = m->M_rowadr[i];
      fc_copy(d->qLD + adr, d->M + adr, m->M_rownnz[i]);
    }
    inertia_factor(m, d->qLD, d->qLDiagInv, d->dof_awake_ind, d->nv_awake);
  } else {
    fc_copy(d->qLD, d->M, m->nC);
    inertia_factor(m, d->qLD, d->qLDiagInv, NULL, 0);
  }
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
    inertia_solve(m, d->qLD, d->qLDiagInv, x, NULL, 0);
    return;
  }
  mj_markStack(d);
  mjtNum* work = mj_stackAllocNum(d, 4 * (size_t)m->nv);
  inertia_solve_many(m, d->qLD, d->qLDiagInv, x, n, work);
  mj_freeStack(d);
}

void mj_solveM2(const mjModel* m, mjData* d, mjtNum* x, const mjtNum* y, const mjtNum* sqrtInvD,
                int n) {
  if (x != y)
    fc_copy(x, y, n * (int)m->nv);
  mj_markStack(d);
  mjtNum* work = mj_stackAllocNum(d, 4 * (size_t)m->nv);
  inertia_half_solve_many(m, d->qLD, sqrtInvD, x, n, work);
  mj_freeStack(d);
}
