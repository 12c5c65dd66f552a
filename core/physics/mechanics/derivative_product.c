// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Products with Jacobians that become part of qDeriv (fulcrum/passive.h). Only entries that the
// pattern D has are added: couplings between branches or trees are dropped.

#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/jacobian.h"

void fc_addRowDerivative(const mjModel* m, mjData* d, mjtNum beta, const mjtNum* J, const int* ind,
                         int nnz) {
  for (int k = 0; k < nnz; k++) {
    int i = ind[k], n = m->D_rownnz[i];
    mjtNum scl = beta * J[k], *row = d->qDeriv + m->D_rowadr[i];
    const int* col = m->D_colind + m->D_rowadr[i];
    if (scl == 0)
      continue;
    if (nnz == 1) {
      row[m->D_diag[i]] += scl * J[k];
      continue;
    }
    for (int c = 0, j = 0; c < n && j < nnz;)
      if (col[c] == ind[j])
        row[c++] += scl * J[j++];
      else if (col[c] < ind[j])
        c++;
      else
        j++;
  }
}

void fc_addWrenchDerivative(const mjModel* m, mjData* d, const mjtNum B[36], const mjtNum point[3],
                            const mjtNum* mat, int body) {
  int n;
  const int* chain = body_chain(m, body, &n);
  mj_markStack(d);
  mjtNum* J = mj_stackAllocNum(d, 6 * (size_t)n);  // one velocity (w, v) per dof
  mjtNum* BJ = mj_stackAllocNum(d, 6 * (size_t)n);
  for (int k = 0; k < n; k++) {
    fc_transformSpatial(J + 6 * k, d->cdof + 6 * chain[k], 0, point,
                        d->subtree_com + 3 * m->body_rootid[body], mat);
    for (int r = 0; r < 6; r++)
      BJ[6 * k + r] = fc_dot6(B + 6 * r, J + 6 * k);
  }

  // any two dofs of a chain are coupled in D, so each column is found
  for (int k = 0; k < n; k++) {
    mjtNum* row = d->qDeriv + m->D_rowadr[chain[k]];
    const int* col = m->D_colind + m->D_rowadr[chain[k]];
    for (int j = 0, c = 0; j < n; j++, c++) {
      while (col[c] != chain[j])
        c++;
      row[c] += fc_dot6(J + 6 * k, BJ + 6 * j);
    }
  }
  mj_freeStack(d);
}
