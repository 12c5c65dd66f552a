// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Threads load, compile, edit and save models of their own at the same time; each gets what it
// would get alone, its errors and warnings too.

#include <pthread.h>

#include "support.h"

enum { NTHREAD = 4, NROUND = 12, TEXT = 20000 };

static const char* const documents[NTHREAD] = {
    "<worldbody><body><joint range='-30 60'/><geom type='capsule' fromto='0 0 0 0 0 1' size='.1'/>"
    "<body pos='0 0 1'><joint type='ball'/><geom size='.1'/></body></body></worldbody>",
    "<option integrator='implicitfast'/><default><geom size='.2'/></default><worldbody><replicate "
    "count='3' offset='1 0 0'><body name='b'><freejoint/><geom/></body></replicate></worldbody>",
    "<worldbody><body name='a'><joint name='j'/><geom size='.1' pos='1 0 0'/></body></worldbody>"
    "<actuator><muscle joint='j' lengthrange='0 1'/></actuator><sensor><clock/></sensor>",
    "<compiler fusestatic='true'/><worldbody><body pos='1 0 0' euler='0 0 90'><geom size='.1'/>"
    "<body><joint/><geom type='box' size='.1 .2 .3'/></body></body></worldbody>"};

typedef struct Result_ {
  mjModel* model;
  char text[TEXT];
} Result;

// NULL, or what went wrong
static const char* load(const char* body, Result* result) {
  char text[TEXT], error[1000] = "";
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", body);
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  if (!s)
    return "not parsed";
  result->model = mj_compile(s, NULL);
  int saved = result->model && mj_saveXMLString(s, result->text, TEXT, error, sizeof error) == 0;
  mj_deleteSpec(s);
  return saved ? NULL : "not compiled or not saved";
}

// a document that is refused and one that compiles with a warning, told apart from the neighbours'
static const char* refuse(int number) {
  char text[TEXT], error[1000] = "", name[20];
  snprintf(name, sizeof name, "'wrong%d'", number);
  snprintf(text, sizeof text,
           "<mujoco><worldbody><geom size='1' material=%s/></worldbody></mujoco>", name);
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  const char* problem = m                                ? "compiled"
                        : !s                             ? "not parsed"
                        : !strstr(mjs_getError(s), name) ? "another thread's error"
                                                         : NULL;
  mj_deleteModel(m);
  mj_deleteSpec(s);
  return problem;
}

static Result alone[NTHREAD];

static void* work(void* argument) {
  int number = (int)(size_t)argument;
  const char* problem = NULL;
  Result* own = malloc(sizeof *own);
  for (int round = 0; own && !problem && round < NROUND; round++) {
    int at = (number + round) % NTHREAD;
    problem = load(documents[at], own);
    if (!problem &&
        (own->model->nbuffer != alone[at].model->nbuffer ||
         memcmp(own->model->buffer, alone[at].model->buffer, (size_t)own->model->nbuffer) != 0))
      problem = "another model than alone";
    if (!problem && strcmp(own->text, alone[at].text) != 0)
      problem = "another text than alone";
    mj_deleteModel(own->model);
    if (!problem)
      problem = refuse(number);
  }
  free(own);
  return (void*)problem;
}

START_TEST(threads_compile_as_if_alone) {
  pthread_t thread[NTHREAD];
  for (int i = 0; i < NTHREAD; i++) {
    const char* problem = load(documents[i], alone + i);
    ck_assert_msg(!problem, "document %d: %s", i, problem);
  }
  for (size_t i = 0; i < NTHREAD; i++)
    ck_assert_int_eq(pthread_create(thread + i, NULL, work, (void*)i), 0);
  for (int i = 0; i < NTHREAD; i++) {
    void* problem;
    ck_assert_int_eq(pthread_join(thread[i], &problem), 0);
    ck_assert_msg(problem == NULL, "thread %d: %s", i, (const char*)problem);
  }
  for (int i = 0; i < NTHREAD; i++)
    mj_deleteModel(alone[i].model);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("compiling threads");
  TCase* t = tcase_create("threads");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, threads_compile_as_if_alone);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
