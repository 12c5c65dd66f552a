// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Square storage of the Hessian of small problems, and the operations on it.
//
// Rows are padded with zeros to a multiple of four numbers, the matrix with rows of the identity to
// a multiple of four rows, so that everything runs in packs of four columns and in blocks of four
// rows without remainders. H = L' L: the last dof is eliminated first, which keeps the sparsity of
// kinematic trees. Packs that are zero in all rows of an update are left out of it.

#ifndef SOLVERS_NEWTON_DENSE_H_
#define SOLVERS_NEWTON_DENSE_H_

#include <stdint.h>

#include <fulcrum/math.h>

// Up to this many dofs the square form is faster than following indices.
#define DENSE_MAX 96

// Numbers in a row.
static inline int dense_stride(int n) { return (n + 3) & ~3; }

// 1 when all four numbers are positive zeros.
static inline int is_zero(const FcFour* x) {
  typedef long long Bits __attribute__((vector_size(32)));
#ifdef __AVX__
  return __builtin_ia32_ptestz256((Bits)*x, (Bits)*x);
#else
  const Bits b = (Bits)*x;
  return !(b[0] | b[1] | b[2] | b[3]);
#endif
}

// The rows [first, first + n) of a low-rank term, the symmetric matrix sum of weight[k] left[k]'
// right[k]. Bit j of `packs` is set when pack j of a row may not be zero; the other packs are not
// read.
#define RANK_MAX 12  // rows of a term
#define ROWS_MAX 16  // rows for which there is room
typedef struct LowRank_ {
  const mjtNum (*left)[DENSE_MAX];
  mjtNum right[ROWS_MAX][DENSE_MAX], weight[ROWS_MAX];
  uint32_t packs;
  int first, n;
} LowRank;

// Lower triangle of B (with rows of `stride` numbers) += the term, whose n is then 0.
void dense_add(mjtNum* B, int stride, LowRank* term);

// Factor B in place; inverse (stride) are the inverse diagonal elements. Raises tiny pivots.
void dense_factor(mjtNum* B, mjtNum* inverse, int n);

// Change the factor of B to that of B + sign x x', where x (stride) becomes zero. Returns 1 when a
// pivot had to be raised.
int dense_update(mjtNum* B, mjtNum* inverse, mjtNum* x, int n, int sign);

// x <- solution for the right-hand side x (stride)
void dense_solve(const mjtNum* B, const mjtNum* inverse, mjtNum* x, int n);

// res = A x for a symmetric matrix of which the lower triangle is given, and all of the blocks on
// the diagonal; all padded. res is not x.
void dense_multiply(mjtNum* res, const mjtNum* A, const mjtNum* x, int n);

#endif  // SOLVERS_NEWTON_DENSE_H_
