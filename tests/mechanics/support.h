// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the mechanics tests share: scenes, random states, the stages up to a point, comparisons.

#ifndef TESTS_MECHANICS_SUPPORT_H_
#define TESTS_MECHANICS_SUPPORT_H_

#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <check.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/tendon_armature.h"

#ifndef TEST_SOURCE_DIR
#define TEST_SOURCE_DIR "."
#endif

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

// compiled scene scenes/NAME.mjb
static inline mjModel* load_scene(const char* name) {
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/mechanics/scenes/%s.mjb", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadModel(path, NULL);
  ck_assert_msg(m != NULL, "cannot load %s", path);
  return m;
}

static inline void position_stage(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_tendon(m, d);
  mj_makeM(m, d);
  mj_factorM(m, d);
  mj_transmission(m, d);
}

// y = J x for the sparse rows of tendons and actuators, then everything that depends on velocity
static inline void velocity_stage(const mjModel* m, mjData* d) {
  for (int t = 0; t < m->ntendon; t++) {
    d->ten_velocity[t] = 0;
    for (int k = m->ten_J_rowadr[t]; k < m->ten_J_rowadr[t] + m->ten_J_rownnz[t]; k++) {
      d->ten_velocity[t] += d->ten_J[k] * d->qvel[m->ten_J_colind[k]];
    }
  }
  for (int i = 0; i < m->nu; i++) {
    d->actuator_velocity[i] = 0;
    for (int k = d->moment_rowadr[i]; k < d->moment_rowadr[i] + d->moment_rownnz[i]; k++) {
      d->actuator_velocity[i] += d->actuator_moment[k] * d->qvel[d->moment_colind[k]];
    }
  }
  mj_comVel(m, d);
  mj_passive(m, d);
  mj_rne(m, d, 0, d->qfrc_bias);
  tendon_armature_bias(m, d, d->qfrc_bias);
}

static inline void random_state(const mjModel* m, mjData* d) {
  mjtNum* step = malloc(((size_t)m->nv + 1) * sizeof *step);
  fill_noise(step, (int)m->nv);
  fill_noise(d->qvel, (int)m->nv);
  fill_noise(d->qacc, (int)m->nv);
  mj_integratePos(m, d->qpos, step, 0.5);
  free(step);
}

// new data whose stack is full of NaN, so that nothing can rely on its being zero
static inline mjData* dirty_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  mj_markStack(d);
  size_t n = (size_t)m->narena / sizeof(mjtNum) / 2;
  mjtNum* stack = mj_stackAllocNum(d, n);
  for (size_t i = 0; i < n; i++) {
    stack[i] = NAN;
  }
  mj_freeStack(d);
  return d;
}

// scene in a random state, both stages done
static inline mjData* random_data(const mjModel* m) {
  mjData* d = dirty_data(m);
  random_state(m, d);
  position_stage(m, d);
  velocity_stage(m, d);
  return d;
}

// every number within `tolerance` of the largest magnitude expected
static inline void assert_close(const char* what, const mjtNum* got, const mjtNum* expected, long n,
                                mjtNum tolerance) {
  mjtNum scale = 1e-3;
  for (long i = 0; i < n; i++) {
    scale = fmax(scale, fabs(expected[i]));
  }
  for (long i = 0; i < n; i++) {
    ck_assert_msg(fabs(got[i] - expected[i]) <= tolerance * scale,
                  "%s[%ld] is %.17g, expected %.17g", what, i, got[i], expected[i]);
  }
}

static inline void assert_near(mjtNum got, mjtNum expected, mjtNum tolerance) {
  ck_assert_msg(fabs(got - expected) <= tolerance, "%.17g is not %.17g within %g", got, expected,
                tolerance);
}

// errors: the message of the last mju_error, which jumps to expect_error
static jmp_buf error_jump;
static char error_message[1024];

static inline void catch_error(const char* message) {
  snprintf(error_message, sizeof error_message, "%s", message);
  longjmp(error_jump, 1);
}

// the statement must raise an error whose message contains the text
#define assert_error(statement, text)                                                            \
  do {                                                                                           \
    mju_user_error = catch_error;                                                                \
    if (!setjmp(error_jump)) {                                                                   \
      statement;                                                                                 \
      ck_abort_msg("no error was raised");                                                       \
    }                                                                                            \
    mju_user_error = NULL;                                                                       \
    ck_assert_msg(strstr(error_message, text) != NULL, "message '%s' lacks '%s'", error_message, \
                  text);                                                                         \
  } while (0)

// run one suite, report failures
static inline int run_suite(Suite* suite) {
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif  // TESTS_MECHANICS_SUPPORT_H_
