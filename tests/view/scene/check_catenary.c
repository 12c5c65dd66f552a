// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The curve of a rope that hangs between two points.

#include "core/view/scene/catenary.h"
#include "tests/support.h"

START_TEST(ropes_hang_as_catenaries) {
  static const mjtNum x0[3] = {0, 0, 1.7}, x1[3] = {1, 0, 0.5}, down[3] = {0, 0, -9.81};
  static const struct {
    int i;
    mjtNum z;
  } expected[] = {{1, 1.341991603664455},
                  {2, 1.0451955434844655},
                  {14, -0.2033199053421535},
                  {27, 0.22285888946045196}};
  mjtNum point[CATENARY_MAX][3];
  ck_assert_int_eq(catenary(point, 29, x0, x1, down, 3), 29);
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
    assert_near(point[expected[k].i][2], expected[k].z, 1e-12);

  // as long as the rope, but for the last segment, which is longer than the others
  ck_assert_int_eq(catenary(point, 100, x0, x1, down, 3), 100);
  mjtNum length = 0;
  for (int i = 0; i < 99; i++)
    length += mju_dist3(point[i], point[i + 1]);
  assert_near(length, 3, 2e-3);

  // taut, and straight down
  ck_assert_int_eq(catenary(point, 29, x0, x1, down, 1), 2);
  static const mjtNum under[3] = {0, 0, 1.2};
  ck_assert_int_eq(catenary(point, 29, x0, under, down, 1.5), 3);
  assert_near(mju_dist3(point[0], point[1]) + mju_dist3(point[1], point[2]), 1.5, 1e-12);
  ck_assert_int_eq(catenary(point, 29, x0, x0, down, 1), 3);
  assert_near(point[1][2], 1.2, 1e-12);
  ck_assert_int_eq(catenary(point, 0, x0, x1, down, 3), 0);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {ropes_hang_as_catenaries, NULL};
  return run_tests("catenary", tests);
}
