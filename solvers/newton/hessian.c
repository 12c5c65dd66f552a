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

// Lower triangle of the m x m block, on the given columns, into the factor.
static void add_block(const Hessian* h, const mjtNum* block, int m, const int* columns) {
  for (int i = 0; i < m; i++) {
    const mjtNum* from = block + (size_t)i * m;
    int at = h->rowadr[columns[i]];
    for (int j = 0; j <= i; j++) {
      while (h->colind[at] != columns[j])
        at++;
      h->L[at] += from[j];
    }
  }
}

// H += M
static void add_inertia(const Hessian* h) {
  const FcProblem* p = h->rows;
  for (int i = 0; i < h->n; i++) {
    const mjtNum* M = p->M + p->M_rowadr[i];
    const int *ind = p->M_colind + p->M_rowadr[i], n = p->M_rownnz[i];
    int at = h->rowadr[i];
    for (int k = 0; k < n; k++) {
      while (h->colind[at] != ind[k])
        at++;
      h->H[at] += M[k];
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
static int collect_entering(Hessian* h, int first, int n, int from_scratch, Entering* group) {
  const FcProblem* p = h->rows;
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
static void add_block_rows(Hessian* h, int first, int n, int from_scratch) {
  const FcProblem* p = h->rows;
  Entering group[GROUPS];
  int m = p->J_rownnz[first], ngroup = collect_entering(h, first, n, from_scratch, group);
  const int* columns = p->J_colind + p->J_rowadr[first];
  for (int i = 0; ngroup && i < m; i++) {
    mjtNum* to = h->H + h->rowadr[columns[i]];

    // collect the row and record where its entries are
    for (int j = 0, at = 0; j <= i; j++, at++) {
      for (const int* ind = h->colind + h->rowadr[columns[i]]; ind[at] != columns[j]; at++) {
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
static void add_sparse_rows(Hessian* h, int from_scratch) {
  const FcProblem* p = h->rows;
  for (int first = 0, n; first < p->nefc; first += n) {
    n = p->J_rowsuper[first] + 1;
    n = n > 4 * GROUPS ? 4 * GROUPS : n;
    add_block_rows(h, first, n, from_scratch);
  }
}

//------------------------------ square storage ----------------------------------------------------

// A row of a dense J, n > 0 numbers, to a padded one. Returns its packs that are not zero.
static uint32_t pad_row(mjtNum* FC_RESTRICT to, const mjtNum* FC_RESTRICT J, int n) {
  const FcFour zero = {0};
  uint32_t packs = 0, bit = 1;
  int i = 0;
  for (; i <= n - 4; i += 4, bit <<= 1) {
    const FcFour x = FC_FOUR(to + i) = FC_CFOUR(J + i);
    packs |= is_zero(&x) ? 0 : bit;
  }
  if (i == n)
    return packs;

  // the rest, where possible from the last four numbers
  FcFour x = zero;
  if (n < 4) {
    for (int k = 0; k < n; k++)
      x[k] = J[k];
  } else {
    const FcFour last = FC_CFOUR(J + n - 4);
    x = n - i == 1   ? __builtin_shufflevector(last, zero, 3, 4, 4, 4)
        : n - i == 2 ? __builtin_shufflevector(last, zero, 2, 3, 4, 4)
                     : __builtin_shufflevector(last, zero, 1, 2, 3, 4);
  }
  FC_FOUR(to + i) = x;
  return is_zero(&x) ? packs : packs | bit;
}

// Row r of J as a padded one, with its packs that are not zero.
static uint32_t spread_row(const Hessian* h, int r, mjtNum* FC_RESTRICT to) {
  const FcProblem* p = h->rows;
  if (!p->sparse)
    return pad_row(to, p->J + (size_t)r * p->nv, p->nv);
  const int adr = p->J_rowadr[r], n = p->J_rownnz[r];
  const mjtNum* FC_RESTRICT J = p->J + adr;
  const int* FC_RESTRICT ind = p->J_colind + adr;
  uint32_t packs = 0;
  fc_zero(to, h->stride);
  for (int k = 0; k < n; k++) {
    to[ind[k]] = J[k];
    packs |= 1u << (ind[k] / 4);
  }
  return packs;
}

// H += weights of all rows. Rows with the same packs make one term.
static void add_square_rows(Hessian* h, int from_scratch) {
  const FcProblem* p = h->rows;
  LowRank term;
  term.left = (const mjtNum(*)[DENSE_MAX])term.right;
  term.packs = 0;
  term.n = 0;
  for (int r = 0; r < p->nefc; r++) {
    const mjtNum w = row_weight(p, h, r, from_scratch);
    if (w == 0)
      continue;
    mjtNum* right = term.right[term.n];
    const uint32_t packs = spread_row(h, r, right);
    if (term.n && packs != term.packs) {
      dense_add(h->H, h->stride, &term);
      fc_copy(term.right[0], right, h->stride);
    }
    term.packs = packs;
    term.weight[term.n++] = w;
    if (term.n == RANK_MAX)
      dense_add(h->H, h->stride, &term);
  }
  dense_add(h->H, h->stride, &term);
}

// L += J_c' H_c J_c of the contact whose rows start at r.
static void add_square_cone(Hessian* h, int r, LowRank* term) {
  const FcProblem* p = h->rows;
  const mjContact* con = p->contact + p->id[r];
  mjtNum left[6][DENSE_MAX];
  term->left = (const mjtNum(*)[DENSE_MAX])left;
  term->packs = 0;
  term->n = con->dim;
  for (int a = 0; a < con->dim; a++)
    term->packs |= spread_row(h, r + a, term->right[a]);
  for (int a = 0; a < con->dim; a++) {
    fc_scl(left[a], term->right[0], con->H[a * con->dim], h->stride);
    for (int b = 1; b < con->dim; b++)
      fc_addToScl(left[a], term->right[b], con->H[a * con->dim + b], h->stride);
    term->weight[a] = 1;
  }
  dense_add(h->L, h->stride, term);
}

void hessian_multiply_inertia(const Hessian* h, mjtNum* res, const mjtNum* x) {
  if (h->dense)
    dense_multiply(res, h->M, x, h->n);
  else
    fc_problemMulM(h->rows, res, x);
}

//------------------------------ both ----------------------------------------------------------------

void hessian_assemble(Hessian* h) {
  const FcProblem* p = h->rows;
  if (h->dense) {
    fc_copy(h->H, h->M, h->stride * h->stride);
    for (int i = h->n; i < h->stride; i++)
      h->H[(size_t)i * h->stride + i] = 1;
    add_square_rows(h, 1);
  } else {
    fc_zero(h->H, h->nnz);
    add_sparse_rows(h, 1);
    add_inertia(h);
  }
  memcpy(h->state, p->state, sizeof(int) * (size_t)p->nefc);
}

void hessian_change(Hessian* h) {
  const FcProblem* p = h->rows;
  if (h->dense)
    add_square_rows(h, 0);
  else
    add_sparse_rows(h, 0);
  memcpy(h->state, p->state, sizeof(int) * (size_t)p->nefc);
}

// L += J_c' H_c J_c of the contact whose rows start at `row`.
static void add_cone(const Hessian* h, int row) {
  const FcProblem* p = h->rows;
  const mjContact* con = p->contact + p->id[row];
  const mjtNum* J = p->J + p->J_rowadr[row];
  int m = p->J_rownnz[row], dim = con->dim;
  Products q = {.n = 0};
  fc_zero(h->block, m * m);
  for (int a = 0; a < dim; a++) {
    mjtNum* HJ = h->cone + (size_t)a * m;
    fc_scl(HJ, J, con->H[a * dim], m);
    for (int b = 1; b < dim; b++)
      fc_addToScl(HJ, J + (size_t)b * m, con->H[a * dim + b], m);
    push(h->block, m, m, &q, J + (size_t)a * m, HJ, 1);
  }
  add_products(h->block, m, m, &q);
  add_block(h, h->block, m, p->J_colind + p->J_rowadr[row]);
}

void hessian_add_cones(Hessian* h) {
  const FcProblem* p = h->rows;
  LowRank term;
  fc_copy(h->L, h->H, h->dense ? h->stride * h->stride : h->nnz);
  for (int r = p->ne + p->nf; p->elliptic && r < p->nefc;) {
    int dim = p->type[r] == mjCNSTR_CONTACT_ELLIPTIC ? p->contact[p->id[r]].dim : 1;
    if (p->state[r] == mjCNSTRSTATE_CONE) {
      if (h->dense)
        add_square_cone(h, r, &term);
      else
        add_cone(h, r);
    }
    r += dim;
  }
}
