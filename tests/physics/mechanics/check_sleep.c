// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Trees falling asleep and waking, and the advance of the state. Scene: slides a and b, free body
// c, slide n that may never sleep; a tendon limits the sum of a and b to half a metre; a joint
// equality between a and b, inactive.

#include <fulcrum/sensor.h>

#include "core/foundation/data/memory.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/advance.h"
#include "core/physics/problem/sleep_islands.h"
#include "tests/physics/mechanics/support.h"

static const AdvanceServices no_services = {0};

// one step without forces
static void quiet_step(const mjModel* m, mjData* d) {
  position_stage(m, d);
  velocity_stage(m, d);
  mju_zero(d->qacc, (int)m->nv);
  state_advance(m, d, NULL, d->qacc, NULL, &no_services);
}

static mjData* sleeping_data(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int k = 0; k < 11; k++)
    quiet_step(m, d);
  return d;
}

static void assert_trees(const mjData* d, int a, int b, int c, int n) {
  ck_assert_int_eq(d->tree_asleep[0], a);
  ck_assert_int_eq(d->tree_asleep[1], b);
  ck_assert_int_eq(d->tree_asleep[2], c);
  ck_assert_int_eq(d->tree_asleep[3], n);
}

START_TEST(ten_quiet_steps_put_a_tree_to_sleep) {
  mjModel* m = load_scene("sleepers");
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  for (int k = 0; k < 9; k++)
    quiet_step(m, d);
  assert_trees(d, -11, -2, -2, -11);
  quiet_step(m, d);
  assert_trees(d, -11, 1, 2, -11);  // alone, each points to itself
  ck_assert_int_eq(d->ntree_awake, 2);
  ck_assert_int_eq(d->nv_awake, 2);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(velocity_below_tolerance_is_removed) {
  mjModel* m = load_scene("sleepers");
  mjData* d = mj_makeData(m);
  d->qvel[1] = 1e-5;
  for (int k = 0; k < 10; k++) {
    ck_assert_double_eq(d->qvel[1], 1e-5);
    quiet_step(m, d);
  }
  ck_assert_double_eq(d->qvel[1], 0);
  m->opt.sleep_tolerance = 0;
  mj_resetData(m, d);
  d->qvel[1] = 1e-9;
  for (int k = 0; k < 12; k++)
    quiet_step(m, d);
  assert_trees(d, 0, -11, 2, -11);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(islands_sleep_and_wake_together) {
  mjModel* m = load_scene("sleepers");
  mjData* d = mj_makeData(m);
  int itree[4] = {0, 2, 1, 3}, island[4] = {0, -1, 0, -1}, ntree = 2, adr = 0;
  for (int t = 0; t < 3; t++)
    d->tree_asleep[t] = -1;
  d->nefc = d->nisland = 1;
  d->map_itree2tree = itree;
  d->tree_island = island;
  d->island_ntree = &ntree;
  d->island_itreeadr = &adr;
  ck_assert_int_eq(sleep_fall_asleep(m, d), 3);
  assert_trees(d, 2, 1, 0, -11);

  // one member that moves keeps all awake
  d->tree_asleep[0] = d->tree_asleep[2] = -1;
  d->qvel[m->tree_dofadr[2]] = 1;
  ck_assert_int_eq(sleep_fall_asleep(m, d), 0);
  assert_trees(d, -1, 1, -11, -11);
  d->qvel[m->tree_dofadr[2]] = 0;

  // constraints without islands: nothing sleeps
  d->nisland = 0;
  ck_assert_int_eq(sleep_fall_asleep(m, d), 0);
  d->nefc = 0;

  // waking one wakes its cycle with the same counter; an awake tree keeps the smaller counter
  d->tree_asleep[0] = 2;
  d->tree_asleep[2] = 0;
  ck_assert_int_eq(sleep_wake_tree(m, d, 2, -4), 2);
  assert_trees(d, -4, 1, -4, -11);
  ck_assert_int_eq(sleep_wake_tree(m, d, 0, -7), 0);
  ck_assert_int_eq(sleep_wake_tree(m, d, 0, -3), 0);
  assert_trees(d, -7, 1, -4, -11);
  d->map_itree2tree = d->tree_island = d->island_ntree = d->island_itreeadr = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(disturbances_wake_in_kinematics) {
  mjModel* m = load_scene("sleepers");
  for (int cause = 0; cause < 6; cause++) {
    mjData* d = sleeping_data(m);
    assert_trees(d, 0, 1, 2, -11);
    int dof = m->tree_dofadr[2];
    switch (cause) {
      case 0: d->qpos[m->jnt_qposadr[2]] += 1e-12; break;
      case 1: d->qvel[dof + 4] = 1e-300; break;
      case 2: d->qvel[dof] = -0.0; break;
      case 3: d->qfrc_applied[dof + 5] = 1; break;
      case 4: d->xfrc_applied[6 * 3 + 2] = 1; break;
      default: m->opt.enableflags &= ~mjENBL_SLEEP; break;
    }
    mj_kinematics(m, d);
    int all = cause == 5;
    assert_trees(d, all ? -11 : 0, all ? -11 : 1, -11, -11);
    ck_assert_int_eq(d->ntree_awake, all ? 4 : 2);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(sleeping_trees_are_left_alone) {
  mjModel* m = load_scene("sleepers");
  mjData* d = sleeping_data(m);
  mjtNum marker = 123;
  int body = 3, dof = m->tree_dofadr[2];
  d->ximat[9 * body] = d->cvel[6 * body] = d->qLDiagInv[dof] = d->qfrc_bias[dof] =
      d->qfrc_passive[dof] = marker;
  d->cinert[10 * body] = d->cdof[6 * dof] = marker;
  d->qvel[3 + 5] = 0;
  quiet_step(m, d);
  ck_assert_double_eq(d->ximat[9 * body], marker);
  ck_assert_double_eq(d->cvel[6 * body], marker);
  ck_assert_double_eq(d->qLDiagInv[dof], marker);
  ck_assert_double_eq(d->qfrc_bias[dof], marker);
  ck_assert_double_eq(d->qfrc_passive[dof], marker);
  ck_assert_double_eq(d->cinert[10 * body], marker);
  ck_assert_double_eq(d->cdof[6 * dof], marker);
  assert_near(d->subtree_com[0], 6.0 / 4, 1e-14);  // still counted in the world's centre of mass
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(limited_tendon_wakes_with_the_counter_of_the_other_end) {
  mjModel* m = load_scene("sleepers");
  mjData* d = sleeping_data(m);
  d->tree_asleep[1] = -5;
  sleep_arrays_update(m, d);
  d->qpos[1] = .4;
  mj_kinematics(m, d);
  mj_tendon(m, d);
  ck_assert_int_eq(sleep_wake_tendons(m, d), 0);
  d->qpos[1] = .6;
  mj_tendon(m, d);
  ck_assert_int_eq(sleep_wake_tendons(m, d), 1);
  assert_trees(d, -5, -5, 2, -11);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(active_equality_wakes_both_cycles) {
  mjModel* m = load_scene("sleepers");
  mjData* d = sleeping_data(m);
  ck_assert_int_eq(sleep_wake_equalities(m, d), 0);
  d->eq_active[0] = 1;
  ck_assert_int_eq(sleep_wake_equalities(m, d), 2);
  assert_trees(d, -11, -11, 2, -11);

  // one cycle needs no waking
  d->tree_asleep[0] = 1;
  d->tree_asleep[1] = 0;
  sleep_arrays_update(m, d);
  ck_assert_int_eq(sleep_wake_equalities(m, d), 0);
  m->eq_type[0] = mjEQ_TENDON;
  m->eq_obj2id[0] = -1;
  expect_error(sleep_wake_equalities(m, d), "does not support sleeping");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(contact_with_an_awake_tree_wakes) {
  mjModel* m = load_scene("sleepers");
  mjData* d = sleeping_data(m);
  mjContact contact = {.geom = {0, 3}}, *kept = d->contact;
  d->contact = &contact;
  d->ncon = 1;
  d->tree_asleep[3] = -6;
  ck_assert_int_eq(sleep_wake_contacts(m, d), 1);
  assert_trees(d, -6, 1, 2, -6);
  contact.geom[0] = 1;
  contact.geom[1] = 2;
  expect_error(sleep_wake_contacts(m, d), "sleeping trees");
  d->contact = kept;
  d->ncon = 0;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(states_of_objects_follow_their_trees) {
  mjModel* m = load_scene("sleepers");
  mjData* d = sleeping_data(m);
  ck_assert_int_eq(sleep_object(m, d, mjOBJ_BODY, 0), mjS_STATIC);
  ck_assert_int_eq(sleep_object(m, d, mjOBJ_GEOM, 0), mjS_ASLEEP);
  ck_assert_int_eq(sleep_object(m, d, mjOBJ_JOINT, 3), mjS_AWAKE);
  ck_assert_int_eq(sleep_tendon(m, d, 0), mjS_ASLEEP);
  ck_assert_int_eq(sleep_equality(m, d, 0), mjS_ASLEEP);
  // what their types sleep with: tests/sensors/check_types
  ck_assert_int_eq(sleep_sensor(m, d, 0, FC_OBJECT_ANY), mjS_ASLEEP);
  ck_assert_int_eq(sleep_sensor(m, d, 0, 0), mjS_AWAKE);
  ck_assert_int_eq(sleep_sensor(m, d, 1, FC_OBJECT_ANY), mjS_AWAKE);  // the clock
  ck_assert_int_eq(sleep_sensor(m, d, 2, FC_OBJECT_ANY), mjS_ASLEEP);
  sleep_wake_tree(m, d, 2, -11);
  sleep_arrays_update(m, d);
  ck_assert_int_eq(sleep_sensor(m, d, 2, FC_OBJECT_ANY), mjS_AWAKE);
  sleep_wake_tree(m, d, 1, -11);
  sleep_arrays_update(m, d);
  ck_assert_int_eq(sleep_tendon(m, d, 0), mjS_AWAKE);
  expect_error(sleep_object(m, d, mjOBJ_MESH, 0), "unsupported object type 'mesh'");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static int refresh_count, plugin_count;
static void count_refresh(const mjModel* m, mjData* d) {
  (void)m;
  ck_assert_double_eq(d->qvel[0], 0);
  refresh_count++;
}
static void count_plugins(const mjModel* m, mjData* d) {
  (void)m;
  ck_assert_double_gt(d->time, 0);
  plugin_count++;
}

START_TEST(advance_calls_its_services) {
  mjModel* m = load_scene("sleepers");
  mjData* d = mj_makeData(m);
  AdvanceServices services = {.refresh = count_refresh, .plugins = count_plugins};
  refresh_count = plugin_count = 0;
  for (int k = 0; k < 12; k++) {
    position_stage(m, d);
    velocity_stage(m, d);
    mju_zero(d->qacc, (int)m->nv);
    state_advance(m, d, NULL, d->qacc, NULL, &services);
  }
  ck_assert_int_eq(refresh_count, 1);
  ck_assert_int_eq(plugin_count, 12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(positions_move_with_the_new_velocity_unless_one_is_given) {
  mjModel* m = load_scene("pendulum");
  mjData* d = mj_makeData(m);
  mjtNum qacc[4] = {10, 0, 0, 0}, qvel[4] = {3, 0, 0, 0}, h = m->opt.timestep;
  d->qvel[0] = 1;
  d->qacc[0] = 7;
  state_advance(m, d, NULL, qacc, NULL, &no_services);
  assert_near(d->qvel[0], 1 + 10 * h, 1e-15);
  assert_near(d->qpos[0], h * (1 + 10 * h), 1e-15);
  assert_near(d->time, h, 0);
  assert_near(d->qacc_warmstart[0], 7, 0);
  mjtNum before = d->qpos[0];
  state_advance(m, d, NULL, qacc, qvel, &no_services);
  assert_near(d->qpos[0], before + 3 * h, 1e-15);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("sleep");
  TCase* tc = tcase_create("sleep");
  tcase_add_test(tc, ten_quiet_steps_put_a_tree_to_sleep);
  tcase_add_test(tc, velocity_below_tolerance_is_removed);
  tcase_add_test(tc, islands_sleep_and_wake_together);
  tcase_add_test(tc, disturbances_wake_in_kinematics);
  tcase_add_test(tc, sleeping_trees_are_left_alone);
  tcase_add_test(tc, limited_tendon_wakes_with_the_counter_of_the_other_end);
  tcase_add_test(tc, active_equality_wakes_both_cycles);
  tcase_add_test(tc, contact_with_an_awake_tree_wakes);
  tcase_add_test(tc, states_of_objects_follow_their_trees);
  tcase_add_test(tc, advance_calls_its_services);
  tcase_add_test(tc, positions_move_with_the_new_velocity_unless_one_is_given);
  suite_add_tcase(suite, tc);
  return run_suite(suite);
}
