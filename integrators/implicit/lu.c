// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include <fulcrum/host.h>

#include "integrators/implicit/lu.h"

// Eliminate the entry of row j in column i: it becomes the multiplier U(j,i), and the part of row i
// left of the diagonal is subtracted. scatter[c] is the address of column c in row i, -1 where
// there is none.
static int eliminate(const mjModel* m, mjtNum* A, int i, int j, mjtNum pivot, int* scatter) {
  const int begin = m->D_rowadr[j], end = begin + m->D_rownnz[j];
  int place = begin;
  while (place < end && m->D_colind[place] < i)
    place++;
  if (place == end || m->D_colind[place] != i)
    return 0;
  const mjtNum factor = A[place] /= pivot;
  int used = 0;
  for (int k = begin; k < place; k++) {
    const int source = scatter[m->D_colind[k]];
    if (source < 0)
      continue;
    A[k] -= factor * A[source];
    used++;
  }
  // every column of row i must have found a place in row j
  if (used != m->D_diag[i])
    return fc_fail("the velocity derivative has fill-in at dofs %d and %d", i, j);
  return 0;
}

int lu_factor(const mjModel* m, mjtNum* A, const int* index, int n, int* scatter) {
  for (int c = 0; c < m->nv; c++)
    scatter[c] = -1;
  for (int p = n - 1; p >= 0; p--) {
    const int i = index ? index[p] : p, row = m->D_rowadr[i], diag = m->D_diag[i];
    if (diag < 0 || diag >= m->D_rownnz[i] || m->D_colind[row + diag] != i)
      return fc_fail("dof %d has no diagonal element", i);
    const mjtNum pivot = A[row + diag];
    if (fabs(pivot) < mjMINVAL)
      return fc_fail("the diagonal element of dof %d is too small", i);
    for (int k = 0; k < diag; k++)
      scatter[m->D_colind[row + k]] = row + k;
    // the pattern is symmetric: the rows with an entry in column i are the columns of row i
    for (int k = 0; k < diag; k++)
      if (eliminate(m, A, i, m->D_colind[row + k], pivot, scatter))
        return -1;
    for (int k = 0; k < diag; k++)
      scatter[m->D_colind[row + k]] = -1;
  }
  return 0;
}

void lu_solve(const mjModel* m, const mjtNum* LU, mjtNum* x, const int* index, int n) {
  // (U + 1) y = x, last to first
  for (int p = n - 1; p >= 0; p--) {
    const int i = index ? index[p] : p, row = m->D_rowadr[i];
    mjtNum sum = x[i];
    for (int k = m->D_diag[i] + 1; k < m->D_rownnz[i]; k++)
      sum -= LU[row + k] * x[m->D_colind[row + k]];
    x[i] = sum;
  }
  // L x = y, first to last
  for (int p = 0; p < n; p++) {
    const int i = index ? index[p] : p, row = m->D_rowadr[i], diag = m->D_diag[i];
    mjtNum sum = x[i];
    for (int k = 0; k < diag; k++)
      sum -= LU[row + k] * x[m->D_colind[row + k]];
    x[i] = sum / LU[row + diag];
  }
}
