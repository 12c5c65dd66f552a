// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Numeric assembly of the Hessian: M, then the weighted products of rows.
//
// Rows of a sparse J that share their columns, such as those of a contact, are added together. Each
// pair of their nodes is located once for all of them.

#include <string.h>

#include <fulcrum/math.h>

#include "solvers/newton/hessian.h"
#include "solvers/newton/rows.h"

// Weight with which row r is added: D if it is quadratic now, minus its weight already in H.
static mjtNum row_weight(const FcProblem* p, const Hessian* h, int r, int from_scratch) {
  int now = p->state[r] == mjCNSTRSTATE_QUADRATIC;
  int before = !from_scratch && h->state[r] == mjCNSTRSTATE_QUADRATIC;
  return (mjtNum)(now - before) * p->D[r];
}

//------------------------------ sparse storage ----------------------------------------------------

// Rows with common columns, of which the symmetric term sum of weight[k] left[k]' right[k] is made.
typedef struct Term_ {
  const mjtNum *left, *right;  // n x m
  const mjtNum* weight;
  int n, m;
  const int* columns;
} Term;

// Lower triangle of the matrix A, which is stored like h, += the term.
static void add_term(const Hessian* h, mjtNum* A, const Term* t) {
  const int m = t->m;
  for (int ka = 0, a; ka < m; ka += h->width[a]) {
    a = h->node[t->columns[ka]];
    const int width = h->width[a], length = h->length[a];
    mjtNum c[NODE_MAX][TERM_MAX];
    for (int k = 0; k < t->n; k++)
      for (int i = 0; i < width; i++)
        c[i][k] = t->left[(size_t)k * m + ka + i] * t->weight[k];

    // the columns of this node and those before it
    const int* entry = h->colind + h->rowadr[a];
    for (int kb = 0, b; kb <= ka; kb += h->width[b]) {
      b = h->node[t->columns[kb]];
      while (*entry != b)
        entry++;
      mjtNum* to = A + h->adr[a] + h->offset[entry - h->colind];
      add_product(to, length, width, c[0], t->right + kb, m, t->n, h->width[b]);
    }
  }
}

// H = M
static void set_inertia(const Hessian* h) {
  const FcProblem* p = h->rows;
  for (int i = 0; i < h->n; i++) {
    const int adr = p->M_rowadr[i], end = p->M_rownnz[i], a = h->node[i];
    mjtNum* row = h->H + h->adr[a] + (size_t)(i - h->start[a]) * h->length[a];
    fc_zero(row, h->length[a]);
    for (int k = 0, e = h->rowadr[a]; k < end; k++) {
      const int column = p->M_colind[adr + k], b = h->node[column];
      while (h->colind[e] != b)
        e++;
      row[h->offset[e] + column - h->start[b]] = p->M[adr + k];
    }
  }
}

// H += weights of all rows of a sparse J.
static void add_sparse_rows(Hessian* h, int from_scratch) {
  const FcProblem* p = h->rows;
  for (int r = 0, last; r < p->nefc; r = last) {
    mjtNum weight[TERM_MAX];
    Term t = {.weight = weight, .m = p->J_rownnz[r], .columns = p->J_colind + p->J_rowadr[r]};
    const int first = r;
    last = r + p->J_rowsuper[r] + 1;
    while (r < last && t.n < TERM_MAX && (weight[t.n] = row_weight(p, h, r, from_scratch)) != 0) {
      t.n++;
      r++;
    }
    last = r + !t.n;
    t.left = t.right = p->J + p->J_rowadr[first];
    if (t.n)
      add_term(h, h->H, &t);
  }
}

// L += J_c' H_c J_c of the contact whose rows start at `row`.
static void add_cone(const Hessian* h, int row) {
  static const mjtNum one[6] = {1, 1, 1, 1, 1, 1};
  const FcProblem* p = h->rows;
  const mjContact* con = p->contact + p->id[row];
  const mjtNum* J = p->J + p->J_rowadr[row];
  const int m = p->J_rownnz[row], dim = con->dim;
  for (int a = 0; a < dim; a++) {
    mjtNum* HJ = h->cone + (size_t)a * m;
    fc_scl(HJ, J, con->H[a * dim], m);
    for (int b = 1; b < dim; b++)
      fc_addToScl(HJ, J + (size_t)b * m, con->H[a * dim + b], m);
  }
  add_term(h, h->L, &(Term){h->cone, J, one, dim, m, p->J_colind + p->J_rowadr[row]});
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

// H += weights of all rows. Rows with the same packs, or with two packs at most, make one term.
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
    if (packs != term.packs && __builtin_popcount(packs | term.packs) > 2 && term.n) {
      dense_add(h->H, h->stride, &term);
      fc_copy(term.right[0], right, h->stride);
    }
    term.packs = packs | (term.n ? term.packs : 0);
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

//------------------------------ both storages ----------------------------------------------------

// to = from, both stored like h
static void copy(const Hessian* h, mjtNum* to, const mjtNum* from) {
  for (int i = 0; h->dense && i < h->stride; i++, to += h->stride, from += h->stride)
    fc_copy(to, from, (i | 3) + 1);
  for (int a = 0; a < h->nnode; a++)
    fc_copy(to + h->adr[a], from + h->adr[a], h->width[a] * h->length[a]);
}

void hessian_assemble(Hessian* h) {
  const FcProblem* p = h->rows;
  if (h->dense) {
    copy(h, h->H, h->M);
    for (int i = h->n; i < h->stride; i++)
      h->H[(size_t)i * h->stride + i] = 1;
    add_square_rows(h, 1);
  } else {
    set_inertia(h);
    add_sparse_rows(h, 1);
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

void hessian_add_cones(Hessian* h) {
  const FcProblem* p = h->rows;
  LowRank term;
  copy(h, h->L, h->H);
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
