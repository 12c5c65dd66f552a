// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the compiler suites.

#ifndef TESTS_COMPILER_SUPPORT_H_
#define TESTS_COMPILER_SUPPORT_H_

#include "tests/support.h"

// spec of a text that must be valid; `body` goes between <mujoco> and </mujoco>
static inline mjSpec* parse(const char* body) {
  char error[1000] = "", text[20000];
  snprintf(text, sizeof text, "<mujoco>\n%s</mujoco>", body);
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s\nin: %s", error, text);
  return s;
}

static inline mjModel* compile(const char* body) {
  mjSpec* s = parse(body);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s\nin: %s", mjs_getError(s), body);
  mj_deleteSpec(s);
  return m;
}

// relative to the largest expected number, at least 1
static inline void expect_numbers(const char* what, const mjtNum* got, const mjtNum* expected,
                                  int n) {
  mjtNum scale = 1;
  for (int i = 0; i < n; i++)
    scale = fmax(scale, fabs(expected[i]));
  for (int i = 0; i < n; i++) {
    ck_assert_msg(fabs(got[i] - expected[i]) <= 1e-11 * scale, "%s[%d] is %.17g, expected %.17g",
                  what, i, got[i], expected[i]);
  }
}

static inline void expect_ints(const char* what, const int* got, const int* expected, int n) {
  for (int i = 0; i < n; i++)
    ck_assert_msg(got[i] == expected[i], "%s[%d] is %d, expected %d", what, i, got[i], expected[i]);
}

#define NUMBERS(got, ...)                                                              \
  do {                                                                                 \
    const mjtNum expected_[] = {__VA_ARGS__};                                          \
    expect_numbers(#got, got, expected_, (int)(sizeof expected_ / sizeof *expected_)); \
  } while (0)

#define INTS(got, ...)                                                              \
  do {                                                                              \
    const int expected_[] = {__VA_ARGS__};                                          \
    expect_ints(#got, got, expected_, (int)(sizeof expected_ / sizeof *expected_)); \
  } while (0)

#endif  // TESTS_COMPILER_SUPPORT_H_
