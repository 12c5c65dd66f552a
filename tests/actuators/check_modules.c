// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators from outside (acme_actuators.c): whole forces with several activation variables through
// <plugin>, laws of <general> by name, what the compiler asks of a law, saving and loading.

#include <fulcrum/actuator.h>
#include <fulcrum/spec.h>

#include "tests/kernel/support.h"

#define ACTUATORS TEST_BUILD_DIR "/tests/actuators/.libs/acme_actuators.so"

// ---------------------------------------------------------------- scene

static void add_module(void) {
  const char* directory = new_directory();
  place_object(directory, "acme.actuators", ACTUATORS);
  place_manifest(
      directory, "acme.actuators",
      "{\"name\": \"acme.actuators\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
      "{\"kind\": \"actuator\", \"name\": \"acme.hydraulic\"},"
      "{\"kind\": \"actuator\", \"name\": \"dyntype/acme.lag2\"},"
      "{\"kind\": \"actuator\", \"name\": \"dyntype/acme.chain\"},"
      "{\"kind\": \"actuator\", \"name\": \"gaintype/acme.cubic\"},"
      "{\"kind\": \"actuator\", \"name\": \"gaintype/acme.stretch\"},"
      "{\"kind\": \"actuator\", \"name\": \"biastype/acme.drag\"},"
      "{\"kind\": \"actuator\", \"name\": \"acme.hasty\"},"
      "{\"kind\": \"actuator\", \"name\": \"acme.broken\"}]}");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

// two sliders without gravity; `actuators` act on joints j and k
#define SCENE(actuators) SCENE_WITH("", actuators, "")
#define SCENE_WITH(option, actuators, more)                                                      \
  "<mujoco><option timestep='.01' gravity='0 0 0' " option                                       \
  "/><extension>"                                                                                \
  "<plugin plugin='acme.hydraulic'/><plugin plugin='acme.hasty'/><plugin plugin='acme.broken'/>" \
  "</extension><worldbody><body><joint name='j' type='slide' axis='1 0 0' range='-2 3'/>"        \
  "<geom size='.1' mass='1'/><site name='s'/></body><body pos='0 1 0'><joint name='k' "          \
  "type='slide' axis='1 0 0'/><geom size='.1' mass='2'/></body></worldbody><actuator>" actuators \
  "</actuator>" more "</mujoco>"

// the same joint without the module
#define SCENE_WITHOUT(actuators)                                                                \
  "<mujoco><worldbody><body><joint name='j' type='slide'/><geom size='.1'/></body></worldbody>" \
  "<actuator>" actuators "</actuator></mujoco>"

#define HYDRAULIC                                                                              \
  "<plugin name='arm' joint='j' plugin='acme.hydraulic'><config key='tau_spool' value='.02'/>" \
  "<config key='tau_pressure' value='.05'/><config key='gain' value='3'/><config key='area' "  \
  "value='.5'/></plugin>"

static void refuse(const char* xml, const char* words) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  mjModel* m = s ? mj_compile(s, NULL) : NULL;
  ck_assert_msg(!m, "it compiles, but '%s' was expected", words);
  if (s)
    snprintf(error, sizeof error, "%s", mjs_getError(s));
  ck_assert_msg(strstr(error, words), "'%s' does not say '%s'", error, words);
  mj_deleteSpec(s);
}

static void steps(const mjModel* m, mjData* d, int n) {
  for (int i = 0; i < n; i++)
    mj_step(m, d);
}

static void free_both(mjModel* m, mjData* d) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

// the same trajectory, to the bit
static void assert_same_motion(const mjModel* m, const mjModel* other) {
  mjData *d = mj_makeData(m), *e = mj_makeData(other);
  ck_assert(m->na == other->na && m->nu == other->nu);
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = e->ctrl[i] = 0.4 + 0.3 * i;
  for (int t = 0; t < 30; t++) {
    mj_step(m, d);
    mj_step(other, e);
    ck_assert_mem_eq(d->act, e->act, (size_t)m->na * sizeof(mjtNum));
    ck_assert_mem_eq(d->qpos, e->qpos, (size_t)m->nq * sizeof(mjtNum));
  }
  ck_assert_double_gt(fabs(d->qpos[0]), 1e-4);
  mj_deleteData(d);
  mj_deleteData(e);
}

// ---------------------------------------------------------------- closed forms

// spool and pressure at time t after a unit step of the control
static void hydraulic_response(mjtNum t, mjtNum* spool, mjtNum* pressure) {
  const mjtNum a = 1 / .02, b = 1 / .05, gain = 3;
  *spool = 1 - exp(-a * t);
  *pressure = gain * (1 - exp(-b * t) - b / (b - a) * (exp(-a * t) - exp(-b * t)));
}

static void assert_hydraulic_response(const mjModel* m) {
  ck_assert_int_eq(m->na, 2);
  ck_assert_int_eq(m->actuator_actnum[0], 2);
  ck_assert_int_eq(m->actuator_actadr[0], 0);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  for (int t = 1; t <= 40; t++) {
    mjtNum spool, pressure;
    hydraulic_response((t - 1) * .01, &spool, &pressure);
    mj_step(m, d);
    assert_near(d->actuator_force[0], .5 * pressure, 1e-12);
    hydraulic_response(t * .01, &spool, &pressure);
    assert_near(d->act[0], spool, 1e-12);
    assert_near(d->act[1], pressure, 1e-12);
  }
  mj_deleteData(d);
}

START_TEST(a_whole_force_with_two_variables_follows_its_closed_form) {
  add_module();
  mjModel* m = model_from(SCENE(HYDRAULIC));
  assert_hydraulic_response(m);
  // the rates do not depend on the integrator
  m->opt.integrator = mjINT_IMPLICITFAST;
  assert_hydraulic_response(m);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_program_builds_the_same_actuator) {
  add_module();
  mjSpec* s = mj_makeSpec();
  s->option.timestep = .01;
  ck_assert_int_eq(mjs_activatePlugin(s, "acme.hydraulic"), 0);
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsJoint* joint = mjs_addJoint(body, NULL);
  mjs_setName(joint->element, "j");
  joint->type = mjJNT_SLIDE;
  mjsGeom* geom = mjs_addGeom(body, NULL);
  geom->size[0] = .1;
  mjsPlugin* instance = mjs_addPlugin(s);
  mjs_setString(instance->plugin_name, "acme.hydraulic");
  mjs_setName(instance->element, "cylinder");
  const struct { const char *key, *value; } config[] = {{"gain", "3"}, {"area", ".5"}};
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(fc_setPluginConfig(instance, config[i].key, config[i].value), 0);
  mjsActuator* actuator = mjs_addActuator(s, NULL);
  actuator->trntype = mjTRN_JOINT;
  mjs_setString(actuator->target, "j");
  actuator->plugin.active = 1;
  mjs_setString(actuator->plugin.plugin_name, "acme.hydraulic");
  mjs_setString(actuator->plugin.name, "cylinder");
  ck_assert_int_eq(fc_actuatorActivations(actuator), 2);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  assert_hydraulic_response(m);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(an_activation_law_by_name_follows_its_closed_form) {
  add_module();
  mjModel* m =
      model_from(SCENE("<general joint='k' dyntype='filter' dynprm='.1'/>"
                       "<general joint='j' dyntype='acme.lag2' dynprm='30 .3' gainprm='2'/>"));
  ck_assert_int_eq(m->na, 3);
  ck_assert_int_eq(m->actuator_dyntype[1], fc_optionValue(FC_ACTUATOR, "dyntype/acme.lag2"));
  ck_assert_int_eq(fc_actuatorDynamics(m, 0), 1);
  ck_assert_int_eq(fc_actuatorDynamics(m, 1), 2);
  mjData* d = mj_makeData(m);
  d->ctrl[1] = 1;
  const mjtNum omega = 30, zeta = .3, s = omega * zeta, wd = omega * sqrt(1 - zeta * zeta);
  for (int t = 1; t <= 60; t++) {
    const mjtNum before = d->act[2];
    mj_step(m, d);
    assert_near(d->actuator_force[1], 2 * before, 1e-15);
    const mjtNum x = t * .01, e = exp(-s * x);
    assert_near(d->act[2], 1 - e * (cos(wd * x) + s / wd * sin(wd * x)), 1e-12);
    assert_near(d->act[1], e * omega * omega / wd * sin(wd * x), 1e-11);
  }
  free_both(m, d);
}
END_TEST

START_TEST(a_parameter_decides_how_many_variables_there_are) {
  add_module();
  mjModel* m = model_from(SCENE_WITH("", "<general joint='j' dyntype='acme.chain' dynprm='.05 4'/>",
                                     "<keyframe><key act='1 2 3 6'/></keyframe>"));
  ck_assert_int_eq(m->na, 4);
  mjData* d = mj_makeData(m);
  mj_resetDataKeyframe(m, d, 0);
  d->ctrl[0] = 2;
  mj_forward(m, d);
  // the gain multiplies the mean
  assert_near(d->actuator_force[0], 3, 1e-15);
  const mjtNum rate[] = {1 / .05, -1 / .05, -1 / .05, -3 / .05};
  assert_close("act_dot", d->act_dot, rate, 4, 1e-13);
  mj_step(m, d);
  for (int a = 0; a < 4; a++)
    assert_near(d->act[a], m->key_act[a] + .01 * rate[a], 1e-14);
  free_both(m, d);
  refuse(SCENE("<general joint='j' dyntype='acme.chain' dynprm='.05 2.5'/>"),
         "a chain of 2.5 filters is none");
  refuse(SCENE_WITH("", "<general joint='j' dyntype='acme.chain' dynprm='.05 4'/>",
                    "<keyframe><key act='1 2 3 4 5'/></keyframe>"),
         "invalid act size, expected length 4, got 5");
}
END_TEST

START_TEST(gain_and_bias_by_name_act_and_damp) {
  add_module();
  mjModel* m = model_from(
      SCENE_WITH("integrator='implicitfast'",
                 "<general joint='j' gaintype='acme.cubic' gainprm='2 -4' biastype='acme.drag' "
                 "biasprm='1.5'/>",
                 ""));
  mjData* d = mj_makeData(m);
  d->qpos[0] = .5;
  d->qvel[0] = -2;
  d->ctrl[0] = .7;
  mj_forward(m, d);
  const mjtNum force = .7 * (2 - 4 * .125) + 1.5 * 4;
  assert_near(d->actuator_force[0], force, 1e-14);
  // (mass - h slope) acceleration = force, with slope -2 c |v|
  mj_step(m, d);
  assert_near(d->qvel[0], -2 + .01 * force / (1 + .01 * 2 * 1.5 * 2), 1e-14);
  free_both(m, d);
}
END_TEST

// ---------------------------------------------------------------- what the host does with
// variables

START_TEST(variables_stay_in_actrange) {
  add_module();
  mjModel* m = model_from(
      SCENE("<plugin joint='j' plugin='acme.hydraulic' actrange='-.2 .6'>"
            "<config key='gain' value='3'/></plugin>"
            "<general joint='k' dyntype='acme.lag2' dynprm='20 .1' actrange='-.5 .8'/>"));
  ck_assert_int_eq(m->actuator_actlimited[0], 1);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = d->ctrl[1] = 1;
  mjtNum most[4] = {0};
  for (int t = 0; t < 100; t++) {
    mj_step(m, d);
    for (int a = 0; a < 4; a++) {
      ck_assert(d->act[a] <= (a < 2 ? .6 : .8) && d->act[a] >= (a < 2 ? -.2 : -.5));
      most[a] = fmax(most[a], d->act[a]);
    }
  }
  ck_assert(most[0] == .6 && most[1] == .6 && most[2] == .8 && most[3] == .8);
  free_both(m, d);
}
END_TEST

START_TEST(a_disabled_group_holds_its_variables) {
  add_module();
  mjModel* m = model_from(SCENE_WITH(
      "actuatorgroupdisable='2'",
      "<plugin joint='j' plugin='acme.hydraulic' group='2'/><plugin joint='k' "
      "plugin='acme.hydraulic'/><general joint='k' group='2' dyntype='acme.lag2' dynprm='20 .1'/>"
      "<general joint='k' group='2' dyntype='acme.chain' dynprm='.1 2'/>",
      ""));
  mjData* d = mj_makeData(m);
  const mjtNum act[8] = {.3, .4, .3, .4, .5, .6, .7, .8};
  mju_copy(d->act, act, 8);
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = 1;
  mj_step(m, d);
  ck_assert(d->actuator_force[0] == 0 && d->actuator_force[2] == 0 && d->actuator_force[3] == 0);
  ck_assert(d->actuator_force[1] != 0);
  for (int a = 0; a < 8; a++)
    ck_assert_msg((d->act[a] == act[a]) == (a < 2 || a > 3), "act[%d] is %g", a, d->act[a]);
  free_both(m, d);
}
END_TEST

START_TEST(actuators_of_sleeping_trees_rest) {
  add_module();
  mjModel* m = model_from(
      "<mujoco><option timestep='.01' gravity='0 0 0'><flag sleep='enable'/></option><extension>"
      "<plugin plugin='acme.hydraulic'/></extension><worldbody><body sleep='init'><joint name='j' "
      "type='slide'/><geom size='.1'/></body><body pos='0 1 0'><joint name='k' type='slide'/>"
      "<geom size='.1'/></body></worldbody><actuator><plugin joint='j' plugin='acme.hydraulic'/>"
      "<plugin joint='k' plugin='acme.hydraulic'/><general joint='j' dyntype='acme.lag2' "
      "dynprm='20 .1'/></actuator></mujoco>");
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(d->ntree_awake, 1);
  for (int i = 0; i < m->nu; i++)
    d->ctrl[i] = 1;
  steps(m, d, 5);
  ck_assert_int_eq(d->ntree_awake, 1);
  ck_assert(d->act[0] == 0 && d->act[1] == 0 && d->act[4] == 0 && d->act[5] == 0);
  ck_assert(d->act[2] > 0 && d->act[3] > 0);
  ck_assert(d->actuator_force[0] == 0 && d->actuator_force[1] > 0 && d->actuator_force[2] == 0);
  free_both(m, d);
}
END_TEST

START_TEST(a_force_that_acts_early_sees_the_next_variables) {
  add_module();
  mjModel* m =
      model_from(SCENE("<plugin joint='j' plugin='acme.hydraulic' actearly='true'/>"
                       "<general joint='k' dyntype='acme.chain' dynprm='.1 2' actearly='true'/>"
                       "<plugin joint='j' plugin='acme.hydraulic'/>"));
  mjData* d = mj_makeData(m);
  const mjtNum act[6] = {.3, .4, .5, .6, .3, .4};
  mju_copy(d->act, act, 6);
  d->ctrl[0] = d->ctrl[1] = d->ctrl[2] = 1;
  mj_forward(m, d);
  const mjtNum early = d->actuator_force[0], mean = d->actuator_force[1];
  assert_near(d->actuator_force[2], .4, 1e-15);
  mj_step(m, d);
  assert_near(early, d->act[1], 1e-15);
  assert_near(mean, (d->act[2] + d->act[3]) / 2, 1e-15);
  free_both(m, d);
}
END_TEST

START_TEST(an_activation_law_may_drive_a_whole_force) {
  add_module();
  mjModel* m = model_from(
      SCENE("<plugin joint='j' plugin='acme.hydraulic' dyntype='filterexact' dynprm='.04'/>"));
  ck_assert_int_eq(m->na, 3);
  mjData* d = mj_makeData(m);
  const mjtNum act[3] = {.3, .4, .9};
  mju_copy(d->act, act, 3);
  d->ctrl[0] = 1;
  mj_forward(m, d);
  // the spool follows the filter, which follows the control
  assert_near(d->act_dot[0], (.9 - .3) / .02, 1e-12);
  assert_near(d->act_dot[2], (1 - .9) / .04, 1e-12);
  mj_step(m, d);
  assert_near(d->act[2], 1 - .1 * exp(-.01 / .04), 1e-14);
  assert_near(d->act[0], .3 + (.9 - .3) * (1 - exp(-.01 / .02)), 1e-14);
  free_both(m, d);
}
END_TEST

START_TEST(the_table_of_the_first_version_still_serves) {
  add_module();
  mjModel* m = model_from(SCENE("<plugin joint='j' plugin='acme.hasty'/>"));
  ck_assert_int_eq(m->na, 1);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1.5;
  mj_step(m, d);
  assert_near(d->act_dot[0], 1.5, 0);
  assert_near(d->act[0], .03, 1e-16);
  mj_step(m, d);
  assert_near(d->actuator_force[0], .03, 1e-16);
  free_both(m, d);
}
END_TEST

START_TEST(what_fails_says_so) {
  add_module();
  refuse(SCENE("<plugin joint='j' plugin='acme.broken'/>"),
         "actuator \"acme.broken\" failed at time 0: no oil for 1 actuators");
}
END_TEST

// ---------------------------------------------------------------- copies and edits

START_TEST(a_copy_continues_like_the_original) {
  add_module();
  mjModel* m = model_from(
      SCENE(HYDRAULIC "<general joint='k' dyntype='acme.lag2' dynprm='20 .1' gainprm='3'/>"));
  mjModel* twin = mj_copyModel(NULL, m);
  assert_same_motion(m, twin);
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  d->ctrl[1] = -.5;
  steps(m, d, 7);
  mjData* e = mj_copyData(NULL, m, d);
  mjData* f = mj_copyData(NULL, twin, d);
  mj_deleteModel(m);
  steps(twin, e, 9);
  steps(twin, f, 9);
  ck_assert_mem_eq(e->act, f->act, 4 * sizeof(mjtNum));
  ck_assert_mem_eq(e->qpos, f->qpos, 2 * sizeof(mjtNum));
  mj_deleteData(d);
  mj_deleteData(e);
  free_both(twin, f);
}
END_TEST

START_TEST(the_next_step_follows_edited_types) {
  add_module();
  mjModel* m = model_from(
      SCENE("<general joint='j' dyntype='filter' dynprm='.05 2' gainprm='2 5' biasprm='3'/>"));
  mjData* d = mj_makeData(m);
  d->ctrl[0] = 1;
  d->act[0] = .5;
  d->qpos[0] = .5;
  d->qvel[0] = -1;
  mj_forward(m, d);
  assert_near(d->actuator_force[0], 2 * .5, 1e-15);
  assert_near(d->act_dot[0], .5 / .05, 1e-13);
  m->actuator_gaintype[0] = fc_optionValue(FC_ACTUATOR, "gaintype/acme.cubic");
  m->actuator_biastype[0] = fc_optionValue(FC_ACTUATOR, "biastype/acme.drag");
  m->actuator_dyntype[0] = mjDYN_INTEGRATOR;
  mj_forward(m, d);
  assert_near(d->actuator_force[0], (2 + 5 * .125) * .5 + 3, 1e-14);
  assert_near(d->act_dot[0], 1, 0);
  m->actuator_biastype[0] = mjBIAS_NONE;
  m->actuator_gaintype[0] = mjGAIN_FIXED;
  m->actuator_dyntype[0] = mjDYN_FILTEREXACT;
  mj_step(m, d);
  assert_near(d->actuator_force[0], 2 * .5, 1e-15);
  assert_near(d->act[0], 1 - .5 * exp(-.01 / .05), 1e-14);

  // a law without room for its variables, and one that does not exist
  m->actuator_dyntype[0] = fc_optionValue(FC_ACTUATOR, "dyntype/acme.lag2");
  expect_error(mj_forward(m, d), "actuator 0 \"\": it has 1 activation variables, its laws need 2");
  m->actuator_dyntype[0] = 77;
  expect_error(mj_forward(m, d), "actuator 0 \"\": dyntype 77");
  ck_assert_msg(strstr(last_message, "known are: ") && strstr(last_message, "dyntype/filterexact"),
                "got: %s", last_message);
  m->actuator_dyntype[0] = mjDYN_FILTER;
  m->actuator_gaintype[0] = fc_optionValue(FC_ACTUATOR, "gaintype/acme.unheard");
  expect_error(mj_forward(m, d), "gaintype \"acme.unheard\" is not known; known are: ");
  m->actuator_gaintype[0] = mjGAIN_FIXED;
  mj_forward(m, d);
  free_both(m, d);
}
END_TEST

// ---------------------------------------------------------------- what the compiler asks

START_TEST(laws_refuse_what_does_not_fit_them) {
  add_module();
  refuse(SCENE("<general joint='j' dyntype='acme.lag2' dynprm='30 1.5'/>"),
         "a lag needs omega > 0 and 0 <= zeta < 1, it has 30 and 1.5");
  refuse(SCENE("<plugin joint='j' plugin='acme.hydraulic'><config key='tau_spool' value='.05'/>"
               "</plugin>"),
         "spool and pressure need different time constants");
  refuse(SCENE("<plugin joint='j' plugin='acme.hydraulic'><config key='area' value='big'/>"
               "</plugin>"),
         "parameter \"area\" of \"acme.hydraulic\" must be a real number");
  refuse(SCENE("<plugin site='s' plugin='acme.hydraulic'/>"),
         "\"acme.hydraulic\" does not act on a transmission of type site");
  refuse(SCENE("<plugin joint='j' plugin='acme.hydraulic' actdim='1'/>"),
         "actdim 1 in actuator whose laws have 2 activation variables");
  refuse(SCENE("<general joint='j' dyntype='acme.lag2' dynprm='30 .5' actdim='3'/>"),
         "actdim 3 in actuator whose laws have 2 activation variables");
  refuse(SCENE("<general joint='j' dyntype='acme.lag3'/>"),
         "invalid keyword: 'acme.lag3' in attribute 'dyntype', expected one of: none integrator "
         "filter filterexact muscle user acme.lag2 acme.chain");
  refuse(
      "<mujoco><extension><plugin plugin='gaintype/acme.cubic'/></extension><worldbody><body>"
      "<joint name='j'/><geom size='.1'/></body></worldbody><actuator><plugin joint='j' "
      "plugin='gaintype/acme.cubic'/></actuator></mujoco>",
      "\"gaintype/acme.cubic\" is a law of one role");
}
END_TEST

START_TEST(a_range_is_inherited_or_worked_out_where_the_law_says_so) {
  add_module();
  // two halves of a servo and a law that lets it take the range of the joint, -2 to 3
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(SCENE("<position name='p' joint='j' kp='7' inheritrange='1'/>"),
                                NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjsActuator* p = mjs_asActuator(mjs_findElement(s, mjOBJ_ACTUATOR, "p"));
  p->dyntype = (mjtDyn)fc_optionValue(FC_ACTUATOR, "dyntype/acme.lag2");
  p->dynprm[0] = 10;
  p->dynprm[1] = .5;
  p->gaintype = (mjtGain)fc_optionValue(FC_ACTUATOR, "gaintype/acme.cubic");
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  assert_near(m->actuator_ctrlrange[0], -2, 1e-15);
  assert_near(m->actuator_ctrlrange[1], 3, 1e-15);
  mj_deleteModel(m);
  p->dyntype = (mjtDyn)fc_optionValue(FC_ACTUATOR, "dyntype/acme.chain");
  p->dynprm[1] = 2;
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_msg(strstr(mjs_getError(s), "inheritrange only available"), "%s", mjs_getError(s));
  mj_deleteSpec(s);

  // the range of a length, as for muscles
  m =
      model_from(SCENE("<general joint='j' gaintype='acme.stretch'/><general joint='j'/>"
                       "<general joint='j' gaintype='acme.cubic'/>"));
  assert_near(m->actuator_lengthrange[0], -2, 2e-2);
  assert_near(m->actuator_lengthrange[1], 3, 2e-2);
  for (int k = 2; k < 6; k++)
    ck_assert(m->actuator_lengthrange[k] == 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(parameters_of_other_laws_are_no_damping_ratio) {
  add_module();
  // 1 = -(-1), and a third number above 0, mean a damping ratio in MuJoCo's laws only
  mjModel* m =
      model_from(SCENE("<general joint='j' biastype='affine' biasprm='0 -1 .5'/>"
                       "<general joint='j' biastype='acme.drag' biasprm='0 -1 .5'/>"));
  ck_assert_double_lt(m->actuator_biasprm[2], 0);
  ck_assert(m->actuator_biasprm[mjNBIAS + 2] == .5);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- saving and loading

static const char saved[] = SCENE_WITH(
    "",
    HYDRAULIC
    "<general joint='k' class='slow' gaintype='acme.cubic' gainprm='1 .5' biastype='acme.drag' "
    "biasprm='.1'/><general joint='k' dyntype='acme.chain' dynprm='.05 3'/>",
    "<default><default class='slow'><general dyntype='acme.lag2' dynprm='20 .2'/></default>"
    "</default>");

START_TEST(text_keeps_names_and_motion) {
  add_module();
  char error[1000] = "", text[8000];
  mjSpec* s = mj_parseXMLString(saved, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_int_eq(m->na, 7);
  ck_assert_int_eq(mj_saveXMLString(s, text, sizeof text, error, sizeof error), 0);
  const char* const words[] = {"dyntype=\"acme.lag2\"", "dyntype=\"acme.chain\"",
                               "gaintype=\"acme.cubic\"", "biastype=\"acme.drag\"",
                               "plugin=\"acme.hydraulic\""};
  for (int i = 0; i < 5; i++)
    ck_assert_msg(strstr(text, words[i]), "no %s in %s", words[i], text);
  ck_assert_ptr_null(strstr(text, "actdim"));
  mjModel* again = model_from(text);
  assert_same_motion(m, again);
  mj_deleteModel(again);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(a_binary_model_names_the_laws_it_needs) {
  add_module();
  mjModel* m = model_from(saved);
  const int size = (int)mj_sizeModel(m);
  char* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, size);
  mjModel* again = mj_loadModelBuffer(image, size);
  ck_assert_ptr_nonnull(again);
  assert_same_motion(m, again);
  mj_deleteModel(again);

  // each law once, and a law that is not here is missed by name
  const char* const names[] = {"actuator dyntype/acme.lag2\n", "actuator dyntype/acme.chain\n",
                               "actuator gaintype/acme.cubic\n", "actuator biastype/acme.drag\n",
                               "actuator acme.hydraulic\n"};
  for (int i = 0; i < 5; i++) {
    char* at = memmem(image, (size_t)size, names[i], strlen(names[i]));
    ck_assert_msg(at != NULL, "no line %s", names[i]);
    ck_assert_ptr_null(memmem(at + 1, (size_t)(image + size - at - 1), names[i], strlen(names[i])));
    at[strlen(names[i]) - 2] = '?';
    char error[1000] = "";
    ck_assert_ptr_null(fc_readModel(image, (size_t)size, error, sizeof error));
    ck_assert_msg(strstr(error, "the binary model needs the actuator") && strchr(error, '?'),
                  "got: %s", error);
    at[strlen(names[i]) - 2] = names[i][strlen(names[i]) - 2];
  }
  free(image);

  // too few activation variables for the law
  m->actuator_actnum[1] = 1;
  const int less = (int)mj_sizeModel(m);
  image = malloc((size_t)less);
  mj_saveModel(m, NULL, image, less);
  char error[1000] = "";
  ck_assert_ptr_null(fc_readModel(image, (size_t)less, error, sizeof error));
  ck_assert_msg(strstr(error, "at least 2 expected"), "got: %s", error);
  free(image);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_model_with_an_unknown_law_can_be_read_but_not_stepped) {
  mjModel* m =
      model_from(SCENE_WITHOUT("<general name='odd' joint='j' dyntype='filter' dynprm='.1'/>"));
  m->actuator_dyntype[0] = 77;
  const int size = (int)mj_sizeModel(m);
  char* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, size);
  mj_deleteModel(m);
  m = mj_loadModelBuffer(image, size);
  ck_assert_ptr_nonnull(m);
  mjData* d = mj_makeData(m);
  expect_error(mj_step(m, d),
               "actuator 0 \"odd\": dyntype 77: no known actuator has the number 77");
  m->actuator_dyntype[0] = mjDYN_FILTER;
  mj_step(m, d);
  free(image);
  free_both(m, d);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("actuators of modules");
  const TTest* const tests[] = {a_whole_force_with_two_variables_follows_its_closed_form,
                                a_program_builds_the_same_actuator,
                                an_activation_law_by_name_follows_its_closed_form,
                                a_parameter_decides_how_many_variables_there_are,
                                gain_and_bias_by_name_act_and_damp,
                                variables_stay_in_actrange,
                                a_disabled_group_holds_its_variables,
                                actuators_of_sleeping_trees_rest,
                                a_force_that_acts_early_sees_the_next_variables,
                                an_activation_law_may_drive_a_whole_force,
                                the_table_of_the_first_version_still_serves,
                                what_fails_says_so,
                                a_copy_continues_like_the_original,
                                the_next_step_follows_edited_types,
                                laws_refuse_what_does_not_fit_them,
                                a_range_is_inherited_or_worked_out_where_the_law_says_so,
                                parameters_of_other_laws_are_no_damping_ratio,
                                text_keeps_names_and_motion,
                                a_binary_model_names_the_laws_it_needs,
                                a_model_with_an_unknown_law_can_be_read_but_not_stepped,
                                NULL};
  TCase* all = add_case(suite, "modules");
  for (const TTest* const* test = tests; *test; test++)
    tcase_add_test(all, *test);
  return run_suite(suite);
}
