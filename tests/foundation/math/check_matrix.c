// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dense matrix products.

#include "suite.h"

enum { MAX_DIM = 11 };

// C (r1 x c2) = A B with A(i,k) at a[i * ai + k * ak] and B(k,j) at b[k * bk + j * bj], for any
// layout
static void plain_product(mjtNum* c, const mjtNum* a, int ai, int ak, const mjtNum* b, int bk,
                          int bj, int r1, int inner, int c2) {
  for (int i = 0; i < r1; i++) {
    for (int j = 0; j < c2; j++) {
      c[i * c2 + j] = 0;
      for (int k = 0; k < inner; k++)
        c[i * c2 + j] += a[i * ai + k * ak] * b[k * bk + j * bj];
    }
  }
}

START_TEST(products_of_every_shape_agree_with_the_definition) {
  mjtNum A[MAX_DIM * MAX_DIM], B[MAX_DIM * MAX_DIM], C[MAX_DIM * MAX_DIM], D[MAX_DIM * MAX_DIM];
  for (int trial = 0; trial < 300; trial++) {
    int r = random_below(MAX_DIM), n = random_below(MAX_DIM), c = random_below(MAX_DIM);
    fill_noise(A, MAX_DIM * MAX_DIM);
    fill_noise(B, MAX_DIM * MAX_DIM);
    A[random_below(MAX_DIM)] = 0;
    mju_mulMatMat(C, A, B, r, n, c);
    plain_product(D, A, n, 1, B, c, 1, r, n, c);
    ck_assert_near(C, D, r * c, 1e-13);
    mju_mulMatMatT(C, A, B, r, n, c);
    plain_product(D, A, n, 1, B, 1, n, r, n, c);
    ck_assert_near(C, D, r * c, 1e-13);
    mju_mulMatTMat(C, A, B, n, r, c);
    plain_product(D, A, 1, r, B, c, 1, r, n, c);
    ck_assert_near(C, D, r * c, 1e-13);
    mju_mulMatVec(C, A, B, r, n);
    plain_product(D, A, n, 1, B, 1, 1, r, n, 1);
    ck_assert_near(C, D, r, 1e-13);
    mju_mulMatTVec(C, A, B, n, r);
    plain_product(D, A, 1, r, B, 1, 1, r, n, 1);
    ck_assert_near(C, D, r, 1e-13);
    mju_mulMatVec(C, A, B, n, n);
    ck_assert_double_eq_tol(mju_mulVecMatVec(B, A, B, n), mju_dot(B, C, n), 1e-13);
  }
}
END_TEST

START_TEST(weighted_square_is_symmetric_and_skips_rows_of_weight_zero) {
  const mjtNum A[6] = {1, 2, 3, 4, 5, 6}, weights[2] = {2, 3};
  const mjtNum expected[9] = {50, 64, 78, 64, 83, 102, 78, 102, 126};
  mjtNum res[9];
  mju_sqrMatTD(res, A, weights, 2, 3);
  ck_assert_near(res, expected, 9, 0);

  // rows that do not count may hold anything; enough of them to meet the four-row path
  mjtNum B[7 * 3], only[3] = {1, 2, 3}, square[9], d[7] = {0, 0, 1, 0, 0, 0, 0};
  mju_fill(B, (mjtNum)NAN, 21);
  mju_copy3(B + 6, only);
  mju_sqrMatTD(res, B, d, 7, 3);
  mju_mulMatMatT(square, only, only, 3, 1, 3);
  ck_assert_near(res, square, 9, 0);

  // without weights: A'A
  mjtNum ata[9];
  mju_sqrMatTD(res, A, NULL, 2, 3);
  mju_mulMatTMat(ata, A, A, 2, 3, 3);
  ck_assert_near(res, ata, 9, 0);
}
END_TEST

START_TEST(zero_multipliers_hide_infinite_rows) {
  mjtNum A[5 * 3], v[5] = {0, 2, 0, 0, 0}, res[3];
  mju_fill(A, (mjtNum)INFINITY, 15);
  mju_fill(A + 3, 1, 3);
  mju_mulMatTVec(res, A, v, 5, 3);
  ck_assert(res[0] == 2 && res[1] == 2 && res[2] == 2);
}
END_TEST

START_TEST(transpose_symmetrize_and_identity) {
  mjtNum A[15], T[15], B[9], S[9], I[9];
  const mjtNum eye[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  fill_noise(A, 15);
  mju_transpose(T, A, 3, 5);
  for (int i = 0; i < 15; i++)
    ck_assert(T[i % 5 * 3 + i / 5] == A[i]);
  fill_noise(B, 9);
  mju_symmetrize(S, B, 3);
  ck_assert(S[1] == S[3] && S[0] == B[0]);
  ck_assert_double_eq_tol(S[5], (B[5] + B[7]) / 2, 1e-16);
  mju_symmetrize(B, B, 3);
  ck_assert_near(B, S, 9, 0);
  mju_fill(I, 7, 9);
  mju_eye(I, 3);
  ck_assert_near(I, eye, 9, 0);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {products_of_every_shape_agree_with_the_definition,
                                weighted_square_is_symmetric_and_skips_rows_of_weight_zero,
                                zero_multipliers_hide_infinite_rows,
                                transpose_symmetrize_and_identity, NULL};
  return run_tests("dense matrices", tests);
}
