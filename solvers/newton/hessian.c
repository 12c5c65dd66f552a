// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Numeric assembly of the Hessian.
//
// Products J'DJ are formed four rows at a time, so that each entry of the result is loaded and
// stored once for four of them. Rows of a sparse J that share their columns are first multiplied
// among themselves as a small dense block, which is then added to the Hessian in one walk over the
// indices.

#include "solvers/newton/hessian.h"

#include <string.h>

#include <fulcrum/math.h>

// Rows to be multiplied: sum of weight[k] * left[k]' right[k].
typedef struct Products_ {
  const mjtNum* left[4];
  const mjtNum* right[4];
  mjtNum weight[4];
  int n;
} Products;

// Lower triangle of B (m x m, row length ld) += the products.
static void add_products(mjtNum* FC_RESTRICT B, int ld, int m, Products* q) {
  if (!q->n) {
    return;
  }
  for (int k = q->n; k < 4; k++) {
    q->left[k] = q->left[0];
    q->right[k] = q->right[0];
    q->weight[k] = 0;
  }
  const mjtNum *r0 = q->right[0], *r1 = q->right[1], *r2 = q->right[2], *r3 = q->right[3];
  for (int i = 0; i < m; i++) {
    mjtNum c0 = q->weight[0] * q->left[0][i], c1 = q->weight[1] * q->left[1][i];
    mjtNum c2 = q->weight[2] * q->left[2][i], c3 = q->weight[3] * q->left[3][i];
    if (c0 == 0 && c1 == 0 && c2 == 0 && c3 == 0) {
      continue;
    }
    mjtNum* row = B + (size_t)i * ld;
    int j = 0;
    for (; j <= i + 1 - FC_LANES; j += FC_LANES) {
      FC_PACK(row + j) += (FC_CPACK(r0 + j) * c0 + FC_CPACK(r1 + j) * c1) +
                          (FC_CPACK(r2 + j) * c2 + FC_CPACK(r3 + j) * c3);
    }
    for (; j <= i; j++) {
      row[j] += (r0[j] * c0 + r1[j] * c1) + (r2[j] * c2 + r3[j] * c3);
    }
  }
  q->n = 0;
}

static void push(mjtNum* B, int ld, int m, Products* q, const mjtNum* left, const mjtNum* right,
                 mjtNum weight) {
  q->left[q->n] = left;
  q->right[q->n] = right;
  q->weight[q->n++] = weight;
  if (q->n == 4) {
    add_products(B, ld, m, q);
  }
}

//------------------------------ placing -----------------------------------------------------------

// Lower triangle of the m x m block, on the given columns, into the matrix A that is stored like h.
static void add_block(const Hessian* h, mjtNum* A, const mjtNum* block, int m, const int* columns) {
  for (int i = 0; i < m; i++) {
    const mjtNum* from = block + (size_t)i * m;
    if (h->dense) {
      mjtNum* to = A + (size_t)columns[i] * h->n;
      for (int j = 0; j <= i; j++) {
        to[columns[j]] += from[j];
      }
    } else {
      int at = h->rowadr[columns[i]];
      for (int j = 0; j <= i; j++) {
        while (h->colind[at] != columns[j]) {
          at++;
        }
        A[at] += from[j];
      }
    }
  }
}

// A = M
static void set_inertia(const FcProblem* p, const Hessian* h, mjtNum* A) {
  fc_zero(A, h->nnz);
  for (int i = 0; i < h->n; i++) {
    const mjtNum* M = p->M + p->M_rowadr[i];
    const int *ind = p->M_colind + p->M_rowadr[i], n = p->M_rownnz[i];
    if (h->dense) {
      fc_scatter(A + (size_t)i * h->n, M, ind, n);
    } else {
      int at = h->rowadr[i];
      for (int k = 0; k < n; k++) {
        while (h->colind[at] != ind[k]) {
          at++;
        }
        A[at] = M[k];
      }
    }
  }
}

//------------------------------ assembly ----------------------------------------------------------

// Weight with which row r enters: D when it is quadratic now, minus what is in H already.
static mjtNum row_weight(const FcProblem* p, const Hessian* h, int r, int from_scratch) {
  int now = p->state[r] == mjCNSTRSTATE_QUADRATIC;
  int before = !from_scratch && h->state[r] == mjCNSTRSTATE_QUADRATIC;
  return (mjtNum)(now - before) * p->D[r];
}

// H += weights of all rows.
static void add_rows(const FcProblem* p, Hessian* h, int from_scratch) {
  Products q = {.n = 0};
  if (!p->sparse) {
    for (int r = 0; r < p->nefc; r++) {
      const mjtNum *J = p->J + (size_t)r * p->nv, w = row_weight(p, h, r, from_scratch);
      if (w != 0) {
        push(h->H, h->n, h->n, &q, J, J, w);
      }
    }
    add_products(h->H, h->n, h->n, &q);
    return;
  }

  // one block per run of rows with the same columns
  for (int first = 0, n; first < p->nefc; first += n) {
    int m = p->J_rownnz[first], used = 0;
    n = p->J_rowsuper[first] + 1;
    for (int r = first; r < first + n; r++) {
      const mjtNum *J = p->J + p->J_rowadr[r], w = row_weight(p, h, r, from_scratch);
      if (w != 0) {
        if (!used++) {
          fc_zero(h->block, m * m);
        }
        push(h->block, m, m, &q, J, J, w);
      }
    }
    if (used) {
      add_products(h->block, m, m, &q);
      add_block(h, h->H, h->block, m, p->J_colind + p->J_rowadr[first]);
    }
  }
}

void hessian_assemble(const FcProblem* p, Hessian* h) {
  set_inertia(p, h, h->H);
  add_rows(p, h, 1);
  memcpy(h->state, p->state, sizeof(int) * (size_t)p->nefc);
}

void hessian_change(const FcProblem* p, Hessian* h) {
  add_rows(p, h, 0);
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
    for (int b = 1; b < dim; b++) {
      fc_addToScl(HJ, J + (size_t)b * m, con->H[a * dim + b], m);
    }
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
