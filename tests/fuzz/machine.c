// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The environment in which the fuzz targets run.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

static const double LENGTH_RANGE = .05;  // seconds that muscles are simulated for their lengths

enum { LARGEST = 64 << 20, MAX_DOF = 300 };

static void* small_malloc(size_t size) {
  return size <= LARGEST ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
}

static void small_free(void* pointer) { free(pointer); }

static void fatal(const char* message) {
  fprintf(stderr, "the fatal error handler was called: %s\n", message);
  abort();
}

static void silent(const char* message) { (void)message; }

void fuzz_machine(void) {
  mju_user_malloc = small_malloc;
  mju_user_free = small_free;
  mju_user_error = fatal;
  mju_user_warning = silent;
}

void demand(int condition, const char* what) {
  if (!condition) {
    fprintf(stderr, "broken promise: %s\n", what);
    abort();
  }
}

void fuzz_step(const mjModel* m) {
  mjData* d = m->nv <= MAX_DOF && m->ngeom <= MAX_DOF ? mj_makeData(m) : NULL;
  for (int i = 0; d && i < 2; i++)
    mj_step(m, d);
  mj_deleteData(d);
}

void fuzz_short_ranges(mjSpec* s) {
  s->compiler.LRopt.inttotal = fmin(s->compiler.LRopt.inttotal, LENGTH_RANGE);
  s->compiler.LRopt.interval = fmin(s->compiler.LRopt.interval, LENGTH_RANGE / 2);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  fuzz_outcome(data, size);
  return 0;
}
