// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compressed sparse row (CSR) matrices for the engine. Row r holds rownnz[r] values from
// val[rowadr[r]] on, in the columns colind[rowadr[r]], ...; columns increase inside a row and do
// not repeat. Nothing here allocates: sizes are stated, the caller owns every buffer.

#ifndef CORE_MATH_SPARSE_H_
#define CORE_MATH_SPARSE_H_

#include <fulcrum/math_sparse.h>

// Number of stored entries.
int sparse_count(const FcSparse* a);

// rowsuper[r] = how many of the rows right after r have the same columns as r
void sparse_supernodes(int* rowsuper, const FcSparse* a);

// Transpose: rownnz and rowadr have a->nc entries, colind and val sparse_count(a); val may be NULL.
void sparse_transpose(mjtNum* val, int* rownnz, int* rowadr, int* colind, const FcSparse* a);

// Remove entries with magnitude <= threshold (< 0: none) and the gaps between rows, in place;
// returns the number of entries left.
int sparse_compress(mjtNum* val, int nr, int* rownnz, int* rowadr, int* colind, mjtNum threshold);

// G = A A' + diag(shift), with an entry wherever two rows of A share a column, both triangles, and
// the diagonal always. at is the transpose of a. First the counts: fills rownnz and rowadr (nr
// each), uses nr integers of work, returns the number of entries; at->val is not needed. Then the
// entries: uses 3 nr integers and nr numbers of work; shift (nr) may be NULL.
int sparse_gram_count(int* rownnz, int* rowadr, const FcSparse* a, const FcSparse* at,
                      int* work);
void sparse_gram(mjtNum* val, int* colind, const int* rowadr, const FcSparse* a,
                 const FcSparse* at, const mjtNum* shift, int* work,
                 mjtNum* work_num);

// Union of two increasing lists; returns its length, at most n1 + n2. ind must not be an input.
int sparse_union(int* ind, const int* ind1, int n1, const int* ind2, int n2);

// Row combination res = scl1 * row1 + scl2 * row2 on the union of their columns; returns its
// length.
int sparse_combine(mjtNum* res, int* ind, const mjtNum* val1, const int* ind1, int n1, mjtNum scl1,
                   const mjtNum* val2, const int* ind2, int n2, mjtNum scl2);

#endif  // CORE_MATH_SPARSE_H_
