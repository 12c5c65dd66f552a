// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops that the threads of a pool share (fulcrum/parallel.h).

#include <pthread.h>

#include <fulcrum/parallel.h>

#include "core/foundation/data/memory.h"
#include "tests/foundation/data/support.h"

static mjModel* m;
static mjData* d;
static mjThreadPool* pool;

static void setup(void) {
  mjModel sizes = {.nbody = 1, .narena = 1 << 20};
  char error[100];
  m = model_create(&sizes, error, sizeof error);
  d = mj_makeData(m);
}

static void bind(mjData* data, int nworker) {
  pool = mju_threadPoolCreate((size_t)nworker);
  mju_bindThreadPool(data, pool);
}

static void unbind(void) {
  d->threadpool = 0;
  mju_threadPoolDestroy(pool);
  pool = NULL;
}

static void teardown(void) {
  mj_deleteData(d);
  if (pool)
    mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}

// ---------------------------------------------------------------- ranges

enum { MOST = 70000 };

typedef struct Visits_ {
  char times[MOST];
  int grain, calls;
} Visits;

static void visit(void* context, int begin, int end) {
  Visits* v = context;
  __atomic_fetch_add(&v->calls, 1, __ATOMIC_RELAXED);
  for (int i = begin; i < end; i++)
    v->times[i]++;
}

static void expect_once(int n, int grain) {
  static Visits v;
  memset(&v, 0, sizeof v);
  fc_parallel(d, n, grain, visit, &v);
  int wrong = 0;
  for (int i = 0; i < MOST; i++)
    wrong += v.times[i] != (i < n);
  ck_assert_int_eq(wrong, 0);
}

START_TEST(every_element_is_computed_once) {
  const int sizes[] = {0, 1, 2, 3, 7, 64, 1000, MOST}, grains[] = {1, 2, 5, 64, 100000};
  for (int nworker = 0; nworker <= 4; nworker++) {
    bind(d, nworker);
    for (int i = 0; i < 8; i++)
      for (int k = 0; k < 5; k++)
        expect_once(sizes[i], grains[k]);
    unbind();
  }
}
END_TEST

START_TEST(without_helpers_there_is_one_call) {
  static Visits v;
  fc_parallel(d, 1000, 1, visit, &v);
  ck_assert_int_eq(v.calls, 1);
  bind(d, 1);
  fc_parallel(d, 1000, 1, visit, &v);
  ck_assert_int_eq(v.calls, 2);
  fc_parallel(d, 0, 1, visit, &v);
  ck_assert_int_eq(v.calls, 2);
}
END_TEST

START_TEST(a_second_worker_makes_ranges_of_the_grain) {
  static Visits v;
  bind(d, 2);
  fc_parallel(d, 1000, 30, visit, &v);
  ck_assert_int_eq(v.calls, 34);
}
END_TEST

// ---------------------------------------------------------------- stack, nesting

typedef struct Sums_ {
  mjData* d;
  int n;
  mjtNum* sum;
} Sums;

static void square(void* context, int begin, int end) {
  mjtNum* term = context;
  for (int i = begin; i < end; i++)
    term[i] = (mjtNum)i * i;
}

// sum of the squares below i, with the terms on the stack of the thread
static void sum_squares(void* context, int begin, int end) {
  const Sums* s = context;
  for (int i = begin; i < end; i++) {
    mj_markStack(s->d);
    mjtNum* term = mj_stackAllocNum(s->d, (size_t)i + 1);
    fc_parallel(s->d, i, 8, square, term);
    s->sum[i] = 0;
    for (int k = 0; k < i; k++)
      s->sum[i] += term[k];
    mj_freeStack(s->d);
  }
}

static void expect_sums(mjData* data) {
  enum { N = 100 };
  mj_markStack(data);
  Sums s = {data, N, mj_stackAllocNum(data, N)};
  const size_t used = data->pstack;
  fc_parallel(data, N, 1, sum_squares, &s);
  ck_assert_uint_eq(data->pstack, used);
  for (int i = 1; i < N; i++)
    ck_assert(s.sum[i] == (mjtNum)(i - 1) * i * (2 * i - 1) / 6);
  mj_freeStack(data);
}

START_TEST(ranges_have_stacks_and_loops_of_their_own) {
  for (int nworker = 0; nworker <= 4; nworker++) {
    bind(d, nworker);
    for (int k = 0; k < 10; k++)
      expect_sums(d);
    unbind();
  }
}
END_TEST

static void* expect_sums_often(void* data) {
  for (int k = 0; k < 50; k++)
    expect_sums(data);
  return NULL;
}

START_TEST(two_simulations_may_share_a_pool) {
  mjData* other = mj_makeData(m);
  pthread_t thread;
  bind(d, 3);
  mju_bindThreadPool(other, pool);
  pthread_create(&thread, NULL, expect_sums_often, other);
  expect_sums_often(d);
  pthread_join(thread, NULL);
  mj_deleteData(other);
}
END_TEST

// ---------------------------------------------------------------- errors

static void fail_from_three_on(void* context, int begin, int end) {
  int* done = context;
  mj_markStack(d);
  mj_stackAllocNum(d, 10);
  if (begin >= 3)
    mju_error("range %d is wrong", begin);
  __atomic_fetch_add(done, end - begin, __ATOMIC_RELAXED);
  mj_freeStack(d);
}

START_TEST(the_first_error_is_reported_when_all_ranges_are_done) {
  bind(d, 3);
  for (int k = 0; k < 100; k++) {
    int done = 0;
    expect_error(fc_parallel(d, 20, 1, fail_from_three_on, &done), "range 3 is wrong");
    ck_assert_int_eq(done, 3);
    ck_assert_uint_eq(d->pstack, 0);
  }
  for (int k = 0; k < 50; k++)
    expect_sums(d);
}
END_TEST

START_TEST(a_handler_that_returns_continues_after_the_loop) {
  int done = 0;
  bind(d, 2);
  mju_user_error = note_error;
  fc_parallel(d, 20, 1, fail_from_three_on, &done);
  mju_user_error = NULL;
  ck_assert_str_eq(last_message, "range 3 is wrong");
  ck_assert_int_eq(done, 3);
}
END_TEST

int main(void) {
  TCase* tcase = tcase_create("parallel");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, every_element_is_computed_once);
  tcase_add_test(tcase, without_helpers_there_is_one_call);
  tcase_add_test(tcase, a_second_worker_makes_ranges_of_the_grain);
  tcase_add_test(tcase, ranges_have_stacks_and_loops_of_their_own);
  tcase_add_test(tcase, two_simulations_may_share_a_pool);
  tcase_add_test(tcase, the_first_error_is_reported_when_all_ranges_are_done);
  tcase_add_test(tcase, a_handler_that_returns_continues_after_the_loop);
  return run_case("parallel", tcase);
}
