// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse rows and compressed sparse row (CSR) matrices. Row r of a matrix holds rownnz[r] values
// from mat[rowadr[r]] on, in the columns colind[rowadr[r]], ...; column indices increase inside a
// row and do not repeat. rowsuper[r], where used, is the number of rows immediately after row r
// that have the same list of columns (a supernode). Results must not overlap inputs. Errors and
// threads: <fulcrum/math.h>; indices are not checked.
//
// Most rows of a Jacobian have consecutive columns (a free body, a chain of joints), that is last -
// first + 1 = count. Such a row is treated as a dense vector.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_SPARSE_H_
#define FULCRUM_MATH_SPARSE_H_

#include <fulcrum/math_dense.h>

// 1 when the nnz increasing indices are consecutive. nnz > 0.
static inline int fc_isRange(const int* ind, int nnz) { return ind[nnz - 1] - ind[0] == nnz - 1; }

// res[k] = vec[ind[k]]
static inline void fc_gather(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT vec,
                             const int* FC_RESTRICT ind, int n) {
  for (int k = 0; k < n; k++)
    res[k] = vec[ind[k]];
}

// res[ind[k]] = vec[k]
static inline void fc_scatter(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT vec,
                              const int* FC_RESTRICT ind, int n) {
  for (int k = 0; k < n; k++)
    res[ind[k]] = vec[k];
}

// Sparse row (val, ind, nnz) . dense vec. Four partial sums, the j-th of the products at positions
// j (mod 4), are combined as (0+2)+(1+3); the one to three remaining products are added one by one.
static inline mjtNum fc_dotSparse(const mjtNum* val, const mjtNum* vec, int nnz, const int* ind) {
  if (nnz > 0 && fc_isRange(ind, nnz))
    return fc_dotRange(val, vec + ind[0], nnz);
  mjtNum lane[4] = {0, 0, 0, 0};
  int k = 0;
  for (; k <= nnz - 4; k += 4)
    for (int j = 0; j < 4; j++)
      lane[j] += val[k + j] * vec[ind[k + j]];
  mjtNum sum = (lane[0] + lane[2]) + (lane[1] + lane[3]);
  for (; k < nnz; k++)
    sum += val[k] * vec[ind[k]];
  return sum;
}

// res[0..2] = dot products of dense vec with three sparse rows that share one list of columns, each
// summed in the order of fc_dotSparse; row k starts at val + k * stride
static inline void fc_dotSparseX3(mjtNum res[3], const mjtNum* val, int stride, const mjtNum* vec,
                                  int nnz, const int* ind) {
  mjtNum lane[3][4] = {{0}};
  int k = 0;
  for (; k <= nnz - 4; k += 4) {
    const mjtNum x[4] = {vec[ind[k]], vec[ind[k + 1]], vec[ind[k + 2]], vec[ind[k + 3]]};
    for (int r = 0; r < 3; r++)
      for (int j = 0; j < 4; j++)
        lane[r][j] += val[r * stride + k + j] * x[j];
  }
  for (int r = 0; r < 3; r++) {
    res[r] = (lane[r][0] + lane[r][2]) + (lane[r][1] + lane[r][3]);
    for (int j = k; j < nnz; j++)
      res[r] += val[r * stride + j] * vec[ind[j]];
  }
}

// sparse row (val1, ind1, nnz1) . sparse row (val2, ind2, nnz2), summed left to right
static inline mjtNum fc_dotSparse2(const mjtNum* val1, const int* ind1, int nnz1,
                                   const mjtNum* val2, const int* ind2, int nnz2) {
  mjtNum sum = 0;
  int i = 0, j = 0;

  // rows whose ranges of columns are disjoint have no product
  if (nnz1 <= 0 || nnz2 <= 0 || ind1[0] > ind2[nnz2 - 1] || ind2[0] > ind1[nnz1 - 1])
    return 0;
  while (i < nnz1 && j < nnz2) {
    int c1 = ind1[i], c2 = ind2[j];
    if (c1 == c2)
      sum += val1[i] * val2[j];
    i += c1 <= c2;
    j += c2 <= c1;
  }
  return sum;
}

// dense res += sparse row (val, ind, nnz) * scl
static inline void fc_addToSclSparse(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT val,
                                     mjtNum scl, int nnz, const int* FC_RESTRICT ind) {
  if (nnz <= 0)
    return;
  if (fc_isRange(ind, nnz)) {
    fc_addToScl(res + ind[0], val, scl, nnz);
    return;
  }
  for (int k = 0; k < nnz;) {
    if (k <= nnz - FC_LANES && fc_isRange(ind + k, FC_LANES)) {
      FC_PACK(res + ind[k]) += FC_CPACK(val + k) * scl;
      k += FC_LANES;
    } else {
      res[ind[k]] += val[k] * scl;
      k++;
    }
  }
}

// res (nr) = mat * vec; rowsuper may be NULL; rows are then not grouped. Every row is summed in the
// order of fc_dotSparse, grouped or not.
static inline void fc_mulMatVecSparse(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT mat,
                                      const mjtNum* FC_RESTRICT vec, int nr,
                                      const int* FC_RESTRICT rownnz, const int* FC_RESTRICT rowadr,
                                      const int* FC_RESTRICT colind,
                                      const int* FC_RESTRICT rowsuper) {
  for (int r = 0; r < nr;) {
    int nnz = rownnz[r], adr = rowadr[r];
    const int* ind = colind + adr;

    // three rows of a supernode share their indices; consecutive columns need none
    if (rowsuper && rowsuper[r] >= 2 && nnz > 0 && !fc_isRange(ind, nnz) &&
        rowadr[r + 1] == adr + nnz && rowadr[r + 2] == adr + 2 * nnz) {
      fc_dotSparseX3(res + r, mat + adr, nnz, vec, nnz, ind);
      r += 3;
    } else {
      res[r] = fc_dotSparse(mat + adr, vec, nnz, ind);
      r++;
    }
  }
}

// res (nc) = mat' * vec (nr), row after row; rows with vec[r] = 0 are skipped, so NaN and infinity
// in them have no effect
static inline void fc_mulMatTVecSparse(mjtNum* FC_RESTRICT res, const mjtNum* FC_RESTRICT mat,
                                       const mjtNum* FC_RESTRICT vec, int nr, int nc,
                                       const int* FC_RESTRICT rownnz, const int* FC_RESTRICT rowadr,
                                       const int* FC_RESTRICT colind) {
  fc_zero(res, nc);
  for (int r = 0; r < nr; r++)
    if (vec[r] != 0)
      fc_addToSclSparse(res, mat + rowadr[r], vec[r], rownnz[r], colind + rowadr[r]);
}

#endif  // FULCRUM_MATH_SPARSE_H_
