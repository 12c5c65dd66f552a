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

// The contact whose rows start at r if it is in the state CONE, else NULL; its number of rows.
static const mjContact* cone_contact(const FcProblem* p, int r, int* dim) {
  *dim = 1;
  if (p->type[r] != mjCNSTR_CONTACT_ELLIPTIC)
    return NULL;
  const mjContact* con = p->contact + p->id[r];
  *dim = con->dim;
  return p->state[r] == mjCNSTRSTATE_CONE ? con : NULL;
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

// Rows of J with the same columns, one behind the other, and what is made of them.
typedef struct Rows_ {
  const mjtNum* J;
  int stride, n;
  int edges;  // 1: the four edges of a pyramid, all with the same weight
} Rows;

// One number of every row, from column k to column i of padded rows.
static inline void spread_one(mjtNum (*to)[DENSE_MAX], int i, const Rows* rows, int k) {
  const mjtNum* J = rows->J + k;
  const size_t stride = (size_t)rows->stride;
  if (rows->edges) {
    to[0][i] = J[0] + J[stride];
    to[1][i] = J[0] - J[stride];
    to[2][i] = J[2 * stride] - J[3 * stride];
    return;
  }
  for (int r = 0; r < rows->n; r++, J += stride)
    to[r][i] = *J;
}

// Four numbers of every row. The edges a + b, a - b, a + c, a - c of a pyramid become 2a, 2b, 2c,
// which make the same term. *any: the bits of all numbers that are written.
static inline void spread_four(mjtNum (*to)[DENSE_MAX], int i, const Rows* rows, int k,
                               FcFour* any) {
  typedef long long Bits __attribute__((vector_size(32)));
  const mjtNum* J = rows->J + k;
  const size_t stride = (size_t)rows->stride;
  Bits bits = {0};
  if (rows->edges) {
    const FcFour x0 = FC_CFOUR(J), x1 = FC_CFOUR(J + stride), x2 = FC_CFOUR(J + 2 * stride),
                 x3 = FC_CFOUR(J + 3 * stride), a = x0 + x1, b = x0 - x1, c = x2 - x3;
    FC_FOUR(to[0] + i) = a;
    FC_FOUR(to[1] + i) = b;
    FC_FOUR(to[2] + i) = c;
    bits = (Bits)a | (Bits)b | (Bits)c;
  } else {
    for (int r = 0; r < rows->n; r++, J += stride) {
      const FcFour x = FC_CFOUR(J);
      FC_FOUR(to[r] + i) = x;
      bits |= (Bits)x;
    }
  }
  *any = (FcFour)bits;
}

// Rows of a dense J, n > 0 numbers, to padded ones. Returns their packs that are not zero.
static uint32_t spread_dense(const Rows* rows, int n, mjtNum (*to)[DENSE_MAX]) {
  const int whole = n & ~3;
  uint32_t packs = 0, bit = 1;
  FcFour any;
  int i = 0;
  for (; i < whole; i += 4, bit <<= 1) {
    spread_four(to, i, rows, i, &any);
    packs |= is_zero(&any) ? 0 : bit;
  }
  if (i == n)
    return packs;

  // the rest, where possible with the numbers before it
  for (int r = 0; r < rows->n; r++)
    FC_FOUR(to[r] + i) = (FcFour){0};
  if (n < 4) {
    for (; i < n; i++)
      spread_one(to, i, rows, i);
    return 1;
  }
  spread_four(to, n - 4, rows, n - 4, &any);
  for (int k = 4 - (n - i); k < 4; k++)
    packs |= any[k] != 0 ? bit : 0;
  return packs;
}

// Zeros in a pack of n padded rows.
static inline void clear_pack(mjtNum (*row)[DENSE_MAX], int n, int pack) {
  for (int r = 0; r < n; r++)
    FC_FOUR(row[r] + 4 * pack) = (FcFour){0};
}

static void clear_packs(mjtNum (*row)[DENSE_MAX], int n, uint32_t packs) {
  for (; packs; packs &= packs - 1)
    clear_pack(row, n, __builtin_ctz(packs));
}

// The same for rows of a sparse J with n columns: packs that have a column. Only these are written.
static uint32_t spread_sparse(const Rows* rows, const int* FC_RESTRICT ind, int n,
                              mjtNum (*to)[DENSE_MAX]) {
  uint32_t packs = 0;
  FcFour any;
  for (int k = 0, end; k < n; k = end) {
    // a run of columns, whose first and last packs may not be full
    const int shift = ind[k] - k, first = ind[k] / 4;
    if (fc_isRange(ind + k, n - k))
      end = n;
    else
      for (end = k + 1; ind[end] - end == shift;)
        end++;
    const int last = ind[end - 1] / 4;
    if (!(packs >> first & 1))
      clear_pack(to, rows->n, first);
    if (last != first)
      clear_pack(to, rows->n, last);
    packs |= (2u << last) - (1u << first);
    if (end - k < 4) {
      for (; k < end; k++)
        spread_one(to, k + shift, rows, k);
      continue;
    }
    for (; k <= end - 4; k += 4)
      spread_four(to, k + shift, rows, k, &any);
    if (k < end)
      spread_four(to, end - 4 + shift, rows, end - 4, &any);
  }
  return packs;
}

// n rows of J from r on, which have the same columns, as the next ones of the term (rows which are
// the edges of a pyramid: as three rows). Adds the rows that the term already has to B when the new
// ones do not go with them: when they have other packs, and both together more than two.
static void spread_rows(const Hessian* h, mjtNum* B, LowRank* t, int r, int n, int edges) {
  const FcProblem* p = h->rows;
  const int count = edges ? 3 : n;
  if (t->n + count > RANK_MAX || t->first + t->n + n > ROWS_MAX) {
    dense_add(B, h->stride, t);
    t->first = 0;
  }
  mjtNum(*to)[DENSE_MAX] = t->right + t->first + t->n;
  Rows rows = {.n = n, .edges = edges};
  uint32_t packs;
  if (p->sparse) {
    rows.J = p->J + p->J_rowadr[r];
    rows.stride = p->J_rownnz[r];
    packs = spread_sparse(&rows, p->J_colind + p->J_rowadr[r], rows.stride, to);
  } else {
    rows.J = p->J + (size_t)r * (size_t)p->nv;
    rows.stride = p->nv;
    packs = spread_dense(&rows, p->nv, to);
  }
  if (t->n && packs != t->packs) {
    const int before = t->n;
    if (__builtin_popcount(packs | t->packs) > 2) {
      dense_add(B, h->stride, t);
      t->first += before;
    } else {
      clear_packs(to, count, t->packs & ~packs);
      clear_packs(to - before, before, packs & ~t->packs);
    }
  }
  t->packs = packs | (t->n ? t->packs : 0);
  t->n += count;
}

// Rows from r on that are spread together: at most four of one element, none with weight zero.
// Returns their number.
static int weigh_rows(const Hessian* h, int r, int from_scratch, mjtNum* weight) {
  const FcProblem* p = h->rows;
  const int type = p->type[r], id = p->id[r];
  int limit = p->sparse ? p->J_rowsuper[r] + 1 : p->nefc - r, n = 0;
  limit = limit < 4 ? limit : 4;
  while (n < limit && p->type[r + n] == type && p->id[r + n] == id &&
         (weight[n] = row_weight(p, h, r + n, from_scratch)) != 0)
    n++;
  return n;
}

// 1 when n rows from r on are all edges of a pyramid.
static int are_edges(const FcProblem* p, int r, int n, const mjtNum* weight) {
  return n == 4 && p->type[r] == mjCNSTR_CONTACT_PYRAMIDAL && p->contact[p->id[r]].dim == 3 &&
         weight[0] == weight[1] && weight[0] == weight[2] && weight[0] == weight[3];
}

static void open_term(LowRank* t, const mjtNum (*left)[DENSE_MAX]) {
  t->left = left;
  t->packs = 0;
  t->first = t->n = 0;
}

// H += weights of all rows.
static void add_square_rows(Hessian* h, int from_scratch) {
  const FcProblem* p = h->rows;
  LowRank term;
  open_term(&term, (const mjtNum(*)[DENSE_MAX])term.right);
  for (int r = 0, n; r < p->nefc; r += n ? n : 1) {
    mjtNum weight[4];
    n = weigh_rows(h, r, from_scratch, weight);
    if (!n)
      continue;
    const int edges = are_edges(p, r, n, weight), count = edges ? 3 : n;
    spread_rows(h, h->H, &term, r, n, edges);
    mjtNum* to = term.weight + term.first + term.n - count;
    for (int k = 0; k < count; k++)
      to[k] = edges && k ? weight[k] / 2 : weight[k];
  }
  dense_add(h->H, h->stride, &term);
}

// left = C right for `dim` rows, a constant, in the packs of a term
static inline __attribute__((always_inline)) void multiply_rows(mjtNum (*left)[DENSE_MAX],
                                                                mjtNum (*right)[DENSE_MAX],
                                                                const mjtNum* C, int dim,
                                                                uint32_t packs) {
  for (; packs; packs &= packs - 1) {
    const int i = 4 * __builtin_ctz(packs);
    for (int a = 0; a < dim; a++) {
      FcFour sum = FC_CFOUR(right[0] + i) * C[a * dim];
      for (int b = 1; b < dim; b++)
        sum += FC_CFOUR(right[b] + i) * C[a * dim + b];
      FC_FOUR(left[a] + i) = sum;
    }
  }
}

// L += J_c' H_c J_c of all contacts in the state CONE.
static void add_square_cones(Hessian* h) {
  const FcProblem* p = h->rows;
  mjtNum left[ROWS_MAX][DENSE_MAX];
  LowRank term;
  open_term(&term, (const mjtNum(*)[DENSE_MAX])left);
  for (int r = p->ne + p->nf, dim; r < p->nefc; r += dim) {
    const mjContact* con = cone_contact(p, r, &dim);
    if (!con)
      continue;
    const uint32_t former = term.packs;
    spread_rows(h, h->L, &term, r, dim, 0);
    const int at = term.first + term.n - dim;
    if (dim == 3)
      multiply_rows(left + at, term.right + at, con->H, 3, term.packs);
    else
      multiply_rows(left + at, term.right + at, con->H, dim, term.packs);
    fc_fill(term.weight + at, 1, dim);

    // rows that have no part in a pack of these
    clear_packs(left + term.first, at - term.first, term.packs & ~former);
  }
  dense_add(h->L, h->stride, &term);
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
  const size_t stride = (size_t)h->stride;
  for (int block = 0; h->dense && block < h->stride; block += 4) {
    for (int i = 0; i <= block; i += 4)
      for (size_t r = 0; r < 4; r++)
        FC_FOUR(to + r * stride + i) = FC_CFOUR(from + r * stride + i);
    to += 4 * stride;
    from += 4 * stride;
  }
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
  copy(h, h->L, h->H);
  if (!p->elliptic)
    return;
  if (h->dense) {
    add_square_cones(h);
    return;
  }
  for (int r = p->ne + p->nf, dim; r < p->nefc; r += dim)
    if (cone_contact(p, r, &dim))
      add_cone(h, r);
}
