// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// How a model and a program choose implementations and their parameters: names and <config> in
// <option>, stages and probes of a model, parameters of one instance and of all, and what is said
// when something is wrong.

#include <unistd.h>

#include <fulcrum/contact_values.h>
#include <fulcrum/host.h>

#include "tests/support.h"

#define HERE TEST_BUILD_DIR "/tests/outside/"

static char problem[2000];

// a model, or NULL with the reason in `problem`
static mjModel* try_text(const char* xml, mjSpec** kept) {
  problem[0] = 0;
  mjSpec* spec = mj_parseXMLString(xml, NULL, problem, sizeof problem);
  mjModel* m = spec ? mj_compile(spec, NULL) : NULL;
  if (spec && !m)
    snprintf(problem, sizeof problem, "%s", mjs_getError(spec));
  if (kept)
    *kept = spec;
  else
    mj_deleteSpec(spec);
  return m;
}

static mjModel* from_text(const char* xml) {
  mjModel* m = try_text(xml, NULL);
  ck_assert_msg(m != NULL, "%s", problem);
  return m;
}

static void expect_said(int failed, const char* said, const char* words) {
  ck_assert_msg(failed, "it succeeded, where \"%s\" was expected", words);
  ck_assert_msg(strstr(said, words) != NULL, "\"%s\" does not say \"%s\"", said, words);
}

static void setup(void) {
  ck_assert_msg(fc_addModulePath(HERE "modules") == 0, "%s", fc_lastError());
}

#define BODY                                                                         \
  "<worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1'/><site name='s'/>" \
  "<site name='t'/></body></worldbody>"

// ---------------------------------------------------------------- parameters of instances

static const char fans[] =
    "<mujoco><extension><plugin plugin='acme.fan'><instance name='wide'>"
    "<config key='rays' value='5'/></instance></plugin></extension>" BODY
    "<sensor><plugin name='a' instance='wide' objtype='site' objname='s'/>"
    "<acme.fan name='b' site='s' rays='2'/><acme.fan name='c' site='t' "
    "step='7'/></sensor></mujoco>";

static void expect_steps(const mjModel* m, mjtNum a, mjtNum b, mjtNum c) {
  mjData* d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert_int_eq(m->nsensordata, 5 + 2 + 3);
  ck_assert(d->sensordata[1] == a);
  ck_assert(d->sensordata[6] == b);
  ck_assert(d->sensordata[8] == c);
  mj_deleteData(d);
}

START_TEST(a_parameter_is_set_in_all_instances_or_in_one) {
  mjModel* m = from_text(fans);
  int n = 0;
  expect_steps(m, 1, 1, 7);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan", "step", "3"), 0);
  expect_steps(m, 3, 3, 3);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan:wide", "step", "4"), 0);
  expect_steps(m, 4, 3, 3);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan:c", "step", "5"), 0);
  expect_steps(m, 4, 3, 5);
  ck_assert(*fc_parameter(m, "acme.fan:c", "step", &n) == 5 && n == 1);
  ck_assert(*fc_parameter(m, "acme.fan:b", "step", &n) == 3);
  ck_assert(*fc_parameter(m, "acme.fan", "step", &n) == 4);
  expect_said(fc_setParameter(m, "acme.fan:x", "step", "1"), fc_lastError(),
              "no instance \"x\" of \"acme.fan\"; it has wide");
  expect_said(fc_setParameter(m, "acme.fan", "step", "x"), fc_lastError(), "must be a real number");
  expect_steps(m, 4, 3, 5);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_fixed_parameter_cannot_be_set_later) {
  mjModel* m = from_text(fans);
  int n = 0;
  expect_said(fc_setParameter(m, "acme.fan", "rays", "4"), fc_lastError(),
              "is fixed when a model is compiled");
  ck_assert(*fc_parameter(m, "acme.fan", "rays", &n) == 5);
  mj_deleteModel(m);
}
END_TEST

START_TEST(parameters_of_elements_are_not_those_of_the_model) {
  mjModel* m = from_text(fans);
  expect_said(fc_setParameter(m, "acme.gear", "ratio", "2"), fc_lastError(), "in eq_data");
  expect_said(fc_setParameter(m, "contact", "num", "2"), fc_lastError(), "in sensor_intprm");
  mj_deleteModel(m);
}
END_TEST

// What was set, in the document: instances by name, those that elements have of their own, numbers
// of elements and of geoms.
START_TEST(what_was_set_is_saved_where_it_belongs) {
  static const char xml[] =
      "<mujoco><extension><plugin plugin='acme.fan'><instance name='wide'>"
      "<config key='rays' value='5'/></instance></plugin></extension>"
      "<option contact_model='hunt_crossley'><config key='stiffness' value='3000'/></option>"
      "<worldbody><body><joint name='j' axis='0 1 0'/><geom size='.1'>"
      "<config key='stiffness' value='100'/></geom><site name='s'/></body>"
      "<body><joint name='k' axis='0 1 0'/><geom size='.1'/><site name='t'/></body></worldbody>"
      "<equality><acme.gear driven='j' driver='k' ratio='2'/></equality>"
      "<sensor><plugin name='a' instance='wide' objtype='site' objname='s'/>"
      "<acme.fan name='b' site='s' rays='2'/><acme.fan name='c' site='t' step='7'/></sensor>"
      "</mujoco>";
  char error[1000] = "", text[8000];
  mjSpec* spec = NULL;
  int n;
  mjModel* m = try_text(xml, &spec);
  ck_assert_msg(m != NULL, "%s", problem);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan:wide", "step", "4"), 0);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan:b", "step", "0.1"), 0);
  ck_assert_int_eq(fc_setParameter(m, "acme.fan:c", "step", "1"), 0);
  ck_assert_int_eq(fc_setParameter(m, "hunt_crossley", "stiffness", "500.00000000000006"), 0);
  *fc_contactValue(m, mjOBJ_GEOM, 0, "stiffness") = 1.0 / 3;
  m->eq_data[0] = 2.5;
  ck_assert_int_eq(mj_copyBack(spec, m), 1);
  ck_assert_msg(!mj_saveXMLString(spec, text, sizeof text, error, sizeof error), "%s", error);
  mj_deleteModel(m);
  m = from_text(text);
  ck_assert(*fc_parameter(m, "acme.fan:wide", "step", &n) == 4);
  ck_assert(*fc_parameter(m, "acme.fan:b", "step", &n) == 0.1);
  ck_assert(*fc_parameter(m, "acme.fan:c", "step", &n) == 1);
  ck_assert(*fc_parameter(m, "hunt_crossley", "stiffness", &n) == 500.00000000000006);
  ck_assert(*fc_contactValue(m, mjOBJ_GEOM, 0, "stiffness") == 1.0 / 3);
  ck_assert(m->eq_data[0] == 2.5);
  ck_assert_int_eq(m->nplugin, 4);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
END_TEST

// ---------------------------------------------------------------- ranges before dimensions

#define FAN(config)                                                      \
  "<mujoco><extension><plugin plugin='acme.fan'/></extension>" BODY      \
  "<sensor><plugin plugin='acme.fan' objtype='site' objname='s'>" config \
  "</plugin></sensor></mujoco>"

START_TEST(ranges_are_checked_before_the_dimension) {
  // an older failure must not show
  fc_optionName(FC_ACTUATOR, fc_optionValue(FC_ACTUATOR, "acme.nothing"));
  fc_fail("an actuator is not known");
  expect_said(!try_text(FAN("<config key='rays' value='-5'/>"), NULL), problem,
              "parameter \"rays\" of \"acme.fan\" must be between 1 and 100; -5 is not");
  expect_said(!try_text(FAN("<config key='rays' value='2.5'/>"), NULL), problem, "a whole number");
  mjModel* m = from_text(FAN("<config key='rays' value='100'/>"));
  ck_assert_int_eq(m->sensor_dim[0], 100);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- sensors written <plugin>

START_TEST(a_plugin_sensor_has_noise_history_and_delay) {
  char error[1000] = "", text[20000] = "";
  mjSpec* spec;
  mjModel* m = try_text(
      "<mujoco><option timestep='.01'/><extension><plugin plugin='acme.fan'>"
      "<instance name='f'/></plugin></extension>" BODY
      "<sensor><plugin name='p' instance='f' objtype='site' objname='s' noise='.5' nsample='3' "
      "interp='linear' delay='.02' interval='.01 0'/></sensor></mujoco>",
      &spec);
  ck_assert_msg(m != NULL, "%s", problem);
  for (int round = 0; round < 2; round++) {
    ck_assert(m->sensor_noise[0] == .5 && m->sensor_delay[0] == .02);
    ck_assert(m->sensor_interval[0] == .01);
    ck_assert_int_eq(m->sensor_history[0], 3);
    ck_assert_int_eq(m->sensor_history[1], 1);
    if (round)
      break;
    ck_assert_msg(!mj_saveXMLString(spec, text, sizeof text, error, sizeof error), "%s", error);
    ck_assert_msg(strstr(text, "<plugin name=\"p\"") || strstr(text, "instance=\"f\""), "%s", text);
    mj_deleteModel(m);
    mj_deleteSpec(spec);
    m = try_text(text, &spec);
    ck_assert_msg(m != NULL, "%s\n%s", problem, text);
  }
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
END_TEST

// ---------------------------------------------------------------- <option>

static const char chosen[] =
    "<mujoco><size nuserdata='4'/><option integrator='implicitfast' stage='acme.tick' "
    "probe='acme.tally' passive='acme.drag'><config key='push' value='6'/>"
    "<config key='coefficient' value='2'/></option>" BODY "</mujoco>";

static void expect_chosen(const mjModel* m) {
  mjData* d = mj_makeData(m);
  d->qvel[0] = 1;
  for (int i = 1; i <= 5; i++) {
    const mjtNum v = d->qvel[0];
    mj_step(m, d);
    ck_assert(fabs(d->qfrc_passive[0] - (6 - 2 * v)) < 1e-12);
    ck_assert(d->userdata[2] == 1);
    ck_assert(d->userdata[3] == i);
  }
  ck_assert_str_eq(fc_bound(m, d, FC_STAGE), "acme.tick");
  ck_assert_str_eq(fc_bound(m, d, FC_PROBE), "acme.tally");
  expect_said(fc_bind(m, d, FC_STAGE, "acme.tick"), fc_lastError(),
              "is bound to this mjData already");
  ck_assert_int_eq(fc_unbind(m, d, FC_STAGE), 0);
  ck_assert_str_eq(fc_bound(m, d, FC_STAGE), "acme.tick");
  ck_assert_ptr_null(fc_runningStage(d));

  // a copy goes on, with memory of its own
  mjData* copy = mj_copyData(NULL, m, d);
  mj_step(m, copy);
  ck_assert_str_eq(fc_bound(m, copy, FC_PROBE), "acme.tally");
  ck_assert(copy->userdata[2] == 1);
  mj_deleteData(copy);
  mj_deleteData(d);
}

START_TEST(option_names_stages_probes_and_forces_with_their_parameters) {
  char error[1000] = "";
  mjSpec* spec;
  mjModel* m = try_text(chosen, &spec);
  ck_assert_msg(m != NULL, "%s", problem);
  expect_chosen(m);

  ck_assert_msg(!mj_saveXML(spec, HERE "chosen.xml", error, sizeof error), "%s", error);
  mj_saveModel(m, HERE "chosen.mjb", NULL, 0);
  mjModel* text = mj_loadXML(HERE "chosen.xml", NULL, error, sizeof error);
  ck_assert_msg(text != NULL, "%s", error);
  expect_chosen(text);
  mjModel* image = mj_loadModel(HERE "chosen.mjb", NULL);
  ck_assert_ptr_nonnull(image);
  expect_chosen(image);
  unlink(HERE "chosen.xml");
  unlink(HERE "chosen.mjb");
  mj_deleteModel(m);
  mj_deleteModel(text);
  mj_deleteModel(image);
  mj_deleteSpec(spec);
}
END_TEST

// <config> of faces, of the engine's too: of an instance, of <option>, of geoms, defaults and pairs
START_TEST(values_of_parameters_are_saved) {
  char error[1000] = "", text[20000] = "";
  static const char* const kept[] = {
      "<config key=\"stiffness\" value=\"2e4\"/>", "<config key=\"coefficient\" value=\"2\"/>",
      "<config key=\"dissipation\" value=\"0.3\"/>", "<config key=\"dissipation\" value=\"0.7\"/>"};
  mjSpec* spec;
  mjModel* m = try_text(
      "<mujoco><extension><plugin plugin='contact_model/hunt_crossley'><instance name='c'>"
      "<config key='stiffness' value='2e4'/></instance></plugin></extension>"
      "<option passive='acme.drag'><config key='coefficient' value='2'/></option>"
      "<worldbody><geom name='floor' type='plane' size='1 1 1'/><body pos='0 0 .05'><freejoint/>"
      "<geom name='a' size='.1'><config key='dissipation' value='0.3'/></geom></body></worldbody>"
      "<contact><pair geom1='a' geom2='floor'><config key='dissipation' value='0.7'/></pair>"
      "</contact></mujoco>",
      &spec);
  ck_assert_msg(m != NULL, "%s", problem);
  ck_assert_msg(!mj_saveXMLString(spec, text, sizeof text, error, sizeof error), "%s", error);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    ck_assert_msg(strstr(text, kept[i]) != NULL, "%s is missing in\n%s", kept[i], text);
  mjModel* again = from_text(text);
  mjData *x = mj_makeData(m), *y = mj_makeData(again);
  for (int i = 0; i < 50; i++) {
    mj_step(m, x);
    mj_step(again, y);
  }
  ck_assert_mem_eq(x->qpos, y->qpos, (size_t)m->nq * sizeof(mjtNum));
  mj_deleteData(x);
  mj_deleteData(y);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(spec);
}
END_TEST

// data that meet a model without stages leave them behind, and find them again
START_TEST(stages_of_a_model_end_with_it) {
  mjModel* with = from_text(chosen);
  mjModel* without = from_text("<mujoco><size nuserdata='4'/>" BODY "</mujoco>");
  mjData* d = mj_makeData(with);
  mj_step(with, d);
  ck_assert(d->userdata[3] == 1);
  mj_step(without, d);
  ck_assert(d->userdata[3] == 1 && d->qfrc_passive[0] == 0);
  ck_assert_str_eq(fc_bound(without, d, FC_STAGE), "");
  mj_step(with, d);
  ck_assert(d->userdata[3] == 2);
  mj_deleteData(d);
  mj_deleteModel(with);
  mj_deleteModel(without);
}
END_TEST

static const struct {
  const char* option;
  const char* said;
} wrong[] = {
    {"<option stage='acme.tock'/>", "there is no stage 'acme.tock'"},
    {"<option stage='acme.misplaced'/>", "there is no stage \"breakfast\""},
    {"<option stage='acme.tick'><config key='pull' value='1'/></option>",
     "no implementation that <option> chooses has a parameter 'pull' (stage 'acme.tick')"},
    {"<option stage='acme.tick'><config key='push' value='x'/></option>", "must be a real number"},
    {"<option stage='acme.tick'><config key='push' value='1'/><config key='push' "
     "value='2'/></option>",
     "duplicate config key: push"},
    {"<option><config key='push' value='1'/></option>", "<option> chooses no implementation"},
    {"<option stage='acme.tick'><config value='1'/></option>", "key"},
};

START_TEST(wrong_choices_are_told) {
  char text[1000];
  snprintf(text, sizeof text, "<mujoco>%s" BODY "</mujoco>", wrong[_i].option);
  expect_said(!try_text(text, NULL), problem, wrong[_i].said);
}
END_TEST

// ---------------------------------------------------------------- names that are not installed

START_TEST(the_name_of_a_missing_solver_is_saved) {
  char error[1000] = "", text[20000] = "";
  mjSpec* spec;
  mjModel* m = try_text("<mujoco><option solver='acme.absent'/>" BODY "</mujoco>", &spec);
  ck_assert_msg(m != NULL, "%s", problem);
  ck_assert_msg(!mj_saveXMLString(spec, text, sizeof text, error, sizeof error), "%s", error);
  ck_assert_msg(strstr(text, "solver=\"acme.absent\"") != NULL, "%s", text);

  // a number without a name
  spec->option.solver = 0x40000001;
  ck_assert_int_eq(mj_recompile(spec, NULL, m, NULL), 0);
  expect_said(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), error,
              "solver is 1073741825, which no installed module has");
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}
END_TEST

START_TEST(messages_are_english) {
  mjModel* m = from_text(chosen);
  mjData* d = mj_makeData(m);
  expect_said(!fc_bound(m, d, FC_ACTUATOR), fc_lastError(), "an actuator cannot be bound");
  expect_said(!fc_bound(m, d, FC_SENSOR), fc_lastError(), "a sensor cannot be bound");
  expect_said(fc_bind(m, d, FC_INTEGRATOR, ""), fc_lastError(), "the name of an integrator");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- model files

START_TEST(a_loader_without_types_reads_model_assets) {
  FILE* file = fopen(HERE "some.sdf", "w");
  ck_assert_ptr_nonnull(file);
  fputs("balls\n", file);
  fclose(file);
  mjModel* m = from_text("<mujoco><asset><model name='b' file='" HERE
                         "some.sdf'/></asset><worldbody><attach model='b' prefix='b_'/>"
                         "</worldbody></mujoco>");
  unlink(HERE "some.sdf");
  ck_assert_int_ge(mj_name2id(m, mjOBJ_BODY, "b_ball"), 1);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  TCase* tc = tcase_create("choices");
  tcase_add_checked_fixture(tc, setup, NULL);
  tcase_add_test(tc, a_parameter_is_set_in_all_instances_or_in_one);
  tcase_add_test(tc, a_fixed_parameter_cannot_be_set_later);
  tcase_add_test(tc, parameters_of_elements_are_not_those_of_the_model);
  tcase_add_test(tc, what_was_set_is_saved_where_it_belongs);
  tcase_add_test(tc, ranges_are_checked_before_the_dimension);
  tcase_add_test(tc, a_plugin_sensor_has_noise_history_and_delay);
  tcase_add_test(tc, option_names_stages_probes_and_forces_with_their_parameters);
  tcase_add_test(tc, values_of_parameters_are_saved);
  tcase_add_test(tc, stages_of_a_model_end_with_it);
  tcase_add_loop_test(tc, wrong_choices_are_told, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(tc, the_name_of_a_missing_solver_is_saved);
  tcase_add_test(tc, messages_are_english);
  tcase_add_test(tc, a_loader_without_types_reads_model_assets);
  return run_case("choices", tc);
}
