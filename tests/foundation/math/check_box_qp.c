// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues of 3x3 matrices and box-constrained quadratic programs.

#include "suite.h"

START_TEST(eigenvectors_diagonalise_and_are_right_handed) {
  for (int trial = 0; trial < 100; trial++) {
    mjtNum A[9], val[3], vec[9], quat[4], m[9], tmp[9], D[9], axis[3];
    fill_noise(A, 9);
    mju_symmetrize(A, A, 3);
    mju_eig3(val, vec, quat, A);
    ck_assert(val[0] >= val[1] - 1e-12 && val[1] >= val[2] - 1e-12);
    mju_mulMatTMat(tmp, vec, A, 3, 3, 3);
    mju_mulMatMat(D, tmp, vec, 3, 3, 3);
    mjtNum expected[9] = {val[0], 0, 0, 0, val[1], 0, 0, 0, val[2]};
    ck_assert_near(D, expected, 9, 3e-6);
    ck_assert_double_eq_tol(val[0] + val[1] + val[2], A[0] + A[4] + A[8], 1e-14);
    mju_quat2Mat(m, quat);
    ck_assert_near(vec, m, 9, 1e-15);
    mju_transpose(m, vec, 3, 3);
    mju_cross(axis, m, m + 3);
    ck_assert_near(axis, m + 6, 3, 1e-12);
  }
}
END_TEST

START_TEST(eigenvalues_of_documented_examples) {
  mjtNum val[3], vec[9], quat[4];
  const mjtNum A[9] = {2, .5, -.3, .5, 1, .2, -.3, .2, 3};
  const mjtNum valA[3] = {3.0850050541633176, 2.1625315319041287, .75246341393255689};
  const mjtNum quatA[4] = {.34067498967822007, .50760912273457004, -.41889529738260339,
                           .67141660670192327};
  ck_assert_int_eq(mju_eig3(val, vec, quat, A), 6);
  ck_assert_near(val, valA, 3, 1e-14);
  ck_assert_near(quat, quatA, 4, 1e-14);

  // diagonal matrices only need sorting
  const mjtNum B[9] = {1, 0, 0, 0, 3, 0, 0, 0, 2}, valB[3] = {3, 2, 1};
  const mjtNum quatB[4] = {.5, .5, .5, .5};
  ck_assert_int_eq(mju_eig3(val, vec, quat, B), 0);
  ck_assert_near(val, valB, 3, 0);
  ck_assert_near(quat, quatB, 4, 1e-15);
}
END_TEST

// gradient H x + g must vanish on free coordinates and push against the bound on the others
static void check_optimal(const mjtNum* x, const mjtNum* H, const mjtNum* g, int n,
                          const mjtNum* lower, const mjtNum* upper, const int* index, int nfree) {
  mjtNum grad[20];
  mju_mulMatVec(grad, H, x, n, n);
  mju_addTo(grad, g, n);
  for (int i = 0, k = 0; i < n; i++) {
    if (k < nfree && index[k] == i) {
      k++;
      ck_assert_double_eq_tol(grad[i], 0, 1e-7);
    } else {
      int at_lower = lower && x[i] == lower[i] && grad[i] > 0;
      int at_upper = upper && x[i] == upper[i] && grad[i] < 0;
      ck_assert(at_lower || at_upper);
    }
    ck_assert(!lower || x[i] >= lower[i]);
    ck_assert(!upper || x[i] <= upper[i]);
  }
}

START_TEST(box_qp_satisfies_the_optimality_conditions) {
  mjtNum H[400], B[400], g[20], lower[20], upper[20], x[20], R[20 * 27];
  int index[20];
  for (int trial = 0; trial < 400; trial++) {
    int n = 1 + random_below(20);
    fill_noise(B, n * n);
    mju_mulMatMatT(H, B, B, n, n, n);
    for (int i = 0; i < n; i++) {
      H[i * n + i] += (mjtNum)0.1;
      lower[i] = -(mjtNum)fabs((double)noise()) - (mjtNum)0.01;
      upper[i] = (mjtNum)fabs((double)noise()) + (mjtNum)0.01;
    }
    fill_noise(g, n);
    fill_noise(x, n);
    const mjtNum* lo = trial & 1 ? lower : NULL;
    const mjtNum* up = trial & 2 ? upper : NULL;
    int nfree = mju_boxQP(x, R, index, H, g, n, lo, up);
    ck_assert_int_ge(nfree, 0);
    check_optimal(x, H, g, n, lo, up, index, nfree);

    // R is the factor of the free block
    for (int i = 0; i < nfree; i++) {
      for (int j = 0; j <= i; j++) {
        mjtNum entry = mju_dot(R + i * nfree, R + j * nfree, j + 1);
        ck_assert_double_eq_tol(entry, H[index[i] * n + index[j]], 1e-11);
      }
    }
  }
}
END_TEST

START_TEST(box_qp_documented_example) {
  const mjtNum H[9] = {2, .5, .1, .5, 1.5, .3, .1, .3, 1}, g[3] = {-4, 1, .5};
  const mjtNum lower[3] = {-1, -1, -1}, upper[3] = {1, 1, 1};
  const mjtNum expected[3] = {1, -.93617021276595758, -.31914893617021273};
  mjtNum x[3] = {0, 0, 0}, R[30];
  int index[3];
  ck_assert_int_eq(mju_boxQP(x, R, index, H, g, 3, lower, upper), 2);
  ck_assert(index[0] == 1 && index[1] == 2);
  ck_assert_near(x, expected, 3, 1e-14);
  mju_zero3(x);
  ck_assert_int_eq(mju_boxQP(x, R, NULL, H, g, 3, NULL, NULL), 3);
  ck_assert_double_eq_tol(x[0], 2.3636363636363633, 1e-14);
}
END_TEST

START_TEST(box_qp_fails_without_curvature_and_rejects_bad_problems) {
  const mjtNum H[4] = {1, 2, 2, 1}, g[2] = {1, 1}, lower[2] = {-1, 2}, upper[2] = {1, 2};
  mjtNum x[2] = {0, 0}, R[18];
  ck_assert_int_eq(mju_boxQP(x, R, NULL, H, g, 2, NULL, NULL), -1);
  expect_error(mju_boxQP(x, R, NULL, H, g, 0, NULL, NULL), "");
  expect_error(mju_boxQP(x, R, NULL, H, g, 2, lower, upper), "");
}
END_TEST

START_TEST(box_qp_arguments_can_be_allocated) {
  mjtNum *x, *R, *H, *g, *lower;
  int* index;
  mju_boxQPmalloc(&x, &R, &index, &H, &g, 5, &lower, NULL);
  mju_zero(R, 5 * 12);
  mju_eye(H, 5);
  mju_fill(g, 1, 5);
  mju_fill(lower, (mjtNum)-0.5, 5);
  mju_zero(x, 5);
  ck_assert_int_eq(mju_boxQP(x, R, index, H, g, 5, lower, NULL), 0);
  ck_assert_near(x, lower, 5, 0);
  mju_free(x);
  mju_free(R);
  mju_free(H);
  mju_free(g);
  mju_free(lower);
  mju_free(index);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {eigenvectors_diagonalise_and_are_right_handed,
                                eigenvalues_of_documented_examples,
                                box_qp_satisfies_the_optimality_conditions,
                                box_qp_documented_example,
                                box_qp_fails_without_curvature_and_rejects_bad_problems,
                                box_qp_arguments_can_be_allocated,
                                NULL};
  return run_tests("eigenvalues and box QP", tests);
}
