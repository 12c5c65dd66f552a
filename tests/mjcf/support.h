// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the MJCF suites.

#ifndef TESTS_MJCF_SUPPORT_H_
#define TESTS_MJCF_SUPPORT_H_

#include "tests/support.h"

enum { ERROR_SIZE = 2048 };

// parse a text that must be valid
static inline mjSpec* parse(const char* xml) {
  char error[ERROR_SIZE] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, ERROR_SIZE);
  ck_assert_msg(s != NULL, "%s\nin: %s", error, xml);
  return s;
}

// parse and compile a text that must be valid
static inline mjModel* compile(const char* xml) {
  mjSpec* s = parse(xml);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s\nin: %s", mjs_getError(s), xml);
  mj_deleteSpec(s);
  return m;
}

// canonical text of a document, from malloc
static inline char* saved(const char* xml) {
  char error[ERROR_SIZE] = "";
  mjSpec* s = parse(xml);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s\nin: %s", mjs_getError(s), xml);
  int size = 1 << 20;
  char* text = malloc((size_t)size);
  ck_assert_ptr_nonnull(text);
  ck_assert_msg(mj_saveXMLString(s, text, size, error, ERROR_SIZE) == 0, "%s", error);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return text;
}

// content of a file of the source tree, from malloc
static inline char* source_file(const char* name) {
  char path[2048];
  snprintf(path, sizeof path, "%s/%s", TEST_SOURCE_DIR, name);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot open %s", path);
  char* text = calloc(1, 1 << 20);
  size_t n = fread(text, 1, (1 << 20) - 1, file);
  text[n] = 0;
  fclose(file);
  return text;
}

static inline int run_added(const char* name, void (*add)(TCase*)) {
  TCase* tests = tcase_create(name);
  add(tests);
  return run_case(name, tests);
}

#endif  // TESTS_MJCF_SUPPORT_H_
