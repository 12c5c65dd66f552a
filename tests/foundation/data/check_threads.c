// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Thread pools and tasks.

#include "tests/foundation/data/support.h"

static void* square(void* args) {
  size_t number = (size_t)args;
  return (void*)(number * number);
}

START_TEST(a_task_keeps_the_result_of_its_function) {
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mjTask task;
  mju_defaultTask(&task);
  ck_assert(task.func == NULL && task.args == NULL && task.status == mjTASK_NEW);
  task.func = square;
  task.args = (void*)12;
  mju_threadPoolEnqueue(pool, &task);
  mju_taskJoin(&task);
  ck_assert_int_eq(task.status, mjTASK_COMPLETED);
  ck_assert_uint_eq((size_t)task.args, 144);
  expect_error(mju_threadPoolEnqueue(pool, &task), "task->status is not mjTASK_NEW");
  mju_threadPoolDestroy(pool);
}
END_TEST

START_TEST(more_tasks_than_the_queue_holds_are_all_done) {
  enum { NTASK = 5000 };
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mjTask* task = calloc(NTASK, sizeof *task);
  for (size_t i = 0; i < NTASK; i++) {
    mju_defaultTask(task + i);
    task[i].func = square;
    task[i].args = (void*)i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  for (size_t i = 0; i < NTASK; i++) {
    mju_taskJoin(task + i);
    ck_assert_uint_eq((size_t)task[i].args, i * i);
  }
  mju_threadPoolDestroy(pool);
  free(task);
}
END_TEST

START_TEST(pools_of_any_size_can_be_made_and_destroyed) {
  const size_t sizes[] = {0, 1, 7, 128, 200};
  for (int i = 0; i < 5; i++) {
    mjThreadPool* pool = mju_threadPoolCreate(sizes[i]);
    ck_assert_int_eq(pool->nworker, (int)sizes[i]);
    mju_threadPoolDestroy(pool);
  }
  mju_threadPoolDestroy(NULL);
}
END_TEST

START_TEST(a_pool_that_cannot_be_allocated_is_an_error) {
  use_allocator(1);
  expect_error(mju_threadPoolCreate(2), "Could not allocate memory");
  mju_clearHandlers();
}
END_TEST

int main(void) {
  Suite* suite = suite_create("threads");
  TCase* tcase = tcase_create("threads");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_task_keeps_the_result_of_its_function);
  tcase_add_test(tcase, more_tasks_than_the_queue_holds_are_all_done);
  tcase_add_test(tcase, pools_of_any_size_can_be_made_and_destroyed);
  tcase_add_test(tcase, a_pool_that_cannot_be_allocated_is_an_error);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
