// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Products and conversions of the joint-space inertia matrix.

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

void mj_mulM(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  int nv = m->nv;
  for (int i = 0; i < nv; i++) {
    int adr = m->M_rowadr[i], noff = m->M_rownnz[i] - 1;
    const mjtNum* row = d->M + adr;
    const int* col = m->M_colind + adr;
    mjtNum sum = row[noff] * vec[i], vi = vec[i];

    // each stored number stands for itself and for its mirror image
    for (int c = noff - 1; c >= 0; c--) {
      sum += row[c] * vec[col[c]];
      res[col[c]] += row[c] * vi;
    }
    res[i] = sum;
  }
}

void mj_mulM2(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  int nv = m->nv;
  for (int i = 0; i < nv; i++) {
    int adr = m->M_rowadr[i], noff = m->M_rownnz[i] - 1;
    mjtNum sum = vec[i] + fc_dotSparse(d->qLD + adr, vec, noff, m->M_colind + adr);
    res[i] = sqrt(d->qLD[adr + noff]) * sum;
  }
}

void mj_fullM(const mjModel* m, mjtNum* dst, const mjtNum* M) {
  int nv = m->nv;
  fc_zero(dst, nv * nv);

  // a row of qM starts at the diagonal and goes on toward the root
  for (int i = 0; i < nv; i++) {
    int adr = m->dof_Madr[i];
    for (int j = i; j >= 0; j = m->dof_parentid[j], adr++)
      dst[i * nv + j] = dst[j * nv + i] = M[adr];
  }
}

// dst row (n columns, room for the union) += M row (nM columns); both ascend. Merges from the back,
// so nothing is overwritten early.
static int merge_row(mjtNum* dst, int* dstcol, int n, const mjtNum* M, const int* Mcol, int nM) {
  // size of the union
  int total = n + nM;
  for (int a = 0, b = 0; a < n && b < nM;) {
    int x = dstcol[a], y = Mcol[b];
    total -= x == y;
    a += x <= y;
    b += y <= x;
  }

  for (int a = n - 1, b = nM - 1, k = total - 1; b >= 0; k--) {
    if (a >= 0 && dstcol[a] == Mcol[b]) {
      dst[k] = dst[a--] + M[b];
      dstcol[k] = Mcol[b--];
    } else if (a >= 0 && dstcol[a] > Mcol[b]) {
      dst[k] = dst[a];
      dstcol[k] = dstcol[a--];
    } else {
      dst[k] = M[b];
      dstcol[k] = Mcol[b--];
    }
  }
  return total;
}

void mj_addM(const mjModel* m, mjData* d, mjtNum* dst, int* rownnz, int* rowadr, int* colind) {
  int nv = m->nv;
  for (int i = 0; i < nv; i++) {
    int adr = m->M_rowadr[i], nnz = m->M_rownnz[i];
    if (rownnz && rowadr && colind) {
      rownnz[i] = merge_row(dst + rowadr[i], colind + rowadr[i], rownnz[i], d->M + adr,
                            m->M_colind + adr, nnz);
    } else {
      for (int c = 0; c < nnz; c++)
        dst[i * nv + m->M_colind[adr + c]] += d->M[adr + c];
    }
  }
}
