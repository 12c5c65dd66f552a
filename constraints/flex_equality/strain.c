// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// flexstrain: the cell of an interpolated flex keeps its strain at Gauss points.
//
// A flex with flex_interp = p > 0 is one cell with (p+1)^3 nodes x_n, number (i, j, k) with i
// slowest. With N_n the Lagrange polynomials of the nodes and s the local coordinates, 0 to 1,
//
//   F = sum_n x_n h_n',   h_n = (sum_n X_n g_n')^-T g_n,   g_n = dN_n/ds,   E = (F'F - I) / 2
//
// where X_n are the nodes at rest: h_n is the gradient of N_n with respect to rest positions, F
// the deformation gradient, E the Green-Lagrange strain. At every point of the Gauss rule with p+1
// points per axis three rows keep the invariants of E at zero,
//
//   I1 = tr E,   I2 = ((tr E)^2 - tr E^2) / 2,   I3 = det E.
//
// With G = dI/dE, which is symmetric, moving node n changes I by (F G h_n)' dx_n. Rows of I2 and I3
// vanish without strain: their gradients are of first and second order in E.

#include <math.h>

#include <fulcrum/flex.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "constraints/flex_equality/equality.h"

#define MAX_NODES 27

// ---------------------------------------------------------------- cells

// One cell and the dofs that move it. The Jacobian of node n is 3 x length[n] at J + 3 first[n];
// its entries belong to the columns column[first[n]...] of the rows.
typedef struct Cell_ {
  int order, nodes;
  mjtNum rest[MAX_NODES][3], now[MAX_NODES][3];
  int first[MAX_NODES], length[MAX_NODES];
  int* column;
  mjtNum* J;
  mjtNum diagonal;  // estimate of the diagonal of J M^-1 J', the same for all rows
} Cell;

// Number of nodes of an equality's flex; 0: the flex is not interpolated and makes no rows.
static int node_count(const mjModel* m, int id) {
  const int f = m->eq_obj1id[id];
  return m->flex_interp[f] > 0 ? m->flex_nodenum[f] : 0;
}

static int node_body(const mjModel* m, int id, int node) {
  return m->flex_nodebodyid[m->flex_nodeadr[m->eq_obj1id[id]] + node];
}

// Write the dofs that move the cell, ascending, to `columns`. It has room for 2 nv, like `spare`.
static int cell_columns(const mjModel* m, int id, int* columns, int* spare) {
  int n = 0, *merged = columns + m->nv;
  for (int k = 0; k < node_count(m, id); k++) {
    const int added = fc_bodyColumns(m, node_body(m, id, k), 0, spare);
    const int both = fc_mergeColumns(merged, columns, n, spare, added);
    for (n = 0; n < both; n++)
      columns[n] = merged[n];
  }
  return n;
}

int strain_trees(const FcContext* context, int id, int* trees) {
  const mjModel* m = context->m;
  int n = 0;
  for (int k = 0; k < node_count(m, id); k++) {
    const int tree = m->body_treeid[node_body(m, id, k)];
    int at = n;
    while (at > 0 && trees[at - 1] > tree)
      at--;
    if (tree < 0 || (at > 0 && trees[at - 1] == tree))
      continue;
    for (int i = n++; i > at; i--)
      trees[i] = trees[i - 1];
    trees[at] = tree;
  }
  return n;
}

// Positions and Jacobians of the nodes, with n columns per row. cell->column and cell->J are on the
// stack.
static void read_cell(const mjModel* m, mjData* d, int id, int n, const int* columns, Cell* cell) {
  const int f = m->eq_obj1id[id], adr = m->flex_nodeadr[f];
  int total = 0;
  cell->order = m->flex_interp[f];
  cell->nodes = node_count(m, id);
  cell->diagonal = 0;
  cell->column = mj_stackAllocInt(d, (size_t)cell->nodes * n);
  cell->J = mj_stackAllocNum(d, 3 * (size_t)cell->nodes * n);
  for (int k = 0; k < cell->nodes; k++) {
    const int body = node_body(m, id, k);
    fc_copy3(cell->rest[k], m->flex_node0 + 3 * (adr + k));
    fc_copy3(cell->now[k], d->xpos + 3 * body);
    if (!m->flex_centered[f]) {
      mjtNum arm[3];
      fc_mulMatVec3(arm, d->xmat + 9 * body, m->flex_node + 3 * (adr + k));
      fc_addTo3(cell->now[k], arm);
    }
    cell->diagonal += m->body_invweight0[2 * body] / cell->nodes;

    int* own = cell->column + total;
    cell->first[k] = total;
    cell->length[k] = fc_bodyColumns(m, body, 0, own);
    fc_bodyJacobian(m, d, cell->J + 3 * total, NULL, body, cell->now[k], 0, cell->now[k],
                    cell->length[k], own);

    // from dofs to places in the row
    for (int c = 0, at = 0; c < cell->length[k]; c++) {
      while (columns[at] != own[c])
        at++;
      own[c] = at;
    }
    total += cell->length[k];
  }
}

// ---------------------------------------------------------------- strain

// Place of Gauss point q of p + 1 on (0, 1).
static mjtNum gauss_point(int q, int p) {
  return p == 1 ? (mjtNum)0.5 + (q - (mjtNum)0.5) / sqrt((mjtNum)3)
                : (mjtNum)0.5 + (q - 1) * (mjtNum)0.5 * sqrt((mjtNum)0.6);
}

// Gradients g_n of all nodes at the Gauss point (q0, q1, q2).
static void gradients(mjtNum g[MAX_NODES][3], mjtNum value[3][3], mjtNum slope[3][3], int q0,
                      int q1, int q2, int p) {
  for (int i = 0, n = 0; i <= p; i++) {
    for (int j = 0; j <= p; j++) {
      for (int k = 0; k <= p; k++, n++) {
        g[n][0] = slope[q0][i] * value[q1][j] * value[q2][k];
        g[n][1] = value[q0][i] * slope[q1][j] * value[q2][k];
        g[n][2] = value[q0][i] * value[q1][j] * slope[q2][k];
      }
    }
  }
}

// A = sum_n x_n g_n'
static void position_gradient(mjtNum A[9], mjtNum x[][3], mjtNum g[][3], int nodes) {
  fc_zero(A, 9);
  for (int n = 0; n < nodes; n++) {
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++)
        A[3 * r + c] += x[n][r] * g[n][c];
  }
}

// Cofactor matrix; returns the determinant.
static mjtNum cofactor(mjtNum C[9], const mjtNum A[9]) {
  fc_cross(C, A + 3, A + 6);
  fc_cross(C + 3, A + 6, A);
  fc_cross(C + 6, A, A + 3);
  return fc_dot3(A, C);
}

// Lagrange polynomials of order p at all Gauss points of an axis, and their slopes.
static void tabulate(mjtNum value[3][3], mjtNum slope[3][3], int p) {
  for (int q = 0; q <= p; q++) {
    fc_flexLagrange(value[q], gauss_point(q, p), p);
    fc_flexSlopes(slope[q], gauss_point(q, p), p);
  }
}

// Gradients of all nodes at Gauss point q, first axis slowest.
static void point_gradients(mjtNum g[MAX_NODES][3], mjtNum value[3][3], mjtNum slope[3][3], int q,
                            int p) {
  const int n = p + 1;
  gradients(g, value, slope, q / (n * n), q / n % n, q % n, p);
}

// The transposed inverse of the gradient of rest positions. At rest F is the identity up to
// rounding, and dense rows of I2 and I3 are dropped where they are exactly zero. Returns 0, or -1
// with fc_lastError.
static int rest_inverse(mjtNum inverse[9], const mjtNum rest[9], int flex) {
  const mjtNum det = cofactor(inverse, rest);
  if (!(fabs(det) >= mjMINVAL))
    return fc_fail("the cell of flex %d has no volume at rest", flex);
  for (int k = 0; k < 9; k++)
    inverse[k] /= det;
  return 0;
}

int strain_check(const mjModel* m, int id) {
  const int f = m->eq_obj1id[id], p = m->flex_interp[f], n = node_count(m, id);
  if (n == 0)
    return 0;
  if (p > 2 || n != (p + 1) * (p + 1) * (p + 1))
    return fc_fail("flex %d of order %d has %d nodes, expected order 1 with 8 or 2 with 27", f, p,
                   n);
  mjtNum value[3][3], slope[3][3], g[MAX_NODES][3], rest[9], inverse[9], x[MAX_NODES][3];
  for (int k = 0; k < n; k++) {
    if (node_body(m, id, k) < 0)
      return fc_fail("node %d of flex %d has no body", k, f);
    fc_copy3(x[k], m->flex_node0 + 3 * (m->flex_nodeadr[f] + k));
  }
  tabulate(value, slope, p);
  for (int q = 0; q < n; q++) {
    point_gradients(g, value, slope, q, p);
    position_gradient(rest, x, g, n);
    if (rest_inverse(inverse, rest, f))
      return -1;
  }
  return 0;
}

// Invariants I of E = (F'F - I) / 2, and P = F dI/dE for each.
static void invariants(mjtNum I[3], mjtNum P[3][9], const mjtNum F[9]) {
  mjtNum E[9], G[9], square = 0;
  fc_mulMatTMat3(E, F, F);
  for (int k = 0; k < 9; k++) {
    E[k] = (E[k] - (k % 4 == 0)) / 2;
    square += E[k] * E[k];
  }
  const mjtNum trace = E[0] + E[4] + E[8];
  I[0] = trace;
  I[1] = (trace * trace - square) / 2;
  for (int k = 0; k < 9; k++) {
    P[0][k] = F[k];
    G[k] = (k % 4 == 0 ? trace : 0) - E[k];
  }
  fc_mulMat3(P[1], F, G);
  I[2] = cofactor(G, E);
  fc_mulMat3(P[2], F, G);
}

// ---------------------------------------------------------------- rows

int strain_count(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  const mjModel* m = context->m;
  mj_markStack(context->d);
  int* spare = mj_stackAllocInt(context->d, 2 * (size_t)m->nv);
  for (int k = 0; k < batch->n; k++) {
    const int id = batch->id[k], nrow = 3 * node_count(m, id);
    rows->rows += nrow;
    rows->entries += rows->sparse ? nrow * cell_columns(m, id, rows->columns, spare) : 0;
  }
  mj_freeStack(context->d);
  return 0;
}

// The row of an invariant whose derivative with respect to x_n is Q g_n.
static int append_row(const Cell* cell, FcRows* rows, int id, int n, mjtNum pos, const mjtNum Q[9],
                      mjtNum g[][3]) {
  mjtNum* J = fc_rowValues(rows, 1, n);
  if (!J)
    return -1;
  fc_zero(J, n);
  for (int k = 0; k < cell->nodes; k++) {
    const mjtNum* jac = cell->J + 3 * cell->first[k];
    const int* column = cell->column + cell->first[k];
    const int length = cell->length[k];
    mjtNum a[3];
    fc_mulMatVec3(a, Q, g[k]);
    for (int c = 0; c < length; c++)
      J[column[c]] += a[0] * jac[c] + a[1] * jac[length + c] + a[2] * jac[2 * length + c];
  }
  const FcRowBlock block = {
      .size = sizeof block, .id = id, .pos = &pos, .diagonal = &cell->diagonal};
  return fc_rowAppend(rows, 1, n, rows->columns, &block);
}

// The three rows of one Gauss point.
static int append_point(Cell* cell, FcRows* rows, int id, int flex, int n, mjtNum g[][3]) {
  mjtNum rest[9], inverse[9], now[9], F[9], I[3], P[3][9];
  position_gradient(rest, cell->rest, g, cell->nodes);
  position_gradient(now, cell->now, g, cell->nodes);

  if (rest_inverse(inverse, rest, flex))
    return -1;
  fc_mulMatMatT3(F, now, inverse);
  invariants(I, P, F);
  for (int k = 0; k < 3; k++) {
    mjtNum Q[9];
    fc_mulMat3(Q, P[k], inverse);
    if (append_row(cell, rows, id, n, I[k], Q, g) < 0)
      return -1;
  }
  return 0;
}

static int append(const FcContext* context, FcRows* rows, int id) {
  Cell cell;
  mjtNum value[3][3], slope[3][3], g[MAX_NODES][3];
  int* spare = mj_stackAllocInt(context->d, 2 * (size_t)context->m->nv);
  const int n = cell_columns(context->m, id, rows->columns, spare);
  read_cell(context->m, context->d, id, n, rows->columns, &cell);
  tabulate(value, slope, cell.order);
  for (int q = 0; q < cell.nodes; q++) {
    point_gradients(g, value, slope, q, cell.order);
    if (append_point(&cell, rows, id, context->m->eq_obj1id[id], n, g))
      return -1;
  }
  return 0;
}

int strain_fill(const FcContext* context, const FcConstraintBatch* batch, FcRows* rows) {
  int status = 0;
  for (int k = 0; k < batch->n && !status; k++) {
    if (!node_count(context->m, batch->id[k]))
      continue;
    mj_markStack(context->d);
    status = append(context, rows, batch->id[k]);
    mj_freeStack(context->d);
  }
  return status;
}
