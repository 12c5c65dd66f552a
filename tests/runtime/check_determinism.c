// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Results are a function of the state alone: the same bits again in another run, after a copy,
// after saving and restoring, beside other simulations and with any number of threads.

#include "tests/runtime/support.h"

#define STEPS 150

START_TEST(two_runs_give_the_same_bits) {
  mjModel *m = load_model(_i), *n = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(n);
  stir(m, a, STEPS);
  stir(n, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
  mj_deleteModel(n);
}
END_TEST

START_TEST(a_run_after_a_reset_gives_the_same_bits) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  stir(m, a, 77);
  mj_resetData(m, a);
  stir(m, a, STEPS);
  stir(m, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_copy_continues_like_the_original) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *used = mj_makeData(m);
  stir(m, a, STEPS);
  stir(m, used, 20);
  mjData* fresh = mj_copyData(NULL, m, a);
  mj_copyData(used, m, a);
  stir(m, a, STEPS);
  stir(m, fresh, STEPS);
  stir(m, used, STEPS);
  expect_same(m, a, fresh, models[_i]);
  expect_same(m, a, used, models[_i]);
  mj_deleteData(a);
  mj_deleteData(fresh);
  mj_deleteData(used);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_copied_model_simulates_like_the_original) {
  mjModel* m = load_model(_i);
  mjModel* copy = mj_copyModel(NULL, m);
  mjData *a = mj_makeData(m), *b = mj_makeData(copy);
  stir(m, a, STEPS);
  stir(copy, b, STEPS);
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
  mj_deleteModel(copy);
}
END_TEST

START_TEST(a_restored_state_continues_like_the_original) {
  mjModel* m = load_model(_i);
  mjData *a = mj_makeData(m), *b = mj_makeData(m);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  stir(m, a, STEPS);
  mj_getState(m, a, state, mjSTATE_INTEGRATION);
  stir(m, b, 31);
  mj_setState(m, b, state, mjSTATE_INTEGRATION);
  stir(m, a, STEPS);
  stir(m, b, STEPS);
  expect_same(m, a, b, models[_i]);
  free(state);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(simulations_side_by_side_do_not_touch_each_other) {
  mjModel *m = load_model(_i), *other = load_model((_i + 1) % NMODEL);
  mjData *a = mj_makeData(m), *b = mj_makeData(m), *c = mj_makeData(other);
  stir(m, a, STEPS);
  for (int k = 0; k < STEPS; k++) {
    stir(m, b, 1);
    stir(other, c, 1);
  }
  expect_same(m, a, b, models[_i]);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteData(c);
  mj_deleteModel(m);
  mj_deleteModel(other);
}
END_TEST

START_TEST(threads_do_not_change_a_bit) {
  mjModel* m = load_model(_i);
  mjData* a = mj_makeData(m);
  stir(m, a, STEPS);
  for (int n = 1; n <= 8; n *= 2) {
    mjData* b = mj_makeData(m);
    mjThreadPool* pool = mju_threadPoolCreate((size_t)n);
    mju_bindThreadPool(b, pool);
    stir(m, b, STEPS);
    expect_same(m, a, b, models[_i]);
    mj_deleteData(b);
    mju_threadPoolDestroy(pool);
  }
  mj_deleteData(a);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("determinism");
  tcase_add_loop_test(tests, two_runs_give_the_same_bits, 0, NMODEL);
  tcase_add_loop_test(tests, a_run_after_a_reset_gives_the_same_bits, 0, NMODEL);
  tcase_add_loop_test(tests, a_copy_continues_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, a_copied_model_simulates_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, a_restored_state_continues_like_the_original, 0, NMODEL);
  tcase_add_loop_test(tests, simulations_side_by_side_do_not_touch_each_other, 0, NMODEL);
  tcase_add_loop_test(tests, threads_do_not_change_a_bit, 0, NMODEL);
  return run_case("determinism", tests);
}
