// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Types of equalities side by side: Jacobians, order of rows, types that are edited while a
// simulation runs, types that no module serves, elements that affect more than two objects.

#include "tests/constraints/support.h"

static const char scene[] =
    "<mujoco><worldbody>"
    "<body name='a' pos='0 0 1'><freejoint/><geom size='.1' contype='0'/><site name='nut' pos='.1 "
    "0 "
    "0'/></body>"
    "<body name='b' pos='.3 0 1'><freejoint/><geom size='.1' contype='0'/><site name='bolt' "
    "euler='20 0 0'/></body>"
    "<body name='c' pos='1 0 1'><joint name='h1' axis='0 1 0'/><geom size='.1' pos='.2 0 0' "
    "contype='0'/><site name='c'/></body>"
    "<body name='e' pos='2 0 1'><joint name='h2' axis='0 1 0'/><geom size='.1' pos='.2 0 0' "
    "contype='0'/></body>"
    "<body name='f' pos='3 0 1'><joint name='h3' type='slide' axis='0 1 0'/><geom size='.1' "
    "contype='0'/></body>"
    "</worldbody><tendon><fixed name='t1'><joint joint='h1' coef='2'/></fixed><spatial "
    "name='t2'><site site='nut'/><site site='c'/></spatial></tendon></mujoco>";

static mjSpec* scene_spec(void) {
  add_modules();
  return parse(scene);
}

static void displace(const mjModel* m, mjData* d) {
  srand(1);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = 2.0 * rand() / RAND_MAX - 1;
  mj_integratePos(m, d->qpos, d->qvel, .3);
  mj_forward(m, d);
}

START_TEST(jacobians_of_the_built_in_types_are_derivatives) {
  mjSpec* s = scene_spec();
  mjsEquality* q = add_equality(s, "connect", mjEQ_CONNECT, mjOBJ_BODY, "a", "b");
  q->data[0] = .1;
  q = add_equality(s, "weld", mjEQ_WELD, mjOBJ_BODY, "b", "c");
  q->data[1] = .2;
  q->data[10] = .7;
  add_equality(s, "sites", mjEQ_CONNECT, mjOBJ_SITE, "nut", "bolt");
  add_equality(s, "frames", mjEQ_WELD, mjOBJ_SITE, "nut", "c")->data[10] = 2;
  q = add_equality(s, "joint", mjEQ_JOINT, mjOBJ_JOINT, "h1", "h2");
  q->data[0] = .1;
  q->data[1] = 2;
  q->data[2] = .4;
  q->data[3] = -.3;
  q->data[4] = .2;
  q = add_equality(s, "tendon", mjEQ_TENDON, mjOBJ_TENDON, "t1", "t2");
  q->data[1] = .5;
  q->data[2] = .3;
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->nemax, 3 + 7 + 3 + 7 + 1 + 1);
  for (int sparse = 0; sparse < 2; sparse++) {
    m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    mj_resetData(m, d);
    displace(m, d);
    ck_assert_double_lt(jacobian_error(m, d), 1e-7);
    ck_assert_int_eq(d->ne, 3 + 6 + 3 + 6 + 1 + 1);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(rows_come_in_the_order_of_elements_whatever_their_types) {
  mjSpec* s = scene_spec();
  add_screw(s, "s1", "nut", "bolt", .1);
  add_equality(s, "c1", mjEQ_CONNECT, mjOBJ_SITE, "nut", "c");
  add_screw(s, "s2", "c", "bolt", .1);
  add_equality(s, "j1", mjEQ_JOINT, mjOBJ_JOINT, "h1", "h2");
  add_screw(s, "off", "c", "nut", .1)->active = 0;
  add_screw(s, "s3", "bolt", "c", .1);
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  static const int expected[] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 5, 5, 5, 5, 5};
  ck_assert_int_eq(d->ne, (int)(sizeof expected / sizeof *expected));
  for (int r = 0; r < d->ne; r++)
    ck_assert_int_eq(d->efc_id[r], expected[r]);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_type_that_is_edited_between_steps_counts_from_the_next_step) {
  mjSpec* s = scene_spec();
  add_equality(s, "x", mjEQ_CONNECT, mjOBJ_SITE, "nut", "bolt");
  mjModel* m = compile(s);
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  ck_assert_int_eq(d->ne, 3);
  m->eq_type[0] = mjEQ_WELD;
  mj_step(m, d);
  ck_assert_int_eq(d->ne, 6);
  m->eq_data[0] = .1;
  m->eq_data[1] = .1;
  m->eq_type[0] = type_of("acme.screw");
  mj_step(m, d);
  ck_assert_int_eq(d->ne, 5);

  // what cannot be served is an error that goes away with its cause
  mju_user_error = catch_error;
  m->eq_type[0] = 77;
  expect_error(mj_step(m, d), "equality 0 \"x\" cannot be used");
  ck_assert_msg(strstr(last_message, "number 77") != NULL, "got: %s", last_message);
  mj_resetData(m, d);
  m->eq_type[0] = type_of("acme.missing");
  expect_error(mj_step(m, d), "acme.missing");
  mj_resetData(m, d);
  m->eq_type[0] = type_of("acme.screw");
  m->eq_data[0] = 0;
  expect_error(mj_step(m, d), "pitch of a screw must not be zero");
  mj_resetData(m, d);
  m->eq_data[0] = .1;
  mj_step(m, d);
  ck_assert_int_eq(d->ne, 5);

  // ids of another kind of object
  m->eq_obj1id[0] = 50;
  m->eq_type[0] = mjEQ_JOINT;
  expect_error(mj_step(m, d), "eq_obj1id out of bounds");
  mj_resetData(m, d);

  // nothing is asked of an element that is not active
  d->eq_active[0] = 0;
  mj_step(m, d);
  ck_assert_int_eq(d->nefc, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_type_without_a_face_is_refused_with_its_element) {
  mjSpec* s = scene_spec();
  add_equality(s, "bent", mjEQ_DISTANCE, mjOBJ_GEOM, "f", "");
  refuse(s, "invalid type in equality constraint", "bent");
  s = parse(scene);
  add_equality(s, "loss", type_of("friction/dof"), mjOBJ_JOINT, "h1", "h2");
  refuse(s, "\"friction/dof\" is not a type of equality", "loss");
}
END_TEST

START_TEST(an_element_may_tie_more_than_its_two_ends) {
  mjSpec* s = scene_spec();
  add_equality(s, "sum", type_of("test.sum"), mjOBJ_JOINT, "h1", "h2")->data[0] = 99;
  refuse(s, "the third joint does not exist", "sum");
  s = parse(scene);
  mjsEquality* q = add_equality(s, "sum", type_of("test.sum"), mjOBJ_JOINT, "h1", "h2");
  q->data[0] = 4;
  mjModel* m = compile(s);
  ck_assert_str_eq(mj_id2name(m, mjOBJ_JOINT, 4), "h3");
  m->opt.gravity[2] = 0;
  m->opt.enableflags |= mjENBL_SLEEP;
  mjData* d = mj_makeData(m);
  d->qvel[14] = .001;
  mj_step(m, d);
  ck_assert_int_eq(d->nisland, 1);
  ck_assert_int_eq(d->island_ntree[0], 3);
  for (int i = 0; i < 5000 && d->ntree_awake; i++) {
    for (int k = 0; k < m->nv; k++)
      d->qvel[k] *= .9;
    mj_step(m, d);
  }
  ck_assert_int_eq(d->ntree_awake, 0);
  d->qvel[12] = 1;
  mj_step(m, d);
  ck_assert(d->tree_awake[2] && d->tree_awake[3] && d->tree_awake[4]);
  for (int i = 0; i < 200; i++)
    mj_step(m, d);
  ck_assert_double_gt(fabs(d->qpos[16]), .01);
  ck_assert_double_eq_tol(d->qpos[14] + d->qpos[15] - 2 * d->qpos[16], 0, 1e-3);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// dense rows that are zero in the columns of the other joint still belong to one element
START_TEST(rows_of_one_element_are_one_island) {
  mjSpec* s = scene_spec();
  add_equality(s, "pair", type_of("test.pair"), mjOBJ_JOINT, "h1", "h2");
  mjModel* m = compile(s);
  for (int sparse = 0; sparse < 2; sparse++) {
    m->opt.jacobian = sparse ? mjJAC_SPARSE : mjJAC_DENSE;
    mjData* d = mj_makeData(m);
    mj_step(m, d);
    ck_assert_int_eq(d->nisland, 1);
    ck_assert_int_eq(d->island_ntree[0], 2);
    ck_assert_int_eq(d->island_nefc[0], 2);
    mj_deleteData(d);
  }
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_face_that_counts_wrong_is_caught) {
  mjSpec* s = scene_spec();
  add_equality(s, "greedy", type_of("test.greedy"), mjOBJ_JOINT, "h1", "h2");
  add_equality(s, "joint", mjEQ_JOINT, mjOBJ_JOINT, "h1", "h2");
  refuse(s, "constraint \"test.greedy\" failed at time 0: more was appended than counted",
         "test.greedy");
}
END_TEST

START_TEST(parameters_belong_to_elements) {
  mjSpec* s = scene_spec();
  add_screw(s, "s1", "nut", "bolt", .1);
  mjModel* m = compile(s);
  expect_failure(fc_setParameter(m, "acme.screw", "pitch", ".2"), "acme.screw");
  expect_failure(fc_setParameter(m, "constraint/acme.screw", "pitch", ".2"), "eq_data");
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("equality types");
  TCase* tests = add_case(suite, "types");
  tcase_add_test(tests, jacobians_of_the_built_in_types_are_derivatives);
  tcase_add_test(tests, rows_come_in_the_order_of_elements_whatever_their_types);
  tcase_add_test(tests, a_type_that_is_edited_between_steps_counts_from_the_next_step);
  tcase_add_test(tests, a_type_without_a_face_is_refused_with_its_element);
  tcase_add_test(tests, an_element_may_tie_more_than_its_two_ends);
  tcase_add_test(tests, rows_of_one_element_are_one_island);
  tcase_add_test(tests, a_face_that_counts_wrong_is_caught);
  tcase_add_test(tests, parameters_belong_to_elements);
  return run_suite(suite);
}
