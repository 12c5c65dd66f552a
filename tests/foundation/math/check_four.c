// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of packs round like the functions of <fulcrum/math.h> that they replace, and do not
// touch what follows a result in memory.

#include "core/foundation/math/four.h"
#include "tests/foundation/math/suite.h"

enum { NCASE = 2000 };

static void assert_same(const mjtNum* a, const mjtNum* b, int n) {
  for (int i = 0; i < n; i++)
    ck_assert_msg(a[i] == b[i], "%d: %.17g, expected %.17g", i, (double)a[i], (double)b[i]);
}

START_TEST(vectors_keep_three_lanes) {
  const mjtNum x[4] = {1, 2, 3, 4};
  mjtNum y[4] = {0, 0, 0, 5};
  Four v;
  load3(&v, x);
  store3(y, &v);
  assert_same(y, x, 3);
  ck_assert_double_eq(y[3], 5);
}
END_TEST

START_TEST(cross_products_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum a[3], b[3], expected[3], found[3];
    Four x, y;
    fill_noise(a, 3);
    fill_noise(b, 3);
    fc_cross(expected, a, b);
    load3(&x, a);
    load3(&y, b);
    four_cross(&x, &x, &y);
    store3(found, &x);
    assert_same(found, expected, 3);
  }
}
END_TEST

START_TEST(rotations_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum quat[4], vec[3], expected[3], found[3];
    Four v;
    random_quat(quat);
    fill_noise(vec, 3);
    fc_rotVecQuat(expected, vec, quat);
    load3(&v, vec);
    four_rotate(&v, &v, cfour(quat));
    store3(found, &v);
    assert_same(found, expected, 3);
  }
}
END_TEST

START_TEST(products_of_quaternions_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum a[4], b[4], expected[4];
    Four x;
    fill_noise(a, 4);
    fill_noise(b, 4);
    fc_mulQuat(expected, a, b);
    four_mul_quat(&x, cfour(a), cfour(b));
    assert_same((mjtNum*)&x, expected, 4);
  }
}
END_TEST

START_TEST(unit_quaternions_are_the_same) {
  static const mjtNum scale[] = {1, 2, 1e-3, 1e-20, 0};
  for (int i = 0; i < NCASE; i++) {
    mjtNum quat[4];
    random_quat(quat);
    for (int k = 0; k < 4; k++)
      quat[k] *= scale[i % 5];
    Four x = *cfour(quat);
    fc_normalize4(quat);
    four_normalize(&x);
    assert_same((mjtNum*)&x, quat, 4);
  }
}
END_TEST

START_TEST(matrices_of_quaternions_are_the_same) {
  for (int i = 0; i < NCASE; i++) {
    mjtNum quat[4], expected[9], found[10];
    Four row[3];
    fill_noise(quat, 4);
    if (i % 2)
      mju_normalize4(quat);
    if (!i)
      fc_unit4(quat);
    found[9] = 7;
    fc_quat2Mat(expected, quat);
    four_to_mat(row, cfour(quat));
    store_rows(found, row);
    assert_same(found, expected, 9);
    ck_assert_double_eq(found[9], 7);
  }
}
END_TEST

int main(void) {
  Suite* suite = suite_create("four");
  TCase* tc = tcase_create("four");
  tcase_add_test(tc, vectors_keep_three_lanes);
  tcase_add_test(tc, cross_products_are_the_same);
  tcase_add_test(tc, rotations_are_the_same);
  tcase_add_test(tc, products_of_quaternions_are_the_same);
  tcase_add_test(tc, unit_quaternions_are_the_same);
  tcase_add_test(tc, matrices_of_quaternions_are_the_same);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
