// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Determinism over the whole corpus, so over every feature: the same bits in another run, with a
// pool of threads, after saving and restoring the integration state in the middle of a run, and in
// rollouts that many threads advance at the same time.

#include <pthread.h>

#include "tests/dynamics/corpus.h"
#include "tests/runtime/support.h"

#define STEPS 40

static mjModel* load_corpus_model(int i) {
  char path[1000], error[1000] = "";
  snprintf(path, sizeof path, "%s/%s/%s.xml", TEST_SOURCE_DIR, CORPUS, corpus_names[i]);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s: %s", path, error);
  return m;
}

// every model has its turn with every integrator, over the corpus evenly
static void choose_integrator(mjModel* m, int i) {
  m->opt.integrator = i % 4;
  if (m->opt.integrator == mjINT_RK4 && (m->opt.enableflags & mjENBL_INVDISCRETE))
    m->opt.integrator = mjINT_EULER;
}

static mjData* start(const mjModel* m) {
  mjData* d = mj_makeData(m);
  if (m->nkey)
    mj_resetDataKeyframe(m, d, 0);
  return d;
}

START_TEST(every_model_repeats_itself_with_any_number_of_threads) {
  mjModel* m = load_corpus_model(_i);
  choose_integrator(m, _i);
  mjData* a = start(m);
  stir(m, a, STEPS);
  for (int n = 0; n <= 8; n = n ? 4 * n : 2) {
    mjData* b = start(m);
    mjThreadPool* pool = n ? mju_threadPoolCreate((size_t)n) : NULL;
    if (pool)
      mju_bindThreadPool(b, pool);
    stir(m, b, STEPS);
    expect_same(m, a, b, corpus_names[_i]);
    mj_deleteData(b);
    if (pool)
      mju_threadPoolDestroy(pool);
  }
  mj_deleteData(a);
  mj_deleteModel(m);
}
END_TEST

// Sleep is no part of the state, so that models with sleep need the trees awake.
START_TEST(every_model_continues_from_a_restored_state) {
  mjModel* m = load_corpus_model(_i);
  choose_integrator(m, _i + 1);
  m->opt.enableflags &= ~mjENBL_SLEEP;
  mjData *a = start(m), *b = start(m);
  mjtNum* state = malloc(sizeof(mjtNum) * (size_t)mj_stateSize(m, mjSTATE_INTEGRATION));
  stir(m, a, STEPS / 2);
  mj_getState(m, a, state, mjSTATE_INTEGRATION);
  stir(m, a, STEPS / 2);
  stir(m, b, 7);
  mj_setState(m, b, state, mjSTATE_INTEGRATION);
  stir(m, b, STEPS / 2);
  expect_same(m, a, b, corpus_names[_i]);
  free(state);
  mj_deleteData(a);
  mj_deleteData(b);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- rollouts in parallel

#define NROLLOUT 8
#define NSTRIDE 8  // every so many models of the corpus, beginning with the number of the test

typedef struct Rollout_ {
  const mjModel* m;
  mjData* d;
  int steps;
} Rollout;

static void* advance(void* argument) {
  const Rollout* r = argument;
  stir(r->m, r->d, r->steps);
  return NULL;
}

// rollout k starts a little later than the one before, so that they all differ
static mjData* rollout_start(const mjModel* m, int k) {
  mjData* d = start(m);
  d->time += 0.1 * k;
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] += 0.01 * k;
  return d;
}

START_TEST(rollouts_in_parallel_equal_rollouts_one_by_one) {
  for (int i = _i; i < ncorpus; i += NSTRIDE) {
    mjModel* m = load_corpus_model(i);
    choose_integrator(m, i / NSTRIDE);
    mjData* serial[NROLLOUT];
    Rollout rollout[NROLLOUT];
    pthread_t thread[NROLLOUT];
    for (int k = 0; k < NROLLOUT; k++) {
      serial[k] = rollout_start(m, k);
      stir(m, serial[k], STEPS / 2);
      rollout[k] = (Rollout){m, rollout_start(m, k), STEPS / 2};
    }
    for (int k = 0; k < NROLLOUT; k++)
      ck_assert_int_eq(pthread_create(thread + k, NULL, advance, rollout + k), 0);
    for (int k = 0; k < NROLLOUT; k++) {
      pthread_join(thread[k], NULL);
      expect_same(m, serial[k], rollout[k].d, corpus_names[i]);
      mj_deleteData(serial[k]);
      mj_deleteData(rollout[k].d);
    }
    mj_deleteModel(m);
  }
}
END_TEST

int main(void) {
  corpus_read_names();
  TCase* tests = tcase_create("rollouts");
  tcase_add_loop_test(tests, every_model_repeats_itself_with_any_number_of_threads, 0, ncorpus);
  tcase_add_loop_test(tests, every_model_continues_from_a_restored_state, 0, ncorpus);
  tcase_add_loop_test(tests, rollouts_in_parallel_equal_rollouts_one_by_one, 0, NSTRIDE);
  return run_case("rollouts", tests);
}
