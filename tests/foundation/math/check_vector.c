// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of 3, 4 and n numbers.

#include <fulcrum/math.h>

#include "suite.h"

START_TEST(dot_of_any_length_is_the_sum_of_products) {
  mjtNum a[210], b[210];
  fill_noise(a, 210);
  fill_noise(b, 210);
  for (int n = 0; n <= 210; n++) {
    long double exact = 0;
    for (int i = 0; i < n; i++)
      exact += (long double)a[i] * b[i];
    ck_assert_double_eq_tol(mju_dot(a, b, n), (double)exact, 1e-14 * (n + 1));
    ck_assert_double_eq_tol(fc_dot(a, b, n), (double)exact, 1e-14 * (n + 1));
  }
  mjtNum one_to_seven[7] = {1, 2, 3, 4, 5, 6, 7};
  ck_assert(mju_dot(one_to_seven, one_to_seven, 7) == 140);
}
END_TEST

START_TEST(dots_side_by_side_have_the_bits_of_single_ones) {
  mjtNum a[4][40], b[4][40], res[4];
  for (int j = 0; j < 4; j++) {
    fill_noise(a[j], 40);
    fill_noise(b[j], 40);
    a[j][0] += j;
  }
  const mjtNum* const left[4] = {a[0], a[1], a[2], a[3]};
  const mjtNum* const right[4] = {b[0], b[1], b[2], b[3]};
  for (int n = 0; n <= 40; n++) {
    fc_dots(res, 4, left, right, n);
    for (int j = 0; j < 4; j++)
      ck_assert(res[j] == fc_dot(a[j], b[j], n));
  }
}
END_TEST

START_TEST(elementwise_functions_agree_with_a_plain_loop_in_place_too) {
  mjtNum a[40], b[40], res[41], s = (mjtNum)-1.5;
  fill_noise(a, 40);
  fill_noise(b, 40);
  for (int n = 0; n <= 40; n++) {
    // op: 0 scl, 1 add, 2 sub, 3 addScl; the element after the last stays as it was
    for (int op = 0; op < 8; op++) {
      mju_fill(res, 9, 41);
      mju_copy(res, a, n);
      switch (op) {
        case 0: mju_scl(res, res, s, n); break;
        case 1: mju_add(res, res, b, n); break;
        case 2: mju_sub(res, res, b, n); break;
        case 3: mju_addScl(res, res, b, s, n); break;
        case 4: mju_scl(res, a, s, n); break;
        case 5: mju_addTo(res, b, n); break;
        case 6: mju_subFrom(res, b, n); break;
        default: mju_addToScl(res, b, s, n);
      }
      for (int i = 0; i < n; i++) {
        mjtNum expected[4] = {a[i] * s, a[i] + b[i], a[i] - b[i], a[i] + b[i] * s};
        ck_assert_double_eq_tol(res[i], expected[op % 4], 1e-15);
      }
      ck_assert(res[n] == 9);
    }
  }
}
END_TEST

START_TEST(nothing_happens_for_length_zero) {
  mjtNum x[1] = {3}, y[1] = {4};
  mju_zero(x, 0);
  mju_fill(x, 1, 0);
  mju_copy(x, y, 0);
  mju_scl(x, y, 2, 0);
  mju_addTo(x, y, 0);
  mju_zero(x, -1);
  ck_assert(x[0] == 3);
  ck_assert(mju_sum(x, 0) == 0 && mju_L1(x, 0) == 0 && mju_dot(x, y, 0) == 0);
  ck_assert(mju_norm(x, 0) == 0);
  ck_assert_int_eq(mju_isZero(x, 0), 1);
}
END_TEST

START_TEST(normalised_vectors_have_length_one_and_their_old_length_is_returned) {
  mjtNum v3[3] = {3, 0, -4}, v4[4] = {1, 1, 1, 1}, v5[5] = {0, 3, 0, 0, 4};
  const mjtNum u3[3] = {(mjtNum)0.6, 0, (mjtNum)-0.8};
  ck_assert_double_eq_tol(mju_normalize3(v3), 5, 1e-15);
  ck_assert_near(v3, u3, 3, 2e-16);
  ck_assert_double_eq_tol(mju_normalize4(v4), 2, 1e-15);
  ck_assert(v4[0] == 0.5 && v4[3] == 0.5);
  ck_assert_double_eq_tol(mju_normalize(v5, 5), 5, 1e-15);
  ck_assert_double_eq_tol(mju_norm(v5, 5), 1, 1e-15);
}
END_TEST

START_TEST(the_direction_of_a_vanishing_vector_is_the_first_axis) {
  const mjtNum axis[5] = {1, 0, 0, 0, 0};
  mjtNum v[5] = {0, (mjtNum)1e-16, 0, 0, 0};
  ck_assert(mju_normalize3(v) < mjMINVAL);
  ck_assert_near(v, axis, 3, 0);
  mju_zero(v, 5);
  ck_assert(mju_normalize4(v) == 0);
  ck_assert_near(v, axis, 4, 0);
  mju_zero(v, 5);
  ck_assert(mju_normalize(v, 5) == 0);
  ck_assert_near(v, axis, 5, 0);
}
END_TEST

START_TEST(a_unit_quaternion_is_left_bit_by_bit) {
  mjtNum q[4] = {(mjtNum)0.5, (mjtNum)-0.5, (mjtNum)0.5, (mjtNum)0.5};
  mjtNum same[4];
  q[0] += 4e-16;
  mju_copy4(same, q);
  mju_normalize4(q);
  ck_assert(memcmp(q, same, sizeof q) == 0);
}
END_TEST

START_TEST(cross_product_is_perpendicular_and_anticommutes) {
  mjtNum a[3], b[3], ab[3], ba[3];
  fill_noise(a, 3);
  fill_noise(b, 3);
  mju_cross(ab, a, b);
  mju_cross(ba, b, a);
  ck_assert_double_eq_tol(mju_dot3(ab, a), 0, 1e-15);
  ck_assert_double_eq_tol(mju_dot3(ab, b), 0, 1e-15);
  mju_addTo3(ba, ab);
  ck_assert(mju_isZero(ba, 3));

  // in place
  mju_cross(a, a, b);
  ck_assert_near(a, ab, 3, 0);
}
END_TEST

START_TEST(products_of_3x3_matrices_work_in_place) {
  mjtNum A[9], B[9], C[9], expected[9], v[3], w[3];
  fill_noise(A, 9);
  fill_noise(B, 9);
  fill_noise(v, 3);
  mju_mulMatMat(expected, A, B, 3, 3, 3);
  fc_mulMat3(C, A, B);
  ck_assert_near(C, expected, 9, 1e-15);
  mju_mulMatMatT(expected, A, B, 3, 3, 3);
  fc_mulMatMatT3(C, A, B);
  ck_assert_near(C, expected, 9, 1e-15);
  mju_mulMatTMat(expected, A, B, 3, 3, 3);
  fc_copy9(C, A);
  fc_mulMatTMat3(C, C, B);
  ck_assert_near(C, expected, 9, 1e-15);

  mju_mulMatVec(w, A, v, 3, 3);
  mju_copy3(C, v);
  mju_mulMatVec3(C, A, C);
  ck_assert_near(C, w, 3, 1e-15);
  mju_mulMatTVec(w, A, v, 3, 3);
  mju_mulMatTVec3(v, A, v);
  ck_assert_near(v, w, 3, 1e-15);

  fc_transpose3(C, A);
  fc_transpose3(C, C);
  ck_assert_near(C, A, 9, 0);
}
END_TEST

START_TEST(spatial_cross_products_are_dual) {
  // power is invariant: (v x m) . f + m . (v x* f) = 0
  mjtNum v[6], m[6], f[6], vm[6], vf[6];
  fill_noise(v, 6);
  fill_noise(m, 6);
  fill_noise(f, 6);
  fc_crossMotion(vm, v, m);
  fc_crossForce(vf, v, f);
  ck_assert_double_eq_tol(fc_dot6(vm, f) + fc_dot6(m, vf), 0, 1e-14);

  // a motion crossed with itself vanishes; in place
  fc_crossMotion(v, v, v);
  ck_assert_double_eq_tol(mju_norm(v, 6), 0, 1e-15);
}
END_TEST

START_TEST(spatial_inertia_gives_the_momentum_of_a_rigid_body) {
  // point mass m at c moving with v + w x c: force m (v + w x c), torque c x that
  mjtNum m = (mjtNum)2.5, c[3], vel[6], point[3], momentum[6], res[6];
  fill_noise(c, 3);
  fill_noise(vel, 6);
  mju_cross(point, vel, c);
  mju_addTo3(point, vel + 3);
  mju_scl3(momentum + 3, point, m);
  mju_cross(momentum, c, momentum + 3);
  mjtNum inert[10] = {m * (c[1] * c[1] + c[2] * c[2]),
                      m * (c[0] * c[0] + c[2] * c[2]),
                      m * (c[0] * c[0] + c[1] * c[1]),
                      -m * c[0] * c[1],
                      -m * c[0] * c[2],
                      -m * c[1] * c[2],
                      m * c[0],
                      m * c[1],
                      m * c[2],
                      m};
  fc_mulInertVec(res, inert, vel);
  ck_assert_near(res, momentum, 6, 1e-14);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {dot_of_any_length_is_the_sum_of_products,
                                dots_side_by_side_have_the_bits_of_single_ones,
                                elementwise_functions_agree_with_a_plain_loop_in_place_too,
                                nothing_happens_for_length_zero,
                                normalised_vectors_have_length_one_and_their_old_length_is_returned,
                                the_direction_of_a_vanishing_vector_is_the_first_axis,
                                a_unit_quaternion_is_left_bit_by_bit,
                                cross_product_is_perpendicular_and_anticommutes,
                                products_of_3x3_matrices_work_in_place,
                                spatial_cross_products_are_dual,
                                spatial_inertia_gives_the_momentum_of_a_rigid_body,
                                NULL};
  return run_tests("vectors", tests);
}
