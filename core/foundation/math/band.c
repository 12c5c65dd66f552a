// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Band-arrow matrices: symmetric, with a band of nband entries per row (diagonal included) in the
// first ntotal - ndense rows, and ndense full rows at the bottom. Stored are
//   the band rows: the nband entries that end at the diagonal, so row i starts at column
//   i - nband + 1 (in the first rows the entries left of column 0 are never touched), then
//   the dense rows: ntotal entries each, of which those right of the diagonal are never touched.
// In Cholesky factorisation the pattern has no fill: a row of L has the pattern of the row of A.
// With the functions below every row is one contiguous run of entries from row_first(i) to the
// diagonal.

#include <stddef.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

typedef struct Band_ {
  int ntotal, nband, nsparse;
} Band;

static Band band_shape(int ntotal, int nband, int ndense) {
  return (Band){ntotal, nband, ntotal - ndense};
}

// column of the first stored entry of row i
static int row_first(const Band* b, int i) {
  return i < b->nsparse && i >= b->nband ? i - b->nband + 1 : 0;
}

// address of the (fictitious) entry in column 0 of row i: the entry of column c is that many
// further
static ptrdiff_t row_origin(const Band* b, int i) {
  if (i < b->nsparse)
    return (ptrdiff_t)i * b->nband + b->nband - 1 - i;
  return (ptrdiff_t)b->nsparse * b->nband + (ptrdiff_t)(i - b->nsparse) * b->ntotal;
}

int mju_bandDiag(int i, int ntotal, int nband, int ndense) {
  Band b = band_shape(ntotal, nband, ndense);
  return (int)(row_origin(&b, i) + i);
}

// dot product of rows i and j over the columns both have, before column end
static mjtNum row_dot(const Band* b, const mjtNum* mat, int i, int j, int end) {
  int first = mjMAX(row_first(b, i), row_first(b, j));
  const mjtNum* ri = mat + (row_origin(b, i) + first);
  const mjtNum* rj = mat + (row_origin(b, j) + first);
  return fc_dot(ri, rj, end - first);
}

mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                          mjtNum diagmul) {
  Band b = band_shape(ntotal, nband, ndense);
  mjtNum smallest = -1;
  for (int j = 0; j < ntotal; j++) {
    // pivot, with the shifted diagonal
    mjtNum* diag = mat + (row_origin(&b, j) + j);
    mjtNum pivot = *diag + (diagadd + diagmul * *diag) - row_dot(&b, mat, j, j, j);
    if (pivot < mjMINVAL)
      return 0;
    if (smallest < 0 || pivot < smallest)
      smallest = pivot;
    *diag = fc_sqrt(pivot);

    // column below it: the band rows that reach column j, then the dense rows
    mjtNum inv = 1 / *diag;
    for (int i = j + 1; i < ntotal; i++) {
      if (i < b.nsparse && row_first(&b, i) > j) {
        i = b.nsparse;
        if (i >= ntotal)
          break;
      }
      mjtNum* entry = mat + (row_origin(&b, i) + j);
      *entry = (*entry - row_dot(&b, mat, i, j, j)) * inv;
    }
  }
  return smallest < 0 ? 0 : smallest;
}

void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense) {
  Band b = band_shape(ntotal, nband, ndense);
  if (res != vec)
    fc_copy(res, vec, ntotal);

  // forward substitution
  for (int i = 0; i < ntotal; i++) {
    int first = row_first(&b, i);
    ptrdiff_t origin = row_origin(&b, i);
    res[i] = (res[i] - fc_dot(mat + (origin + first), res + first, i - first)) / mat[origin + i];
  }

  // backward substitution
  for (int i = ntotal - 1; i >= 0; i--) {
    int first = row_first(&b, i);
    ptrdiff_t origin = row_origin(&b, i);
    res[i] /= mat[origin + i];
    fc_addToScl(res + first, mat + (origin + first), -res[i], i - first);
  }
}

void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                    mjtByte flg_sym) {
  Band b = band_shape(ntotal, nband, ndense);
  fc_zero(res, ntotal * ntotal);
  for (int i = 0; i < ntotal; i++) {
    int first = row_first(&b, i);
    fc_copy(res + (size_t)i * ntotal + first, mat + (row_origin(&b, i) + first), i - first + 1);
    for (int j = first; flg_sym && j < i; j++)
      res[(size_t)j * ntotal + i] = res[(size_t)i * ntotal + j];
  }
}

void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense) {
  Band b = band_shape(ntotal, nband, ndense);
  for (int i = 0; i < ntotal; i++) {
    int first = row_first(&b, i);
    fc_copy(res + (row_origin(&b, i) + first), mat + (size_t)i * ntotal + first, i - first + 1);
  }
}

void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband,
                       int ndense, int nvec, mjtByte flg_sym) {
  Band b = band_shape(ntotal, nband, ndense);
  for (int v = 0; v < nvec; v++, res += ntotal, vec += ntotal) {
    for (int i = 0; i < ntotal; i++) {
      int first = row_first(&b, i);
      const mjtNum* row = mat + (row_origin(&b, i) + first);
      res[i] = fc_dot(row, vec + first, i - first + 1);

      // the mirrored strict lower triangle; all these results are already there
      if (flg_sym)
        fc_addToScl(res + first, row, vec[i], i - first);
    }
  }
}
