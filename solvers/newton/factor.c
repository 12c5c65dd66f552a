// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reverse-order Cholesky factorisation H = L'L, its rank-one update, and the solve.
//
// Both storages are left-looking: every finished row k > j with an entry in column j is subtracted
// from row j up to that column, then the row is divided by its pivot. In square storage the rows
// are found by looking down the column, skipping the zeros that the tree structure leaves, and
// subtracted four at a time. In sparse storage row j is first expanded into a dense vector, and
// finished rows wait in a linked list of the column that needs them next.

#include <fulcrum/math.h>

#include "solvers/newton/hessian.h"

//------------------------------ factorisation -----------------------------------------------------

// to[0..n) -= sum of c[k] * row[k] for four rows.
static void subtract_four(mjtNum* FC_RESTRICT to, const mjtNum* const row[4], const mjtNum c[4],
                          int n) {
  const mjtNum *r0 = row[0], *r1 = row[1], *r2 = row[2], *r3 = row[3];
  mjtNum c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
  int j = 0;
  for (; j <= n - FC_LANES; j += FC_LANES) {
    FC_PACK(to + j) -= (FC_CPACK(r0 + j) * c0 + FC_CPACK(r1 + j) * c1) +
                       (FC_CPACK(r2 + j) * c2 + FC_CPACK(r3 + j) * c3);
  }
  for (; j < n; j++) {
    to[j] -= (r0[j] * c0 + r1[j] * c1) + (r2[j] * c2 + r3[j] * c3);
  }
}

static int factor_dense(Hessian* h) {
  int n = h->n;
  for (int j = n - 1; j >= 0; j--) {
    mjtNum *to = h->L + (size_t)j * n, c[4];
    const mjtNum* row[4];
    int pending = 0;
    for (int k = n - 1; k > j; k--) {
      const mjtNum* done = h->L + (size_t)k * n;
      if (done[j] != 0) {
        row[pending] = done;
        c[pending++] = done[j];
        if (pending == 4) {
          subtract_four(to, row, c, j + 1);
          pending = 0;
        }
      }
    }
    for (int k = 0; k < pending; k++) {
      fc_addToScl(to, row[k], -c[k], j + 1);
    }

    // pivot
    to[j] = fc_sqrt(fc_max(mjMINVAL, to[j]));
    h->inverse[j] = 1 / to[j];
    fc_scl(to, to, h->inverse[j], j);
  }
  return 0;
}

static int factor_sparse(Hessian* h) {
  int n = h->n, *position = h->list, *head = h->head, *next = h->next;
  mjtNum* x = h->x;
  for (int i = 0; i < n; i++) {
    head[i] = -1;
  }
  for (int j = n - 1; j >= 0; j--) {
    int adr = h->rowadr[j], nnz = h->rownnz[j];
    const int* ind = h->colind + adr;
    mjtNum* row = h->L + adr;
    fc_scatter(x, row, ind, nnz);

    // finished rows that reach column j; each then waits for the column before
    for (int k = head[j], after; k >= 0; k = after) {
      const mjtNum* done = h->L + h->rowadr[k];
      int at = position[k]--;
      after = next[k];
      fc_addToSclSparse(x, done, -done[at], at + 1, h->colind + h->rowadr[k]);
      if (at > 0) {
        int column = h->colind[h->rowadr[k] + at - 1];
        next[k] = head[column];
        head[column] = k;
      }
    }

    // pivot
    if (x[j] < mjMINVAL) {
      for (int k = 0; k < nnz; k++) {
        x[ind[k]] = 0;
      }
      return -1;
    }
    mjtNum diagonal = fc_sqrt(x[j]), inverse = 1 / diagonal;
    h->inverse[j] = inverse;
    for (int k = 0; k < nnz - 1; k++) {
      row[k] = x[ind[k]] * inverse;
      x[ind[k]] = 0;
    }
    row[nnz - 1] = diagonal;
    x[j] = 0;
    if (nnz > 1) {
      position[j] = nnz - 2;
      next[j] = head[ind[nnz - 2]];
      head[ind[nnz - 2]] = j;
    }
  }
  return 0;
}

int hessian_factor(Hessian* h) {
  h->rank_loss = 0;
  return h->dense ? factor_dense(h) : factor_sparse(h);
}

//------------------------------ rank-one update ---------------------------------------------------

// Rotate x_k into the diagonal of row k: new diagonal, and the factors of the rest of the row.
static void rotation(Hessian* h, int k, mjtNum* diagonal, int sign, mjtNum* c, mjtNum* s) {
  mjtNum x = h->x[k], t = *diagonal * *diagonal + (mjtNum)sign * x * x;
  if (t < mjMINVAL) {
    t = mjMINVAL;
    h->rank_loss = 1;
  }
  mjtNum root = fc_sqrt(t);
  *c = root * h->inverse[k];
  *s = x * h->inverse[k];
  *diagonal = root;
  h->inverse[k] = 1 / root;
  h->x[k] = 0;
}

static void update_dense(Hessian* h, int last, int sign) {
  int n = h->n;
  mjtNum* x = h->x;
  for (int k = last; k >= 0; k--) {
    if (x[k] == 0) {
      continue;
    }
    mjtNum *row = h->L + (size_t)k * n, c, s;
    rotation(h, k, row + k, sign, &c, &s);
    mjtNum inverse = 1 / c, signed_s = (mjtNum)sign * s;
    int i = 0;
    for (; i <= k - FC_LANES; i += FC_LANES) {
      FcPack value = (FC_CPACK(row + i) + FC_CPACK(x + i) * signed_s) * inverse;
      FC_PACK(row + i) = value;
      FC_PACK(x + i) = FC_CPACK(x + i) * c - value * s;
    }
    for (; i < k; i++) {
      row[i] = (row[i] + signed_s * x[i]) * inverse;
      x[i] = c * x[i] - s * row[i];
    }
  }
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
      mjtNum inverse = 1 / c;
      for (int i = 0; i < nnz - 1; i++) {
        mjtNum value = (row[i] + (mjtNum)sign * s * x[ind[i]]) * inverse;
        row[i] = value;
        x[ind[i]] = c * x[ind[i]] - s * value;
      }
    }
    k = nnz > 1 ? ind[nnz - 2] : -1;
  }
}

void hessian_update(const FcProblem* p, Hessian* h, int row, int sign) {
  mjtNum root = fc_sqrt(p->D[row]);
  int last = h->n - 1;
  if (p->sparse) {
    const int* ind = p->J_colind + p->J_rowadr[row];
    int n = p->J_rownnz[row];
    for (int k = 0; k < n; k++) {
      h->x[ind[k]] = root * p->J[p->J_rowadr[row] + k];
    }
    last = ind[n - 1];
  } else {
    fc_scl(h->x, p->J + (size_t)row * p->nv, root, h->n);
  }
  if (h->dense) {
    update_dense(h, last, sign);
  } else {
    update_sparse(h, last, sign);
  }
}

//------------------------------ solve -------------------------------------------------------------

void hessian_solve(const Hessian* h, mjtNum* x) {
  int n = h->n;
  if (h->dense) {
    for (int k = n - 1; k >= 0; k--) {
      x[k] *= h->inverse[k];
      if (x[k] != 0) {
        fc_addToScl(x, h->L + (size_t)k * n, -x[k], k);
      }
    }
    for (int k = 0; k < n; k++) {
      x[k] = (x[k] - fc_dot(h->L + (size_t)k * n, x, k)) * h->inverse[k];
    }
    return;
  }
  for (int k = n - 1; k >= 0; k--) {
    int adr = h->rowadr[k];
    x[k] *= h->inverse[k];
    fc_addToSclSparse(x, h->L + adr, -x[k], h->rownnz[k] - 1, h->colind + adr);
  }
  for (int k = 0; k < n; k++) {
    int adr = h->rowadr[k];
    x[k] = (x[k] - fc_dotSparse(h->L + adr, x, h->rownnz[k] - 1, h->colind + adr)) * h->inverse[k];
  }
}
