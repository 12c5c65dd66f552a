// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cholesky factorisation of H, its rank-one update, and the solve: H = LL' by the functions of the
// library in small problems with a dense J, else in reverse order, H = L'L, as follows.
//
// The factorisation is left-looking in both storages: every finished row k > j with an entry in
// column j is subtracted from row j up to that column, then the row is divided by its pivot. Rows
// are subtracted one after the other in ascending order. In square storage they are subtracted four
// in one pass, unless the tree structure makes all four entries zero. In sparse storage row j is
// first expanded into a dense vector, and the columns of the pattern list the rows.
//
// The update rotates the vector into the factor, row by row (Gill, Golub, Murray, Saunders, Methods
// for Modifying Matrix Factorizations, 1974): plane rotations to add, hyperbolic ones to subtract.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "solvers/newton/hessian.h"

//------------------------------ factorisation -----------------------------------------------------

static int factor_sparse(Hessian* h) {
  int n = h->n;
  mjtNum* x = h->x;
  for (int j = n - 1; j >= 0; j--) {
    int adr = h->rowadr[j], nnz = h->rownnz[j];
    const int* ind = h->colind + adr;
    mjtNum* row = h->L + adr;
    fc_scatter(x, row, ind, nnz);

    // finished rows that reach column j
    for (int e = h->coladr[j]; e < h->coladr[j + 1]; e++) {
      int begin = h->rowadr[h->colrow[e]], at = h->colentry[e];
      fc_addToSclSparse(x, h->L + begin, -h->L[at], at - begin + 1, h->colind + begin);
    }

    // pivot
    if (x[j] < mjMINVAL) {
      for (int k = 0; k < nnz; k++)
        x[ind[k]] = 0;
      return -1;
    }
    mjtNum diagonal = fc_sqrt(x[j]), inverse = 1 / diagonal;
    for (int k = 0; k < nnz - 1; k++) {
      row[k] = x[ind[k]] * inverse;
      x[ind[k]] = 0;
    }
    row[nnz - 1] = diagonal;
    x[j] = 0;
  }
  return 0;
}

int hessian_factor(Hessian* h) {
  h->rank_loss = 0;
  if (!h->dense)
    return factor_sparse(h);
  dense_factor(h->L, h->inverse, h->n);
  return 0;
}

//------------------------------ rank-one update ---------------------------------------------------

// Rotate x_k into the diagonal of row k: the new diagonal, and the rotation (c, s) that turns the
// rest of the row and of x into c row + sign s x and c x - s row.
static void rotation(Hessian* h, int k, mjtNum* diagonal, int sign, mjtNum* c, mjtNum* s) {
  mjtNum x = h->x[k], t = *diagonal * *diagonal + (mjtNum)sign * (x * x);
  if (t < mjMINVAL) {
    t = mjMINVAL;
    h->rank_loss = 1;
  }
  mjtNum root = fc_sqrt(t);
  *c = *diagonal / root;
  *s = x / root;
  *diagonal = root;
  h->x[k] = 0;
}

// The nonzeros of x stay on the path from its last column up the elimination tree.
static void update_sparse(Hessian* h, int last, int sign) {
  mjtNum* x = h->x;
  for (int k = last; k >= 0;) {
    int nnz = h->rownnz[k];
    const int* ind = h->colind + h->rowadr[k];
    mjtNum *row = h->L + h->rowadr[k], c, s;
    if (x[k] != 0) {
      rotation(h, k, row + nnz - 1, sign, &c, &s);
      mjtNum signed_s = (mjtNum)sign * s;
      for (int i = 0; i < nnz - 1; i++) {
        mjtNum old = row[i], xi = x[ind[i]];
        row[i] = old * c + xi * signed_s;
        x[ind[i]] = xi * c - old * s;
      }
    }
    k = nnz > 1 ? ind[nnz - 2] : -1;
  }
}

void hessian_update(Hessian* h, int row, int sign) {
  const FcProblem* p = h->rows;
  mjtNum root = fc_sqrt(p->D[row]);
  int last = h->n - 1;
  if (p->sparse) {
    const int* ind = p->J_colind + p->J_rowadr[row];
    int n = p->J_rownnz[row];
    for (int k = 0; k < n; k++)
      h->x[ind[k]] = root * p->J[p->J_rowadr[row] + k];
    last = ind[n - 1];
  } else {
    fc_scl(h->x, p->J + (size_t)row * p->nv, root, h->n);
  }
  if (h->dense)
    h->rank_loss |= dense_update(h->L, h->inverse, h->x, h->n, sign);
  else
    update_sparse(h, last, sign);
}

//------------------------------ solve -------------------------------------------------------------

void hessian_solve(const Hessian* h, mjtNum* x) {
  int n = h->n;
  if (h->dense) {
    dense_solve(h->L, h->inverse, x, n);
    return;
  }
  for (int k = n - 1; k >= 0; k--) {
    int adr = h->rowadr[k], below = h->rownnz[k] - 1;
    x[k] /= h->L[adr + below];
    fc_addToSclSparse(x, h->L + adr, -x[k], below, h->colind + adr);
  }
  for (int k = 0; k < n; k++) {
    int adr = h->rowadr[k], below = h->rownnz[k] - 1;
    x[k] = (x[k] - fc_dotSparse(h->L + adr, x, below, h->colind + adr)) / h->L[adr + below];
  }
}
