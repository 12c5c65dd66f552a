// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the asset suites: those of the compiler, and asset files made in memory.

#ifndef TESTS_MODEL_ASSETS_SUPPORT_H_
#define TESTS_MODEL_ASSETS_SUPPORT_H_

#include <stdint.h>

#include "../compile/support.h"

// bytes of a file that a test puts together
typedef struct Bytes_ {
  char data[20000];
  int n;
} Bytes;

static inline void put(Bytes* b, const void* from, size_t n) {
  ck_assert_uint_le((size_t)b->n + n, sizeof b->data);
  memcpy(b->data + b->n, from, n);
  b->n += (int)n;
}

static inline void put_int(Bytes* b, int32_t value) { put(b, &value, sizeof value); }
static inline void put_float(Bytes* b, float value) { put(b, &value, sizeof value); }
static inline void put_text(Bytes* b, const char* text) { put(b, text, strlen(text)); }
static inline void put_floats(Bytes* b, const float* value, int n) {
  for (int i = 0; i < n; i++)
    put_float(b, value[i]);
}

// compile a document with one file in its virtual file system; the error is in error[1000]
static inline mjModel* compile_with(const char* body, const char* file, const Bytes* bytes,
                                    char* error) {
  char text[4000];
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_addBufferVFS(&vfs, file, bytes->data, bytes->n), 0);
  snprintf(text, sizeof text, "<mujoco>\n%s</mujoco>", body);
  error[0] = 0;
  mjSpec* s = mj_parseXMLString(text, &vfs, error, 1000);
  ck_assert_msg(s != NULL, "%s", error);
  mjModel* m = mj_compile(s, &vfs);
  if (!m)
    snprintf(error, 1000, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
  return m;
}

#endif  // TESTS_MODEL_ASSETS_SUPPORT_H_
