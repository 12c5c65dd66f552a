// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sparse kernels and matrices agree with dense ones.

#include <fulcrum/math.h>

#include "suite.h"

enum { MAX_NR = 13, MAX_NC = 17, MAX_NNZ = MAX_NR * MAX_NC };

// a random matrix, dense and CSR; some rows repeat the pattern of the row above
typedef struct Sample_ {
  int nr, nc;
  mjtNum dense[MAX_NNZ], val[MAX_NNZ];
  int rownnz[MAX_NR], rowadr[MAX_NR], rowsuper[MAX_NR], colind[MAX_NNZ];
} Sample;

static void make_sample(Sample* s, int nr, int nc) {
  s->nr = nr;
  s->nc = nc;
  for (int r = 0; r < nr; r++) {
    int repeat = r > 0 && random_below(2);
    int from = random_below(nc + 1), range = random_below(2);
    for (int c = 0; c < nc; c++) {
      int stored = repeat  ? s->dense[(r - 1) * nc + c] != 0
                   : range ? c >= from && c < from + 6
                           : random_below(3) == 0;
      s->dense[r * nc + c] = stored ? noise() : 0;
    }
  }
  mju_dense2sparse(s->val, s->dense, nr, nc, s->rownnz, s->rowadr, s->colind, MAX_NNZ);
  // rowsuper: how many of the rows that follow have the same columns
  for (int r = nr - 1; r >= 0; r--) {
    int n = s->rownnz[r], same = r + 1 < nr && s->rownnz[r + 1] == n;
    for (int k = 0; same && k < n; k++)
      same = s->colind[s->rowadr[r] + k] == s->colind[s->rowadr[r + 1] + k];
    s->rowsuper[r] = same ? s->rowsuper[r + 1] + 1 : 0;
  }
}

static void random_sample(Sample* s) {
  make_sample(s, 1 + random_below(MAX_NR), 1 + random_below(MAX_NC));
}

START_TEST(conversion_to_sparse_and_back_is_exact) {
  mjtNum back[MAX_NNZ];
  Sample s;
  for (int trial = 0; trial < 50; trial++) {
    random_sample(&s);
    mju_sparse2dense(back, s.val, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    ck_assert_near(back, s.dense, s.nr * s.nc, 0);
  }

  // too little room is reported; undefined numbers are stored
  const mjtNum dense[4] = {1, (mjtNum)NAN, 0, 2};
  mjtNum val[4];
  int rownnz[2], rowadr[2], colind[4];
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 0), 1);
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 2), 1);
  ck_assert_int_eq(mju_dense2sparse(val, dense, 2, 2, rownnz, rowadr, colind, 3), 0);
  ck_assert(rownnz[0] == 2 && rownnz[1] == 1 && colind[2] == 1);
}
END_TEST

START_TEST(sparse_products_with_vectors_agree_with_dense_ones) {
  Sample s;
  mjtNum x[MAX_NC], y[MAX_NR], res[MAX_NC], dense[MAX_NC];
  for (int trial = 0; trial < 300; trial++) {
    random_sample(&s);
    fill_noise(x, MAX_NC);
    fill_noise(y, MAX_NR);
    y[random_below(MAX_NR)] = 0;
    mju_mulMatVec(dense, s.dense, x, s.nr, s.nc);
    fc_mulMatVecSparse(res, s.val, x, s.nr, s.rownnz, s.rowadr, s.colind, s.rowsuper);
    ck_assert_near(res, dense, s.nr, 1e-14);
    fc_mulMatVecSparse(res, s.val, x, s.nr, s.rownnz, s.rowadr, s.colind, NULL);
    ck_assert_near(res, dense, s.nr, 1e-14);
    mju_mulMatTVec(dense, s.dense, y, s.nr, s.nc);
    fc_mulMatTVecSparse(res, s.val, y, s.nr, s.nc, s.rownnz, s.rowadr, s.colind);
    ck_assert_near(res, dense, s.nc, 1e-14);

    // two sparse rows
    int r = random_below(s.nr), q = random_below(s.nr);
    mjtNum dot = fc_dotSparse2(s.val + s.rowadr[r], s.colind + s.rowadr[r], s.rownnz[r],
                               s.val + s.rowadr[q], s.colind + s.rowadr[q], s.rownnz[q]);
    ck_assert_double_eq_tol(dot, mju_dot(s.dense + r * s.nc, s.dense + q * s.nc, s.nc), 1e-14);
  }
}
END_TEST

int main(void) {
  const TTest* const tests[] = {conversion_to_sparse_and_back_is_exact,
                                sparse_products_with_vectors_agree_with_dense_ones, NULL};
  return run_tests("sparse matrices", tests);
}
