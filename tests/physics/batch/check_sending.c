// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Simulations in flight, and calls that end early: by their progress function, by another thread,
// by a signal handler, and in the child of a fork.

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/physics/batch/support.h"

// ---------------------------------------------------------------- sending and receiving

START_TEST(simulations_that_are_sent_become_those_of_a_call) {
  Twin t = twin_make(parse(two_links), 12, 1 + 2 * _i, 0);
  twin_scatter(&t);
  const int some[] = {1, 4, 5, 9};
  int ids[NSIM_MAX], seen[NSIM_MAX] = {0};
  ck_assert_int_eq(fc_batchInFlight(t.b), 0);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 1, NSIM_MAX), 0);
  ck_assert_int_eq(fc_batchSend(t.b, some, 4, 10, mjSTAGE_NONE), 0);
  ck_assert_int_eq(fc_batchInFlight(t.b), 4);
  ck_assert_int_lt(fc_batchSend(t.b, some + 1, 1, 10, mjSTAGE_NONE), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "simulation 4 is in flight already"));
  expect_error(mjb_step(t.b, NULL, 0, 1, 0), "4 simulations are in flight");
  for (int n; (n = fc_batchReceive(t.b, ids, 1, 2)) > 0;) {
    ck_assert_int_le(n, 2);
    for (int k = 0; k < n; k++) {
      seen[ids[k]]++;
      loop_step(t.m, t.d[ids[k]], 10, mjSTAGE_NONE);
      expect_row(&t, ids[k], "received");
      ck_assert_int_eq(mjb_status(t.b)[ids[k]], FC_BATCH_DONE);
    }
  }
  for (int i = 0; i < t.n; i++)
    ck_assert_int_eq(seen[i], i == 1 || i == 4 || i == 5 || i == 9);
  twin_step(&t, NULL, 0, 3, mjSTAGE_NONE);
  expect_rows(&t, "after a flight");
  twin_delete(&t);
}
END_TEST

START_TEST(simulations_can_be_sent_again_while_others_fly) {
  Twin t = twin_make(parse(two_links), 9, 3, 0);
  int steps[NSIM_MAX] = {0}, ids[NSIM_MAX];
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 2, mjSTAGE_NONE), 0);
  for (int round = 0; round < 30; round++) {
    const int n = fc_batchReceive(t.b, ids, 3, 3);
    ck_assert_int_eq(n, 3);
    for (int k = 0; k < n; k++) {
      steps[ids[k]] += 2;
      ck_assert_int_eq(fc_batchSend(t.b, ids + k, 1, 2, mjSTAGE_NONE), 0);
    }
  }
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM_MAX, NSIM_MAX), 9);
  for (int i = 0; i < t.n; i++) {
    loop_step(t.m, t.d[i], steps[i] + 2, mjSTAGE_NONE);
    expect_row(&t, i, "sent again");
  }
  twin_delete(&t);
}
END_TEST

START_TEST(a_batch_can_be_deleted_while_simulations_fly) {
  mjModel* m = parse(two_links);
  for (int nthread = 1; nthread < 4; nthread++) {
    mjBatch* b = make_batch(m, 200, nthread, 0);
    ck_assert_int_eq(fc_batchSend(b, NULL, 0, 20, mjSTAGE_NONE), 0);
    mjb_deleteBatch(b);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(wrong_orders_are_refused) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, 3, 1, 0);
  const int beyond[] = {3};
  int ids[3];
  ck_assert_int_lt(fc_batchSend(b, beyond, 1, 1, 0), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "ids[0] is 3"));
  ck_assert_int_lt(fc_batchSend(b, NULL, 0, 0, 0), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "nstep must be positive, got 0"));
  ck_assert_int_lt(fc_batchSend(b, NULL, 0, 1, 9), 0);
  ck_assert_int_lt(fc_batchReceive(b, NULL, 1, 1), 0);
  ck_assert_int_lt(fc_batchReceive(b, ids, 1, 0), 0);
  ck_assert_int_eq(fc_batchInFlight(b), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- progress

typedef struct Reports_ {
  int64_t last, total;
  int n, ends_after;  // the number of the report that cancels, 0: none
} Reports;

static int report(void* arg, int64_t done, int64_t total) {
  Reports* r = arg;
  ck_assert(done >= r->last && done <= total);
  r->last = done;
  r->total = total;
  return ++r->n == r->ends_after;
}

START_TEST(progress_grows_to_the_total) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, 50, 1 + _i, 0);
  Reports r = {0};
  ck_assert_int_eq(fc_batchProgress(b, report, &r, 0), 0);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 10, mjSTAGE_NONE), 0);
  ck_assert_int_eq(r.last, 500);
  ck_assert_int_eq(r.total, 500);
  ck_assert_int_gt(r.n, 10);
  ck_assert_int_lt(fc_batchProgress(b, report, &r, -1), 0);
  ck_assert_int_eq(fc_batchProgress(b, NULL, NULL, 0), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// simulations that were cancelled keep their state; the rest was done
static void expect_cancelled(const Twin* t, int nstep) {
  int ncancelled = 0;
  for (int i = 0; i < t->n; i++) {
    if (mjb_status(t->b)[i] == FC_BATCH_CANCELLED) {
      ck_assert_str_eq(mjb_error(t->b, i), "cancelled");
      ncancelled++;
    } else {
      loop_step(t->m, t->d[i], nstep, mjSTAGE_NONE);
    }
    expect_row(t, i, "cancelled");
  }
  ck_assert_int_gt(ncancelled, 0);
}

START_TEST(a_progress_function_can_end_a_call) {
  Twin t = twin_make(parse(two_links), 16, 1 + _i % 2, _i / 2);
  Reports r = {.ends_after = 3};
  twin_scatter(&t);
  fc_batchProgress(t.b, report, &r, 0);
  ck_assert_int_gt(mjb_step(t.b, NULL, 0, 50, mjSTAGE_NONE), 0);
  fc_batchProgress(t.b, NULL, NULL, 0);
  expect_cancelled(&t, 50);
  // and the next call is as any other
  twin_step(&t, NULL, 0, 2, mjSTAGE_NONE);
  expect_rows(&t, "after a cancelled call");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- cancellation from elsewhere

static void* cancel_soon(void* batch) {
  usleep(50000);
  fc_batchCancel(batch);
  return NULL;
}

START_TEST(another_thread_can_end_one_simulation_with_very_many_steps) {
  Twin t = twin_make(parse(two_links), 2, 1 + _i % 2, _i / 2);
  pthread_t thread;
  ck_assert_int_eq(pthread_create(&thread, NULL, cancel_soon, t.b), 0);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 2000000000, mjSTAGE_NONE), 2);
  pthread_join(thread, NULL);
  expect_cancelled(&t, 0);
  twin_step(&t, NULL, 0, 2, mjSTAGE_NONE);
  twin_delete(&t);
}
END_TEST

static mjBatch* signalled;
static void on_alarm(int number) {
  (void)number;
  fc_batchCancel(signalled);
}

START_TEST(a_signal_handler_can_end_a_rollout) {
  Twin t = twin_make(parse(two_links), 3, 2, 0);
  signalled = t.b;
  signal(SIGUSR1, on_alarm);
  const pid_t parent = getpid(), child = fork();
  if (!child) {
    usleep(50000);
    kill(parent, SIGUSR1);
    _exit(0);
  }
  ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 2000000000, NULL, 0, NULL, 0), 3);
  waitpid(child, NULL, 0);
  expect_cancelled(&t, 0);
  twin_delete(&t);
}
END_TEST

START_TEST(without_a_running_call_the_next_one_is_cancelled) {
  Twin t = twin_make(parse(two_links), 3, 1, 0);
  fc_batchCancel(t.b);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_NONE), 3);
  expect_cancelled(&t, 0);
  twin_step(&t, NULL, 0, 1, mjSTAGE_NONE);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- forks

static void leave(const char* message) { _exit(strstr(message, "before a fork") ? 7 : 8); }

START_TEST(the_child_of_a_fork_can_only_delete_a_batch) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, 8, 3, 0);
  int status;
  ck_assert_int_eq(mjb_step(b, NULL, 0, 1, mjSTAGE_NONE), 0);
  pid_t child = fork();
  if (!child) {
    mju_user_error = leave;
    mjb_step(b, NULL, 0, 1, mjSTAGE_NONE);
    _exit(9);
  }
  waitpid(child, &status, 0);
  ck_assert_int_eq(WEXITSTATUS(status), 7);
  child = fork();
  if (!child) {
    mjb_deleteBatch(b);
    b = make_batch(m, 8, 3, 0);
    _exit(mjb_step(b, NULL, 0, 1, mjSTAGE_NONE));
  }
  waitpid(child, &status, 0);
  ck_assert_int_eq(status, 0);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 1, mjSTAGE_NONE), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- processors

START_TEST(threads_run_where_they_are_told) {
  mjModel* m = parse(two_links);
  int cpu[256], n = fc_usableProcessors(cpu, 256);
  char error[500];
  ck_assert_int_gt(n, 0);
  FcBatchConfig config;
  fc_defaultBatchConfig(&config);
  config.nthread = 3;
  config.cpu_ids = cpu;
  config.ncpu = 1;
  mjBatch* b = fc_makeBatch(m, 10, &config, error, sizeof error);
  ck_assert_msg(b != NULL, "%s", error);
  for (int i = 0; i < 3; i++)
    ck_assert_int_eq(fc_batchProcessor(b, i), cpu[0]);
  ck_assert_int_eq(fc_batchProcessor(b, 3), -1);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 5, mjSTAGE_NONE), 0);
  ck_assert_int_eq(fc_usableProcessors(NULL, 0), n);  // the caller may go everywhere again
  mjb_deleteBatch(b);

  const int wrong[] = {100000};
  config.cpu_ids = wrong;
  ck_assert_ptr_null(fc_makeBatch(m, 10, &config, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "cpu_ids[0] is 100000"));
  config.ncpu = 0;
  ck_assert_ptr_null(fc_makeBatch(m, 10, &config, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "ncpu is 0"));
  config.size = 1;
  ck_assert_ptr_null(fc_makeBatch(m, 10, &config, error, sizeof error));
  ck_assert_ptr_nonnull(strstr(error, "FcBatchConfig.size is 1"));
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("sending");
  tcase_add_loop_test(tests, simulations_that_are_sent_become_those_of_a_call, 0, 2);
  tcase_add_test(tests, simulations_can_be_sent_again_while_others_fly);
  tcase_add_test(tests, a_batch_can_be_deleted_while_simulations_fly);
  tcase_add_test(tests, wrong_orders_are_refused);
  tcase_add_loop_test(tests, progress_grows_to_the_total, 0, 2);
  tcase_add_loop_test(tests, a_progress_function_can_end_a_call, 0, 4);
  tcase_add_loop_test(tests, another_thread_can_end_one_simulation_with_very_many_steps, 0, 4);
  tcase_add_test(tests, a_signal_handler_can_end_a_rollout);
  tcase_add_test(tests, without_a_running_call_the_next_one_is_cancelled);
  tcase_add_test(tests, the_child_of_a_fork_can_only_delete_a_batch);
  tcase_add_test(tests, threads_run_where_they_are_told);
  return run_case("sending", tests);
}
