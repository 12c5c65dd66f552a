// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// After a fork the threads of a batch are in the parent process: the child may delete the batch and
// make its own, and the parent continues.

#include <sys/wait.h>
#include <unistd.h>

#include "tests/physics/batch/support.h"

#define NSIM 6

// The exit status tells which expectation was not met; 0: none.
static int use_in_child(mjBatch* b, mjModel* m) {
  int ids[NSIM];
  mju_user_error = catch_error;
  last_message[0] = 0;
  if (!setjmp(error_jump)) {
    mjb_step(b, NULL, 0, 1, mjSTAGE_ACC);
    return 1;
  }
  if (!strstr(last_message, "fork"))
    return 2;
  if (!setjmp(error_jump)) {
    mjb_reset(b, NULL, 0, NULL, mjSTAGE_NONE);
    return 3;
  }
  if (fc_batchSend(b, NULL, 0, 1, mjSTAGE_ACC) >= 0 || !strstr(fc_lastError(), "fork"))
    return 4;
  if (fc_batchReceive(b, ids, 1, 1) >= 0)
    return 5;
  mju_user_error = NULL;
  mjb_deleteBatch(b);
  // a batch of its own works
  const mjBatchConfig config = {2, 0};
  mjBatch* own = mjb_makeBatch(m, NSIM, &config, NULL, 0);
  if (!own || mjb_step(own, NULL, 0, 3, mjSTAGE_ACC))
    return 6;
  mjb_deleteBatch(own);
  return 0;
}

START_TEST(a_child_may_only_delete_a_batch_of_its_parent) {
  Twin t = twin_make(parse(two_links), NSIM, 1 + 2 * (_i % 2), _i / 2);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  fflush(stdout);
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (!child)
    _exit(use_in_child(t.b, t.m));
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFEXITED(status));
  ck_assert_int_eq(WEXITSTATUS(status), 0);
  // the parent continues
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  expect_rows(&t, "after a fork");
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("fork");
  tcase_add_loop_test(tests, a_child_may_only_delete_a_batch_of_its_parent, 0, 4);
  return run_case("batch fork", tests);
}
