// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The kernel of the sparse Hessian: a matrix of few rows times few rows, added to a block.

#ifndef SOLVERS_NEWTON_ROWS_H_
#define SOLVERS_NEWTON_ROWS_H_

#include <fulcrum/math.h>

// Rows of the right factor, at most.
#define TERM_MAX 8

// B (nrow x n) += C R for a block of n columns; R has `count` rows, which is a constant.
static inline __attribute__((always_inline)) void add_counted(mjtNum* B, int ldb, int nrow,
                                                              const mjtNum* C, const mjtNum* R,
                                                              int ldr, int count, int n) {
  for (int j = 0; j < nrow; j++, B += ldb, C += TERM_MAX) {
    int i = 0;
    for (; i <= n - 4; i += 4) {
      FcFour sum = FC_CFOUR(B + i);
      for (int k = 0; k < count; k++)
        sum += FC_CFOUR(R + (ptrdiff_t)k * ldr + i) * C[k];
      FC_FOUR(B + i) = sum;
    }
    if (i <= n - 2) {
      FcPair sum = FC_CPAIR(B + i);
      for (int k = 0; k < count; k++)
        sum += FC_CPAIR(R + (ptrdiff_t)k * ldr + i) * C[k];
      FC_PAIR(B + i) = sum;
      i += 2;
    }
    if (i < n) {
      mjtNum sum = B[i];
      for (int k = 0; k < count; k++)
        sum += R[(ptrdiff_t)k * ldr + i] * C[k];
      B[i] = sum;
    }
  }
}

// B (nrow x n) += C R for R of `count` rows; rows are TERM_MAX numbers apart in C, ldb in B, ldr
// in R
static inline void add_product(mjtNum* B, int ldb, int nrow, const mjtNum* C, const mjtNum* R,
                               int ldr, int count, int n) {
  switch (count) {
    case 8: add_counted(B, ldb, nrow, C, R, ldr, 8, n); break;
    case 7: add_counted(B, ldb, nrow, C, R, ldr, 7, n); break;
    case 6: add_counted(B, ldb, nrow, C, R, ldr, 6, n); break;
    case 5: add_counted(B, ldb, nrow, C, R, ldr, 5, n); break;
    case 4: add_counted(B, ldb, nrow, C, R, ldr, 4, n); break;
    case 3: add_counted(B, ldb, nrow, C, R, ldr, 3, n); break;
    case 2: add_counted(B, ldb, nrow, C, R, ldr, 2, n); break;
    case 1: add_counted(B, ldb, nrow, C, R, ldr, 1, n); break;
    default: break;
  }
}

#endif  // SOLVERS_NEWTON_ROWS_H_
