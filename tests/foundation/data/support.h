// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the memory and query suites share: the recorded scene, caught errors and warnings, an
// allocator that fails on demand.

#ifndef TESTS_MEMORY_SUPPORT_H_
#define TESTS_MEMORY_SUPPORT_H_

#include <fulcrum/host.h>

#include "tests/support.h"

//------------------------------ errors ------------------------------------------------------------

static inline void note_error(const char* message) {
  snprintf(last_message, sizeof last_message, "%s", message);
}

// The expression must be NULL after a warning whose message contains `words`.
#define expect_warning(expression, words)                                \
  do {                                                                   \
    last_message[0] = 0;                                                 \
    mju_user_warning = note_error;                                       \
    ck_assert_ptr_null(expression);                                      \
    mju_user_warning = NULL;                                             \
    ck_assert_msg(strstr(last_message, words), "got: %s", last_message); \
  } while (0)

//------------------------------ files -------------------------------------------------------------

// A program that links the core itself has no modules beside it. With built-in modules there is no
// such directory and none is needed.
static inline void use_modules(void) {
  FILE* manifest = fopen(TEST_MODULE_DIR "/attachment.json", "r");
  if (manifest) {
    fclose(manifest);
    ck_assert_msg(!fc_addModulePath(TEST_MODULE_DIR), "%s", fc_lastError());
  }
}

static inline char* read_bytes(const char* name, size_t* size) {
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/data/foundation/data/%s", TEST_SOURCE_DIR, name);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot read %s", path);
  use_modules();
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = malloc(*size + 1);
  ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
  bytes[*size] = 0;
  fclose(file);
  return bytes;
}

static inline mjModel* load_scene(void) {
  size_t size;
  char* image = read_bytes("scene.mjb", &size);
  mjModel* m = mj_loadModelBuffer(image, (int)size);
  free(image);
  ck_assert_ptr_nonnull(m);
  return m;
}

//------------------------------ allocator ---------------------------------------------------------

// Allocations since reset_allocator; the one numbered fail_at (from 1) fails. live_blocks counts
// what was not freed.
static int allocations, fail_at, live_blocks;

static inline void* counting_malloc(size_t size) {
  if (++allocations == fail_at)
    return NULL;
  live_blocks++;
  return malloc(size);
}

static inline void counting_free(void* pointer) {
  live_blocks--;
  free(pointer);
}

static inline void use_allocator(int failing) {
  allocations = 0;
  fail_at = failing;
  mju_user_malloc = counting_malloc;
  mju_user_free = counting_free;
}

// Run `make` (which returns a pointer) with the 1st, 2nd, ... allocation failing until it succeeds:
// every failure is NULL with a message and leaves nothing behind.
#define expect_failures_are_clean(make, destroy) \
  do {                                           \
    void* made = NULL;                           \
    int failures = 0;                            \
    mju_user_error = note_error;                 \
    mju_user_warning = note_error;               \
    for (; !made; failures++) {                  \
      ck_assert_int_lt(failures, 100);           \
      last_message[0] = 0;                       \
      int before = live_blocks;                  \
      use_allocator(failures + 1);               \
      made = make;                               \
      if (made)                                  \
        break;                                   \
      ck_assert_int_eq(live_blocks, before);     \
      ck_assert_str_ne(last_message, "");        \
    }                                            \
    ck_assert_int_ge(failures, 1);               \
    destroy;                                     \
    mju_clearHandlers();                         \
  } while (0)

#endif  // TESTS_MEMORY_SUPPORT_H_
