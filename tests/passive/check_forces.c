// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Passive forces of other libraries: where a model or a program names them they act, on the bodies
// that they are told, with the parameters of their instance, in the order that passive.h promises.

#include <fulcrum/integrator.h>

#include "tests/passive/support.h"

#define NOTHING_ELSE "<flag gravity='disable' contact='disable'/>"
#define TWO_BALLS                                                             \
  "<worldbody><body name='a'>%s<freejoint/><geom size='.1' mass='2'/></body>" \
  "<body name='b' pos='1 0 0'>%s<freejoint/><geom size='.1' mass='3'/></body></worldbody>"

static char text[4000];

// two balls in empty space; what the extension, and the bodies, say
static mjModel* balls(const char* integrator, const char* extension, const char* a, const char* b) {
  snprintf(text, sizeof text,
           "<mujoco><option timestep='.01' integrator='%s'>" NOTHING_ELSE
           "</option><extension>%s</extension>" TWO_BALLS "</mujoco>",
           integrator, extension, a, b);
  return model_from(text);
}

#define DRAG(c)                                                             \
  "<plugin plugin='acme.drag'><instance name='w'><config key='c' value='" c \
  "'/>"                                                                     \
  "</instance></plugin>"

static mjData* flying(const mjModel* m) {
  mjData* d = mj_makeData(m);
  for (int i = 0; i < m->nv; i++)
    d->qvel[i] = i % 6 < 3 ? 1 + 0.1 * i : 0;
  return d;
}

static const char* const implicit_names[] = {"implicit", "implicitfast"};

// v' = v / (1 + h c / mass) per step, and after that for good
START_TEST(linear_drag_is_integrated_implicitly) {
  mjModel* m = balls(implicit_names[_i], DRAG("40"), "", "");
  mjData* d = flying(m);
  const mjtNum mass[2] = {2, 3};
  mjtNum v[12];
  mju_copy(v, d->qvel, 12);
  for (int step = 0; step < 50; step++) {
    mj_step(m, d);
    for (int i = 0; i < 12; i++) {
      v[i] = i % 6 < 3 ? v[i] / (1 + m->opt.timestep * 40 / mass[i / 6]) : 0;
      assert_near(d->qvel[i], v[i], 1e-12);
      v[i] = d->qvel[i];
    }
  }
  ck_assert(d->qvel[0] < 0.1 && d->qvel[0] > 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(euler_takes_drag_explicitly) {
  mjModel* m = balls("Euler", DRAG("5"), "", "");
  mjData* d = flying(m);
  const mjtNum v = d->qvel[0];
  mj_step(m, d);
  assert_near(d->qvel[0], v * (1 - m->opt.timestep * 5 / 2), 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// the same force without a derivative of its own: the host differentiates it
START_TEST(finite_differences_stand_in_for_the_derivative) {
  mjModel* m = balls(implicit_names[_i],
                     "<plugin plugin='acme.plain'><instance name='w'><config key='c' value='40'/>"
                     "</instance></plugin>",
                     "", "");
  mjData* d = flying(m);
  mjtNum v = d->qvel[0];
  for (int step = 0; step < 50; step++) {
    mj_step(m, d);
    v /= 1 + m->opt.timestep * 40 / 2;
    assert_near(d->qvel[0], v, 1e-9);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// what they look at on the way is as it was before
START_TEST(finite_differences_leave_no_trace) {
  mjModel* m = model_from(
      "<mujoco><extension><plugin plugin='acme.plain'><instance name='w'/></plugin>"
      "<plugin plugin='acme.stretch'><instance name='s'/></plugin></extension><worldbody>"
      "<body><joint type='ball'/><geom size='.1' pos='.2 0 0'/><body pos='.5 0 0'>"
      "<joint name='h' axis='0 1 0'/><geom size='.1' pos='.2 0 0'/></body></body></worldbody>"
      "<tendon><fixed><joint joint='h' coef='2'/></fixed></tendon>"
      "<actuator><velocity joint='h'/></actuator></mujoco>");
  mjData *d = disturbed(m), *e = mj_copyData(NULL, m, d);
  fc_velocityDerivative(m, d, 1);
  ck_assert_mem_eq(d->qvel, e->qvel, sizeof(mjtNum) * (size_t)m->nv);
  ck_assert_mem_eq(d->cvel, e->cvel, sizeof(mjtNum) * 6 * (size_t)m->nbody);
  ck_assert_mem_eq(d->cdof_dot, e->cdof_dot, sizeof(mjtNum) * 6 * (size_t)m->nv);
  ck_assert_mem_eq(d->ten_velocity, e->ten_velocity, sizeof(mjtNum) * (size_t)m->ntendon);
  ck_assert_mem_eq(d->actuator_velocity, e->actuator_velocity, sizeof(mjtNum) * (size_t)m->nu);
  ck_assert_mem_eq(d->qfrc_passive, e->qfrc_passive, sizeof(mjtNum) * (size_t)m->nv);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

START_TEST(an_instance_acts_on_the_bodies_that_name_it) {
  mjModel* m = balls("Euler", DRAG("7"), "", "<plugin plugin='acme.drag' instance='w'/>");
  mjData* d = flying(m);
  mj_forward(m, d);
  ck_assert(mju_isZero(d->qfrc_passive, 6));
  for (int i = 0; i < 3; i++)
    assert_near(d->qfrc_passive[6 + i], -7 * d->qvel[6 + i], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);

  // without a name, each with its own parameters
  m = balls("Euler", "<plugin plugin='acme.drag'/>",
            "<plugin plugin='acme.drag'><config key='c' value='1'/></plugin>",
            "<plugin plugin='acme.drag'><config key='c' value='11'/></plugin>");
  d = flying(m);
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], -d->qvel[0], 1e-12);
  assert_near(d->qfrc_passive[6], -11 * d->qvel[6], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(nothing_acts_unasked) {
  mjModel* m = balls("Euler", "<plugin plugin='acme.drag'/>", "", "");
  mjData* d = flying(m);
  mj_forward(m, d);
  ck_assert(mju_isZero(d->qfrc_passive, (int)m->nv));

  // in this mjData only, until it is taken back, and in copies of it
  ck_assert_msg(!fc_bind(m, d, FC_PASSIVE, "acme.drag"), "%s", fc_lastError());
  mjData *other = flying(m), *copy = mj_copyData(NULL, m, d);
  mj_forward(m, d);
  mj_forward(m, other);
  mj_forward(m, copy);
  assert_near(d->qfrc_passive[0], -2 * d->qvel[0], 1e-12);
  assert_near(copy->qfrc_passive[0], -2 * d->qvel[0], 1e-12);
  ck_assert(mju_isZero(other->qfrc_passive, (int)m->nv));
  ck_assert(!fc_setParameter(m, "acme.drag", "c", "3"));
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], -3 * d->qvel[0], 1e-12);
  ck_assert(!fc_unbind(m, d, FC_PASSIVE));
  mj_forward(m, d);
  ck_assert(mju_isZero(d->qfrc_passive, (int)m->nv));
  ck_assert(fc_bind(m, d, FC_PASSIVE, "acme.none") < 0);
  mj_deleteData(d);
  mj_deleteData(other);
  mj_deleteData(copy);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_acts_already_is_not_bound_again) {
  mjModel* m = balls("Euler", DRAG("7"), "", "");
  mjData *d = flying(m), *e = flying(m);
  ck_assert(!fc_bind(m, d, FC_PASSIVE, "acme.drag"));
  m->dof_damping[0] = .5;
  ck_assert(!fc_bind(m, d, FC_PASSIVE, "damper"));
  mj_forward(m, d);
  mj_forward(m, e);
  ck_assert_mem_eq(d->qfrc_passive, e->qfrc_passive, sizeof(mjtNum) * (size_t)m->nv);
  assert_near(d->qfrc_passive[0], -7.5 * d->qvel[0], 1e-12);
  mj_deleteData(d);
  mj_deleteData(e);
  mj_deleteModel(m);
}
END_TEST

#define CONSTANT "<plugin plugin='acme.constant'><instance name='c'/></plugin>"

START_TEST(flags_switch_forces_off) {
  mjModel* m = balls("implicitfast", CONSTANT DRAG("2"), "", "");
  m->opt.disableflags &= ~mjDSBL_GRAVITY;
  mjData* d = flying(m);
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], 1 - 2 * d->qvel[0], 1e-12);
  // its own flag, for the one that names it
  m->opt.disableflags |= mjDSBL_GRAVITY;
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], -2 * d->qvel[0], 1e-12);
  // springs or dampers alone do not matter; both together switch everything off
  m->opt.disableflags |= mjDSBL_SPRING;
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], -2 * d->qvel[0], 1e-12);
  m->opt.disableflags |= mjDSBL_DAMPER;
  mj_forward(m, d);
  ck_assert(mju_isZero(d->qfrc_passive, (int)m->nv));
  fc_velocityDerivative(m, d, 0);
  ck_assert(mju_isZero(d->qDeriv, (int)m->nD));
  m->opt.disableflags &= ~mjDSBL_SPRING;
  fc_velocityDerivative(m, d, 0);
  assert_near(d->qDeriv[0], -2, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_force_may_say_that_it_has_nothing_to_do) {
  mjModel* m = balls("Euler", CONSTANT, "", "");
  m->opt.disableflags &= ~mjDSBL_GRAVITY;
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  assert_near(d->qfrc_passive[1], 1, 0);
  ck_assert(!fc_setParameter(m, "acme.constant", "b", "0 0 0"));
  mj_forward(m, d);
  ck_assert(mju_isZero(d->qfrc_passive, (int)m->nv));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static void overwrite(const mjModel* m, mjData* d) {
  // the sum of the arrays is there, what adds to qfrc_passive directly is not
  assert_near(d->qfrc_passive[0], d->qfrc_fluid[0], 0);
  mju_fill(d->qfrc_passive, 100, (int)m->nv);
}

START_TEST(direct_forces_come_after_the_callback_and_others_before) {
  mjModel* m = balls("Euler",
                     DRAG("2") "<plugin plugin='acme.medium'><instance name='x'>"
                               "<config key='b' value='5 6 7'/></instance></plugin>",
                     "", "");
  mjData* d = flying(m);
  mjcb_passive = overwrite;
  mj_forward(m, d);
  mjcb_passive = NULL;
  assert_near(d->qfrc_fluid[0], 5, 1e-12);
  assert_near(d->qfrc_passive[0], 100 - 2 * d->qvel[0], 1e-12);
  mj_forward(m, d);
  assert_near(d->qfrc_passive[0], 5 - 2 * d->qvel[0], 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(sleeping_bodies_are_left_out) {
  mjModel* m = model_from("<mujoco><option><flag sleep='enable'/></option><extension>" DRAG(
      "2") "</extension><worldbody><geom type='plane' size='5 5 1'/>"
           "<body name='a' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/>"
           "<plugin instance='w'/></body>"
           "<body name='b' pos='1 0 5' gravcomp='1'><freejoint/><geom size='.1'/>"
           "<plugin instance='w'/></body></worldbody></mujoco>");
  mjData* d = mj_makeData(m);
  for (int i = 0; i < 2000 && d->body_awake[1] == mjS_AWAKE; i++) {
    d->qvel[6] = 1;
    mj_step(m, d);
  }
  ck_assert_int_eq(d->body_awake[1], mjS_ASLEEP);
  ck_assert_int_eq(d->body_awake[2], mjS_AWAKE);
  // a sleeping dof keeps its number, whatever that is
  d->qfrc_passive[0] = 42;
  d->qvel[6] = 3;
  mj_forward(m, d);
  ck_assert_int_eq(d->body_awake[1], mjS_ASLEEP);
  assert_near(d->qfrc_passive[0], 42, 0);
  assert_near(d->qfrc_passive[6], -6, 1e-12);
  fc_velocityDerivative(m, d, 0);
  ck_assert(mju_isZero(d->qDeriv, m->D_rowadr[6]));
  assert_near(d->qDeriv[m->D_rowadr[6]], -2, 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(models_remember_their_forces) {
  char path[1000], error[1000] = "";
  mjModel* m = balls("implicitfast", DRAG("7"), "", "<plugin plugin='acme.drag' instance='w'/>");
  mjData* d = flying(m);
  mj_step(m, d);
  // as MJCF
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mj_deleteModel(mj_compile(s, NULL));
  char* xml = malloc(20000);
  ck_assert_msg(!mj_saveXMLString(s, xml, 20000, error, sizeof error), "%s", error);
  mjModel* again = model_from(xml);
  free(xml);
  mj_deleteSpec(s);
  // as a binary model
  snprintf(path, sizeof path, "%s/balls.mjb", new_directory());
  mj_saveModel(m, path, NULL, 0);
  mjModel* binary = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(binary != NULL, "%s", error);
  mjModel* both[2] = {again, binary};
  for (int i = 0; i < 2; i++) {
    mjData* e = flying(both[i]);
    mj_step(both[i], e);
    ck_assert_mem_eq(d->qvel, e->qvel, sizeof(mjtNum) * (size_t)m->nv);
    mj_deleteData(e);
    mj_deleteModel(both[i]);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// a module that overrides a face of the engine takes its place, once
START_TEST(a_module_may_replace_the_medium) {
  const char* directory = new_directory();
  place_object(directory, "acme.medium", TEST_BUILD_DIR "/tests/passive/.libs/acme_medium.so");
  place_manifest(directory, "acme.medium",
                 "{\"name\": \"acme.medium\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": "
                 "[{\"kind\": \"passive\", \"name\": \"fluid\"}], \"overrides\": "
                 "[\"passive/fluid\"]}");
  mjModel* m = balls("Euler", "", "", "");
  m->opt.density = 1000;
  mjData* before = flying(m);
  mj_forward(m, before);
  ck_assert(before->qfrc_fluid[0] < -1 && before->qfrc_fluid[1] < -1);
  ck_assert_msg(!fc_addModulePath(directory), "%s", fc_lastError());
  mjData* after = flying(m);
  mj_forward(m, after);
  assert_near(after->qfrc_fluid[0], 1, 0);
  assert_near(after->qfrc_passive[0], 1, 0);
  ck_assert(mju_isZero(after->qfrc_fluid + 1, (int)m->nv - 1));
  mj_deleteData(before);
  mj_deleteData(after);
  mj_deleteModel(m);
}
END_TEST

START_TEST(failures_name_the_force) {
  mjModel* m = balls("Euler", "", "", "");
  mjData* d = mj_makeData(m);
  ck_assert(!fc_bind(m, d, FC_PASSIVE, "acme.broken"));
  expect_error(mj_forward(m, d),
               "passive force \"acme.broken\" failed at time 0: the rope is worn out");
  ck_assert(!fc_unbind(m, d, FC_PASSIVE));
  ck_assert(!fc_bind(m, d, FC_PASSIVE, "acme.nowhere"));
  expect_error(mj_forward(m, d), "\"acme.nowhere\" adds to array 99");
  ck_assert(!fc_unbind(m, d, FC_PASSIVE));
  mj_forward(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(only_passive_forces_serve_bodies) {
  char error[1000] = "";
  snprintf(text, sizeof text,
           "<mujoco><extension><plugin plugin='jointpos'/></extension>" TWO_BALLS "</mujoco>",
           "<plugin plugin='jointpos'/>", "");
  mjSpec* s = mj_parseXMLString(text, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  ck_assert(!m);
  if (s)
    snprintf(error, sizeof error, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  ck_assert_msg(strstr(error, "does not support passive forces"), "%s", error);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("forces");
  tcase_add_checked_fixture(tests, add_acme_forces, remove_directories);
  tcase_add_loop_test(tests, linear_drag_is_integrated_implicitly, 0, 2);
  tcase_add_test(tests, euler_takes_drag_explicitly);
  tcase_add_loop_test(tests, finite_differences_stand_in_for_the_derivative, 0, 2);
  tcase_add_test(tests, finite_differences_leave_no_trace);
  tcase_add_test(tests, an_instance_acts_on_the_bodies_that_name_it);
  tcase_add_test(tests, nothing_acts_unasked);
  tcase_add_test(tests, what_acts_already_is_not_bound_again);
  tcase_add_test(tests, flags_switch_forces_off);
  tcase_add_test(tests, a_force_may_say_that_it_has_nothing_to_do);
  tcase_add_test(tests, direct_forces_come_after_the_callback_and_others_before);
  tcase_add_test(tests, sleeping_bodies_are_left_out);
  tcase_add_test(tests, models_remember_their_forces);
  tcase_add_test(tests, a_module_may_replace_the_medium);
  tcase_add_test(tests, failures_name_the_force);
  tcase_add_test(tests, only_passive_forces_serve_bodies);
  return run_case("passive forces of other libraries", tests);
}
