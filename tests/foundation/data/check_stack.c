// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Stack and arena of mjData, alone and shared by the threads of a pool.

#include <stdint.h>

#include <fulcrum/compat.h>

#include "core/foundation/data/memory.h"
#include "tests/foundation/data/support.h"

static mjModel* m;
static mjData* d;

static void setup(void) {
  mjModel sizes = {.nbody = 1, .narena = 1 << 16};
  char error[100];
  m = model_create(&sizes, error, sizeof error);
  d = mj_makeData(m);
}
static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

//------------------------------ stack -------------------------------------------------------------

START_TEST(allocations_move_the_stack_as_in_the_reference) {
  ck_assert_uint_eq(d->pstack, 0);
  mj_markStack(d);
  ck_assert_uint_eq(d->pstack, 24);
  mj_stackAllocNum(d, 10);
  ck_assert_uint_eq(d->pstack, 104);
  mj_stackAllocByte(d, 3, 1);
  ck_assert_uint_eq(d->pstack, 107);
  mj_stackAllocInt(d, 1);
  ck_assert_uint_eq(d->pstack, 112);
  ck_assert_ptr_null(mj_stackAllocNum(d, 0));
  ck_assert_ptr_null(mj_stackAllocInt(d, 0));
  ck_assert_ptr_null(mj_stackAllocByte(d, 0, 8));
  ck_assert_uint_eq(d->pstack, 112);
  mj_freeStack(d);
  ck_assert_uint_eq(d->pstack, 0);
  ck_assert_uint_eq(d->pbase, 0);
  ck_assert_int_eq(d->maxuse_stack, 112);
  ck_assert_int_eq(d->maxuse_arena, 112);
}
END_TEST

START_TEST(frames_nest_and_arrays_do_not_overlap) {
  mj_markStack(d);
  mjtNum* a = mj_stackAllocNum(d, 5);
  mj_markStack(d);
  int* b = mj_stackAllocInt(d, 7);
  char* c = mj_stackAllocByte(d, 100, 64);
  ck_assert_uint_eq((size_t)a % sizeof(mjtNum), 0);
  ck_assert_uint_eq((size_t)c % 64, 0);
  ck_assert(c + 100 <= (char*)b && (char*)(b + 7) <= (char*)a);
  memset(a, 1, 5 * sizeof *a);
  memset(b, 2, 7 * sizeof *b);
  memset(c, 3, 100);
  mj_freeStack(d);
  ck_assert_uint_eq(d->pstack, 24 + 40);
  int* again = mj_stackAllocInt(d, 1);
  ck_assert((char*)again < (char*)a && (char*)again > c);
  mj_freeStack(d);

  // without a frame there is nothing to free
  mj_freeStack(d);
  ck_assert_uint_eq(d->pstack, 0);
}
END_TEST

START_TEST(overflow_is_an_error_that_gives_the_numbers) {
  mj_markStack(d);
  expect_error(mj_stackAllocByte(d, 1 << 16, 1), "stack overflow");
  ck_assert_ptr_nonnull(strstr(last_message, "max = 65536, available = 65512, requested = 65536"));
  expect_error(mj_stackAllocNum(d, SIZE_MAX / 4), "requested size is too large");
  expect_error(mj_stackAllocInt(d, SIZE_MAX / 2), "requested size is too large");

  // the last byte can be used, and the data is usable after an error
  ck_assert_ptr_eq(mj_stackAllocByte(d, 65512, 1), d->arena);
  expect_error(mj_stackAllocByte(d, 1, 1), "stack overflow");
  expect_error(mj_markStack(d), "stack overflow");
  mj_freeStack(d);
  ck_assert_uint_eq(d->pstack, 0);
}
END_TEST

START_TEST(a_damaged_frame_is_noticed) {
  mj_markStack(d);
  mjtNum* array = mj_stackAllocNum(d, 4);
  array[4] = array[5] = array[6] = 1e300;
  expect_error(mj_freeStack(d), "damaged");
  mj_resetData(m, d);
  ck_assert_uint_eq(d->pbase, 0);
}
END_TEST

//------------------------------ arena -------------------------------------------------------------

// the places are those of the reference: a program that prints the offset of every address, parena
// and maxuse_arena for these calls, run with peer probe
START_TEST(programs_may_use_the_arena) {
  const int asked[4][2] = {{10, 8}, {100, 64}, {1, 1}, {0, 16}};
  const int recorded[4][3] = {{0, 10, 10}, {64, 164, 164}, {164, 165, 165}, {176, 176, 176}};
  for (int i = 0; i < 4; i++) {
    char* at = mj_arenaAllocByte(d, (size_t)asked[i][0], (size_t)asked[i][1]);
    ck_assert_int_eq(at - (char*)d->arena, recorded[i][0]);
    ck_assert_int_eq((int)d->parena, recorded[i][1]);
    ck_assert_int_eq((int)d->maxuse_arena, recorded[i][2]);
  }
  ck_assert_ptr_null(mj_arenaAllocByte(d, (size_t)d->narena, 8));
  ck_assert_ptr_nonnull(mj_arenaAllocByte(d, (size_t)d->narena - d->parena, 1));
  ck_assert_int_eq((int)d->parena, (int)d->narena);
  expect_error(mj_arenaAllocByte(d, 1, 12), "mj_arenaAllocByte: the alignment is 12");
  expect_error(mj_arenaAllocByte(d, 1, 0), "mj_arenaAllocByte: the alignment is 0");
}
END_TEST

START_TEST(the_arena_grows_towards_the_stack) {
  char* a = arena_allocate(d, 3, 1);
  char* b = arena_allocate(d, 16, 8);
  ck_assert_ptr_eq(a, d->arena);
  ck_assert_int_eq(b - a, 8);
  ck_assert_uint_eq(d->parena, 24);
  mj_markStack(d);
  ck_assert_ptr_null(arena_allocate(d, 65536 - 48 + 1, 1));
  ck_assert_uint_eq(d->parena, 24);
  ck_assert_ptr_null(arena_allocate(d, SIZE_MAX, 1));
  ck_assert_ptr_nonnull(arena_allocate(d, 65536 - 48, 1));
  expect_error(mj_stackAllocByte(d, 1, 1), "available = 0");
  ck_assert_int_eq(d->maxuse_arena, 65536);
  mj_freeStack(d);
}
END_TEST

START_TEST(rows_are_forgotten_without_the_contacts) {
  d->contact = arena_allocate(d, 2 * sizeof(mjContact), _Alignof(mjContact));
  d->ncon = 2;
  d->efc_type = arena_allocate(d, 40, 4);
  d->nefc = 10;
  d->nisland = 1;
  arena_reset_rows(d);
  ck_assert_ptr_null(d->efc_type);
  ck_assert_int_eq(d->nefc + d->nisland, 0);
  ck_assert_int_eq(d->ncon, 2);
  ck_assert_uint_eq(d->parena, 2 * sizeof(mjContact));
  arena_reset(d);
  ck_assert_int_eq(d->ncon, 0);
  ck_assert_uint_eq(d->parena, 0);
}
END_TEST

//------------------------------ with a thread pool ------------------------------------------------

typedef struct Work_ {
  int seed;
  int failures;
} Work;

// Fill a frame, and see that nobody else wrote there.
static void* use_stack(void* args) {
  Work* work = args;
  for (int round = 0; round < 200; round++) {
    mj_markStack(d);
    int* values = mj_stackAllocInt(d, 500);
    mj_markStack(d);
    int* more = mj_stackAllocInt(d, 100);
    for (int i = 0; i < 500; i++)
      values[i] = work->seed + i;
    for (int i = 0; i < 100; i++)
      more[i] = -1;
    mj_freeStack(d);
    for (int i = 0; i < 500; i++)
      work->failures += values[i] != work->seed + i;
    mj_freeStack(d);
  }
  return args;
}

START_TEST(every_worker_has_its_own_stack) {
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mju_bindThreadPool(d, pool);
  mjTask task[12];
  Work work[13];
  for (int i = 0; i < 13; i++)
    work[i] = (Work){1000 * i, 0};
  for (int i = 0; i < 12; i++) {
    mju_defaultTask(task + i);
    task[i].func = use_stack;
    task[i].args = work + i;
    mju_threadPoolEnqueue(pool, task + i);
  }
  use_stack(work + 12);
  for (int i = 0; i < 12; i++)
    mju_taskJoin(task + i);
  for (int i = 0; i < 13; i++)
    ck_assert_int_eq(work[i].failures, 0);
  ck_assert_int_ge(d->maxuse_threadstack[0], 2400);

  // each stack has an eighth of the arena here
  mj_markStack(d);
  expect_error(mj_stackAllocByte(d, 8192 - 24 + 1, 1), "max = 8192");
  ck_assert_ptr_nonnull(mj_stackAllocByte(d, 8192 - 24, 1));
  mj_freeStack(d);
  mju_threadPoolDestroy(pool);
}
END_TEST

static void* take_arena(void* args) {
  char** places = args;
  for (int i = 0; i < 50; i++)
    places[i] = arena_allocate(d, 24, 8);
  return args;
}

START_TEST(threads_may_allocate_in_the_arena_at_once) {
  mjThreadPool* pool = mju_threadPoolCreate(4);
  mju_bindThreadPool(d, pool);
  mjTask task[8];
  char* places[8][50];
  for (int i = 0; i < 8; i++) {
    mju_defaultTask(task + i);
    task[i].func = take_arena;
    task[i].args = places[i];
    mju_threadPoolEnqueue(pool, task + i);
  }
  char used[400] = {0};
  for (int i = 0; i < 8; i++) {
    mju_taskJoin(task + i);
    for (int k = 0; k < 50; k++)
      used[(places[i][k] - (char*)d->arena) / 24]++;
  }
  for (int i = 0; i < 400; i++)
    ck_assert_int_eq(used[i], 1);
  ck_assert_uint_eq(d->parena, 400 * 24);

  // the arena ends where the stacks begin
  ck_assert_ptr_null(arena_allocate(d, 1 << 15, 1));
  mju_threadPoolDestroy(pool);
}
END_TEST

START_TEST(binding_is_checked) {
  mjThreadPool* pool = mju_threadPoolCreate(2);
  ck_assert_int_eq(pool->nworker, 2);
  mj_markStack(d);
  mj_stackAllocByte(d, 20000, 1);
  expect_error(mju_bindThreadPool(d, pool), "larger than the main thread's shard");
  mj_freeStack(d);
  mju_bindThreadPool(d, pool);
  expect_error(mju_bindThreadPool(d, pool), "already has a thread pool");
  mj_resetData(m, d);
  ck_assert_uint_eq(d->threadpool, (uintptr_t)pool);

  m->narena = 300;
  mjData* tiny = mj_makeData(m);
  expect_error(mju_bindThreadPool(tiny, pool), "not large enough");
  mj_deleteData(tiny);
  mju_threadPoolDestroy(pool);
}
END_TEST

START_TEST(the_stack_of_the_oldest_interface_still_works) {
  mj_markStack(d);
  ck_assert_ptr_nonnull(mj_stackAlloc(d, 3));
  ck_assert_uint_eq(d->pstack, 48);
  ck_assert_ptr_null(mj_stackAlloc(d, 0));
  mj_freeStack(d);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("stack");
  TCase* tcase = tcase_create("stack");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, allocations_move_the_stack_as_in_the_reference);
  tcase_add_test(tcase, frames_nest_and_arrays_do_not_overlap);
  tcase_add_test(tcase, overflow_is_an_error_that_gives_the_numbers);
  tcase_add_test(tcase, a_damaged_frame_is_noticed);
  tcase_add_test(tcase, programs_may_use_the_arena);
  tcase_add_test(tcase, the_arena_grows_towards_the_stack);
  tcase_add_test(tcase, rows_are_forgotten_without_the_contacts);
  tcase_add_test(tcase, every_worker_has_its_own_stack);
  tcase_add_test(tcase, threads_may_allocate_in_the_arena_at_once);
  tcase_add_test(tcase, binding_is_checked);
  tcase_add_test(tcase, the_stack_of_the_oldest_interface_still_works);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
