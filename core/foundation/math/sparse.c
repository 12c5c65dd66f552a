// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Conversion between dense and compressed sparse row matrices.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

//---------------------------------- conversion ----------------------------------------------------

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
  if (nnz <= 0)
    return 1;
  int adr = 0;
  for (int r = 0; r < nr; r++) {
    rownnz[r] = 0;
    rowadr[r] = adr;
    for (int c = 0; c < nc; c++) {
      mjtNum x = mat[(size_t)r * nc + c];
      if (x != 0) {
        // no room for one more
        if (adr >= nnz)
          return 1;
        res[adr] = x;
        colind[adr++] = c;
        rownnz[r]++;
      }
    }
  }
  return 0;
}

void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                      const int* rowadr, const int* colind) {
  fc_zero(res, nr * nc);
  for (int r = 0; r < nr; r++)
    fc_scatter(res + (size_t)r * nc, mat + rowadr[r], colind + rowadr[r], rownnz[r]);
}
