// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Numeric assembly of the Hessian.
//
// A dense J'DJ is formed four rows at a time, so that each entry of the result is loaded and stored
// once per four rows. Rows are added in their order, and M last.
//
// Rows of a sparse J that share their columns are dense on these columns, so each row of the result
// is located in H once per block and receives all rows of the block. Rows are added in their order,
// off the diagonal as J_i (D J_j) and on it as (J_i J_i) D, and M last: the factor then has the
// same bits for any division into blocks.

#include <stdint.h>
#include <string.h>

#include <fulcrum/math.h>

#include "solvers/newton/hessian.h"

// Rows to be multiplied: sum of weight[k] * left[k]' right[k].
typedef struct Products_ {
  const mjtNum* left[4];
  const mjtNum* right[4];
  mjtNum weight[4];
  int n;
} Products;

typedef int64_t Flags __attribute__((vector_size(FC_LANES * sizeof(mjtNum))));

// Entries [0, i] of a row of length m += c[k * step] times row k of four. The last pack may reach
// into the upper triangle, whose numbers are not used.
static inline void add_row(mjtNum* FC_RESTRICT row, const mjtNum* const right[4], const mjtNum* c,
                           int step, int i, int m) {
  const mjtNum *r0 = right[0], *r1 = right[1], *r2 = right[2], *r3 = right[3];
  const mjtNum c0 = c[0], c1 = c[step], c2 = c[2 * step], c3 = c[3 * step];
  int j = 0;
  for (; j <= i && j <= m - FC_LANES; j += FC_LANES) {
    FC_PACK(row + j) = FC_CPACK(row + j) + FC_CPACK(r0 + j) * c0 + FC_CPACK(r1 + j) * c1 +
                       FC_CPACK(r2 + j) * c2 + FC_CPACK(r3 + j) * c3;
  }
  for (; j <= i; j++)
    row[j] = row[j] + r0[j] * c0 + r1[j] * c1 + r2[j] * c2 + r3[j] * c3;
}

// Lower triangle of B (m x m, row length ld) += the products. Columns that all rows leave out, such
// as those of other limbs than the one in contact, are skipped.
static void add_products(mjtNum* FC_RESTRICT B, int ld, int m, Products* q) {
  if (!q->n)
    return;
  for (int k = q->n; k < 4; k++) {
    q->left[k] = q->left[0];
    q->right[k] = q->right[0];
    q->weight[k] = 0;
  }
  const mjtNum *l0 = q->left[0], *l1 = q->left[1], *l2 = q->left[2], *l3 = q->left[3];
  const mjtNum* w = q->weight;
  int i = 0;
  for (; i <= m - FC_LANES; i += FC_LANES) {
    FcPack c[4] = {FC_CPACK(l0 + i) * w[0], FC_CPACK(l1 + i) * w[1], FC_CPACK(l2 + i) * w[2],
                   FC_CPACK(l3 + i) * w[3]};
    const Flags used = (c[0] != 0) | (c[1] != 0) | (c[2] != 0) | (c[3] != 0);
    for (int k = 0; k < FC_LANES; k++)
      if (used[k])
        add_row(B + (size_t)(i + k) * ld, q->right, (const mjtNum*)c + k, FC_LANES, i + k, m);
  }
  for (; i < m; i++) {
    const mjtNum c[4] = {w[0] * l0[i], w[1] * l1[i], w[2] * l2[i], w[3] * l3[i]};
    if (c[0] != 0 || c[1] != 0 || c[2] != 0 || c[3] != 0)
      add_row(B + (size_t)i * ld, q->right, c, 1, i, m);
  }
  q->n = 0;
}

static void push(mjtNum* B, int ld, int m, Products* q, const mjtNum* left, const mjtNum* right,
                 mjtNum weight) {
  q->left[q->n] = left;
  q->right[q->n] = right;
  q->weight[q->n++] = weight;
  if (q->n == 4)
    add_products(B, ld, m, q);
}

//------------------------------ placing -----------------------------------------------------------

// Lower triangle of the m x m block, on the given columns, into the matrix A that is stored like h.
static void add_block(const Hessian* h, mjtNum* A, const mjtNum* block, int m, const int* columns) {
  for (int i = 0; i < m; i++) {
    const mjtNum* from = block + (size_t)i * m;
    if (h->dense) {
      mjtNum* to = A + (size_t)columns[i] * h->n;
      for (int j = 0; j <= i; j++)
        to[columns[j]] += from[j];
    } else {
      int at = h->rowadr[columns[i]];
      for (int j = 0; j <= i; j++) {
        while (h->colind[at] != columns[j])
          at++;
        A[at] += from[j];
      }
    }
  }
}

// A += M
static void add_inertia(const FcProblem* p, const Hessian* h, mjtNum* A) {
  for (int i = 0; i < h->n; i++) {
    const mjtNum* M = p->M + p->M_rowadr[i];
    const int *ind = p->M_colind + p->M_rowadr[i], n = p->M_rownnz[i];
    if (h->dense) {
      for (int k = 0; k < n; k++)
        A[(size_t)i * h->n + ind[k]] += M[k];
    } else {
      int at = h->rowadr[i];
      for (int k = 0; k < n; k++) {
        while (h->colind[at] != ind[k])
          at++;
        A[at] += M[k];
      }
    }
  }
}

//------------------------------ assembly ----------------------------------------------------------

// Weight with which row r is added: D if it is quadratic now, minus its weight already in H.
static mjtNum row_weight(const FcProblem* p, const Hessian* h, int r, int from_scratch) {
  int now = p->state[r] == mjCNSTRSTATE_QUADRATIC;
  int before = !from_scratch && h->state[r] == mjCNSTRSTATE_QUADRATIC;
  return (mjtNum)(now - before) * p->D[r];
}

// H += weights of all rows of a dense J.
static void add_dense_rows(const FcProblem* p, Hessian* h, int from_scratch) {
  Products q = {.n = 0};
  for (int r = 0; r < p->nefc; r++) {
    const mjtNum *J = p->J + (size_t)r * p->nv, w = row_weight(p, h, r, from_scratch);
    if (w != 0)
      push(h->H, h->n, h->n, &q, J, J, w);
  }
  add_products(h->H, h->n, h->n, &q);
}

// Rows of a block that are added, at most four: J, D J, D.
typedef struct Entering_ {
  const mjtNum *J[4], *DJ[4];
  mjtNum D[4];
  int n;
} Entering;

// Entries [0, i] of row i of the block's square.
static void add_entering(mjtNum* FC_RESTRICT to, const Entering* e, int i) {
  int j = 0;
  if (e->n == 4) {
    const mjtNum *d0 = e->DJ[0], *d1 = e->DJ[1], *d2 = e->DJ[2], *d3 = e->DJ[3];
    mjtNum c0 = e->J[0][i], c1 = e->J[1][i], c2 = e->J[2][i], c3 = e->J[3][i];
    for (; j <= i - FC_LANES; j += FC_LANES) {
      FC_PACK(to + j) = FC_CPACK(to + j) + FC_CPACK(d0 + j) * c0 + FC_CPACK(d1 + j) * c1 +
                        FC_CPACK(d2 + j) * c2 + FC_CPACK(d3 + j) * c3;
    }
  }
  for (; j < i; j++)
    for (int k = 0; k < e->n; k++)
      to[j] += e->J[k][i] * e->DJ[k][j];
  for (int k = 0; k < e->n; k++)
    to[i] += e->J[k][i] * e->J[k][i] * e->D[k];
}

// The block's rows in groups of up to four, D J in h->block. Returns how many groups.
static int collect_entering(const FcProblem* p, Hessian* h, int first, int n, int from_scratch,
                            Entering* group) {
  int m = p->J_rownnz[first], used = 0;
  for (int r = first; r < first + n; r++) {
    mjtNum w = row_weight(p, h, r, from_scratch);
    if (w != 0) {
      Entering* e = group + used / 4;
      int k = used % 4;
      e->J[k] = p->J + p->J_rowadr[r];
      e->DJ[k] = h->block + (size_t)used++ * m;
      e->D[k] = w;
      e->n = k + 1;
      fc_scl(h->block + (size_t)(used - 1) * m, e->J[k], w, m);
    }
  }
  return (used + 3) / 4;
}

// Maximal number of rows added together.
#define GROUPS 8

// H += weights of the rows [first, first + n), which share their columns.
static void add_block_rows(const FcProblem* p, Hessian* h, int first, int n, int from_scratch) {
  Entering group[GROUPS];
  int m = p->J_rownnz[first], ngroup = collect_entering(p, h, first, n, from_scratch, group);
  const int* columns = p->J_colind + p->J_rowadr[first];
  int range = h->dense && m > 0 && fc_isRange(columns, m);
  for (int i = 0; ngroup && i < m; i++) {
    mjtNum* to = h->dense ? h->H + (size_t)columns[i] * h->n : h->H + h->rowadr[columns[i]];
    if (range) {
      for (int g = 0; g < ngroup; g++)
        add_entering(to + columns[0], group + g, i);
      continue;
    }

    // collect the row; in sparse storage also record where its entries are
    for (int j = 0, at = 0; j <= i; j++, at++) {
      if (h->dense) {
        at = columns[j];
      } else {
        for (const int* ind = h->colind + h->rowadr[columns[i]]; ind[at] != columns[j]; at++) {
        }
      }
      h->place[j] = at;
      h->x[j] = to[at];
    }
    for (int g = 0; g < ngroup; g++)
      add_entering(h->x, group + g, i);
    for (int j = 0; j <= i; j++) {
      to[h->place[j]] = h->x[j];
      h->x[j] = 0;
    }
  }
}

// H += weights of all rows of a sparse J.
static void add_sparse_rows(const FcProblem* p, Hessian* h, int from_scratch) {
  for (int first = 0, n; first < p->nefc; first += n) {
    n = p->J_rowsuper[first] + 1;
    n = n > 4 * GROUPS ? 4 * GROUPS : n;
    add_block_rows(p, h, first, n, from_scratch);
  }
}

void hessian_assemble(const FcProblem* p, Hessian* h) {
  fc_zero(h->H, h->nnz);
  if (p->sparse)
    add_sparse_rows(p, h, 1);
  else
    add_dense_rows(p, h, 1);
  add_inertia(p, h, h->H);
  memcpy(h->state, p->state, sizeof(int) * (size_t)p->nefc);
}

void hessian_change(const FcProblem* p, Hessian* h) {
  if (p->sparse)
    add_sparse_rows(p, h, 0);
  else
    add_dense_rows(p, h, 0);
  memcpy(h->state, p->state, sizeof(int) * (size_t)p->nefc);
}

// J_c' H_c J_c of the contact whose rows start at `row`, as a block of size m (row length ld).
static void cone_products(const FcProblem* p, const Hessian* h, int row, const mjtNum* J, int m,
                          mjtNum* B, int ld) {
  const mjContact* con = p->contact + p->id[row];
  int dim = con->dim;
  Products q = {.n = 0};
  for (int a = 0; a < dim; a++) {
    mjtNum* HJ = h->cone + (size_t)a * m;
    fc_scl(HJ, J, con->H[a * dim], m);
    for (int b = 1; b < dim; b++)
      fc_addToScl(HJ, J + (size_t)b * m, con->H[a * dim + b], m);
    push(B, ld, m, &q, J + (size_t)a * m, HJ, 1);
  }
  add_products(B, ld, m, &q);
}

void hessian_add_cones(const FcProblem* p, Hessian* h) {
  fc_copy(h->L, h->H, h->nnz);
  for (int r = p->ne + p->nf; p->elliptic && r < p->nefc;) {
    int dim = p->type[r] == mjCNSTR_CONTACT_ELLIPTIC ? p->contact[p->id[r]].dim : 1;
    if (p->state[r] == mjCNSTRSTATE_CONE) {
      if (p->sparse) {
        int m = p->J_rownnz[r];
        fc_zero(h->block, m * m);
        cone_products(p, h, r, p->J + p->J_rowadr[r], m, h->block, m);
        add_block(h, h->L, h->block, m, p->J_colind + p->J_rowadr[r]);
      } else {
        cone_products(p, h, r, p->J + (size_t)r * p->nv, p->nv, h->L, h->n);
      }
    }
    r += dim;
  }
}
