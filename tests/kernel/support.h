// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the kernel suites share: module directories made for a test, a small scene, caught errors.

#ifndef TESTS_KERNEL_SUPPORT_H_
#define TESTS_KERNEL_SUPPORT_H_

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tests/support.h"

#define ACME TEST_BUILD_DIR "/tests/kernel/.libs/acme.so"

//------------------------------ files -------------------------------------------------------------

static char made_directory[40][600];
static int ndirectory;

// a new empty directory below the build folder
static inline const char* new_directory(void) {
  ck_assert_int_lt(ndirectory, 40);
  char* next = made_directory[ndirectory++];
  snprintf(next, sizeof made_directory[0], "%s/tests/kernel/modules.XXXXXX", TEST_BUILD_DIR);
  ck_assert_msg(mkdtemp(next) != NULL, "cannot make %s", next);
  return next;
}

// what a test has made is removed when it ends
static inline void remove_directories(void) {
  while (ndirectory > 0) {
    const char* directory = made_directory[--ndirectory];
    struct dirent** entry = NULL;
    int n = scandir(directory, &entry, NULL, NULL);
    for (int i = 0; i < n; i++) {
      char path[1000];
      snprintf(path, sizeof path, "%s/%s", directory, entry[i]->d_name);
      unlink(path);
      free(entry[i]);
    }
    free(entry);
    rmdir(directory);
  }
}

static inline void write_file(const char* directory, const char* name, const char* suffix,
                              const void* bytes, size_t n) {
  char path[1000];
  snprintf(path, sizeof path, "%s/%s%s", directory, name, suffix);
  FILE* file = fopen(path, "wb");
  ck_assert_msg(file != NULL, "cannot write %s", path);
  ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
  fclose(file);
}

static inline char* read_file(const char* path, size_t* n) {
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot read %s", path);
  fseek(file, 0, SEEK_END);
  *n = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*n + 1);
  ck_assert_uint_eq(fread(bytes, 1, *n, file), *n);
  fclose(file);
  bytes[*n] = 0;
  return bytes;
}

// the shared object `source` under the name of a module
static inline void place_object(const char* directory, const char* name, const char* source) {
  size_t n;
  char* bytes = read_file(source, &n);
  write_file(directory, name, ".so", bytes, n);
  free(bytes);
}

static inline void place_manifest(const char* directory, const char* name, const char* text) {
  write_file(directory, name, ".json", text, strlen(text));
}

// a module as its author would install it: the shared object and a manifest with one solver
static inline void place_module(const char* directory, const char* name, const char* solver,
                                const char* more) {
  char text[1000];
  snprintf(text, sizeof text,
           "{\"name\": \"%s\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": [{\"kind\": "
           "\"solver\", \"name\": \"%s\"}]%s}",
           name, solver, more);
  place_object(directory, name, ACME);
  place_manifest(directory, name, text);
}

// the sound module acme.good with all its faces, on the search path
static inline void add_acme_good(void) {
  const char* directory = new_directory();
  place_object(directory, "acme.good", ACME);
  place_manifest(directory, "acme.good",
                 "{\"name\": \"acme.good\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
                 "{\"kind\": \"solver\", \"name\": \"acme.still\"}, {\"kind\": \"stage\", "
                 "\"name\": \"acme.push\"},"
                 "{\"kind\": \"probe\", \"name\": \"acme.count\"}, {\"kind\": \"solver\", "
                 "\"name\": \"acme.never\"},"
                 "{\"kind\": \"stage\", \"name\": \"acme.dry\"}, {\"kind\": \"stage\", \"name\": "
                 "\"acme.lost\"}]}");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

//------------------------------ errors ------------------------------------------------------------

// The expression must be true (a failure) and leave a message with `words`.
#define expect_failure(expression, words)                                            \
  do {                                                                               \
    ck_assert_msg((expression), "no failure from: " #expression);                    \
    ck_assert_msg(strstr(fc_lastError(), words) != NULL, "got: %s", fc_lastError()); \
  } while (0)

//------------------------------ scene -------------------------------------------------------------

static inline mjModel* model_from(const char* xml) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return m;
}

// a ball that rests on the floor
static inline mjModel* ball_on_floor(void) {
  return model_from(
      "<mujoco><size nuserdata='1'/><worldbody><geom name='floor' type='plane' size='1 1 .1'/>"
      "<body name='ball' pos='0 0 .1'><freejoint/><geom size='.1' "
      "mass='1'/></body></worldbody></mujoco>");
}

// a test case whose directories are removed after each test
static inline TCase* add_case(Suite* suite, const char* name) {
  TCase* tests = tcase_create(name);
  tcase_add_checked_fixture(tests, NULL, remove_directories);
  tcase_set_timeout(tests, 60);
  suite_add_tcase(suite, tests);
  return tests;
}

#endif  // TESTS_KERNEL_SUPPORT_H_
