// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compressed sparse row matrices: conversion, transposition, row combination and products. Every
// function visits rows and columns in increasing order, so results do not depend on anything else.

#include "core/math/sparse.h"

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

//---------------------------------- conversion ----------------------------------------------------

int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                     int* colind, int nnz) {
  if (nnz <= 0) {
    return 1;
  }
  int adr = 0;
  for (int r = 0; r < nr; r++) {
    rownnz[r] = 0;
    rowadr[r] = adr;
    for (int c = 0; c < nc; c++) {
      mjtNum x = mat[(size_t)r * nc + c];
      if (x != 0) {
        // no room for one more
        if (adr >= nnz) {
          return 1;
        }
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
  for (int r = 0; r < nr; r++) {
    fc_scatter(res + (size_t)r * nc, mat + rowadr[r], colind + rowadr[r], rownnz[r]);
  }
}

//---------------------------------- patterns ------------------------------------------------------

int sparse_count(const FcSparse* a) {
  int count = 0;
  for (int r = 0; r < a->nr; r++) {
    count += a->rownnz[r];
  }
  return count;
}

void sparse_supernodes(int* rowsuper, const FcSparse* a) {
  for (int r = a->nr - 1; r >= 0; r--) {
    int nnz = a->rownnz[r], same = 0;
    if (r + 1 < a->nr && a->rownnz[r + 1] == nnz) {
      const int *row = a->colind + a->rowadr[r], *next = a->colind + a->rowadr[r + 1];
      same = nnz == 0 || memcmp(row, next, (size_t)nnz * sizeof(int)) == 0;
    }
    rowsuper[r] = same ? rowsuper[r + 1] + 1 : 0;
  }
}

// counts to addresses; returns the total
static int prefix_sum(int* adr, const int* nnz, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    adr[i] = sum;
    sum += nnz[i];
  }
  return sum;
}

void sparse_transpose(mjtNum* val, int* rownnz, int* rowadr, int* colind, const FcSparse* a) {
  // counts
  memset(rownnz, 0, (size_t)a->nc * sizeof(int));
  for (int r = 0; r < a->nr; r++) {
    const int* ind = a->colind + a->rowadr[r];
    for (int k = 0; k < a->rownnz[r]; k++) {
      rownnz[ind[k]]++;
    }
  }
  prefix_sum(rowadr, rownnz, a->nc);

  // entries, row by row: columns of the result come out increasing. rowadr runs ahead meanwhile.
  for (int r = 0; r < a->nr; r++) {
    int adr = a->rowadr[r];
    for (int k = adr; k < adr + a->rownnz[r]; k++) {
      int to = rowadr[a->colind[k]]++;
      colind[to] = r;
      if (val) {
        val[to] = a->val[k];
      }
    }
  }
  for (int c = 0; c < a->nc; c++) {
    rowadr[c] -= rownnz[c];
  }
}

int sparse_compress(mjtNum* val, int nr, int* rownnz, int* rowadr, int* colind, mjtNum threshold) {
  int to = 0;
  for (int r = 0; r < nr; r++) {
    int adr = rowadr[r], end = adr + rownnz[r];
    rowadr[r] = to;
    for (int k = adr; k < end; k++) {
      if (!(fc_abs(val[k]) <= threshold)) {
        val[to] = val[k];
        colind[to++] = colind[k];
      }
    }
    rownnz[r] = to - rowadr[r];
  }
  return to;
}

//---------------------------------- rows ----------------------------------------------------------

int sparse_union(int* ind, const int* ind1, int n1, const int* ind2, int n2) {
  int n = 0, i = 0, j = 0;
  while (i < n1 && j < n2) {
    int c1 = ind1[i], c2 = ind2[j];
    ind[n++] = c1 < c2 ? c1 : c2;
    i += c1 <= c2;
    j += c2 <= c1;
  }
  while (i < n1) {
    ind[n++] = ind1[i++];
  }
  while (j < n2) {
    ind[n++] = ind2[j++];
  }
  return n;
}

int sparse_combine(mjtNum* res, int* ind, const mjtNum* val1, const int* ind1, int n1, mjtNum scl1,
                   const mjtNum* val2, const int* ind2, int n2, mjtNum scl2) {
  // one pattern
  if (n1 == n2 && memcmp(ind1, ind2, (size_t)n1 * sizeof(int)) == 0) {
    for (int k = 0; k < n1; k++) {
      res[k] = scl1 * val1[k] + scl2 * val2[k];
      ind[k] = ind1[k];
    }
    return n1;
  }

  // merge; past the end of a row its column counts as infinite
  const int none = 0x7fffffff;
  int n = 0, i = 0, j = 0;
  while (i < n1 || j < n2) {
    int c1 = i < n1 ? ind1[i] : none, c2 = j < n2 ? ind2[j] : none;
    if (c1 == c2) {
      ind[n] = c1;
      res[n++] = scl1 * val1[i++] + scl2 * val2[j++];
    } else if (c1 < c2) {
      ind[n] = c1;
      res[n++] = scl1 * val1[i++];
    } else {
      ind[n] = c2;
      res[n++] = scl2 * val2[j++];
    }
  }
  return n;
}

//---------------------------------- A A' ----------------------------------------------------------

int sparse_gram_count(int* rownnz, int* rowadr, const FcSparse* a, const FcSparse* at,
                      int* work) {
  // seen[i] == r: row i has already been counted as a neighbour of row r
  int* seen = work;
  for (int r = 0; r < a->nr; r++) {
    seen[r] = -1;
  }
  for (int r = 0; r < a->nr; r++) {
    int count = 1;
    seen[r] = r;
    for (int k = a->rowadr[r]; k < a->rowadr[r] + a->rownnz[r]; k++) {
      int c = a->colind[k];
      for (int l = at->rowadr[c]; l < at->rowadr[c] + at->rownnz[c]; l++) {
        count += seen[at->colind[l]] != r;
        seen[at->colind[l]] = r;
      }
    }
    rownnz[r] = count;
  }
  return prefix_sum(rowadr, rownnz, a->nr);
}

// Row r of G is accumulated in a dense vector. Its entries are stored as the ones of column r, in
// rows that are met in no particular order: since r increases, columns come out increasing without
// sorting. (i,j) and (j,i) add the same products in the same order, so G is exactly symmetric.
void sparse_gram(mjtNum* val, int* colind, const int* rowadr, const FcSparse* a,
                 const FcSparse* at, const mjtNum* shift, int* work,
                 mjtNum* work_num) {
  int *seen = work, *list = work + a->nr, *stored = work + 2 * a->nr;
  mjtNum* sum = work_num;
  for (int r = 0; r < a->nr; r++) {
    seen[r] = -1;
    stored[r] = 0;
  }
  for (int r = 0; r < a->nr; r++) {
    // products with all rows that share a column
    int n = 0;
    seen[r] = r;
    sum[r] = 0;
    list[n++] = r;
    for (int k = a->rowadr[r]; k < a->rowadr[r] + a->rownnz[r]; k++) {
      int c = a->colind[k];
      mjtNum x = a->val[k];
      for (int l = at->rowadr[c]; l < at->rowadr[c] + at->rownnz[c]; l++) {
        int other = at->colind[l];
        if (seen[other] != r) {
          seen[other] = r;
          sum[other] = 0;
          list[n++] = other;
        }
        sum[other] += x * at->val[l];
      }
    }

    // store them as column r
    if (shift) {
      sum[r] += shift[r];
    }
    for (int k = 0; k < n; k++) {
      int other = list[k], to = rowadr[other] + stored[other]++;
      colind[to] = r;
      val[to] = sum[other];
    }
  }
}
