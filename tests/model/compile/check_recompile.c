// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Specs that are compiled more than once: nothing changes by compiling, state survives edits,
// numbers go back.

#include "support.h"

#define SCENE                                                                                    \
  "<worldbody><frame pos='0 1 0' euler='0 0 30'><body name='a' pos='1 0 0'><joint name='j' "     \
  "range='-30 60' ref='10'/>"                                                                    \
  "<geom name='g' type='capsule' fromto='0 0 0 0 0 1' size='.1'/><site name='s' euler='10 20 "   \
  "30'/></body></frame>"                                                                         \
  "<body name='m' mocap='true' pos='0 0 2'/><body name='c'><joint name='k' type='slide'/><geom " \
  "size='.1'/></body>"                                                                           \
  "</worldbody><actuator><general name='act' joint='k' dyntype='integrator'/><motor name='mot' " \
  "joint='j'/></actuator>"

static int equal_models(const mjModel* a, const mjModel* b) {
  return a->nbuffer == b->nbuffer && memcmp(a->buffer, b->buffer, (size_t)a->nbuffer) == 0;
}

START_TEST(compiling_twice_gives_the_same_model) {
  mjSpec* s = parse(SCENE);
  mjModel *a = mj_compile(s, NULL), *b = mj_compile(s, NULL);
  ck_assert(a && b && equal_models(a, b));
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(fusing_leaves_the_spec_alone) {
  mjSpec* s = parse(
      "<compiler fusestatic='true' discardvisual='true'/><worldbody><body name='x' pos='0 1 0' "
      "euler='0 0 90'>"
      "<geom size='1' pos='1 0 0'/><camera pos='1 0 0'/><geom contype='0' conaffinity='0' "
      "size='2'/></body></worldbody>");
  mjModel *a = mj_compile(s, NULL), *b = mj_compile(s, NULL);
  ck_assert(a && b && equal_models(a, b));
  ck_assert_int_eq((int)a->nbody, 1);
  ck_assert_int_eq((int)a->ngeom, 1);
  NUMBERS(a->geom_pos, 0, 2, 0);
  NUMBERS(a->cam_pos, 1, 0, 0);
  mj_deleteModel(a);
  mj_deleteModel(b);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(state_of_surviving_elements_is_kept) {
  mjSpec* s = parse(SCENE);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  d->time = 3;
  d->qpos[0] = .5;
  d->qpos[1] = .7;
  d->qvel[1] = 2;
  d->ctrl[0] = 4;
  d->ctrl[1] = 5;
  d->act[0] = 6;
  d->mocap_pos[2] = 9;

  // a new free body in front of the others, and no body a any more
  mjsBody* world = mjs_findBody(s, "world");
  mjsBody* fresh = mjs_addBody(world, NULL);
  fresh->pos[2] = 7;
  mjs_addFreeJoint(fresh);
  mjs_addGeom(fresh, NULL)->size[0] = .1;
  ck_assert_int_eq(mjs_delete(s, mjs_findBody(s, "a")->element), 0);
  ck_assert_int_eq(mj_recompile(s, NULL, m, d), 0);
  int k = m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, "k")],
      dof = m->jnt_dofadr[mj_name2id(m, mjOBJ_JOINT, "k")];
  ck_assert_int_eq((int)m->nq, 8);
  ck_assert_double_eq(d->time, 3);
  ck_assert_double_eq(d->qpos[k], .7);
  ck_assert_double_eq(d->qvel[dof], 2);
  ck_assert_double_eq(d->ctrl[mj_name2id(m, mjOBJ_ACTUATOR, "act")], 4);
  ck_assert_double_eq(d->act[0], 6);
  ck_assert_double_eq(d->mocap_pos[2], 9);
  ck_assert_double_eq(d->qpos[k == 0 ? 3 : 2], 7);
  mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_failed_recompilation_deletes_model_and_data) {
  mjSpec* s = parse(SCENE);
  mjModel* m = mj_compile(s, NULL);
  mjData* d = mj_makeData(m);
  mjs_asGeom(mjs_findElement(s, mjOBJ_GEOM, "g"))->condim = 2;
  ck_assert_int_eq(mj_recompile(s, NULL, m, d), -1);
  ck_assert(strstr(mjs_getError(s), "condim") != NULL);
  mj_deleteSpec(s);
}
END_TEST

// model of the text that a spec is saved as
static mjModel* saved_and_loaded(const mjSpec* s) {
  char text[20000], error[1000] = "";
  ck_assert_msg(mj_saveXMLString(s, text, sizeof text, error, sizeof error) == 0, "%s", error);
  mjSpec* read = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(read != NULL, "%s\nin: %s", error, text);
  mjModel* m = mj_compile(read, NULL);
  ck_assert_msg(m != NULL, "%s\nin: %s", mjs_getError(read), text);
  mj_deleteSpec(read);
  return m;
}

// to the six digits of a saved file
static void expect_written(const char* what, const mjtNum* got, const mjtNum* expected, int n) {
  for (int i = 0; i < n; i++) {
    ck_assert_msg(fabs(got[i] - expected[i]) <= 1e-5 * fmax(1, fabs(expected[i])),
                  "%s[%d] is %.17g, expected %.17g", what, i, got[i], expected[i]);
  }
}

START_TEST(changed_numbers_are_saved_with_the_spec_and_leave_it_alone) {
  mjSpec* s = parse(SCENE);
  mjModel* m = mj_compile(s, NULL);
  m->geom_size[0] = .3;
  m->geom_pos[2] = 2;
  m->body_pos[3] = 4;
  m->jnt_range[1] = 1.5;
  m->qpos0[0] = .25;
  m->site_quat[1] += .1;
  mju_normalize4(m->site_quat);
  m->opt.timestep = .0123;
  m->actuator_gear[6] = 3;
  ck_assert_int_eq(mj_copyBack(s, m), 1);
  mjModel* again = saved_and_loaded(s);
  expect_written("geom_size", again->geom_size, m->geom_size, 3);
  expect_written("geom_pos", again->geom_pos, m->geom_pos, 3);
  expect_written("body_pos", again->body_pos, m->body_pos, 6);
  expect_written("body_quat", again->body_quat, m->body_quat, 8);
  expect_written("jnt_range", again->jnt_range, m->jnt_range, 2);
  expect_written("qpos0", again->qpos0, m->qpos0, 2);
  expect_written("site_quat", again->site_quat, m->site_quat, 4);
  expect_written("actuator_gear", again->actuator_gear, m->actuator_gear, 12);
  ck_assert_double_eq(again->opt.timestep, .0123);
  mj_deleteModel(again);

  // the next compilation is of the spec as it was written, and that is saved from then on
  mjModel* plain = mj_compile(s, NULL);
  ck_assert_double_eq(plain->geom_size[0], .1);
  ck_assert_double_eq(plain->opt.timestep, .002);
  again = saved_and_loaded(s);
  ck_assert_double_eq(again->geom_size[0], .1);
  ck_assert_double_eq(again->opt.timestep, .002);
  mj_deleteModel(plain);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(only_a_model_of_this_spec_can_be_copied_back) {
  mjSpec *s = parse(SCENE), *other = parse("<worldbody><geom size='1'/></worldbody>");
  mjModel* m = mj_compile(other, NULL);
  ck_assert_int_eq(mj_copyBack(s, NULL), 0);
  ck_assert(strstr(mjs_getError(s), "null") != NULL);
  ck_assert_int_eq(mj_copyBack(s, m), 0);
  ck_assert(strstr(mjs_getError(s), "compiled") != NULL);
  mjModel* own = mj_compile(s, NULL);
  ck_assert_int_eq(mj_copyBack(s, m), 0);
  ck_assert(strstr(mjs_getError(s), "incompatible models") != NULL);
  own->signature++;
  ck_assert_int_eq(mj_copyBack(s, own), 0);
  ck_assert(strstr(mjs_getError(s), "signatures") != NULL);
  mj_deleteModel(own);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  mj_deleteSpec(other);
}
END_TEST

static int control_calls;
static void control(const mjModel* m, mjData* d) {
  (void)m;
  (void)d;
  control_calls++;
}

START_TEST(the_control_callback_is_not_called) {
  mjcb_control = control;
  mjModel* m = compile(SCENE);
  ck_assert_int_eq(control_calls, 0);
  ck_assert(mjcb_control == control);
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  ck_assert_int_eq(control_calls, 1);
  mjcb_control = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(set_const_restores_what_was_derived) {
  mjModel* m = compile(SCENE);
  mjModel* changed = mj_copyModel(NULL, m);
  mjData* d = mj_makeData(m);
  memset(changed->dof_invweight0, 0, (size_t)m->nv * sizeof(mjtNum));
  memset(changed->body_invweight0, 0, 2 * (size_t)m->nbody * sizeof(mjtNum));
  memset(changed->actuator_acc0, 0, (size_t)m->nu * sizeof(mjtNum));
  memset(changed->body_subtreemass, 0, (size_t)m->nbody * sizeof(mjtNum));
  mj_setConst(changed, d);
  ck_assert(equal_models(m, changed));
  mj_deleteData(d);
  mj_deleteModel(changed);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("recompilation");
  TCase* t = tcase_create("recompile");
  tcase_add_test(t, compiling_twice_gives_the_same_model);
  tcase_add_test(t, fusing_leaves_the_spec_alone);
  tcase_add_test(t, state_of_surviving_elements_is_kept);
  tcase_add_test(t, a_failed_recompilation_deletes_model_and_data);
  tcase_add_test(t, changed_numbers_are_saved_with_the_spec_and_leave_it_alone);
  tcase_add_test(t, only_a_model_of_this_spec_can_be_copied_back);
  tcase_add_test(t, the_control_callback_is_not_called);
  tcase_add_test(t, set_const_restores_what_was_derived);
  suite_add_tcase(suite, t);
  return run_suite(suite);
}
