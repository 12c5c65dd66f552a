// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the mathematics suites share: a main in one line, comparison of vectors, fixed random
// numbers, and a handler that turns a run-time error into a return.

#ifndef TESTS_MATH_SUITE_H_
#define TESTS_MATH_SUITE_H_

#include <check.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

// run a NULL-terminated list of tests as one suite; the value for main to return
static inline int run_suite(const char* name, const TTest* const* tests) {
  Suite* suite = suite_create(name);
  TCase* tcase = tcase_create("all");
  for (; *tests; tests++) {
    tcase_add_test(tcase, *tests);
  }
  suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

// every element within tol
#define ck_assert_near(a, b, n, tol)                                                          \
  do {                                                                                        \
    for (int near_i = 0; near_i < (n); near_i++) {                                            \
      ck_assert_msg(fabs((double)((a)[near_i] - (b)[near_i])) <= (tol),                       \
                    "%s[%d] = %.17g, %s[%d] = %.17g", #a, near_i, (double)(a)[near_i], #b,    \
                    near_i, (double)(b)[near_i]);                                             \
    }                                                                                         \
  } while (0)

// xorshift; the same numbers in every run
static uint64_t random_state = 88172645463325252u;
static inline mjtNum random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (mjtNum)(random_state >> 11) / (mjtNum)4503599627370496.0 - 1;
}

static inline void random_vector(mjtNum* res, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = random_number();
  }
}

static inline int random_below(int n) {
  return (int)((random_number() + 1) / 2 * (mjtNum)n) % n;
}

static inline void random_quat(mjtNum quat[4]) {
  random_vector(quat, 4);
  mju_normalize4(quat);
}

// error handler that jumps back to the test
static jmp_buf error_return;
static inline void jump_back(const char* message) {
  (void)message;
  longjmp(error_return, 1);
}

// does the statement raise an error?
#define ck_assert_error(statement)                 \
  do {                                             \
    mju_user_error = jump_back;                    \
    if (setjmp(error_return) == 0) {               \
      statement;                                   \
      mju_user_error = NULL;                       \
      ck_abort_msg("no error from %s", #statement); \
    }                                              \
    mju_user_error = NULL;                         \
  } while (0)

#endif  // TESTS_MATH_SUITE_H_
