// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Orientation specifiers become the quaternions of the reference, within one unit in the last place
// of their largest component, and degenerate ones are refused by name.

#include <math.h>

#include "tests/model/spec/suite.h"

static const double golden[][4] = {
#include "tests/model/spec/orientation_golden.inc"
};

static unsigned state = 12345;
static double number(void) {
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / (1 << 24) * 4 - 2;
}

static void expect(const double got[4], const double expected[4], const char* what, int k) {
  for (int i = 0; i < 4; i++) {
    ck_assert_msg(fabs(got[i] - expected[i]) <= 2.3e-16,
                  "%s %d: component %d is %.17g, expected %.17g", what, k, i, got[i], expected[i]);
  }
}

START_TEST(random_orientations_equal_the_reference) {
  static const char* const sequences[6] = {"xyz", "XYZ", "zyx", "ZxY", "xYz", "zzz"};
  for (int k = 0; k < 40; k++) {
    mjsOrientation o;
    mjs_defaultOrientation(&o);
    o.type = (mjtOrientation)(1 + k % 4);
    for (int i = 0; i < 4; i++)
      o.axisangle[i] = number() * 50;
    for (int i = 0; i < 6; i++)
      o.xyaxes[i] = number();
    for (int i = 0; i < 3; i++) {
      o.zaxis[i] = number();
      o.euler[i] = number() * 90;
    }
    double q[4] = {1, 0, 0, 0};
    ck_assert_ptr_null(mjs_resolveOrientation(q, k & 1, sequences[k % 6], &o));
    expect(q, golden[k], "orientation", k);
  }
}
END_TEST

static void euler(const char* sequence, double e0, double e1, double e2, double quat[4]) {
  mjsOrientation o;
  mjs_defaultOrientation(&o);
  o.type = mjORIENTATION_EULER;
  o.euler[0] = e0;
  o.euler[1] = e1;
  o.euler[2] = e2;
  ck_assert_ptr_null(mjs_resolveOrientation(quat, 1, sequence, &o));
}

START_TEST(letters_choose_moving_and_fixed_axes) {
  static const double moving[4] = {0.94371436414748899, 0.12767944069578063, 0.14487812541736914,
                                   0.26853582275156918};
  static const double fixed[4] = {0.95154852464378847, 0.038134576474850149, 0.18930785741199999,
                                  0.23929833774473031};
  double q[4], r[4];
  euler("xyz", 10, 20, 30, q);
  expect(q, moving, "xyz", 0);
  euler("XYZ", 10, 20, 30, q);
  expect(q, fixed, "XYZ", 0);

  // fixed axes in one order are moving axes in the opposite order
  euler("zyx", 30, 20, 10, r);
  expect(r, q, "zyx", 0);
}
END_TEST

START_TEST(axes_that_point_up_and_down_are_handled) {
  mjsOrientation o;
  mjs_defaultOrientation(&o);
  o.type = mjORIENTATION_ZAXIS;
  double q[4];
  static const double down[4] = {6.123233995736766e-17, 1, 0, 0};
  static const double nearly_x[4] = {0.70710678118654791, 0, 0.70710678118654724, 0};
  static const double up[4] = {1, 0, 0, 0};
  o.zaxis[2] = -1;
  ck_assert_ptr_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  expect(q, down, "zaxis", 0);
  o.zaxis[0] = 1;
  o.zaxis[2] = 1e-15;
  ck_assert_ptr_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  expect(q, nearly_x, "zaxis", 1);
  o.zaxis[0] = 0;
  o.zaxis[2] = 3;
  ck_assert_ptr_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  expect(q, up, "zaxis", 2);
}
END_TEST

START_TEST(degenerate_axes_are_refused) {
  double q[4] = {.5, .5, .5, .5};
  mjsOrientation o;
  mjs_defaultOrientation(&o);
  ck_assert_ptr_null(mjs_resolveOrientation(q, 1, "xyz", &o));
  ck_assert_double_eq(q[3], .5);
  o.type = mjORIENTATION_AXISANGLE;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xyz", &o), "axisangle too small");
  o.axisangle[0] = 1e-8;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xyz", &o), "axisangle too small");
  o.type = mjORIENTATION_ZAXIS;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xyz", &o), "zaxis too small");
  o.type = mjORIENTATION_XYAXES;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xyz", &o), "xaxis too small");
  o.xyaxes[0] = 1;
  o.xyaxes[3] = 2;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xyz", &o), "yaxis too small");
  o.type = mjORIENTATION_EULER;
  ck_assert_str_eq(mjs_resolveOrientation(q, 1, "xya", &o),
                   "euler sequence can only contain x, y, z, X, Y, Z");
}
END_TEST

RUN_SUITE("orientation", random_orientations_equal_the_reference,
          letters_choose_moving_and_fixed_axes, axes_that_point_up_and_down_are_handled,
          degenerate_axes_are_refused)
