// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Gathering batches: a function serves the simulations that wait for it in one call, with the
// results of one call for each; its failures stay with the simulations that it names.

#include <stdatomic.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "tests/support.h"

enum { NSIM = 50, NSTEP = 8 };

static mjModel* load(void) {
  static const char text[] =
      "<mujoco><worldbody><geom type='plane' size='3 3 1'/>"
      "<body pos='0 0 .3'><freejoint/><geom size='.1'/></body>"
      "<body pos='1 0 .5'><joint name='hinge' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body>"
      "</worldbody><actuator><general joint='hinge' gaintype='user'/></actuator></mujoco>";
  char error[500] = "";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "scene.xml", text, (int)sizeof text - 1);
  mjModel* m = mj_loadXML("scene.xml", &vfs, error, sizeof error);
  mj_deleteVFS(&vfs);
  ck_assert_msg(m != NULL, "%s", error);
  return m;
}

static mjBatch* make(const mjModel* m, int nthread, int persistent) {
  char error[500] = "";
  const mjBatchConfig config = {nthread, (mjtBool)persistent};
  mjBatch* b = mjb_makeBatch(m, NSIM, &config, error, sizeof error);
  ck_assert_msg(b != NULL, "%s", error);
  int nv;
  mjtNum* qvel = mjb_stateComponent(b, mjSTATE_QVEL, &nv);
  for (int i = 0; i < NSIM; i++)
    for (int k = 0; k < nv; k++)
      qvel[(size_t)i * (size_t)mjb_nstate(b) + (size_t)k] = sin(7 * i + k);
  return b;
}

// ---------------------------------------------------------------- functions that serve

typedef struct Served_ {
  atomic_int calls, simulations, most;
  int fails;  // this simulation, -1: none
} Served;

static void count(Served* served, int n) {
  atomic_fetch_add(&served->calls, 1);
  atomic_fetch_add(&served->simulations, n);
  for (int most = atomic_load(&served->most); most < n;)
    if (atomic_compare_exchange_weak(&served->most, &most, n))
      break;
}

static void brake(void* user, int n, FcWaiting* waiting) {
  Served* served = user;
  count(served, n);
  for (int k = 0; k < n; k++) {
    mjData* d = waiting[k].d;
    if (waiting[k].sim == served->fails && d->time > 0.003)
      waiting[k].status = fc_fail("the brake of simulation %d is broken", waiting[k].sim);
    for (int i = 0; i < waiting[k].m->nv; i++)
      d->qfrc_passive[i] -= 0.1 * d->qvel[i];
  }
}

// what the callback of one simulation does
static Served served;
static void brake_alone(const mjModel* m, mjData* d) {
  FcWaiting waiting = {.size = sizeof waiting, .sim = -1, .m = m, .d = d};
  brake(&served, 1, &waiting);
}

static void start(void) {
  atomic_store(&served.calls, 0);
  atomic_store(&served.simulations, 0);
  atomic_store(&served.most, 0);
  served.fails = -2;
}

static FcFunction gathering(void) {
  static FcFunction f;
  if (!f)
    f = fc_gatheringFunction(FC_SHAPE_CALLBACK, brake, &served);
  ck_assert_msg(f != NULL, "%s", fc_lastError());
  return f;
}

static void set_passive(mjBatch* b, FcFunction f) {
  FcCallbacks callbacks = {.size = sizeof callbacks, .passive = (mjfGeneric)f};
  ck_assert_int_eq(fc_batchCallbacks(b, &callbacks), 0);
}

static mjtNum* rows_copy(mjBatch* b) {
  const size_t bytes = (size_t)NSIM * (size_t)mjb_nstate(b) * sizeof(mjtNum);
  return memcpy(malloc(bytes), mjb_state(b), bytes);
}

static int rows_equal(mjBatch* b, const mjtNum* rows) {
  return memcmp(rows, mjb_state(b), (size_t)NSIM * (size_t)mjb_nstate(b) * sizeof *rows) == 0;
}

// the rows after NSTEP steps with one call for each simulation
static mjtNum* expected(const mjModel* m) {
  mjBatch* b = make(m, 1, 0);
  set_passive(b, (FcFunction)brake_alone);
  ck_assert_int_eq(mjb_step(b, NULL, 0, NSTEP, mjSTAGE_NONE), 0);
  mjtNum* rows = rows_copy(b);
  mjb_deleteBatch(b);
  return rows;
}

// ---------------------------------------------------------------- tests

START_TEST(simulations_that_wait_together_get_the_results_of_those_that_do_not) {
  mjModel* m = load();
  mjtNum* rows = expected(m);
  for (int mode = 0; mode < 8; mode++) {
    const int nthread = mode & 1 ? 3 : 1, width = mode & 2 ? 7 : 1000;
    mjBatch* b = make(m, nthread, mode & 4);
    set_passive(b, gathering());
    ck_assert_int_eq(fc_batchGather(b, width), 0);
    start();
    ck_assert_int_eq(mjb_step(b, NULL, 0, NSTEP, mjSTAGE_NONE), 0);
    ck_assert_int_eq(rows_equal(b, rows), 1);
    ck_assert_int_eq(served.simulations, NSIM * NSTEP);
    ck_assert_int_le(served.most, width);
    if (nthread == 1) {
      ck_assert_int_eq(served.most, width < NSIM ? width : NSIM);
      ck_assert_int_eq(served.calls, NSTEP * ((NSIM + served.most - 1) / served.most));
    }
    mjb_deleteBatch(b);
  }
  free(rows);
  mj_deleteModel(m);
}
END_TEST

START_TEST(without_gathering_and_outside_batches_a_call_serves_one) {
  mjModel* m = load();
  mjtNum* rows = expected(m);
  mjBatch* b = make(m, 2, 0);
  set_passive(b, gathering());
  ck_assert_int_eq(fc_batchGather(b, 20), 0);
  ck_assert_int_eq(fc_batchGather(b, 0), 0);
  start();
  ck_assert_int_eq(mjb_step(b, NULL, 0, NSTEP, mjSTAGE_NONE), 0);
  ck_assert_int_eq(rows_equal(b, rows), 1);
  ck_assert_int_eq(served.most, 1);
  mjb_deleteBatch(b);
  free(rows);

  mjData *d = mj_makeData(m), *e = mj_makeData(m);
  FcCallbacks callbacks = {.size = sizeof callbacks, .passive = (mjfGeneric)gathering()};
  fc_setCallbacks(d, &callbacks);
  callbacks.passive = brake_alone;
  fc_setCallbacks(e, &callbacks);
  d->qvel[6] = e->qvel[6] = 1;
  for (int i = 0; i < 5; i++) {
    mj_step(m, d);
    mj_step(m, e);
  }
  ck_assert_mem_eq(d->qpos, e->qpos, (size_t)m->nq * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(only_the_simulation_that_a_function_names_fails) {
  mjModel* m = load();
  mjtNum* rows = expected(m);
  mjBatch* b = make(m, 2, 0);
  set_passive(b, gathering());
  ck_assert_int_eq(fc_batchGather(b, 16), 0);
  start();
  served.fails = 9;
  const size_t row = (size_t)mjb_nstate(b);
  mjtNum* before = rows_copy(b);
  ck_assert_int_eq(mjb_step(b, NULL, 0, NSTEP, mjSTAGE_NONE), 1);
  ck_assert_str_eq(mjb_error(b, 9), "the brake of simulation 9 is broken");
  ck_assert_mem_eq(mjb_state(b) + 9 * row, before + 9 * row, row * sizeof(mjtNum));
  memcpy(rows + 9 * row, before + 9 * row, row * sizeof(mjtNum));
  ck_assert_int_eq(rows_equal(b, rows), 1);
  // and it can go on
  served.fails = -2;
  ck_assert_int_eq(mjb_step(b, NULL, 0, 1, mjSTAGE_NONE), 0);
  free(before);
  free(rows);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

// a gain of 1 + the index of the simulation
static void gain(void* user, int n, FcWaiting* waiting) {
  (void)user;
  for (int k = 0; k < n; k++) {
    FcArguments* arguments = waiting[k].request;
    ck_assert_int_eq((int)arguments->size, (int)sizeof *arguments);
    ck_assert_int_eq(arguments->i[0], 0);
    arguments->result = waiting[k].sim + 1;
  }
}

START_TEST(functions_with_a_result_return_that_of_their_simulation) {
  mjModel* m = load();
  mjBatch* b = make(m, 2, 0);
  FcFunction f = fc_gatheringFunction(FC_SHAPE_CALLBACK_NUMBER, gain, NULL);
  FcCallbacks callbacks = {.size = sizeof callbacks, .act_gain = (mjfAct)f};
  ck_assert_int_eq(fc_batchCallbacks(b, &callbacks), 0);
  ck_assert_int_eq(fc_batchGather(b, 10), 0);
  const mjtNum* force = mjb_output(b, "actuator_force", NULL, NULL);
  mjtNum* ctrl = mjb_stateComponent(b, mjSTATE_CTRL, NULL);
  for (int i = 0; i < NSIM; i++)
    ctrl[i * mjb_nstate(b)] = 2;
  ck_assert_int_eq(mjb_forward(b, NULL, 0, mjSTAGE_ACC), 0);
  for (int i = 0; i < NSIM; i++)
    ck_assert_double_eq(force[i], 2 * (i + 1));
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(functions_are_a_fixed_number_and_wrong_arguments_are_errors) {
  ck_assert_int_eq(fc_gatheringFunction(FC_NSHAPE, gain, NULL) != NULL, 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "there is no shape"));
  int n = 0;
  while (fc_gatheringFunction(FC_SHAPE_CALLBACK_2_INTS, gain, NULL))
    n++;
  ck_assert_int_eq(n, FC_GATHERING_MAX);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "were given out"));
  mjModel* m = load();
  mjBatch* b = make(m, 1, 0);
  ck_assert_int_lt(fc_batchGather(b, -1), 0);
  ck_assert_ptr_nonnull(strstr(fc_lastError(), "width must not be negative, got -1"));
  ck_assert_int_lt(fc_gather(NULL, NULL, m, NULL, NULL), 0);
  mjb_deleteBatch(b);
  mj_deleteModel(m);
}
END_TEST

START_TEST(fields_per_simulation_hold_while_others_wait) {
  mjModel* m = load();
  mjtNum* rows[2];
  start();
  for (int gathered = 0; gathered < 2; gathered++) {
    mjBatch* b = make(m, 2, 0);
    set_passive(b, gathered ? gathering() : (FcFunction)brake_alone);
    if (gathered)
      ck_assert_int_eq(fc_batchGather(b, 30), 0);
    int size;
    mjtNum* mass = mjb_expand(b, "body_mass", &size, NULL);
    for (int i = 0; i < NSIM; i++)
      mass[i * size + 1] *= 1 + 0.1 * i;
    mjtNum* gravity = mjb_expand(b, "opt.gravity", NULL, NULL);
    for (int i = 0; i < NSIM; i++)
      gravity[3 * i] = 0.01 * i;
    ck_assert_int_eq(mjb_step(b, NULL, 0, NSTEP, mjSTAGE_NONE), 0);
    rows[gathered] = rows_copy(b);
    if (gathered)
      ck_assert_int_eq(rows_equal(b, rows[0]), 1);
    mjb_deleteBatch(b);
  }
  free(rows[0]);
  free(rows[1]);
  mj_deleteModel(m);
}
END_TEST

START_TEST(arrays_of_many_owners_are_collected_and_distributed) {
  struct Owner {
    int number;
    double* array;
  } owner[3];
  double array[2][2] = {{1, 2}, {3, 4}};
  void* at[3];
  for (int k = 0; k < 3; k++) {
    owner[k] = (struct Owner){10 + k, k < 2 ? array[k] : NULL};
    at[k] = owner + k;
  }
  int numbers[3];
  fc_collect(numbers, at, offsetof(struct Owner, number), 0, sizeof *numbers, 3);
  ck_assert_int_eq(numbers[2], 12);
  double values[3][2];
  fc_collect(values, at, offsetof(struct Owner, array), 1, sizeof *values, 3);
  ck_assert_double_eq(values[1][0], 3);
  ck_assert_double_eq(values[2][1], 0);
  values[0][1] = 9;
  fc_distribute(values, at, offsetof(struct Owner, array), 1, sizeof *values, 3);
  ck_assert_double_eq(array[0][1], 9);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {simulations_that_wait_together_get_the_results_of_those_that_do_not,
                                without_gathering_and_outside_batches_a_call_serves_one,
                                only_the_simulation_that_a_function_names_fails,
                                functions_with_a_result_return_that_of_their_simulation,
                                functions_are_a_fixed_number_and_wrong_arguments_are_errors,
                                fields_per_simulation_hold_while_others_wait,
                                arrays_of_many_owners_are_collected_and_distributed,
                                NULL};
  return run_tests("gather", tests);
}
