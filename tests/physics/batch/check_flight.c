// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Simulations in flight get the results of mjb_step, whatever the order in which they are sent and
// received; meanwhile everything else that runs simulations is refused, and nothing is lost when
// the batch is cancelled or deleted.

#include "tests/physics/batch/support.h"

#define NSIM 9

// error of the last refused call
static char refused[1000];
static void note_error(const char* message) { snprintf(refused, sizeof refused, "%s", message); }

static Twin scattered_twin(int nthread, int persistent) {
  Twin t = twin_make(parse(two_links), NSIM, nthread, persistent);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  return t;
}

// loop tests: 1 and 3 threads, not persistent and persistent
static int threads(int i) { return i % 2 ? 3 : 1; }
static int persistent(int i) { return i / 2; }

// ---------------------------------------------------------------- results

// Policies that take longer for some simulations: every simulation makes the same number of rounds,
// with controls that depend on its own round only.
START_TEST(results_equal_those_of_a_loop) {
  enum { ROUNDS = 12 };
  Twin t = scattered_twin(threads(_i), persistent(_i));
  int round[NSIM] = {0}, ids[NSIM], size;
  const mjtNum* sensors = mjb_output(t.b, "sensordata", &size, NULL);
  for (int i = 0; i < NSIM; i++)
    twin_control(&t, i, 0);
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 3, mjSTAGE_ACC), 0);
  ck_assert_int_eq(fc_batchInFlight(t.b), NSIM);
  for (int n; (n = fc_batchReceive(t.b, ids, 2, 4)) != 0;) {
    ck_assert_int_ge(n, 1);
    ck_assert_int_le(n, 4);
    for (int k = 0; k < n; k++) {
      const int i = ids[k];
      ck_assert_int_eq(mjb_status(t.b)[i], FC_BATCH_DONE);
      loop_step(t.m, t.d[i], 3, mjSTAGE_ACC);
      expect_row(&t, i, "received");
      ck_assert_int_eq(size, t.m->nsensordata);
      ck_assert_mem_eq(sensors + (size_t)i * (size_t)size, t.d[i]->sensordata,
                       (size_t)size * sizeof *sensors);
      if (++round[i] == ROUNDS)
        continue;
      twin_control(&t, i, round[i]);
      ck_assert_int_eq(fc_batchSend(t.b, &i, 1, 3, mjSTAGE_ACC), 0);
    }
  }
  for (int i = 0; i < NSIM; i++)
    ck_assert_int_eq(round[i], ROUNDS);
  ck_assert_int_eq(fc_batchInFlight(t.b), 0);
  twin_step(&t, NULL, 0, 2, mjSTAGE_VEL);
  expect_rows(&t, "steps after the flight");
  twin_delete(&t);
}
END_TEST

// every simulation is received exactly once, between `least` and `most` at a time
START_TEST(as_many_are_received_as_were_asked_for) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  int ids[NSIM + 1] = {0}, seen[NSIM] = {0}, nseen = 0;
  const int some[] = {1, 2, 5, 6, 8};
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 1, 1), 0);
  ck_assert_int_eq(fc_batchSend(t.b, some, 5, 1, mjSTAGE_NONE), 0);
  ck_assert_int_eq(fc_batchInFlight(t.b), 5);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 2, 2), 2);
  ck_assert_int_eq(fc_batchInFlight(t.b), 3);
  for (nseen = 0; nseen < 2; nseen++)
    seen[ids[nseen]]++;
  // more than there are: all that are left
  ids[3] = -7;
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 100, 100), 3);
  ck_assert_int_eq(ids[3], -7);
  for (int k = 0; k < 3; k++)
    seen[ids[k]]++;
  for (int k = 0; k < 5; k++)
    ck_assert_int_eq(seen[some[k]], 1);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 1, NSIM), 0);
  // `most` bounds `least`
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 1, mjSTAGE_NONE), 0);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, 1), 1);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, NSIM), NSIM - 1);
  twin_delete(&t);
}
END_TEST

// with one thread the order is that of sending
START_TEST(one_thread_keeps_the_order) {
  Twin t = scattered_twin(1, _i);
  const int sent[] = {7, 3, 8, 0, 4};
  int ids[NSIM];
  for (int k = 0; k < 5; k++)
    ck_assert_int_eq(fc_batchSend(t.b, sent + k, 1, 1 + k, k % 4), 0);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 5, 5), 5);
  ck_assert_mem_eq(ids, sent, sizeof sent);
  for (int k = 0; k < 5; k++)
    loop_step(t.m, t.d[sent[k]], 1 + k, k % 4);
  expect_rows(&t, "orders of their own");
  twin_delete(&t);
}
END_TEST

static void fail_where_marked(const mjModel* m, mjData* d) {
  (void)m;
  if (d->userdata[0] != 0)
    mju_error("marked");
}

START_TEST(failures_are_received_as_well) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const FcCallbacks own = {.size = sizeof own, .passive = fail_where_marked};
  const mjtNum mark[2] = {1, 0};
  int ids[NSIM];
  ck_assert_int_eq(fc_batchCallbacks(t.b, &own), 0);
  twin_set(&t, 4, mjSTATE_USERDATA, mark);
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 2, mjSTAGE_ACC), 0);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, NSIM), NSIM);
  for (int i = 0; i < NSIM; i++) {
    ck_assert_int_eq(mjb_status(t.b)[i], i == 4 ? FC_BATCH_FAILED : FC_BATCH_DONE);
    ck_assert_str_eq(mjb_error(t.b, i), i == 4 ? "marked" : "");
    if (i != 4)
      loop_step(t.m, t.d[i], 2, mjSTAGE_ACC);
  }
  expect_rows(&t, "a failure in flight");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- what is refused

START_TEST(what_is_in_flight_is_not_sent_again) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const int first[] = {2, 5}, second[] = {1, 5}, unsorted[] = {3, 1}, outside[] = {NSIM};
  int ids[NSIM];
  ck_assert_int_eq(fc_batchSend(t.b, first, 2, 1, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, second, 2, 1, mjSTAGE_ACC), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "simulation 5 is in flight"));
  ck_assert_int_lt(fc_batchSend(t.b, NULL, 0, 1, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, unsorted, 2, 1, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, outside, 1, 1, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, unsorted, -1, 1, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, second, 1, 0, mjSTAGE_ACC), 0);
  ck_assert_int_lt(fc_batchSend(t.b, second, 1, 1, mjSTAGE_ACC + 1), 0);
  ck_assert_int_lt(fc_batchSend(t.b, second, 1, 1, mjSTAGE_NONE - 1), 0);
  ck_assert_int_lt(fc_batchReceive(t.b, NULL, 1, 1), 0);
  ck_assert_int_lt(fc_batchReceive(t.b, ids, 1, 0), 0);
  // a refused call has sent none of its simulations
  ck_assert_int_eq(fc_batchInFlight(t.b), 2);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, NSIM), 2);
  loop_step(t.m, t.d[2], 1, mjSTAGE_ACC);
  loop_step(t.m, t.d[5], 1, mjSTAGE_ACC);
  expect_rows(&t, "after refused calls");
  twin_delete(&t);
}
END_TEST

static void expect_refused(const char* what) {
  ck_assert_msg(strstr(refused, "in flight") != NULL, "%s: '%s'", what, refused);
  refused[0] = 0;
}

static void do_nothing(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m, (void)d, (void)sim;
  ++*(int*)arg;
}

START_TEST(calls_are_errors_while_simulations_are_in_flight) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  const int one[] = {3};
  int ids[NSIM], ncall = 0;
  ck_assert_int_eq(fc_batchSend(t.b, one, 1, 1, mjSTAGE_ACC), 0);
  mju_user_error = note_error;
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_ACC), 0);
  expect_refused("mjb_step");
  ck_assert_int_eq(mjb_forward(t.b, NULL, 0, mjSTAGE_ACC), 0);
  expect_refused("mjb_forward");
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_ACC), 0);
  expect_refused("mjb_reset");
  ck_assert_int_eq(mjb_rollout(t.b, NULL, 0, 1, NULL, 0, NULL, 0), 0);
  expect_refused("mjb_rollout");
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, do_nothing, &ncall, 1), 0);
  expect_refused("mjb_apply");
  ck_assert_int_eq(ncall, 0);
  ck_assert_ptr_null(mjb_expand(t.b, "body_mass", NULL, NULL));
  expect_refused("mjb_expand");
  mju_user_error = NULL;
  ck_assert_int_lt(fc_batchCallbacks(t.b, NULL), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "in flight"));
  ck_assert_int_lt(fc_batchBind(t.b, NULL, 0, FC_SOLVER, "cg"), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "in flight"));
  ck_assert_int_eq(fc_batchReceive(t.b, ids, 1, 1), 1);
  ck_assert_int_eq(ids[0], 3);
  loop_step(t.m, t.d[3], 1, mjSTAGE_ACC);
  expect_rows(&t, "after refused calls");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- early ends

START_TEST(a_batch_is_deleted_in_flight) {
  for (int k = 0; k < 20; k++) {
    Twin t = scattered_twin(threads(_i), persistent(_i));
    int ids[NSIM];
    ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 1 + k, mjSTAGE_ACC), 0);
    if (k % 3)
      ck_assert_int_eq(fc_batchReceive(t.b, ids, k % 3, k % 3), k % 3);
    twin_delete(&t);
  }
}
END_TEST

// Cancelled simulations are received, too, and keep their state. What is sent afterwards runs.
START_TEST(simulations_in_flight_are_cancelled) {
  Twin t = scattered_twin(threads(_i), persistent(_i));
  int ids[NSIM], ncancelled = 0;
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 20000000, mjSTAGE_ACC), 0);
  fc_batchCancel(t.b);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, NSIM), NSIM);
  for (int i = 0; i < NSIM; i++)
    ncancelled += mjb_status(t.b)[i] == FC_BATCH_CANCELLED;
  ck_assert_int_eq(ncancelled, NSIM);
  expect_rows(&t, "cancelled");
  ck_assert_int_eq(fc_batchSend(t.b, NULL, 0, 2, mjSTAGE_ACC), 0);
  ck_assert_int_eq(fc_batchReceive(t.b, ids, NSIM, NSIM), NSIM);
  for (int i = 0; i < NSIM; i++) {
    ck_assert_int_eq(mjb_status(t.b)[i], FC_BATCH_DONE);
    loop_step(t.m, t.d[i], 2, mjSTAGE_ACC);
  }
  expect_rows(&t, "sent again");
  twin_delete(&t);
}
END_TEST

static int count_report(void* arg, int64_t done, int64_t total) {
  ++*(int*)arg;
  return done > total;
}

// reports belong to calls that wait; a flight after one of them has none
START_TEST(a_flight_after_a_call_with_reports_makes_none) {
  mjModel* m = parse(two_links);
  mjBatch* b = make_batch(m, 3, 1, 0);
  int reports = 0, ids[3];
  ck_assert_int_eq(fc_batchProgress(b, count_report, &reports, 0), 0);
  ck_assert_int_eq(mjb_step(b, NULL, 0, 40, mjSTAGE_NONE), 0);
  const int before = reports;
  ck_assert_int_gt(before, 3);
  ck_assert_int_eq(fc_batchSend(b, NULL, 0, 100, mjSTAGE_NONE), 0);
  ck_assert_int_eq(fc_batchReceive(b, ids, 3, 3), 3);
  ck_assert_int_eq(reports, before);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("flight");
  tcase_add_loop_test(tests, results_equal_those_of_a_loop, 0, 4);
  tcase_add_loop_test(tests, as_many_are_received_as_were_asked_for, 0, 4);
  tcase_add_loop_test(tests, one_thread_keeps_the_order, 0, 2);
  tcase_add_loop_test(tests, failures_are_received_as_well, 0, 4);
  tcase_add_loop_test(tests, what_is_in_flight_is_not_sent_again, 0, 4);
  tcase_add_loop_test(tests, calls_are_errors_while_simulations_are_in_flight, 0, 4);
  tcase_add_loop_test(tests, a_batch_is_deleted_in_flight, 0, 4);
  tcase_add_loop_test(tests, simulations_in_flight_are_cancelled, 0, 4);
  tcase_add_test(tests, a_flight_after_a_call_with_reports_makes_none);
  return run_case("batch flight", tests);
}
