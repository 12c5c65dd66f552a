// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What every test program needs: a suite run from main, run-time errors that come back to the test,
// repeatable numbers without pattern, comparison of numbers.

#ifndef TESTS_SUPPORT_H_
#define TESTS_SUPPORT_H_

#include <check.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

//------------------------------ running -----------------------------------------------------------

// runs and frees a suite; the value for main to return
static inline int run_suite(Suite* suite) {
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

// a suite of one case, whose tests may take a minute each
static inline int run_case(const char* name, TCase* tests) {
  Suite* suite = suite_create(name);
  tcase_set_timeout(tests, 60);
  suite_add_tcase(suite, tests);
  return run_suite(suite);
}

// a suite from a list of tests that ends with NULL
static inline int run_tests(const char* name, const TTest* const* tests) {
  TCase* all = tcase_create(name);
  for (; *tests; tests++)
    tcase_add_test(all, *tests);
  return run_case(name, all);
}

//------------------------------ errors ------------------------------------------------------------

static jmp_buf error_jump;
static char last_message[1024];

static inline void catch_error(const char* message) {
  snprintf(last_message, sizeof last_message, "%s", message);
  longjmp(error_jump, 1);
}

// The statement must raise an error whose message contains `words`.
#define expect_error(statement, words)                                   \
  do {                                                                   \
    last_message[0] = 0;                                                 \
    mju_user_error = catch_error;                                        \
    if (!setjmp(error_jump)) {                                           \
      statement;                                                         \
      mju_user_error = NULL;                                             \
      ck_abort_msg("no error from: " #statement);                        \
    }                                                                    \
    mju_user_error = NULL;                                               \
    ck_assert_msg(strstr(last_message, words), "got: %s", last_message); \
  } while (0)

//------------------------------ numbers -----------------------------------------------------------

static uint64_t test_rng = 88172645463325252ULL;

// uniform in (-1, 1), the same numbers in every run
static inline mjtNum noise(void) {
  test_rng ^= test_rng >> 12;
  test_rng ^= test_rng << 25;
  test_rng ^= test_rng >> 27;
  return (mjtNum)((test_rng * 2685821657736338717ULL) >> 11) / 4503599627370496.0 - 1;
}

static inline void fill_noise(mjtNum* x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = noise();
}

// every number within `tolerance` of the largest magnitude expected, at least of 1e-3
static inline void assert_close(const char* what, const mjtNum* got, const mjtNum* expected, long n,
                                mjtNum tolerance) {
  mjtNum scale = 1e-3;
  for (long i = 0; i < n; i++)
    scale = fmax(scale, fabs(expected[i]));
  for (long i = 0; i < n; i++)
    ck_assert_msg(fabs(got[i] - expected[i]) <= tolerance * scale,
                  "%s[%ld] is %.17g, expected %.17g", what, i, got[i], expected[i]);
}

static inline void assert_near(mjtNum got, mjtNum expected, mjtNum tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.17g is not %.17g within %g", got, expected,
                tolerance);
}

#endif  // TESTS_SUPPORT_H_
