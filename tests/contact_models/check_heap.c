// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Contact models of every way, with and without state, take no memory from the heap in a step.

#include "tests/contact_models/laws.h"
#include "tests/heap.h"

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
    heap_watch_begin();
    for (int k = 0; k < 100; k++)
      mj_step(m, d);
    const long calls = heap_watch_end();
    ck_assert_msg(!calls, "%s with %s: %ld calls", law[i / 4], option[i % 4], calls);

    // the counter counts
    heap_watch_begin();
    mjData* copy = mj_copyData(NULL, m, d);
    ck_assert_int_gt(heap_watch_end(), 0);
    mj_deleteData(copy);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

int main(void) {
  if (!HEAP_IS_WATCHED)
    return 77;
  static const TTest* tests[2];
  tests[0] = no_step_touches_the_heap;
  return run_tests("contact models and the heap", tests);
}
