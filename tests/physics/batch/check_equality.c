// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The results of a batch equal those of a loop over one mjData per simulation to the bit: for
// models of every kind, with any number of threads, persistent or not, for every stage and
// selection.

#include "tests/physics/batch/support.h"

static const char* const models[] = {
    "/models/humanoid/humanoid.xml",  "/models/arm/arm.xml",        "/models/blocks/blocks.xml",
    "/models/crank/crank.xml",        "/models/problems/grasp.xml", "models/delays.xml",
    "models/equalities.xml",          "models/mocap.xml",           "models/muscles.xml",
    "models/tendons_rk4.xml",         "models/chain_implicit.xml",  "models/inverse_discrete.xml",
    "models/frictionloss_noslip.xml", "models/sensors_contact.xml", "models/sensors_frame.xml",
    "models/sensors_range.xml",       "models/plugin_pid.xml",      "models/plugin_cable.xml",
    "models/plugin_touch_grid.xml",   "models/adhesion.xml",        "corpus/flex_bodies.xml",
    "corpus/flex_strain.xml",         "corpus/flex_pins.xml",       "corpus/flex_trilinear.xml"};
#define NMODEL ((int)(sizeof models / sizeof *models))

#define NSIM 5
static const int threads[] = {1, 2, 3, 8};

// ---------------------------------------------------------------- every model

// forces and controls as a program would set them between calls
static void disturb(const Twin* t, int k) {
  mjtNum* force = calloc(6 * (size_t)t->m->nbody + 1, sizeof *force);
  for (int i = 0; i < t->n; i++) {
    twin_control(t, i, 0.1 * k);
    if (k % 5 != 2)
      continue;
    force[6 * (t->m->nbody - 1) + 2] = 0.3 * i;
    twin_set(t, i, mjSTATE_XFRC_APPLIED, force);
    if (t->m->nv)
      force[6 * (t->m->nbody - 1) + 2] = 0;
    force[0] = 0.01 * i;
    twin_set(t, i, mjSTATE_QFRC_APPLIED, t->m->nv <= 6 * t->m->nbody ? force : t->d[i]->qvel);
    force[0] = 0;
  }
  free(force);
}

static void compare_with_loop(const char* name, int nthread, int persistent) {
  char what[200];
  Twin t = twin_make(load_file(name), NSIM, nthread, persistent);
  snprintf(what, sizeof what, "%s, %d threads%s", name, nthread, persistent ? ", persistent" : "");
  twin_scatter(&t);
  for (int k = 0; k < 24; k++) {
    disturb(&t, k);
    twin_step(&t, NULL, 0, 1 + k % 3, k % (mjSTAGE_ACC + 1));
    expect_rows(&t, what);
  }
  twin_delete(&t);
}

START_TEST(every_model_moves_as_in_a_loop) {
  for (int i = 0; i < 4; i++)
    compare_with_loop(models[_i], threads[i], i % 2);
  compare_with_loop(models[_i], 2, 0);
  compare_with_loop(models[_i], 1, 1);
}
END_TEST

static const char* const sleepers[] = {"models/sleep.xml", "models/sleep_implicit.xml",
                                       "/models/blocks/blocks.xml"};

// Trees of one simulation sleep at other times than those of another.
START_TEST(trees_that_sleep_do_so_as_in_a_loop) {
  for (int i = 0; i < 4; i++) {
    mjModel* m = load_file(sleepers[_i]);
    m->opt.enableflags |= mjENBL_SLEEP;
    Twin t = twin_make(m, NSIM, threads[i], 1);
    int size, slept = 0;
    const int* asleep = mjb_output(t.b, "tree_asleep", &size, NULL);
    ck_assert_int_eq(size, m->ntree);
    twin_scatter(&t);
    for (int k = 0; k < 60; k++) {
      twin_step(&t, NULL, 0, 20, k % 7 ? mjSTAGE_NONE : mjSTAGE_ACC);
      expect_rows(&t, sleepers[_i]);
      for (int s = 0; s < NSIM; s++) {
        ck_assert_mem_eq(asleep + s * size, t.d[s]->tree_asleep, sizeof(int) * (size_t)size);
        for (int j = 0; j < size; j++)
          slept += asleep[s * size + j] >= 0;
      }
    }
    ck_assert_int_gt(slept, 0);
    twin_delete(&t);
  }
}
END_TEST

// ---------------------------------------------------------------- selections, stages, keyframes

START_TEST(only_selected_simulations_move) {
  const int some[] = {1, 2, 6, 9}, last[] = {9}, all[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Twin t = twin_make(parse(two_links), 10, threads[_i / 2], _i % 2);
  twin_scatter(&t);
  twin_step(&t, some, 4, 3, mjSTAGE_ACC);
  expect_rows(&t, "some");
  twin_step(&t, last, 1, 1, mjSTAGE_POS);
  expect_rows(&t, "the last one");
  twin_step(&t, some, 0, 1, mjSTAGE_VEL);
  expect_rows(&t, "none");
  twin_step(&t, all, 10, 2, mjSTAGE_VEL);
  expect_rows(&t, "all of them by index");
  twin_step(&t, NULL, -5, 1, mjSTAGE_NONE);
  expect_rows(&t, "all of them");
  twin_delete(&t);
}
END_TEST

// what a call has computed up to each stage, and the acceleration sensors that it has not
START_TEST(a_stage_is_computed_up_to_its_end) {
  Twin t = twin_make(parse(two_links), 3, 1 + _i % 2, 1);
  const mjtNum* xpos = mjb_output(t.b, "site_xpos", NULL, NULL);
  const mjtNum* cvel = mjb_output(t.b, "cvel", NULL, NULL);
  const mjtNum* qacc = mjb_output(t.b, "qacc", NULL, NULL);
  const mjtNum* sensordata = mjb_output(t.b, "sensordata", NULL, NULL);
  for (int stage = mjSTAGE_NONE; stage <= mjSTAGE_ACC; stage++) {
    twin_scatter(&t);
    ck_assert_int_eq(mjb_forward(t.b, NULL, 0, stage), 0);
    for (int i = 0; i < t.n; i++) {
      const mjData* d = t.d[i];
      loop_forward(t.m, t.d[i], stage);
      ck_assert_mem_eq(xpos + 3 * i, d->site_xpos, 3 * sizeof(mjtNum));
      ck_assert_mem_eq(cvel + 24 * i, d->cvel, 24 * sizeof(mjtNum));
      ck_assert_mem_eq(qacc + 2 * i, d->qacc, 2 * sizeof(mjtNum));
      ck_assert_mem_eq(sensordata + 7 * i, d->sensordata, 7 * sizeof(mjtNum));
    }
    expect_rows(&t, "forward");
  }
  twin_delete(&t);
}
END_TEST

START_TEST(a_reset_takes_the_keyframe_of_each_simulation) {
  const int ids[] = {0, 2, 3, 5}, key[] = {1, -1, 0, 1}, every[] = {0, 0, -1, 1, 0, -1};
  Twin t = twin_make(parse(two_links), 6, threads[_i / 2], _i % 2);
  twin_scatter(&t);
  twin_step(&t, NULL, 0, 7, mjSTAGE_VEL);
  // what the program wrote into a row is dropped
  twin_component(&t, 0, mjSTATE_QPOS)[1] = 77;
  ck_assert_int_eq(mjb_reset(t.b, ids, 4, key, mjSTAGE_ACC), 0);
  for (int k = 0; k < 4; k++) {
    mj_resetDataKeyframe(t.m, t.d[ids[k]], key[k]);
    mj_forward(t.m, t.d[ids[k]]);
  }
  expect_rows(&t, "four of six");
  ck_assert(twin_component(&t, 3, mjSTATE_TIME)[0] == 0.5);
  twin_step(&t, NULL, 0, 5, mjSTAGE_ACC);
  expect_rows(&t, "steps afterwards");
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, every, mjSTAGE_NONE), 0);
  for (int i = 0; i < 6; i++)
    mj_resetDataKeyframe(t.m, t.d[i], every[i]);
  expect_rows(&t, "all of them");
  ck_assert_int_eq(mjb_reset(t.b, NULL, 0, NULL, mjSTAGE_NONE), 0);
  for (int i = 0; i < 6; i++)
    mj_resetData(t.m, t.d[i]);
  expect_rows(&t, "no keyframes");
  twin_delete(&t);
}
END_TEST

START_TEST(a_new_batch_is_reset_and_knows_itself) {
  mjModel* m = parse(two_links);
  m->qpos0[1] = .25;
  Twin t = twin_make(m, 4, 7, _i);
  ck_assert_int_eq(mjb_nsim(t.b), 4);
  ck_assert_int_eq(mjb_nthread(t.b), 4);
  ck_assert_int_eq(mjb_persistent(t.b), _i);
  ck_assert_int_eq(mjb_nstate(t.b), mj_stateSize(m, mjSTATE_INTEGRATION));
  ck_assert_ptr_ne(mjb_model(t.b), m);
  ck_assert_mem_eq(mjb_model(t.b)->qpos0, m->qpos0, 2 * sizeof(mjtNum));
  expect_rows(&t, "new");
  // the model is a copy: changes of the original do not matter
  m->opt.gravity[2] = 0;
  ck_assert_int_eq(mjb_step(t.b, NULL, 0, 1, mjSTAGE_NONE), 0);
  ck_assert(twin_component(&t, 0, mjSTATE_QVEL)[0] != 0);
  ck_assert_uint_ge(fc_batchBytes(t.b), 4 * sizeof(mjtNum) * (size_t)mjb_nstate(t.b));
  twin_delete(&t);
  mjb_deleteBatch(NULL);
}
END_TEST

// every component has its place in the row, which is that of mj_getState
START_TEST(components_are_where_the_state_has_them) {
  Twin t = twin_make(load_file(models[_i]), 2, 1, 0);
  int total = 0;
  for (int bit = 0; bit < mjNSTATE; bit++) {
    int size = -1;
    ck_assert_ptr_eq(mjb_stateComponent(t.b, 1 << bit, &size), mjb_state(t.b) + total);
    ck_assert_int_eq(size, mj_stateSize(t.m, 1 << bit));
    total += size;
  }
  ck_assert_int_eq(total, mjb_nstate(t.b));
  twin_delete(&t);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("equality");
  tcase_add_loop_test(tests, every_model_moves_as_in_a_loop, 0, NMODEL);
  tcase_add_loop_test(tests, trees_that_sleep_do_so_as_in_a_loop, 0, 3);
  tcase_add_loop_test(tests, only_selected_simulations_move, 0, 8);
  tcase_add_loop_test(tests, a_stage_is_computed_up_to_its_end, 0, 2);
  tcase_add_loop_test(tests, a_reset_takes_the_keyframe_of_each_simulation, 0, 8);
  tcase_add_loop_test(tests, a_new_batch_is_reset_and_knows_itself, 0, 2);
  tcase_add_loop_test(tests, components_are_where_the_state_has_them, 0, NMODEL);
  return run_case("batch equality", tests);
}
