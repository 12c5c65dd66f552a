// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What surrounds the simulations of a call: progress, cancellation, the choice of
// processors, wrong arguments.

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

#include "tests/physics/batch/support.h"

#define NSIM 9

// loop tests: 1 and 3 threads, not persistent and persistent
static int threads(int i) { return i % 2 ? 3 : 1; }
static int persistent(int i) { return i / 2; }

static Twin scattered_twin(int nthread, int persist) {
  Twin t = twin_make(parse(two_links), NSIM, nthread, persist);
  twin_scatter(&t);
  return t;
}

// ---------------------------------------------------------------- no batch

static void after(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m;
  (void)d;
  (void)sim;
  (void)arg;
}

START_TEST(no_batch_is_a_failure) {
  const FcCallbacks none = {.size = sizeof none};
  int id, n = 0;
#define FAILS(call, name)                                         \
  do {                                                            \
    fc_fail("nothing");                                           \
    ck_assert(call);                                              \
    ck_assert_str_eq(fc_lastError(), name ": the batch is NULL"); \
  } while (0)
  FAILS(fc_batchProgress(NULL, NULL, NULL, 1) < 0, "fc_batchProgress");
  FAILS(fc_batchAfter(NULL, after, NULL) < 0, "fc_batchAfter");
  FAILS(fc_batchSend(NULL, NULL, 0, 1, mjSTAGE_ACC) < 0, "fc_batchSend");
  FAILS(fc_batchReceive(NULL, &id, 1, 1) < 0, "fc_batchReceive");
  FAILS(fc_batchBind(NULL, NULL, 0, FC_SOLVER, "newton") < 0, "fc_batchBind");
  FAILS(fc_batchUnbind(NULL, NULL, 0, FC_SOLVER) < 0, "fc_batchUnbind");
  FAILS(!fc_batchBound(NULL, 0, FC_SOLVER), "fc_batchBound");
  FAILS(fc_batchCallbacks(NULL, &none) < 0, "fc_batchCallbacks");
  FAILS(!fc_batchParameter(NULL, "newton", "x", &n), "fc_batchParameter");
  FAILS(!fc_batchModuleState(NULL, &n), "fc_batchModuleState");
  FAILS(fc_batchGather(NULL, 2) < 0, "fc_batchGather");
#undef FAILS
  fc_batchCancel(NULL);
  ck_assert_int_eq(fc_batchInFlight(NULL), 0);
  ck_assert_uint_eq(fc_batchBytes(NULL), 0);
  ck_assert_int_eq(fc_batchProcessor(NULL, 0), -1);
}
END_TEST

// ---------------------------------------------------------------- progress

typedef struct Log_ {
  int n;
  int64_t done, total;
  int cancel_at;  // number of the report that cancels; 0: none
  pthread_t thread;
} Log;

static int note_progress(void* arg, int64_t done, int64_t total) {
  Log* log = arg;
  ck_assert(pthread_equal(pthread_self(), log->thread));
  ck_assert(done >= log->done && done <= total);
  log->done = done;
  log->total = total;
  return ++log->n == log->cancel_at;
}

START_TEST(progress_grows_to_the_total) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const int some[] = {0, 4, 7};
  Log log = {.thread = pthread_self()};
  ck_assert_int_eq(fc_batchProgress(t.b, note_progress, &log, 0), 0);
  twin_step(&t, NULL, 0, 40, mjSTAGE_ACC);
  ck_assert(log.total == 40 * NSIM && log.done == log.total);
  // with several threads the others may finish before the calling one looks
  ck_assert_int_ge(log.n, threads(_i) > 1 ? 1 : 2);
  log = (Log){.thread = pthread_self()};
  twin_step(&t, some, 3, 5, mjSTAGE_NONE);
  ck_assert(log.total == 15 && log.done == 15);
  // calls without steps count simulations
  log = (Log){.thread = pthread_self()};
  ck_assert_int_eq(mjb_forward(t.b, NULL, 0, mjSTAGE_ACC), 0);
  ck_assert(log.total == NSIM && log.done == NSIM);
  // a long interval: the end of the call only
  log = (Log){.thread = pthread_self()};
  ck_assert_int_eq(fc_batchProgress(t.b, note_progress, &log, 1000), 0);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 40, mjSTAGE_ACC), 0);
  ck_assert_int_eq(log.n, 1);
  ck_assert(log.done == 40 * NSIM);
  ck_assert_int_lt(fc_batchProgress(t.b, note_progress, &log, -1), 0);
  ck_assert_int_lt(fc_batchProgress(t.b, note_progress, &log, NAN), 0);
  ck_assert_int_eq(fc_batchProgress(t.b, NULL, NULL, 0), 0);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_ACC), 0);
  ck_assert_int_eq(log.n, 1);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- cancellation

// Those that were done are where the loop is, the others where they were.
static int expect_cancelled(const Twin* t, int nfailed, int nstep) {
  int ncancelled = 0;
  for (int i = 0; i < t->n; i++) {
    if (mjb_status(t->b)[i] == FC_BATCH_DONE) {
      loop_step(t->m, t->d[i], nstep, mjSTAGE_NONE);
      continue;
    }
    ck_assert_int_eq(mjb_status(t->b)[i], FC_BATCH_CANCELLED);
    ck_assert_str_ne(mjb_error(t->b, i), "");
    ncancelled++;
  }
  ck_assert_int_eq(nfailed, ncancelled);
  expect_rows(t, "cancelled");
  return ncancelled;
}

START_TEST(a_report_cancels) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  Log log = {.thread = pthread_self(), .cancel_at = 1};
  ck_assert_int_eq(fc_batchProgress(t.b, note_progress, &log, 0), 0);
  const int n = expect_cancelled(&t, mjb_step(t.b, NULL, 0, 10, mjSTAGE_NONE), 10);
  // fewer steps than between two looks at the clock: the first simulation is done
  if (threads(_i) == 1)
    ck_assert_int_eq(n, NSIM - 1);
  ck_assert_int_eq(fc_batchProgress(t.b, NULL, NULL, 0), 0);
  twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
  expect_rows(&t, "after a cancelled call");
  twin_delete(&t);
}
END_TEST

START_TEST(without_a_call_the_next_one_is_cancelled) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  fc_batchCancel(t.b);
  ck_assert_int_eq(expect_cancelled(&t, mjb_step(t.b, NULL, 0, 3, mjSTAGE_NONE), 3), NSIM);
  twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
  expect_rows(&t, "the call after that");
  twin_delete(&t);
}
END_TEST

#define FOREVER 100000000

static void* cancel_soon(void* b) {
  usleep(30000);
  fc_batchCancel(b);
  return NULL;
}

// all simulations, then a single one
START_TEST(another_thread_cancels) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const int one[] = {5};
  for (int k = 0; k < 2; k++) {
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, cancel_soon, t.b), 0);
    const int nfailed = mjb_step(t.b, k ? one : NULL, 1, FOREVER, mjSTAGE_NONE);
    pthread_join(thread, NULL);
    ck_assert_int_eq(nfailed, k ? 1 : NSIM);
    ck_assert_int_eq(mjb_status(t.b)[5], FC_BATCH_CANCELLED);
    expect_rows(&t, "cancelled by a thread");
  }
  twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
  expect_rows(&t, "after cancelled calls");
  twin_delete(&t);
}
END_TEST

static mjBatch* interrupted;
static void cancel_on_signal(int number) {
  (void)number;
  fc_batchCancel(interrupted);
}

START_TEST(a_signal_cancels) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const struct itimerval soon = {.it_value = {.tv_usec = 30000}};
  interrupted = t.b;
  signal(SIGALRM, cancel_on_signal);
  ck_assert_int_eq(setitimer(ITIMER_REAL, &soon, NULL), 0);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, FOREVER, mjSTAGE_NONE), NSIM);
  signal(SIGALRM, SIG_DFL);
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(mjb_status(t.b)[i], FC_BATCH_CANCELLED);
  expect_rows(&t, "cancelled by a signal");
  twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
  expect_rows(&t, "after the signal");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- processors

START_TEST(threads_stay_on_the_processors_that_are_given) {
  mjModel* m = parse(two_links);
  int usable[CPU_SETSIZE], n = fc_usableProcessors(usable, CPU_SETSIZE);
  char error[300] = "";
  ck_assert_int_ge(n, 1);
  ck_assert_int_eq(fc_usableProcessors(NULL, 0), n);
  const int ids[] = {usable[n - 1], usable[0]};
  const FcBatchConfig config = {.size = sizeof config, .nthread = 3, .cpu_ids = ids, .ncpu = 2};
  mjBatch* b = fc_makeBatch(m, NSIM, &config, error, sizeof error);
  ck_assert_msg(b != NULL, "%s", error);
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(fc_batchProcessor(b, i), ids[i % 2]);
  ck_assert_int_eq(fc_batchProcessor(b, -1), -1);
  ck_assert_int_eq(fc_batchProcessor(b, 3), -1);
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 2, mjSTAGE_ACC), 0);
  sched_getaffinity(0, sizeof after, &after);
  ck_assert(CPU_EQUAL(&before, &after));
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_affinity_of_the_process_bounds_threads) {
  cpu_set_t one;
  int usable[2] = {-1, -1};
  ck_assert_int_ge(fc_usableProcessors(usable, 1), 1);
  ck_assert_int_eq(usable[1], -1);
  CPU_ZERO(&one);
  CPU_SET((size_t)usable[0], &one);
  ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
  ck_assert_int_eq(fc_usableProcessors(usable, 2), 1);
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, NSIM, 0, 0);
  ck_assert_int_eq(mjb_nthread(b), 1);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- wrong arguments

START_TEST(wrong_arguments_run_nothing) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const int twice[] = {1, 1}, outside[] = {NSIM}, keys[NSIM] = {0, 1, 2};
  expect_error(mjb_step(NULL, NULL, 0, 1, mjSTAGE_ACC), "NULL");
  expect_error(mjb_forward(NULL, NULL, 0, mjSTAGE_ACC), "NULL");
  expect_error(mjb_reset(NULL, NULL, 0, NULL, mjSTAGE_ACC), "NULL");
  expect_error(mjb_step(t.b, twice, 2, 1, mjSTAGE_ACC), "ascending");
  expect_error(mjb_step(t.b, outside, 1, 1, mjSTAGE_ACC), "ascending");
  expect_error(mjb_step(t.b, twice, -1, 1, mjSTAGE_ACC), "negative");
  expect_error(mjb_step(t.b, NULL, 0, 0, mjSTAGE_ACC), "nstep");
  expect_error(mjb_step(t.b, NULL, 0, 1, mjSTAGE_ACC + 1), "stage");
  expect_error(mjb_forward(t.b, NULL, 0, -1), "stage");
  expect_error(mjb_reset(t.b, NULL, 0, keys, mjSTAGE_ACC), "key");
  expect_error(mjb_stateComponent(t.b, mjSTATE_QPOS | mjSTATE_QVEL, NULL), "component");
  expect_rows(&t, "wrong arguments");
  ck_assert_int_eq(mjb_step(t.b, outside, 0, 1, mjSTAGE_ACC), 0);
  expect_rows(&t, "no simulation selected");
  mjb_deleteBatch(NULL);
  twin_delete(&t);
}
END_TEST

START_TEST(wrong_configurations_are_refused) {
  mjModel* m = parse(two_links);
  const int missing[] = {CPU_SETSIZE + 5}, negative[] = {-1};
  const FcBatchConfig wrong[] = {
      {.size = 0},
      {.size = 3},
      {.size = sizeof *wrong, .nthread = 1, .cpu_ids = missing, .ncpu = 1},
      {.size = sizeof *wrong, .nthread = 1, .cpu_ids = negative, .ncpu = 1},
      {.size = sizeof *wrong, .nthread = 1, .cpu_ids = missing, .ncpu = 0},
  };
  char error[300];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    error[0] = 0;
    ck_assert_ptr_null(fc_makeBatch(m, 2, wrong + i, error, sizeof error));
    ck_assert_msg(error[0] != 0, "configuration %d", (int)i);
    ck_assert_ptr_null(fc_makeBatch(m, 2, wrong + i, NULL, 0));
  }
  ck_assert_ptr_null(fc_makeBatch(m, 0, NULL, error, sizeof error));
  ck_assert_ptr_null(fc_makeBatch(NULL, 2, NULL, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "NULL"));
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("control");
  tcase_add_loop_test(tests, progress_grows_to_the_total, 0, 4);
  tcase_add_loop_test(tests, a_report_cancels, 0, 4);
  tcase_add_loop_test(tests, without_a_call_the_next_one_is_cancelled, 0, 4);
  tcase_add_loop_test(tests, another_thread_cancels, 0, 4);
  tcase_add_loop_test(tests, a_signal_cancels, 0, 4);
  tcase_add_test(tests, threads_stay_on_the_processors_that_are_given);
  tcase_add_test(tests, the_affinity_of_the_process_bounds_threads);
  tcase_add_loop_test(tests, wrong_arguments_run_nothing, 0, 4);
  tcase_add_test(tests, wrong_configurations_are_refused);
  tcase_add_test(tests, no_batch_is_a_failure);
  return run_case("batch control", tests);
}
