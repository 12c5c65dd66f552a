// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense Cholesky factorisation A = L L' of a symmetric positive definite matrix, its solve, and its
// rank-one update and downdate. Only the lower triangle is stored.
//
// The factorisation is the left-looking one (Golub and Van Loan, Matrix Computations, 4.2): column
// j needs the dot products of row j with every row below it, over the j columns that are finished;
// four rows below share one pass over row j.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/math/cholesky.h"
#include "core/foundation/math/matrix.h"

int cholesky_factor(mjtNum* mat, int n, int stride, mjtNum mindiag) {
  int rank = n;
  for (int j = 0; j < n; j++) {
    mjtNum* row = mat + (size_t)j * stride;

    // pivot
    mjtNum pivot = row[j] - fc_dot(row, row, j);
    if (pivot < mindiag) {
      pivot = mindiag;
      rank--;
    }
    row[j] = fc_sqrt(pivot);

    // the column below it
    mjtNum inv = 1 / row[j];
    int i = j + 1;
    for (; i <= n - 4; i += 4) {
      mjtNum dot[4], *below = mat + (size_t)i * stride;
      dot_rows4(dot, below, stride, row, j);
      for (int k = 0; k < 4; k++)
        below[(size_t)k * stride + j] = (below[(size_t)k * stride + j] - dot[k]) * inv;
    }
    for (; i < n; i++) {
      mjtNum* below = mat + (size_t)i * stride;
      below[j] = (below[j] - fc_dot(below, row, j)) * inv;
    }
  }
  return rank;
}

void cholesky_solve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n, int stride) {
  if (res != vec)
    fc_copy(res, vec, n);

  // forward substitution: L y = vec, by rows
  for (int i = 0; i < n; i++) {
    const mjtNum* row = mat + (size_t)i * stride;
    res[i] = (res[i] - fc_dot(row, res, i)) / row[i];
  }

  // backward substitution: L' x = y; column i below the diagonal, from the top
  for (int i = n - 1; i >= 0; i--) {
    mjtNum x = res[i];
    for (int j = i + 1; j < n; j++)
      x -= mat[(size_t)j * stride + i] * res[j];
    res[i] = x / mat[(size_t)i * stride + i];
  }
}

int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag) {
  return cholesky_factor(mat, n, n, mindiag);
}

void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n) {
  cholesky_solve(res, mat, vec, n, n);
}

// L L' +- x x' by n plane rotations (hyperbolic ones for the downdate); x is used up.
int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus) {
  int rank = n;
  for (int k = 0; k < n; k++) {
    if (x[k] == 0)
      continue;

    // the rotation that moves x_k into the pivot
    mjtNum* diag = mat + (size_t)k * n + k;
    mjtNum square = *diag * *diag + (flg_plus ? x[k] * x[k] : -x[k] * x[k]);
    if (square < mjMINVAL) {
      square = mjMINVAL;
      rank--;
    }
    mjtNum root = fc_sqrt(square), c = root / *diag, s = x[k] / *diag;
    mjtNum inv = 1 / c, signed_s = flg_plus ? s : -s;
    *diag = root;

    // apply it to the rest of the column; x in packs whose place does not depend on k, because
    // reading across two packs that have just been written would stall the processor
    for (int i = k + 1; i < n;) {
      mjtNum* entry = mat + (size_t)i * n + k;
      if (i % FC_LANES == 0 && i <= n - FC_LANES) {
        FcPack column = {0}, xi = FC_CPACK(x + i);
        for (int lane = 0; lane < FC_LANES; lane++)
          column[lane] = entry[(size_t)lane * n];
        column = (column + xi * signed_s) * inv;
        FC_PACK(x + i) = xi * c - column * s;
        for (int lane = 0; lane < FC_LANES; lane++)
          entry[(size_t)lane * n] = column[lane];
        i += FC_LANES;
      } else {
        *entry = (*entry + signed_s * x[i]) * inv;
        x[i] = c * x[i] - s * *entry;
        i++;
      }
    }
  }
  return rank;
}
