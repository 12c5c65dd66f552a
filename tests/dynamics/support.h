// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the tests of integrators, actuators and sensors share: models from text or from
// tests/dynamics/models, states, comparisons.

#ifndef TESTS_DYNAMICS_SUPPORT_H_
#define TESTS_DYNAMICS_SUPPORT_H_

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <mujoco/mujoco.h>

// model compiled from MJCF text
static inline mjModel* model_of(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// model tests/dynamics/models/NAME.xml
static inline mjModel* model_named(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/dynamics/models/%s.xml", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  mj_freeLastXML();
  return m;
}

static uint64_t test_rng = 88172645463325252ULL;

// uniform in (-1, 1)
static inline mjtNum noise(void) {
  test_rng ^= test_rng >> 12;
  test_rng ^= test_rng << 25;
  test_rng ^= test_rng >> 27;
  return (mjtNum)((test_rng * 2685821657736338717ULL) >> 11) / 4503599627370496.0 - 1;
}

static inline void fill_noise(mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    x[i] = noise();
  }
}

static inline void set_numbers(mjtNum* x, const mjtNum* value, long n) {
  memcpy(x, value, (size_t)n * sizeof *x);
}
// SET(d->qpos, .1, .2, ...)
#define SET(x, ...)                             \
  set_numbers(x, (const mjtNum[]){__VA_ARGS__}, \
              (long)(sizeof((const mjtNum[]){__VA_ARGS__}) / sizeof(mjtNum)))

static inline void assert_numbers(const char* what, const mjtNum* x, const mjtNum* expected, long n,
                                  mjtNum tolerance) {
  mjtNum scale = 1e-3;
  for (long i = 0; i < n; i++) {
    scale = fmax(scale, fabs(expected[i]));
  }
  for (long i = 0; i < n; i++) {
    ck_assert_msg(fabs(x[i] - expected[i]) <= tolerance * scale, "%s[%ld] is %.17g, expected %.17g",
                  what, i, x[i], expected[i]);
  }
}
// values to rounding: ASSERT_VALUES(d->qvel, .1, .2, ...)
#define ASSERT_VALUES(x, ...)                          \
  assert_numbers(#x, x, (const mjtNum[]){__VA_ARGS__}, \
                 (long)(sizeof((const mjtNum[]){__VA_ARGS__}) / sizeof(mjtNum)), 1e-12)

static inline void assert_near(mjtNum x, mjtNum expected, mjtNum tolerance) {
  ck_assert_msg(fabs(x - expected) <= tolerance, "%.17g is not %.17g within %g", x, expected,
                tolerance);
}

static inline int run_suite(Suite* suite) {
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif  // TESTS_DYNAMICS_SUPPORT_H_
