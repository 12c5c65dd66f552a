// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the mathematics suites share: comparison of vectors, random indices and rotations.

#ifndef TESTS_FOUNDATION_MATH_SUITE_H_
#define TESTS_FOUNDATION_MATH_SUITE_H_

#include "tests/support.h"

// every element within tol
#define ck_assert_near(a, b, n, tol)                                                               \
  do {                                                                                             \
    for (int near_i = 0; near_i < (n); near_i++) {                                                 \
      ck_assert_msg(fabs((double)((a)[near_i] - (b)[near_i])) <= (tol),                            \
                    "%s[%d] = %.17g, %s[%d] = %.17g", #a, near_i, (double)(a)[near_i], #b, near_i, \
                    (double)(b)[near_i]);                                                          \
    }                                                                                              \
  } while (0)

static inline int random_below(int n) { return (int)((noise() + 1) / 2 * (mjtNum)n) % n; }

static inline void random_quat(mjtNum quat[4]) {
  fill_noise(quat, 4);
  mju_normalize4(quat);
}

#endif  // TESTS_FOUNDATION_MATH_SUITE_H_
