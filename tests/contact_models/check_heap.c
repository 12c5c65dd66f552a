// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models of every way, with and without state, take no memory from the heap in a step; the
// functions below come before those of the C library in the order of symbols.

#include "tests/contact_models/laws.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)

// the sanitizer has an allocator of its own
int main(void) { return 77; }

#else

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t n, size_t size);
void* __libc_realloc(void* block, size_t size);
void __libc_free(void* block);

static int counting, calls;

// visible to the libraries of this process
#pragma GCC visibility push(default)

void* malloc(size_t size) {
  calls += counting;
  return __libc_malloc(size);
}

void* calloc(size_t n, size_t size) {
  calls += counting;
  return __libc_calloc(n, size);
}

void* realloc(void* block, size_t size) {
  calls += counting;
  return __libc_realloc(block, size);
}

void free(void* block) {
  calls += counting;
  __libc_free(block);
}

#pragma GCC visibility pop

START_TEST(no_step_touches_the_heap) {
  register_laws();
  static const char* const law[] = {"lab.rows",  "lab.linear", "lab.cone",
                                    "lab.force", "lab.memory", "lab.recall"};
  static const char* const option[] = {"", "jacobian='sparse' integrator='implicit'",
                                       "solver='CG' integrator='RK4'", "jacobian='dense'"};
  for (int i = 0; i < 24; i++) {
    mjModel* m = playground(option[i % 4]);
    mjData* d = data_with(m, law[i / 4]);
    stir(m, d, 0.3);
    for (int k = 0; k < 3; k++)
      mj_step(m, d);
    calls = 0;
    counting = 1;
    for (int k = 0; k < 100; k++)
      mj_step(m, d);
    counting = 0;
    ck_assert_msg(!calls, "%s with %s: %d calls", law[i / 4], option[i % 4], calls);

    // the counter counts
    counting = 1;
    mjData* copy = mj_copyData(NULL, m, d);
    counting = 0;
    ck_assert_int_gt(calls, 0);
    mj_deleteData(copy);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

int main(void) {
  static const TTest* tests[2];
  tests[0] = no_step_touches_the_heap;
  return run_tests("contact models and the heap", tests);
}

#endif
