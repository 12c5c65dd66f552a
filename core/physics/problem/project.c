// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The dual matrix AR = J M^-1 J' + diag(R), for solvers that work on forces.
//
// With M = L' D L and the half-solved rows B = J L^-1 D^-1/2 it is B B' + diag(R). Half-solving a
// row extends its columns by their ancestors, so two rows have a product exactly when they touch a
// common kinematic tree; the rows of each tree are listed once and the pattern of row i is the
// union of the lists of its trees. The sparse form holds both triangles.

#include <string.h>

#include <fulcrum/math.h>
#include <fulcrum/solver.h>

#include "core/foundation/data/memory.h"
#include "core/kernel/binding/binding.h"
#include "core/physics/mechanics/inertia.h"
#include "core/physics/problem/constraint.h"
#include "core/physics/problem/dual.h"
#include "core/physics/problem/rows.h"

// sqrt(1/D) of all dofs, on the stack.
static mjtNum* sqrt_inverse_diagonal(const mjModel* m, mjData* d) {
  mjtNum* s = mj_stackAllocNum(d, m->nv);
  for (int i = 0; i < m->nv; i++)
    s[i] = 1 / fc_sqrt(d->qLD[m->M_rowadr[i] + m->M_rownnz[i] - 1]);
  return s;
}

//------------------------------ dense -------------------------------------------------------------

// The block of C'C in rows i.. and columns j.. is added to sum. row: n rows of C, in which the
// columns i.. are not all zero. Products are summed in their order.
static inline void add_products(const mjtNum* const* row, int n, int i, int j, FcFour sum[4]) {
  for (int e = 0; e < n; e++) {
    const mjtNum* y = row[e] + i;
    const FcFour x = FC_CFOUR(row[e] + j);
    for (int r = 0; r < 4; r++)
      sum[r] += x * y[r];
  }
}

// The transpose of a block.
static inline void transpose_block(FcFour to[4], const FcFour from[4]) {
  const FcFour a = __builtin_shufflevector(from[0], from[1], 0, 4, 2, 6),
               b = __builtin_shufflevector(from[0], from[1], 1, 5, 3, 7),
               c = __builtin_shufflevector(from[2], from[3], 0, 4, 2, 6),
               d = __builtin_shufflevector(from[2], from[3], 1, 5, 3, 7);
  to[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  to[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  to[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  to[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

// Stores a block of a symmetric n x n matrix, which begins at row i and column j <= i, and its
// mirror image.
static inline void store_block(mjtNum* A, int n, int i, int j, const FcFour block[4]) {
  const size_t stride = (size_t)n;
  mjtNum *lower = A + (size_t)i * stride + j, *upper = A + (size_t)j * stride + i;
  if (i + 4 <= n) {
    FcFour mirror[4];
    transpose_block(mirror, block);
    for (size_t r = 0; r < 4; r++) {
      FC_FOUR(lower + r * stride) = block[r];
      FC_FOUR(upper + r * stride) = mirror[r];
    }
    return;
  }
  for (int r = 0; r < n - i; r++)
    for (int c = 0; c < 4 && j + c < n; c++)
      lower[(size_t)r * stride + (size_t)c] = upper[(size_t)c * stride + (size_t)r] = block[r][c];
}

// A = C'C for m x stride numbers C, of which the first n columns count; n x n. stride is a multiple
// of four, and the other columns are zero.
static void square_columns(mjtNum* A, const mjtNum* C, int m, int stride, int n,
                           const mjtNum** row) {
  for (int i = 0; i < n; i += 4) {
    int count = 0;
    for (int k = 0; k < m; k++) {
      const mjtNum* y = C + (size_t)k * (size_t)stride;
      if (!fc_isZero(y + i, 4))
        row[count++] = y;
    }
    for (int j = 0; j <= i; j += 4) {
      FcFour sum[4] = {{0}};
      add_products(row, count, i, j, sum);
      store_block(A, n, i, j, sum);
    }
  }
}

static int project_dense(const mjModel* m, mjData* d) {
  const int nv = m->nv, nefc = d->nefc, stride = (nefc + 3) & ~3;
  d->nA = nefc * nefc;
  d->efc_AR = arena_allocate(d, sizeof(mjtNum) * (size_t)nefc * nefc, sizeof(mjtNum));
  if (!d->efc_AR)
    return 0;
  mjtNum *B = mj_stackAllocNum(d, (size_t)stride * nv), *work = mj_stackAllocNum(d, 4 * (size_t)nv);
  fc_copy(B, d->efc_J, nefc * nv);
  fc_zero(B + (size_t)nefc * nv, (stride - nefc) * nv);
  inertia_half_solve_many(m, d->qLD, sqrt_inverse_diagonal(m, d), B, nefc, work);

  // products of rows are summed dof after dof
  mjtNum* columns = mj_stackAllocNum(d, (size_t)stride * nv);
  mju_transpose(columns, B, stride, nv);
  square_columns(d->efc_AR, columns, nv, stride, nefc,
                 mj_stackAllocByte(d, (size_t)nv * sizeof(mjtNum*), _Alignof(mjtNum*)));
  for (int i = 0; i < nefc; i++)
    d->efc_AR[(size_t)i * nefc + i] += d->efc_R[i];
  return 1;
}

//------------------------------ sparse: half-solved rows ------------------------------------------

// B as CSR.
typedef struct HalfSolved_ {
  int *nnz, *adr, *colind;
  mjtNum* val;
} HalfSolved;

static void half_solve_rows(const mjModel* m, mjData* d, HalfSolved* B) {
  int nv = m->nv, nefc = d->nefc, total = 0;
  mjtByte* mark = mj_stackAllocByte(d, nv, 1);
  int* closure = mj_stackAllocInt(d, nv);
  memset(mark, 0, (size_t)nv);
  B->nnz = mj_stackAllocInt(d, nefc);
  B->adr = mj_stackAllocInt(d, nefc);

  // lengths of the rows; rows of a supernode agree
  for (int i = 0; i < nefc; i++) {
    if (i > 0 && d->efc_J_rowsuper[i - 1] > 0) {
      B->nnz[i] = B->nnz[i - 1];
    } else {
      B->nnz[i] = inertia_closure(m, d->efc_J_rownnz[i], d->efc_J_colind + d->efc_J_rowadr[i],
                                  closure, mark);
    }
    B->adr[i] = total;
    total += B->nnz[i];
  }
  B->colind = mj_stackAllocInt(d, total);
  B->val = mj_stackAllocNum(d, total);

  // expand and solve
  mjtNum *scatter = mj_stackAllocNum(d, nv), *sqrtinvD = sqrt_inverse_diagonal(m, d);
  fc_zero(scatter, nv);
  for (int i = 0; i < nefc; i++) {
    int n = d->efc_J_rownnz[i], *ind = B->colind + B->adr[i];
    const int* from = d->efc_J_colind + d->efc_J_rowadr[i];
    const mjtNum* J = d->efc_J + d->efc_J_rowadr[i];
    mjtNum* val = B->val + B->adr[i];
    if (i > 0 && d->efc_J_rowsuper[i - 1] > 0)
      memcpy(ind, ind - B->nnz[i], sizeof(int) * (size_t)B->nnz[i]);
    else
      inertia_closure(m, n, from, ind, mark);
    for (int k = 0, s = 0; k < B->nnz[i]; k++)
      val[k] = s < n && from[s] == ind[k] ? J[s++] : 0;
    inertia_half_solve_sparse(m, d->qLD, sqrtinvD, B->nnz[i], ind, val, scatter);
  }
}

//------------------------------ sparse: pattern ---------------------------------------------------

// Rows by tree and trees by row, both ascending.
typedef struct Incidence_ {
  int *ntree, *treeadr, *tree;  // per row
  int *nrow, *rowadr, *row;     // per tree
} Incidence;

static void find_incidence(const mjModel* m, mjData* d, const ConstraintPlan* plan,
                           Incidence* inc) {
  int nefc = d->nefc, total = 0, *trees = mj_stackAllocInt(d, m->ntree);
  inc->ntree = mj_stackAllocInt(d, nefc);
  inc->treeadr = mj_stackAllocInt(d, nefc);
  inc->nrow = mj_stackAllocInt(d, m->ntree);
  inc->rowadr = mj_stackAllocInt(d, m->ntree + 1);
  memset(inc->nrow, 0, sizeof(int) * (size_t)m->ntree);
  for (int i = 0; i < nefc; i++) {
    inc->ntree[i] = row_trees(plan, m, d, 1, i, trees);
    inc->treeadr[i] = total;
    total += inc->ntree[i];
    for (int k = 0; k < inc->ntree[i]; k++)
      inc->nrow[trees[k]]++;
  }
  inc->tree = mj_stackAllocInt(d, total);
  inc->row = mj_stackAllocInt(d, total);
  inc->rowadr[0] = 0;
  for (int t = 0; t < m->ntree; t++) {
    inc->rowadr[t + 1] = inc->rowadr[t] + inc->nrow[t];
    inc->nrow[t] = 0;
  }
  for (int i = 0; i < nefc; i++) {
    int* mine = inc->tree + inc->treeadr[i];
    row_trees(plan, m, d, 1, i, mine);
    for (int k = 0; k < inc->ntree[i]; k++)
      inc->row[inc->rowadr[mine[k]] + inc->nrow[mine[k]]++] = i;
  }
}

// Columns of row i of AR: the union of the rows of its trees. result and spare each have room for
// nefc.
static int pattern_row(const Incidence* inc, int i, int nefc, int* result, int* spare) {
  const int* trees = inc->tree + inc->treeadr[i];
  int n = inc->ntree[i] ? inc->nrow[trees[0]] : 0;
  if (!n) {
    result[0] = i;
    return 1;
  }
  memcpy(result, inc->row + inc->rowadr[trees[0]], sizeof(int) * (size_t)n);
  for (int k = 1; k < inc->ntree[i]; k++) {
    const int* more = inc->row + inc->rowadr[trees[k]];
    int nmore = inc->nrow[trees[k]], a = 0, b = 0, merged = 0;
    while (a < n || b < nmore) {
      int x = a < n ? result[a] : nefc, y = b < nmore ? more[b] : nefc;
      spare[merged++] = x < y ? x : y;
      a += x <= y;
      b += y <= x;
    }
    memcpy(result, spare, sizeof(int) * (size_t)merged);
    n = merged;
  }
  return n;
}

static int project_sparse(const mjModel* m, mjData* d) {
  int nefc = d->nefc;
  HalfSolved B;
  Incidence inc;
  const ConstraintPlan* plan = d->ne ? constraint_plan(m, d) : NULL;
  if (d->ne && !plan)
    return 0;
  half_solve_rows(m, d, &B);
  find_incidence(m, d, plan, &inc);

  // row lengths, then memory
  int *columns = mj_stackAllocInt(d, nefc), *spare = mj_stackAllocInt(d, nefc);
  int* next = mj_stackAllocInt(d, nefc);
  d->efc_AR_rownnz = arena_allocate(d, sizeof(int) * (size_t)nefc, sizeof(int));
  d->efc_AR_rowadr = arena_allocate(d, sizeof(int) * (size_t)nefc, sizeof(int));
  if (!d->efc_AR_rownnz || !d->efc_AR_rowadr)
    return 0;
  d->nA = 0;
  for (int i = 0; i < nefc; i++) {
    d->efc_AR_rownnz[i] = pattern_row(&inc, i, nefc, columns, spare);
    d->efc_AR_rowadr[i] = next[i] = d->nA;
    d->nA += d->efc_AR_rownnz[i];
  }
  d->efc_AR_colind = arena_allocate(d, sizeof(int) * (size_t)d->nA, sizeof(int));
  d->efc_AR = arena_allocate(d, sizeof(mjtNum) * (size_t)d->nA, sizeof(mjtNum));
  if (!d->efc_AR_colind || !d->efc_AR)
    return 0;

  // lower triangle row by row against a dense copy of row i of B. Appending each product also to
  // row j keeps that row's columns increasing.
  mjtNum* dense = mj_stackAllocNum(d, m->nv);
  fc_zero(dense, m->nv);
  for (int i = 0; i < nefc; i++) {
    const int* ind = B.colind + B.adr[i];
    int n = pattern_row(&inc, i, nefc, columns, spare);
    fc_scatter(dense, B.val + B.adr[i], ind, B.nnz[i]);
    for (int k = 0; k < n && columns[k] <= i; k++) {
      int j = columns[k];
      mjtNum x = fc_dotSparse(B.val + B.adr[j], dense, B.nnz[j], B.colind + B.adr[j]);
      d->efc_AR_colind[next[i]] = j;
      d->efc_AR[next[i]++] = j == i ? x + d->efc_R[i] : x;
      if (j != i) {
        d->efc_AR_colind[next[j]] = i;
        d->efc_AR[next[j]++] = x;
      }
    }
    for (int k = 0; k < B.nnz[i]; k++)
      dense[ind[k]] = 0;
  }
  return 1;
}

void mj_projectConstraint(const mjModel* m, mjData* d) {
  if (!d->nefc || !m->nv)
    return;

  // only force-space solvers need it
  if (!dual_matrix_is_needed(m, d))
    return;
  mj_markStack(d);
  int done = mj_isSparse(m) ? project_sparse(m, d) : project_dense(m, d);
  mj_freeStack(d);
  if (!done)
    constraint_overflow(m, d);
}
