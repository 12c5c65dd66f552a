// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the tests of integrators, actuators and sensors share: models from text or from
// tests/data/dynamics/models, states, comparisons.

#ifndef TESTS_DYNAMICS_SUPPORT_H_
#define TESTS_DYNAMICS_SUPPORT_H_

#include "tests/support.h"

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

// model tests/data/dynamics/models/NAME.xml
static inline mjModel* model_named(const char* name) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/tests/data/dynamics/models/%s.xml", TEST_SOURCE_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  mj_freeLastXML();
  return m;
}

static inline void set_numbers(mjtNum* x, const mjtNum* value, long n) {
  memcpy(x, value, (size_t)n * sizeof *x);
}
// SET(d->qpos, .1, .2, ...)
#define SET(x, ...)                             \
  set_numbers(x, (const mjtNum[]){__VA_ARGS__}, \
              (long)(sizeof((const mjtNum[]){__VA_ARGS__}) / sizeof(mjtNum)))

// values to rounding: ASSERT_VALUES(d->qvel, .1, .2, ...)
#define ASSERT_VALUES(x, ...)                        \
  assert_close(#x, x, (const mjtNum[]){__VA_ARGS__}, \
               (long)(sizeof((const mjtNum[]){__VA_ARGS__}) / sizeof(mjtNum)), 1e-12)

#endif  // TESTS_DYNAMICS_SUPPORT_H_
