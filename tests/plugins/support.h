// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the plugin suites share: the library of plugins, models from text, caught errors.

#ifndef TESTS_PLUGINS_SUPPORT_H_
#define TESTS_PLUGINS_SUPPORT_H_

#include <fulcrum/host.h>

#include "tests/support.h"

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

static inline void ignore_warning(const char* message) { (void)message; }

// warnings of refused plugins are expected and not printed
static inline int run_quietly(const char* name, const TTest* const* tests) {
  mju_user_warning = ignore_warning;
  return run_tests(name, tests);
}

#endif  // TESTS_PLUGINS_SUPPORT_H_
