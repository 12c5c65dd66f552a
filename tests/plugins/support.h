// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the plugin suites share: the library of plugins, models from text, caught errors.

#ifndef TESTS_PLUGINS_SUPPORT_H_
#define TESTS_PLUGINS_SUPPORT_H_

#include <check.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#define LIBRARY_FOLDER TEST_BUILD_DIR "/tests/plugins/.libs"
#define LIBRARY LIBRARY_FOLDER "/acme_plugins.so"

// model from text; NULL with the message in error[1000]
static inline mjModel* try_compile(const char* xml, char* error) {
  mjSpec* s = mj_parseXMLString(xml, NULL, error, 1000);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  if (s && !m)
    snprintf(error, 1000, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

static inline mjModel* compile(const char* xml) {
  char error[1000] = "";
  mjModel* m = try_compile(xml, error);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

static inline void expect_refusal(const char* xml, const char* words) {
  char error[1000] = "";
  mjModel* m = try_compile(xml, error);
  ck_assert_msg(!m, "it compiles, but '%s' was expected", words);
  ck_assert_msg(strstr(error, words) != NULL, "'%s' does not say '%s'", error, words);
}

// errors of the engine
static jmp_buf error_escape;
static char error_message[1000];

static inline void on_error(const char* message) {
  snprintf(error_message, sizeof error_message, "%s", message);
  longjmp(error_escape, 1);
}

#define expect_error(call, words)                                                                \
  do {                                                                                           \
    mju_user_error = on_error;                                                                   \
    if (!setjmp(error_escape)) {                                                                 \
      call;                                                                                      \
      ck_abort_msg("no error, but '%s' was expected", words);                                    \
    }                                                                                            \
    mju_user_error = NULL;                                                                       \
    ck_assert_msg(strstr(error_message, words) != NULL, "'%s' does not say '%s'", error_message, \
                  words);                                                                        \
  } while (0)

static inline void ignore_warning(const char* message) { (void)message; }

static inline int run_suite(const char* name, const TTest* const* tests, size_t n) {
  mju_user_warning = ignore_warning;
  Suite* suite = suite_create(name);
  TCase* tcase = tcase_create(name);
  for (size_t i = 0; i < n; i++)
    tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define RUN_SUITE(name, tests) run_suite(name, tests, sizeof(tests) / sizeof *(tests))

#endif  // TESTS_PLUGINS_SUPPORT_H_
