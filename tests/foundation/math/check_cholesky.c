// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense and band-arrow Cholesky factorisation.

#include "suite.h"

enum { MAX_N = 30 };

// A = B B' + shift
static void random_positive(mjtNum* A, int n, mjtNum shift) {
  mjtNum B[MAX_N * MAX_N];
  fill_noise(B, n * n);
  mju_mulMatMatT(A, B, B, n, n, n);
  mju_symmetrize(A, A, n);
  for (int i = 0; i < n; i++)
    A[i * n + i] += shift;
}

// L L' of the lower triangle of L
static void multiply_out(mjtNum* A, const mjtNum* L, int n) {
  mjtNum T[MAX_N * MAX_N];
  mju_copy(T, L, n * n);
  for (int i = 0; i < n; i++)
    mju_zero(T + i * n + i + 1, n - i - 1);
  mju_mulMatMatT(A, T, T, n, n, n);
}

START_TEST(factor_times_its_transpose_is_the_matrix) {
  mjtNum A[MAX_N * MAX_N], L[MAX_N * MAX_N], B[MAX_N * MAX_N];
  for (int n = 0; n <= MAX_N; n++) {
    random_positive(A, n, 1);
    mju_copy(L, A, n * n);
    for (int i = 0; i < n; i++)
      mju_fill(L + i * n + i + 1, 77, n - i - 1);
    ck_assert_int_eq(mju_cholFactor(L, n, mjMINVAL), n);
    if (n > 1)
      ck_assert(L[1] == 77);
    multiply_out(B, L, n);
    ck_assert_near(A, B, n * n, 1e-12);
  }
}
END_TEST

START_TEST(solve_inverts_the_matrix_in_place_too) {
  mjtNum A[MAX_N * MAX_N], x[MAX_N], b[MAX_N], y[MAX_N];
  for (int n = 1; n <= MAX_N; n++) {
    random_positive(A, n, 1);
    fill_noise(x, n);
    mju_mulMatVec(b, A, x, n, n);
    mju_cholFactor(A, n, mjMINVAL);
    mju_cholSolve(y, A, b, n);
    ck_assert_near(y, x, n, 1e-11);
    mju_cholSolve(b, A, b, n);
    ck_assert_near(b, y, n, 0);
  }
}
END_TEST

START_TEST(small_pivots_are_replaced_and_counted) {
  mjtNum A[4] = {1, 2, 2, 1};
  ck_assert_int_eq(mju_cholFactor(A, 2, (mjtNum)1e-10), 1);
  ck_assert_double_eq_tol(A[3], 1e-5, 1e-18);
}
END_TEST

START_TEST(update_and_downdate_are_the_factor_of_the_changed_matrix) {
  mjtNum A[MAX_N * MAX_N], L[MAX_N * MAX_N], B[MAX_N * MAX_N], x[MAX_N], xx[MAX_N * MAX_N];
  for (int n = 1; n <= MAX_N; n++) {
    random_positive(A, n, 2);
    fill_noise(x, n);
    x[random_below(n)] = 0;
    mju_mulMatMatT(xx, x, x, n, 1, n);
    mju_copy(L, A, n * n);
    mju_cholFactor(L, n, mjMINVAL);
    ck_assert_int_eq(mju_cholUpdate(L, x, n, 1), n);
    multiply_out(B, L, n);
    mju_addTo(A, xx, n * n);
    ck_assert_near(A, B, n * n, 1e-12);

    // take half of it away again
    fill_noise(x, n);
    mju_scl(x, x, (mjtNum)0.5, n);
    mju_mulMatMatT(xx, x, x, n, 1, n);
    ck_assert_int_eq(mju_cholUpdate(L, x, n, 0), n);
    multiply_out(B, L, n);
    mju_subFrom(A, xx, n * n);
    ck_assert_near(A, B, n * n, 1e-11);
  }

  // a downdate that leaves nothing loses rank
  mjtNum one[1] = {2}, all[1] = {2};
  ck_assert_int_eq(mju_cholUpdate(one, all, 1, 0), 0);
  ck_assert_double_eq_tol(one[0], sqrt((double)mjMINVAL), 1e-18);
}
END_TEST

START_TEST(update_of_the_documented_example) {
  mjtNum L[9] = {4, 0, 0, 1, 3, 0, .5, -.2, 2}, x[3] = {.3, 0, -.4};
  const mjtNum expected[9] = {4.0112342240263157,
                              0,
                              0,
                              0.9971993098884564,
                              3.0009321112544325,
                              0,
                              0.46868367564757446,
                              -0.18906493611899047,
                              2.0480698381919988};
  mju_cholUpdate(L, x, 3, 1);
  ck_assert_near(L, expected, 9, 1e-15);
}
END_TEST

START_TEST(band_matrix_of_the_documented_example) {
  mjtNum dense[25] = {4, 1,  0, 0, .5, 1, 5,  1,  0,  .2, 0,  1, 6,
                      1, .1, 0, 0, 1,  7, .3, .5, .2, .1, .3, 8};
  const mjtNum sym[5] = {8.5, 15, 24.5, 32.5, 42.4}, lower[5] = {4, 11, 20, 31, 42.4};
  const mjtNum solution[5] = {.10512209591857444, .27681481107291195, .35408974232625345,
                              .48439643383252895, .57595942364837982};
  mjtNum band[13], v[5] = {1, 2, 3, 4, 5}, res[5], back[25];
  mju_zero(band, 13);
  mju_dense2Band(band, dense, 5, 2, 1);
  mju_band2Dense(back, band, 5, 2, 1, 1);
  ck_assert_near(back, dense, 25, 0);
  mju_bandMulMatVec(res, band, v, 5, 2, 1, 1, 1);
  ck_assert_near(res, sym, 5, 1e-14);
  mju_bandMulMatVec(res, band, v, 5, 2, 1, 1, 0);
  ck_assert_near(res, lower, 5, 1e-14);
  ck_assert_double_eq_tol(mju_cholFactorBand(band, 5, 2, 1, .1, .01), 4.14, 1e-14);
  mju_cholSolveBand(v, band, v, 5, 2, 1);
  ck_assert_near(v, solution, 5, 1e-15);
}
END_TEST

// dense matrix with zeros outside the band-arrow pattern
static void random_band(mjtNum* A, int n, int nband, int ndense) {
  random_positive(A, n, (mjtNum)n);
  for (int i = 0; i < n - ndense; i++)
    for (int j = 0; j <= i - nband; j++)
      A[i * n + j] = A[j * n + i] = 0;
}

START_TEST(band_functions_agree_with_dense_ones_for_every_shape) {
  mjtNum A[100], L[100], band[200], x[30], y[30], z[30], D[100];
  for (int n = 1; n <= 10; n++) {
    for (int ndense = 0; ndense <= n; ndense++) {
      for (int nband = ndense < n; nband <= n - ndense; nband++) {
        random_band(A, n, nband, ndense);
        mju_fill(band, (mjtNum)NAN, 200);
        mju_dense2Band(band, A, n, nband, ndense);
        for (int i = 0; i < n; i++)
          ck_assert(band[mju_bandDiag(i, n, nband, ndense)] == A[i * n + i]);
        mju_band2Dense(D, band, n, nband, ndense, 1);
        ck_assert_near(D, A, n * n, 0);

        // two vectors at once
        fill_noise(x, 2 * n);
        mju_bandMulMatVec(y, band, x, n, nband, ndense, 2, 1);
        mju_mulMatVec(z, A, x, n, n);
        mju_mulMatVec(z + n, A, x + n, n, n);
        ck_assert_near(y, z, 2 * n, 1e-12);

        // factor: the smallest pivot, and the solution
        mjtNum smallest = mju_cholFactorBand(band, n, nband, ndense, 0, 0);
        mju_copy(L, A, n * n);
        mju_cholFactor(L, n, mjMINVAL);
        mjtNum expected = L[0] * L[0];
        for (int i = 1; i < n; i++)
          expected = mju_min(expected, L[i * n + i] * L[i * n + i]);
        ck_assert_double_eq_tol(smallest, expected, 1e-11);
        mju_cholSolveBand(y, band, x, n, nband, ndense);
        mju_cholSolve(z, L, x, n);
        ck_assert_near(y, z, n, 1e-12);
      }
    }
  }
}
END_TEST

START_TEST(band_factor_of_an_indefinite_matrix_is_refused) {
  mjtNum band[3] = {0, 1, 2};
  mjtNum A[4] = {1, 2, 2, 1}, storage[4];
  mju_dense2Band(storage, A, 2, 2, 0);
  ck_assert(mju_cholFactorBand(storage, 2, 2, 0, 0, 0) == 0);
  ck_assert(mju_cholFactorBand(band, 1, 1, 0, 0, 0) == 0);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {factor_times_its_transpose_is_the_matrix,
                                solve_inverts_the_matrix_in_place_too,
                                small_pivots_are_replaced_and_counted,
                                update_and_downdate_are_the_factor_of_the_changed_matrix,
                                update_of_the_documented_example,
                                band_matrix_of_the_documented_example,
                                band_functions_agree_with_dense_ones_for_every_shape,
                                band_factor_of_an_indefinite_matrix_is_refused,
                                NULL};
  return run_tests("Cholesky", tests);
}
