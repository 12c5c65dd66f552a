// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Calls that have run once take no memory from the heap: every call of the allocator is counted.
// The counter is for one thread, and so are the batches.

#include "tests/heap.h"
#include "tests/physics/batch/support.h"

#define NSIM 5

static void push(mjBatch* b, double phase) {
  const size_t nstate = (size_t)mjb_nstate(b);
  mjtNum* ctrl = mjb_stateComponent(b, mjSTATE_CTRL, NULL);
  for (size_t i = 0; i < NSIM; i++)
    ctrl[i * nstate] = 0.5 * sin(phase + (double)i);
}

// long enough for contacts, which bind what is used for the first time
static void begin(mjBatch* b) {
  for (int k = 0; k < 40; k++) {
    push(b, 0.1 * k);
    ck_assert_int_eq(mjb_step(b, NULL, 0, 5, mjSTAGE_ACC), 0);
  }
}

static long calls_of_steps(mjBatch* b) {
  const int some[] = {0, 3};
  int nfailed = 0;
  heap_watch_begin();
  for (int k = 0; k < 30; k++) {
    push(b, 0.2 * k);
    nfailed += mjb_step(b, NULL, 0, 2, k % 4);
    nfailed += mjb_step(b, some, 2, 1, k % 4);
    nfailed += mjb_forward(b, NULL, 0, mjSTAGE_ACC);
  }
  const long n = heap_watch_end();
  ck_assert_int_eq(nfailed, 0);
  return n;
}

START_TEST(the_counter_sees_the_heap_use_of_a_batch) {
  mjModel* m = parse(two_links);
  heap_watch_begin();
  mjBatch* b = make_batch(m, NSIM, 1, 0);
  ck_assert_int_gt(heap_watch_end(), 0);
  // another solver is looked up by the first step with it
  ck_assert_int_eq(fc_batchBind(b, NULL, 0, FC_SOLVER, "cg"), 0);
  ck_assert_int_gt(calls_of_steps(b), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(later_calls_do_not_touch_the_heap) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, NSIM, 1, _i % 2);
  ck_assert_ptr_nonnull(mjb_output(b, "sensordata", NULL, NULL));
  ck_assert_ptr_nonnull(mjb_output(b, "ncon", NULL, NULL));
  if (_i / 2) {
    int size;
    mjtNum* mass = mjb_expand(b, "body_mass", &size, NULL);
    ck_assert_ptr_nonnull(mass);
    for (int i = 0; i < NSIM; i++)
      mass[i * size + 1] *= 1 + 0.1 * i;
  }
  begin(b);
  ck_assert_int_eq(calls_of_steps(b), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(later_flights_do_not_touch_the_heap) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, NSIM, 1, _i);
  int ids[NSIM], n = 0;
  begin(b);
  ck_assert_int_eq(fc_batchSend(b, NULL, 0, 1, mjSTAGE_ACC), 0);
  ck_assert_int_eq(fc_batchReceive(b, ids, NSIM, NSIM), NSIM);
  heap_watch_begin();
  for (int k = 0; k < 20; k++) {
    n += fc_batchSend(b, NULL, 0, 1, mjSTAGE_ACC);
    n += fc_batchReceive(b, ids, NSIM, NSIM);
  }
  ck_assert_int_eq(heap_watch_end(), 0);
  ck_assert_int_eq(n, 20 * NSIM);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("heap");
  if (HEAP_IS_WATCHED) {
    tcase_add_test(tests, the_counter_sees_the_heap_use_of_a_batch);
    tcase_add_loop_test(tests, later_calls_do_not_touch_the_heap, 0, 4);
    tcase_add_loop_test(tests, later_flights_do_not_touch_the_heap, 0, 2);
  }
  return run_case("batch heap", tests);
}
