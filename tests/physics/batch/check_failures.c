// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A simulation that fails keeps the state from before the call and says why, and the others never
// notice: errors of callbacks, of plugins, in resets, in functions of the program.

#include <stdatomic.h>

#include <fulcrum/callbacks.h>

#include "tests/physics/batch/support.h"

#define NSIM 7

// ---------------------------------------------------------------- errors in a step

// Fails where userdata[0] is set, in the step after as many as userdata[1] says.
static void fail_where_marked(const mjModel* m, mjData* d) {
  (void)m;
  if (d->userdata[0] != 0 && d->userdata[1]-- <= 0)
    mju_error("marked %g at %g", d->userdata[0], d->time);
}

static Twin marked_twin(int nthread, int persistent) {
  Twin t = twin_make(parse(two_links), NSIM, nthread, persistent);
  const FcCallbacks own = {.size = sizeof own, .passive = fail_where_marked};
  ck_assert_int_eq(fc_batchCallbacks(t.b, &own), 0);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 4, mjSTAGE_ACC);
  for (int i = 1; i < NSIM; i += 3) {
    const mjtNum mark[2] = {i, 2};
    twin_set(&t, i, mjSTATE_USERDATA, mark);
  }
  return t;
}

static int is_marked(int sim) { return sim % 3 == 1; }

START_TEST(a_failing_simulation_keeps_its_state_and_the_others_go_on) {
  Twin t = marked_twin(1 + _i % 4, _i / 4);
  for (int k = 0; k < 4; k++) {
    ck_assert_int_eq(mjb_step(t.b, NULL, 0, 6, k), 2);
    for (int i = 0; i < NSIM; i++) {
      char message[100];
      snprintf(message, sizeof message, "marked %d at %g", i, 4 * 0.005 + 2 * 0.005);
      ck_assert_int_eq(mjb_status(t.b)[i], is_marked(i) ? FC_BATCH_FAILED : FC_BATCH_DONE);
      ck_assert_str_eq(mjb_error(t.b, i), is_marked(i) ? message : "");
      if (!is_marked(i))
        loop_step(t.m, t.d[i], 6, k);
    }
    expect_rows(&t, "after failures");
  }
  // the cause is gone, and so is the failure
  const mjtNum none[2] = {0, 0};
  for (int i = 1; i < NSIM; i += 3)
    twin_set(&t, i, mjSTATE_USERDATA, none);
  for (int k = 0; k < 4; k++) {
    twin_step(&t, NULL, 0, 2, k);
    expect_rows(&t, "the cause is gone");
  }
  for (int i = 0; i < NSIM; i++)
    ck_assert_str_eq(mjb_error(t.b, i), "");
  ck_assert_str_eq(mjb_error(t.b, -1), "");
  ck_assert_str_eq(mjb_error(t.b, NSIM), "");
  twin_delete(&t);
}
END_TEST

// status tells of the last call for each simulation
START_TEST(the_outcome_of_simulations_that_are_not_selected_stays) {
  Twin t = marked_twin(2, _i);
  const int ids[] = {0, 2, 3};
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 3, mjSTAGE_NONE), 2);
  ck_assert_int_eq(mjb_step(t.b, ids, 3, 1, mjSTAGE_NONE), 0);
  ck_assert_int_eq(mjb_status(t.b)[1], FC_BATCH_FAILED);
  ck_assert_int_ne(mjb_error(t.b, 1)[0], 0);
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_NONE), 0);
  ck_assert_int_eq(mjb_status(t.b)[1], FC_BATCH_DONE);
  ck_assert_str_eq(mjb_error(t.b, 1), "");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- trees that sleep

static const char balls[] =
    "<mujoco><option><flag sleep='enable'/></option><size nuserdata='2'/><worldbody>"
    "<geom type='plane' size='5 5 .1'/>"
    "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='1 0 .4'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
    "<body pos='2 0 1.5'><freejoint/><geom type='box' size='.1 .1 "
    ".1'/></body></worldbody></mujoco>";

static Twin sleeping_twin(void) {
  Twin t = twin_make(parse(balls), 3, 1, 1);
  int slept = 0;
  for (int k = 0; k < 40 && !slept; k++) {
    twin_step(&t, NULL, 0, 50, mjSTAGE_NONE);
    slept = t.d[0]->tree_asleep[0] >= 0;
  }
  ck_assert(slept && t.d[0]->tree_asleep[2] < 0);
  return t;
}

static void expect_sleep(const Twin* t, const char* what) {
  const int* asleep = mjb_output(t->b, "tree_asleep", NULL, NULL);
  for (int k = 0; k < 8; k++) {
    twin_step(t, NULL, 0, 25, k % 4);
    expect_rows(t, what);
    for (int i = 0; i < t->n; i++)
      ck_assert_mem_eq(asleep + 3 * i, t->d[i]->tree_asleep, 3 * sizeof(int));
  }
}

START_TEST(what_slept_before_a_failure_sleeps_after_it) {
  Twin t = sleeping_twin();
  mjcb_passive = fail_where_marked;
  const mjtNum mark[2] = {1, 3};
  twin_set(&t, 1, mjSTATE_USERDATA, mark);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 5, mjSTAGE_NONE), 1);
  loop_step(t.m, t.d[0], 5, mjSTAGE_NONE);
  loop_step(t.m, t.d[2], 5, mjSTAGE_NONE);
  mjcb_passive = NULL;
  expect_sleep(&t, "asleep before a failure");
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- functions of the program

typedef struct Visits_ {
  atomic_int n, sum;
} Visits;

static void push(const mjModel* m, mjData* d, int sim, void* arg) {
  Visits* visits = arg;
  atomic_fetch_add(&visits->n, 1);
  atomic_fetch_add(&visits->sum, sim);
  d->qvel[0] += sim;
  d->time += 1;
  mj_forward(m, d);
  if (sim % 3 == 1 && d->userdata[0] == 1)
    mju_error("no push for %d", sim);
}

START_TEST(a_function_sees_every_simulation_and_changes_it_if_it_shall) {
  Twin t = twin_make(parse(two_links), NSIM, 1 + _i % 3, _i / 3);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 3, mjSTAGE_VEL);
  const mjtNum* xpos = mjb_output(t.b, "xpos", NULL, NULL);
  Visits visits = {0, 0};
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, push, &visits, 0), 0);
  ck_assert_int_eq(visits.n, NSIM);
  ck_assert_int_eq(visits.sum, NSIM * (NSIM - 1) / 2);
  expect_rows(&t, "not saved");
  twin_step(&t, NULL, 0, 1, mjSTAGE_VEL);
  expect_rows(&t, "a step after it");
  const mjtNum before = xpos[6];
  const int ids[] = {0, 4, 6};
  ck_assert_int_eq(mjb_apply(t.b, ids, 3, push, &visits, 7), 0);
  for (int k = 0; k < 3; k++)
    push(t.m, t.d[ids[k]], ids[k], &visits);
  expect_rows(&t, "saved");
  ck_assert(xpos[6] == before);
  twin_step(&t, NULL, 0, 1, mjSTAGE_VEL);
  expect_rows(&t, "a step after it");
  twin_delete(&t);
}
END_TEST

START_TEST(a_function_may_fail) {
  Twin t = twin_make(parse(two_links), NSIM, 1 + _i % 3, _i / 3);
  twin_scatter(&t);
  const mjtNum mark[2] = {1, 0};
  for (int i = 0; i < NSIM; i++)
    twin_set(&t, i, mjSTATE_USERDATA, mark);
  Visits visits = {0, 0};
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, push, &visits, 1), 2);
  for (int i = 0; i < NSIM; i++) {
    char message[50];
    snprintf(message, sizeof message, "no push for %d", i);
    ck_assert_str_eq(mjb_error(t.b, i), is_marked(i) ? message : "");
    if (!is_marked(i))
      push(t.m, t.d[i], i, &visits);
  }
  expect_rows(&t, "some failed");
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  expect_rows(&t, "a step after it");
  expect_error(mjb_apply(t.b, NULL, 0, NULL, NULL, 0), "mjb_apply");
  twin_delete(&t);
}
END_TEST

// a batch inside a function of a batch
static void nest(const mjModel* m, mjData* d, int sim, void* arg) {
  (void)m;
  mjBatch* inner = ((mjBatch**)arg)[sim];
  mjb_state(inner)[1] = sim;
  d->userdata[0] = mjb_step(inner, NULL, 0, 2, mjSTAGE_NONE);
  d->userdata[1] = mjb_state(inner)[0];
  if (sim == 1)
    mju_error("after the inner batch");
}

START_TEST(a_function_may_run_another_batch) {
  Twin t = twin_make(parse(two_links), 3, 2, 0);
  mjBatch* inner[3];
  for (int i = 0; i < 3; i++)
    inner[i] = make_batch(t.m, 2, 2, i % 2);
  ck_assert_int_eq(mjb_apply(t.b, NULL, 0, nest, inner, 1), 1);
  ck_assert_str_eq(mjb_error(t.b, 1), "after the inner batch");
  assert_near(twin_component(&t, 2, mjSTATE_USERDATA)[1], .01, 1e-9);
  for (int i = 0; i < 3; i++)
    mjb_deleteBatch(inner[i]);
  twin_delete(&t);
}
END_TEST

// ---------------------------------------------------------------- plugins

static atomic_int refuse_resets, refuse_copies;

static int plugin_nstate(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 1;
}

static int plugin_init(const mjModel* m, mjData* d, int instance) {
  (void)m;
  (void)d;
  (void)instance;
  return 0;
}

static void plugin_copy(mjData* dest, const mjModel* m, const mjData* src, int instance) {
  (void)dest;
  (void)m;
  (void)src;
  (void)instance;
  if (refuse_copies)
    mju_error("no copy");
}

static void plugin_reset(const mjModel* m, mjtNum* state, void* data, int instance) {
  (void)m;
  (void)data;
  (void)instance;
  if (refuse_resets && refuse_resets--)
    mju_error("no reset");
  *state = 3;
}

static void plugin_compute(const mjModel* m, mjData* d, int instance, int capability) {
  (void)capability;
  mjtNum* state = d->plugin_state + m->plugin_stateadr[instance];
  if (*state < 0)
    mju_error("state %g", *state);
  d->qfrc_passive[0] -= *state * d->qvel[0];
}

static void plugin_advance(const mjModel* m, mjData* d, int instance) {
  d->plugin_state[m->plugin_stateadr[instance]] += 0.01;
}

static mjModel* with_plugin(void) {
  mjpPlugin plugin = {.name = "test.batch",
                      .capabilityflags = mjPLUGIN_PASSIVE,
                      .nstate = plugin_nstate,
                      .init = plugin_init,
                      .copy = plugin_copy,
                      .reset = plugin_reset,
                      .compute = plugin_compute,
                      .advance = plugin_advance};
  mjp_registerPlugin(&plugin);
  return parse(
      "<mujoco><extension><plugin plugin='test.batch'/></extension><worldbody>"
      "<body><joint axis='0 1 0'/><geom type='capsule' size='.05' fromto='0 0 0 .5 0 0'/>"
      "<plugin plugin='test.batch'/></body></worldbody></mujoco>");
}

START_TEST(a_plugin_fails_in_one_simulation) {
  Twin t = twin_make(with_plugin(), 5, 1 + _i % 3, _i / 3);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 3, mjSTAGE_VEL);
  expect_rows(&t, "with a plugin");
  const mjtNum bad = -2;
  twin_set(&t, 3, mjSTATE_PLUGIN, &bad);
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 2, mjSTAGE_ACC), 1);
  ck_assert_str_eq(mjb_error(t.b, 3), "state -2");
  for (int i = 0; i < 5; i++)
    if (i != 3)
      loop_step(t.m, t.d[i], 2, mjSTAGE_ACC);
  expect_rows(&t, "one failed");
  twin_delete(&t);
}
END_TEST

// Data that cannot be reset after an error are made again; bindings and callbacks are those of the
// simulation.
START_TEST(data_that_cannot_be_repaired_are_made_again) {
  Twin t = twin_make(with_plugin(), 3, 1, _i);
  const int one = 1;
  const mjtNum bad = -1, good = 2;
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  for (int k = 0; k < 4; k++) {
    twin_set(&t, 1, mjSTATE_PLUGIN, &bad);
    refuse_resets = 1;
    ck_assert_int_eq(mjb_step(t.b, &one, 1, 2, mjSTAGE_ACC), 1);
    ck_assert_int_eq(refuse_resets, 0);
    twin_set(&t, 1, mjSTATE_PLUGIN, &good);
    if (k == 1) {
      ck_assert_msg(fc_batchBind(t.b, NULL, 0, FC_SOLVER, "cg") == 0, "%s", fc_lastError());
      for (int i = 0; i < t.n; i++)
        ck_assert_int_eq(fc_bind(t.m, t.d[i], FC_SOLVER, "cg"), 0);
    }
    if (k == 2) {
      const FcCallbacks none = {.size = sizeof none};
      ck_assert_int_eq(fc_batchCallbacks(t.b, &none), 0);
    }
    if (k == 3) {
      mjData* d = mj_makeData(t.m);
      mjb_getData(t.b, 1, d);
      ck_assert(d->qpos[0] == t.d[1]->qpos[0] && d->plugin_state[0] == good);
      mj_deleteData(d);
    }
    ck_assert_uint_gt(fc_batchBytes(t.b), 0);
    twin_step(&t, NULL, 0, 3, mjSTAGE_ACC);
    expect_rows(&t, "made again");
  }
  twin_delete(&t);
}
END_TEST

START_TEST(a_reset_that_fails_leaves_the_state) {
  Twin t = twin_make(with_plugin(), 3, 1, _i);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  refuse_resets = 1;
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_ACC), 1);
  refuse_resets = 0;
  ck_assert_int_eq(mjb_status(t.b)[0], FC_BATCH_FAILED);
  ck_assert_str_eq(mjb_error(t.b, 0), "no reset");
  for (int i = 1; i < 3; i++) {
    mj_resetData(t.m, t.d[i]);
    mj_forward(t.m, t.d[i]);
  }
  expect_rows(&t, "reset");
  twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
  expect_rows(&t, "after a reset");
  twin_delete(&t);
}
END_TEST

START_TEST(a_batch_whose_plugins_refuse_is_not_made) {
  char error[200] = "";
  mjModel* m = with_plugin();
  const mjBatchConfig config = {2, _i};
  for (int k = 1; k <= 3; k++) {
    refuse_resets = k == 1;
    refuse_copies = k == 2;
    ck_assert_ptr_null(k < 3 ? mjb_makeBatch(m, 3, &config, error, sizeof error) : NULL);
    if (k < 3)
      ck_assert_msg(strstr(error, k == 1 ? "no reset" : "no copy") != NULL, "%s", error);
  }
  refuse_resets = refuse_copies = 0;
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- numbers that are not finite

START_TEST(bad_numbers_warn_and_reset_their_own_simulation) {
  static const int where[] = {mjSTATE_QPOS, mjSTATE_QVEL, mjSTATE_QFRC_APPLIED, mjSTATE_CTRL};
  static const int warning[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC, mjWARN_BADCTRL};
  static const mjtNum bad[] = {NAN, INFINITY, 1e11};
  for (int k = 0; k < 12; k++) {
    Twin t = twin_make(parse(two_links), NSIM, 1 + _i % 3, _i / 3);
    if (k % 2)
      ((mjModel*)(size_t)mjb_model(t.b))->opt.disableflags |= mjDSBL_AUTORESET;
    t.m->opt.disableflags = mjb_model(t.b)->opt.disableflags;
    twin_scatter(&t);
    twin_step(&t, NULL, 0, 2, mjSTAGE_ACC);
    mjtNum value[2] = {bad[k / 4], 0};
    twin_set(&t, 2, where[k % 4], value);
    twin_step(&t, NULL, 0, 3, k % 4);
    expect_rows(&t, "bad numbers");
    ck_assert_int_gt(mjb_warning(t.b)[2 * mjNWARNING + warning[k % 4]].number, 0);
    for (int i = 0; i < mjNWARNING; i++)
      ck_assert_int_eq(mjb_warning(t.b)[3 * mjNWARNING + i].number, 0);
    // warnings are state of the simulation: the next call counts on from what the program writes
    mjb_warning(t.b)[5 * mjNWARNING + mjWARN_BADCTRL].number = 9;
    t.d[5]->warning[mjWARN_BADCTRL].number = 9;
    twin_step(&t, NULL, 0, 1, mjSTAGE_NONE);
    expect_rows(&t, "afterwards");
    ck_assert_int_eq(mjb_warning(t.b)[5 * mjNWARNING + mjWARN_BADCTRL].number, 9);
    ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_NONE), 0);
    for (int i = 0; i < mjNWARNING * NSIM; i++)
      ck_assert_int_eq(mjb_warning(t.b)[i].number, 0);
    twin_delete(&t);
  }
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("failures");
  mju_user_warning = ignore_warning;
  tcase_add_loop_test(tests, a_failing_simulation_keeps_its_state_and_the_others_go_on, 0, 8);
  tcase_add_loop_test(tests, the_outcome_of_simulations_that_are_not_selected_stays, 0, 2);
  tcase_add_test(tests, what_slept_before_a_failure_sleeps_after_it);
  tcase_add_loop_test(tests, a_function_sees_every_simulation_and_changes_it_if_it_shall, 0, 6);
  tcase_add_loop_test(tests, a_function_may_fail, 0, 6);
  tcase_add_test(tests, a_function_may_run_another_batch);
  tcase_add_loop_test(tests, a_plugin_fails_in_one_simulation, 0, 6);
  tcase_add_loop_test(tests, data_that_cannot_be_repaired_are_made_again, 0, 2);
  tcase_add_loop_test(tests, a_reset_that_fails_leaves_the_state, 0, 2);
  tcase_add_loop_test(tests, a_batch_whose_plugins_refuse_is_not_made, 0, 2);
  tcase_add_loop_test(tests, bad_numbers_warn_and_reset_their_own_simulation, 0, 6);
  return run_case("batch failures", tests);
}
