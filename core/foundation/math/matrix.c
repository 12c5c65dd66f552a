// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense matrices, row-major. Products whose rows are dot products use dot_rows4. Products that
// accumulate scaled rows use sum_scaled_rows, in row order, and skip rows whose multiplier is
// exactly zero, so that an infinite or undefined number in such a row does not spoil the result.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/math/matrix.h"

//---------------------------------- matrix times vector -------------------------------------------

void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  int r = 0;
  for (; r <= nr - 4; r += 4)
    dot_rows4(res + r, mat + (size_t)r * nc, nc, vec, nc);

  // two or three rows are left: compute the last four, which repeats some
  if (r > 0 && r <= nr - 2) {
    r = nr - 4;
    dot_rows4(res + r, mat + (size_t)r * nc, nc, vec, nc);
    return;
  }
  for (; r < nr; r++)
    res[r] = fc_dot(mat + (size_t)r * nc, vec, nc);
}

void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc) {
  ScaledRows sum = {mat, nc, nr, vec, 1, NULL};
  sum_scaled_rows(res, nc, &sum, 0);
}

mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n) {
  mjtNum sum = 0;
  for (int r = 0; r < n; r++)
    sum += vec1[r] * fc_dot(mat + (size_t)r * n, vec2, n);
  return sum;
}

//---------------------------------- shape ---------------------------------------------------------

void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc) {
  int r = 0;

  // four rows at a time, so that adjacent results are stored together
  for (; r <= nr - 4; r += 4) {
    const mjtNum *r0 = mat + (size_t)r * nc, *r1 = r0 + nc, *r2 = r1 + nc, *r3 = r2 + nc;
    for (int c = 0; c < nc; c++) {
      FcPair upper = {r0[c], r1[c]}, lower = {r2[c], r3[c]};
      FC_PAIR(res + (size_t)c * nr + r) = upper;
      FC_PAIR(res + (size_t)c * nr + r + 2) = lower;
    }
  }
  for (; r < nr; r++)
    for (int c = 0; c < nc; c++)
      res[(size_t)c * nr + r] = mat[(size_t)r * nc + c];
}

void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n) {
  for (int r = 0; r < n; r++) {
    res[(size_t)r * n + r] = mat[(size_t)r * n + r];
    for (int c = 0; c < r; c++) {
      mjtNum mean = (mjtNum)0.5 * (mat[(size_t)r * n + c] + mat[(size_t)c * n + r]);
      res[(size_t)r * n + c] = res[(size_t)c * n + r] = mean;
    }
  }
}

void mju_eye(mjtNum* mat, int n) {
  fc_zero(mat, n * n);
  for (int r = 0; r < n; r++)
    mat[(size_t)r * n + r] = 1;
}

//---------------------------------- matrix times matrix -------------------------------------------

void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  for (int r = 0; r < r1; r++) {
    ScaledRows sum = {mat2, c2, c1, mat1 + (size_t)r * c1, 1, NULL};
    sum_scaled_rows(res + (size_t)r * c2, c2, &sum, 0);
  }
}

void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int r2) {
  for (int r = 0; r < r1; r++)
    mju_mulMatVec(res + (size_t)r * r2, mat2, mat1 + (size_t)r * c1, r2, c1);
}

void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1, int c2) {
  for (int c = 0; c < c1; c++) {
    ScaledRows sum = {mat2, c2, r1, mat1 + c, c1, NULL};
    sum_scaled_rows(res + (size_t)c * c2, c2, &sum, 0);
  }
}

void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc) {
  // lower triangle; without diag every weight is one
  for (int c = 0; c < nc; c++) {
    ScaledRows sum = {mat, nc, nr, mat + c, nc, diag};
    sum_scaled_rows(res + (size_t)c * nc, c + 1, &sum, 0);
  }

  // mirror
  for (int r = 0; r < nc; r++)
    for (int c = 0; c < r; c++)
      res[(size_t)c * nc + r] = res[(size_t)r * nc + c];
}
