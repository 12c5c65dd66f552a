// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A process forks while its other threads are anywhere in the library: the child, in which these
// threads are missing, can use all of it. So can the child of a process with a pool of threads.

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>

#include "tests/kernel/support.h"
#include "tests/runtime/support.h"

#define FORKS 60
#define PATIENCE 3  // seconds for one child

static atomic_int ended;
static char directory[2][600];

// ---------------------------------------------------------------- what other threads do

static void* make_data(void* argument) {
  const mjModel* m = argument;
  while (!atomic_load(&ended)) {
    mjData* d = mj_makeData(m);
    stir(m, d, 2);
    mj_deleteData(d);
  }
  return NULL;
}

static void* bind_solvers(void* argument) {
  mjModel* m = argument;
  mjData* d = mj_makeData(m);
  while (!atomic_load(&ended)) {
    fc_bind(m, d, FC_SOLVER, "cg");
    fc_setParameter(m, "hunt_crossley", "stiffness", "1e6");
    fc_bind(m, d, FC_SOLVER, "no.solver");
    fc_unbind(m, d, FC_SOLVER);
    fc_optionValue(FC_SOLVER, "no.solver");
  }
  mj_deleteData(d);
  return NULL;
}

static void* reload(void* argument) {
  char report[400];
  while (!atomic_load(&ended)) {
    fc_reload(NULL, report, sizeof report);
    fc_openModule("no.module");
  }
  return argument;
}

static void* load_models(void* argument) {
  while (!atomic_load(&ended))
    mj_deleteModel(load_model(3));
  return argument;
}

static void* add_paths(void* argument) {
  for (int i = 0; !atomic_load(&ended); i++) {
    fc_addModulePath(directory[i % 2]);
    mj_clearCache(mj_getCache());
  }
  return argument;
}

static void* use_plugins(void* argument) {
  const mjpPlugin plugin = {.name = "test.fork", .capabilityflags = mjPLUGIN_PASSIVE};
  while (!atomic_load(&ended))
    mjp_registerPlugin(&plugin);
  return argument;
}

// ---------------------------------------------------------------- what a child does

// a child that hangs ends alone; the handler that the test runner has left would end all of them
static void be_patient(void) {
  signal(SIGALRM, SIG_DFL);
  alarm(PATIENCE);
}

static void use_everything(mjModel* m) {
  be_patient();
  char report[400];
  mjModel* own = load_model(0);
  mjData *d = mj_makeData(m), *e = mj_makeData(own);
  const mjpPlugin plugin = {.name = "test.child", .capabilityflags = mjPLUGIN_PASSIVE};
  int failed = fc_bind(m, d, FC_SOLVER, "cg") || fc_bind(own, e, FC_SOLVER, "pgs");
  stir(m, d, 3);
  stir(own, e, 3);
  failed |= fc_reload(NULL, report, sizeof report) != 0 || fc_addModulePath(directory[0]);
  failed |= mjp_registerPlugin(&plugin) < 0 || mj_getCacheSize(mj_getCache()) == (size_t)-1;
  failed |= fc_optionValue(FC_SOLVER, "child.solver") <= 0;
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(own);
  _exit(failed);
}

// 0, or what became of the child instead
static int outcome(pid_t child) {
  int status = -1;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

START_TEST(a_child_can_use_what_other_threads_were_using) {
  void* (*const work[])(void*) = {make_data,   bind_solvers, reload,
                                  load_models, add_paths,    use_plugins};
  enum { WORKS = sizeof work / sizeof *work };
  snprintf(directory[0], sizeof directory[0], "%s", new_directory());
  snprintf(directory[1], sizeof directory[1], "%s", new_directory());
  mjModel* m = load_model(0);
  pthread_t thread[WORKS];
  int hung = 0, failed = 0;
  atomic_store(&ended, 0);
  for (int i = 0; i < WORKS; i++)
    ck_assert_int_eq(pthread_create(thread + i, NULL, work[i], m), 0);
  pid_t child[FORKS];
  for (int i = 0; i < FORKS; i++) {
    child[i] = fork();
    if (!child[i])
      use_everything(m);
    ck_assert_int_gt(child[i], 0);
  }
  for (int i = 0; i < FORKS; i++) {
    const int result = outcome(child[i]);
    hung += result == -SIGALRM;
    failed += result != 0;
  }
  atomic_store(&ended, 1);
  for (int i = 0; i < WORKS; i++)
    pthread_join(thread[i], NULL);
  mj_deleteModel(m);
  ck_assert_msg(!failed, "%d of %d children failed, %d of them hung", failed, FORKS, hung);
}
END_TEST

// ---------------------------------------------------------------- pools of threads

START_TEST(a_step_of_a_child_does_without_the_threads_of_its_parent) {
  mjModel* m = load_model(4);
  mjData *d = mj_makeData(m), *alone = mj_makeData(m);
  mjThreadPool* pool = mju_threadPoolCreate(3);
  mju_bindThreadPool(d, pool);
  stir(m, d, 20);
  const pid_t child = fork();
  if (!child) {
    be_patient();
    stir(m, d, 20);
    stir(m, alone, 40);
    const int differ = memcmp(d->qpos, alone->qpos, sizeof(mjtNum) * (size_t)m->nq);

    // a pool of its own works as ever
    mju_threadPoolDestroy(pool);
    mjData* e = mj_makeData(m);
    mju_bindThreadPool(e, mju_threadPoolCreate(2));
    stir(m, e, 40);
    _exit(differ || memcmp(e->qpos, alone->qpos, sizeof(mjtNum) * (size_t)m->nq) != 0);
  }
  ck_assert_int_eq(outcome(child), 0);

  // the parent still has its threads
  stir(m, d, 20);
  stir(m, alone, 40);
  ck_assert_mem_eq(d->qpos, alone->qpos, sizeof(mjtNum) * (size_t)m->nq);
  mj_deleteData(d);
  mj_deleteData(alone);
  mju_threadPoolDestroy(pool);
  mj_deleteModel(m);
}
END_TEST

static atomic_int released;

static void* wait_for_release(void* argument) {
  while (!atomic_load(&released))
    usleep(1000);
  return argument;
}

static void leave(const char* message) {
  _exit(strstr(message, "handed over before a fork") ? 7 : 8);
}

START_TEST(a_child_that_waits_for_a_task_of_its_parent_is_told) {
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mjTask task;
  atomic_store(&released, 0);
  mju_defaultTask(&task);
  task.func = wait_for_release;
  mju_threadPoolEnqueue(pool, &task);
  const pid_t child = fork();
  if (!child) {
    be_patient();
    mju_user_error = leave;
    mju_taskJoin(&task);
    _exit(0);
  }
  ck_assert_int_eq(outcome(child), 7);
  atomic_store(&released, 1);
  mju_taskJoin(&task);
  mju_threadPoolDestroy(pool);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("fork");
  TCase* tests = add_case(suite, "fork");
  tcase_set_timeout(tests, 240);
  tcase_add_test(tests, a_child_can_use_what_other_threads_were_using);
  tcase_add_test(tests, a_step_of_a_child_does_without_the_threads_of_its_parent);
  tcase_add_test(tests, a_child_that_waits_for_a_task_of_its_parent_is_told);
  return run_suite(suite);
}
