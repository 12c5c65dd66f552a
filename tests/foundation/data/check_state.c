// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// State vectors.

#include "tests/foundation/data/support.h"

static mjModel* m;
static mjData* d;

static void setup(void) {
  m = load_scene();
  d = mj_makeData(m);
}
static void teardown(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void number(mjtNum* values, mjtSize n, mjtNum first) {
  for (int i = 0; i < n; i++)
    values[i] = first + i;
}

// A different number everywhere in the state.
static void fill(mjData* data) {
  data->time = 0.5;
  number(data->qpos, m->nq, 100);
  number(data->qvel, m->nv, 200);
  number(data->act, m->na, 300);
  number(data->history, m->nhistory, 400);
  number(data->qacc_warmstart, m->nv, 500);
  number(data->ctrl, m->nu, 600);
  number(data->qfrc_applied, m->nv, 700);
  number(data->xfrc_applied, 6 * m->nbody, 800);
  data->eq_active[0] = 1;
  data->eq_active[1] = 0;
  number(data->mocap_pos, 3, 900);
  number(data->mocap_quat, 4, 1000);
  number(data->userdata, m->nuserdata, 1100);
}

START_TEST(sizes_are_those_of_the_reference) {
  const int golden[mjNSTATE] = {1, 13, 11, 1, 26, 11, 3, 11, 36, 2, 3, 4, 3, 0};
  int total = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    ck_assert_int_eq(mj_stateSize(m, 1 << i), golden[i]);
    total += golden[i];
  }
  ck_assert_int_eq(mj_stateSize(m, 0), 0);
  ck_assert_int_eq(mj_stateSize(m, mjSTATE_PHYSICS), 51);
  ck_assert_int_eq(mj_stateSize(m, mjSTATE_FULLPHYSICS), 52);
  ck_assert_int_eq(mj_stateSize(m, mjSTATE_USER), 62);
  ck_assert_int_eq(mj_stateSize(m, mjSTATE_INTEGRATION), total);
}
END_TEST

START_TEST(elements_follow_each_other_in_the_order_of_the_bits) {
  fill(d);
  mjtNum state[125];
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  const mjtNum first[] = {0.5, 100, 200, 300, 400, 500, 600, 700, 800, 1, 900, 1000, 1100};
  int at = 0;
  for (int i = 0; i < 13; i++) {
    ck_assert_double_eq(state[at], first[i]);
    at += mj_stateSize(m, 1 << i);
  }
  ck_assert_int_eq(at, 125);
}
END_TEST

START_TEST(what_was_got_can_be_set) {
  fill(d);
  mjtNum state[125], again[125];
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  mj_resetData(m, d);
  mj_setState(m, d, state, mjSTATE_INTEGRATION);
  mj_getState(m, d, again, mjSTATE_INTEGRATION);
  ck_assert_mem_eq(state, again, sizeof state);
  ck_assert_int_eq(d->eq_active[0], 1);

  // verbatim: quaternions are not normalised
  ck_assert_double_eq(d->qpos[3], 103);

  // a part leaves the rest alone
  mjtNum time = 7;
  mj_setState(m, d, &time, mjSTATE_TIME);
  ck_assert_double_eq(d->time, 7);
  ck_assert_double_eq(d->qpos[0], 100);
}
END_TEST

START_TEST(states_are_copied_between_data) {
  mjData* other = mj_makeData(m);
  fill(d);
  mj_copyState(m, d, other, mjSTATE_QVEL | mjSTATE_EQ_ACTIVE);
  ck_assert_double_eq(other->qvel[10], 210);
  ck_assert_int_eq(other->eq_active[0], 1);
  ck_assert_int_eq(other->eq_active[1], 0);
  ck_assert_double_eq(other->time, 0);
  mj_deleteData(other);
}
END_TEST

START_TEST(a_part_can_be_extracted_from_a_state) {
  fill(d);
  mjtNum state[125], part[20];
  mj_getState(m, d, state, mjSTATE_INTEGRATION);
  int sig = mjSTATE_CTRL | mjSTATE_QVEL;
  mj_extractState(m, state, mjSTATE_INTEGRATION, part, sig);
  ck_assert_double_eq(part[0], 200);
  ck_assert_double_eq(part[11], 600);
  expect_error(mj_extractState(m, state, mjSTATE_TIME, part, sig), "not a subset");
}
END_TEST

START_TEST(signatures_out_of_range_are_errors) {
  mjtNum state[125];
  expect_error(mj_stateSize(m, -1), "mj_stateSize: invalid state signature -1 < 0");
  expect_error(mj_stateSize(m, 1 << mjNSTATE),
               "mj_stateSize: invalid state signature 16384 >= 2^mjNSTATE");
  expect_error(mj_getState(m, d, state, 1 << mjNSTATE), "mj_getState");
  expect_error(mj_setState(m, d, state, -5), "mj_setState");
  expect_error(mj_copyState(m, d, d, -5), "mj_copyState");
  expect_error(mj_extractState(m, state, -5, state, 0), "mj_extractState");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("state");
  TCase* tcase = tcase_create("state");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, sizes_are_those_of_the_reference);
  tcase_add_test(tcase, elements_follow_each_other_in_the_order_of_the_bits);
  tcase_add_test(tcase, what_was_got_can_be_set);
  tcase_add_test(tcase, states_are_copied_between_data);
  tcase_add_test(tcase, a_part_can_be_extracted_from_a_state);
  tcase_add_test(tcase, signatures_out_of_range_are_errors);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
