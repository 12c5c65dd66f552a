// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cholesky factorisation H = L' L of large problems, its rank-one update, and the solve.
//
// The factorisation is left-looking, node after node, last first. The finished rows of every node
// with an entry in this one's columns are subtracted from its rows up to these columns; then the
// node's own rows are eliminated, last first. The columns of the two patterns that agree form runs,
// which are found once for all rows of both nodes.
//
// The update rotates the vector into the factor, row by row (Gill, Golub, Murray, Saunders, Methods
// for Modifying Matrix Factorizations, 1974): plane rotations to add, hyperbolic ones to subtract.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "solvers/newton/hessian.h"
#include "solvers/newton/rows.h"

//------------------------------ factorisation -----------------------------------------------------

// Columns that follow each other in the rows of two nodes.
typedef struct Run_ {
  int from, to, n;
} Run;

// Columns of node k from its first to node a, and where they are in rows of node a. `last` is the
// entry (k, a) of the pattern. Returns the number of runs.
static int find_runs(const Hessian* h, int k, int a, int last, Run* run) {
  int n = 0, at = h->rowadr[a];
  for (int e = h->rowadr[k]; e <= last; e++, at++) {
    const int column = h->colind[e];
    while (h->colind[at] != column)
      at++;
    const int from = h->offset[e], to = h->offset[at], width = h->width[column];
    if (n && run[n - 1].to + run[n - 1].n == to && run[n - 1].from + run[n - 1].n == from)
      run[n - 1].n += width;
    else
      run[n++] = (Run){from, to, width};
  }
  return n;
}

// Rows of node a -= those of node k, each times its entries in the columns of a.
static void subtract_node(const Hessian* h, int a, int k, int entry, Run* run) {
  const int nrun = find_runs(h, k, a, entry, run), stride = h->length[k], n = h->width[k],
            length = h->length[a], width = h->width[a];
  const mjtNum* from = h->L + h->adr[k];
  mjtNum *to = h->L + h->adr[a], c[NODE_MAX][TERM_MAX];
  for (int i = 0; i < n; i++) {
    const mjtNum* row = from + h->offset[entry] + (size_t)i * stride;
    for (int j = 0; j < width; j++)
      c[j][i] = -row[j];
  }
  for (int r = 0; r < nrun; r++)
    add_product(to + run[r].to, length, width, c[0], from + run[r].from, stride, n, run[r].n);
}

// Eliminates the rows of a node. Returns 0, or -1 when a pivot is not positive.
static int factor_node(const Hessian* h, int a) {
  const int stride = h->length[a], w = h->width[a], own = stride - w;
  mjtNum* rows = h->L + h->adr[a];
  for (int j = w - 1; j >= 0; j--) {
    mjtNum* row = rows + (size_t)j * stride;
    const int n = own + j;
    if (row[n] < mjMINVAL)
      return -1;
    row[n] = fc_sqrt(row[n]);
    fc_scl(row, row, 1 / row[n], n);
    for (int i = 0; i < j; i++)
      fc_addToScl(rows + (size_t)i * stride, row, -row[own + i], own + i + 1);
  }
  return 0;
}

static int factor_nodes(Hessian* h) {
  for (int a = h->nnode - 1; a >= 0; a--) {
    for (int e = h->coladr[a]; e < h->coladr[a + 1]; e++)
      subtract_node(h, a, h->colrow[e], h->colentry[e], h->run);
    if (factor_node(h, a))
      return -1;
  }
  return 0;
}

int hessian_factor(Hessian* h) {
  h->rank_loss = 0;
  if (!h->dense)
    return factor_nodes(h);
  dense_factor(h->L, h->inverse, h->n);
  return 0;
}

//------------------------------ vectors on a pattern ----------------------------------------------

// Numbers of x in the columns that a node shares with nodes before it, to h->buffer and back.
static int gather_columns(const Hessian* h, int a, const mjtNum* x) {
  mjtNum* to = h->buffer;
  for (int e = h->rowadr[a]; e < h->rowadr[a] + h->rownnz[a] - 1; e++) {
    const int width = h->width[h->colind[e]];
    const mjtNum* from = x + h->start[h->colind[e]];
    for (int i = 0; i < width; i++)
      *to++ = from[i];
  }
  return h->length[a] - h->width[a];
}

static void scatter_columns(const Hessian* h, int a, mjtNum* x) {
  const mjtNum* from = h->buffer;
  for (int e = h->rowadr[a]; e < h->rowadr[a] + h->rownnz[a] - 1; e++) {
    const int width = h->width[h->colind[e]];
    mjtNum* to = x + h->start[h->colind[e]];
    for (int i = 0; i < width; i++)
      to[i] = *from++;
  }
}

//------------------------------ rank-one update ---------------------------------------------------

// row, x <- c row + sign s x, c x - s row
static void rotate(mjtNum* FC_RESTRICT row, mjtNum* FC_RESTRICT x, mjtNum c, mjtNum s,
                   mjtNum signed_s, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    const FcFour old = FC_CFOUR(row + i), xi = FC_CFOUR(x + i);
    FC_FOUR(row + i) = old * c + xi * signed_s;
    FC_FOUR(x + i) = xi * c - old * s;
  }
  for (; i < n; i++) {
    const mjtNum old = row[i], xi = x[i];
    row[i] = old * c + xi * signed_s;
    x[i] = xi * c - old * s;
  }
}

// The nonzeros of x stay on the path from its last node up the elimination tree.
static void update_nodes(Hessian* h, int last, int sign) {
  mjtNum* x = h->x;
  for (int a = h->node[last]; a >= 0;) {
    const int stride = h->length[a], n = gather_columns(h, a, x);
    mjtNum* own = x + h->start[a];
    for (int j = h->width[a] - 1; j >= 0; j--) {
      mjtNum *row = h->L + h->adr[a] + (size_t)j * stride, *diagonal = row + n + j;
      if (own[j] == 0)
        continue;
      mjtNum t = *diagonal * *diagonal + (mjtNum)sign * (own[j] * own[j]);
      if (t < mjMINVAL) {
        t = mjMINVAL;
        h->rank_loss = 1;
      }
      const mjtNum root = fc_sqrt(t), c = *diagonal / root, s = own[j] / root;
      *diagonal = root;
      own[j] = 0;
      rotate(row, h->buffer, c, s, (mjtNum)sign * s, n);
      rotate(row + n, own, c, s, (mjtNum)sign * s, j);
    }
    scatter_columns(h, a, x);
    a = h->rownnz[a] > 1 ? h->colind[h->rowadr[a] + h->rownnz[a] - 2] : -1;
  }
}

void hessian_update(Hessian* h, int row, int sign) {
  const FcProblem* p = h->rows;
  const mjtNum root = fc_sqrt(p->D[row]);
  if (!p->sparse) {
    fc_scl(h->x, p->J + (size_t)row * p->nv, root, h->n);
    h->rank_loss |= dense_update(h->L, h->inverse, h->x, h->n, sign);
    return;
  }
  const int* ind = p->J_colind + p->J_rowadr[row];
  const int n = p->J_rownnz[row];
  for (int k = 0; k < n; k++)
    h->x[ind[k]] = root * p->J[p->J_rowadr[row] + k];
  if (h->dense)
    h->rank_loss |= dense_update(h->L, h->inverse, h->x, h->n, sign);
  else if (n)
    update_nodes(h, ind[n - 1], sign);
}

//------------------------------ solve -------------------------------------------------------------

// x <- L^-T x, node after node, last first
static void solve_transposed(const Hessian* h, mjtNum* x) {
  for (int a = h->nnode - 1; a >= 0; a--) {
    const mjtNum* rows = h->L + h->adr[a];
    const int stride = h->length[a], w = h->width[a], n = gather_columns(h, a, x);
    mjtNum *own = x + h->start[a], c[TERM_MAX];
    for (int j = w - 1; j >= 0; j--) {
      const mjtNum* row = rows + (size_t)j * stride + n;
      own[j] /= row[j];
      c[j] = -own[j];
      for (int i = 0; i < j; i++)
        own[i] += row[i] * c[j];
    }
    add_product(h->buffer, n, 1, c, rows, stride, w, n);
    scatter_columns(h, a, x);
  }
}

void hessian_solve(const Hessian* h, mjtNum* x) {
  if (h->dense) {
    dense_solve(h->L, h->inverse, x, h->n);
    return;
  }
  solve_transposed(h, x);
  for (int a = 0; a < h->nnode; a++) {
    const int stride = h->length[a], n = gather_columns(h, a, x);
    mjtNum* own = x + h->start[a];
    for (int j = 0; j < h->width[a]; j++) {
      const mjtNum* row = h->L + h->adr[a] + (size_t)j * stride;
      mjtNum sum = own[j] - fc_dot(row, h->buffer, n);
      for (int i = 0; i < j; i++)
        sum -= row[n + i] * own[i];
      own[j] = sum / row[n + j];
    }
  }
}
