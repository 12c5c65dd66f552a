// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fields of models and data, visited one after the other by recorders (compiled against the
// reference) and by the tests that compare. Integers are visited as doubles.

#ifndef TESTS_VISIT_H_
#define TESTS_VISIT_H_

#include <stdlib.h>

#include <mujoco/mujoco.h>

typedef void (*Visit)(void* user, const char* name, const mjtNum* x, long n);

static inline void visit_ints(Visit visit, void* user, const char* name, const int* x, long n) {
  mjtNum* copy = malloc(((size_t)n + 1) * sizeof *copy);
  for (long i = 0; i < n; i++)
    copy[i] = x[i];
  visit(user, name, copy, n);
  free(copy);
}

#endif  // TESTS_VISIT_H_
