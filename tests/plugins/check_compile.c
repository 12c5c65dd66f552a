// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plugins in models: instances and their order, attributes, sizes, refusals with a sentence, and
// that nothing is lost when a model is saved, copied, attached or read by another process.

#include <sys/wait.h>
#include <unistd.h>

#include "tests/plugins/support.h"

#define STUB(content) "<extension><plugin plugin='acme.stub'>" content "</plugin></extension>"
#define HINGE "<worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody>"

static void setup(void) { mj_loadPluginLibrary(LIBRARY); }

// ---------------------------------------------------------------- what a model holds

START_TEST(attributes_are_stored_in_declared_order) {
  mjModel* m =
      compile("<mujoco>" STUB("<instance name='one'><config key='bb' value='xy'/><config "
                              "key='aa' value='1'/></instance>") HINGE
              "<actuator><plugin plugin='acme.stub' joint='j'/></actuator><sensor>"
              "<plugin plugin='acme.stub'><config key='cc' value='q'/></plugin></sensor>"
              "</mujoco>");
  ck_assert_int_eq(m->nplugin, 3);
  ck_assert_int_eq(m->npluginattr, 13);
  ck_assert(memcmp(m->plugin_attr, "1\0xy\0\0\0\0\0\0\0q\0", 13) == 0);
  const int attradr[] = {0, 6, 9}, stateadr[] = {0, 2, 4};
  int slot;
  mjp_getPlugin("acme.stub", &slot);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(m->plugin_attradr[i], attradr[i]);
    ck_assert_int_eq(m->plugin_stateadr[i], stateadr[i]);
    ck_assert_int_eq(m->plugin_statenum[i], 2);
    ck_assert_int_eq(m->plugin[i], slot);
  }
  ck_assert_int_eq(m->npluginstate, 6);
  ck_assert_int_eq(m->actuator_plugin[0], 1);
  ck_assert_int_eq(m->sensor_plugin[0], 2);
  ck_assert_int_eq(m->body_plugin[1], -1);
  ck_assert_int_eq(m->geom_plugin[0], -1);
  ck_assert_str_eq(mj_getPluginConfig(m, 0, "bb"), "xy");
  ck_assert_str_eq(mj_getPluginConfig(m, 0, "cc"), "");
  ck_assert_str_eq(mj_getPluginConfig(m, 2, "cc"), "q");
  ck_assert_ptr_null(mj_getPluginConfig(m, 0, "dd"));
  ck_assert_ptr_null(mj_getPluginConfig(m, 3, "aa"));
  ck_assert_int_eq(mj_name2id(m, mjOBJ_PLUGIN, "one"), 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(named_instances_come_first_and_those_of_bodies_last) {
  mjModel* m = compile(
      "<mujoco><worldbody><body><joint name='j'/><geom size='.1'/><plugin plugin='acme.trace'>"
      "<config key='gain' value='1'/></plugin><body><geom size='.1'/><plugin plugin='acme.trace'>"
      "<config key='gain' value='2'/></plugin></body></body></worldbody>"
      "<sensor><plugin plugin='acme.trace'><config key='gain' value='3'/></plugin></sensor>"
      "<actuator><plugin plugin='acme.trace' joint='j'><config key='gain' value='4'/></plugin>"
      "<plugin joint='j' instance='last'/></actuator>"
      "<extension><plugin plugin='acme.trace'><instance name='last'><config key='gain' "
      "value='5'/></instance></plugin></extension></mujoco>");
  static const char* const gain[] = {"5", "4", "3", "1", "2"};
  ck_assert_int_eq(m->nplugin, 5);
  for (int i = 0; i < 5; i++)
    ck_assert_str_eq(mj_getPluginConfig(m, i, "gain"), gain[i]);
  ck_assert_int_eq(m->actuator_plugin[0], 1);
  ck_assert_int_eq(m->actuator_plugin[1], 0);
  ck_assert_int_eq(m->sensor_plugin[0], 2);
  ck_assert_int_eq(m->body_plugin[1], 3);
  ck_assert_int_eq(m->body_plugin[2], 4);
  mj_deleteModel(m);
}
END_TEST

START_TEST(the_plugin_decides_size_and_stage_of_its_sensors) {
  mjModel* m = compile(
      "<mujoco><extension><plugin plugin='acme.trace'/></extension><sensor>"
      "<clock/><plugin plugin='acme.trace'/><clock/></sensor></mujoco>");
  ck_assert_int_eq(m->sensor_dim[1], 6);
  ck_assert_int_eq(m->sensor_needstage[1], mjSTAGE_VEL);
  ck_assert_int_eq(m->sensor_adr[2], 7);
  ck_assert_int_eq(m->nsensordata, 8);
  mj_deleteModel(m);
}
END_TEST

// ---------------------------------------------------------------- refusals

START_TEST(what_cannot_be_is_refused_with_a_sentence) {
  static const struct {
    const char *xml, *words;
  } cases[] = {
      {"<extension><plugin plugin='acme.none'/></extension>", "plugin acme.none not found"},
      {STUB("<instance/>"), "name"},
      {STUB("<instance name='a'><config key='aa' value='1'/><config key='aa' "
            "value='2'/></instance>"),
       "duplicate config key: aa"},
      {STUB("<instance name='a'><config key='zz' value='1'/></instance>"),
       "unrecognized attribute 'plugin:zz' for plugin acme.stub"},
      {STUB("<instance name='a'/><instance name='a'/>"), "repeated name"},
      {HINGE "<actuator><plugin plugin='acme.stub' joint='j'/></actuator>",
       "unrecognized plugin 'acme.stub'"},
      {STUB("") HINGE "<actuator><plugin joint='j'/></actuator>",
       "neither 'plugin' nor 'instance' is specified for actuator"},
      {STUB("") HINGE "<actuator><plugin joint='j' instance='b'/></actuator>",
       "unrecognized name 'b' for plugin instance"},
      {STUB("") HINGE "<actuator><plugin plugin='acme.stub' joint='j' instance='b'/></actuator>",
       "unrecognized name 'b' for plugin instance"},
      {"<extension><plugin plugin='acme.trace'><instance name='a'/></plugin><plugin "
       "plugin='acme.stub'/></extension>" HINGE
       "<actuator><plugin plugin='acme.stub' joint='j' instance='a'/></actuator>",
       "'plugin' attribute does not match"},
      {STUB("") "<worldbody><body><geom size='.1'/><plugin plugin='acme.stub'/></body></worldbody>",
       "plugin 'acme.stub' does not support passive forces"},
      {STUB("") "<worldbody><geom size='.1'><plugin plugin='acme.stub'/></geom></worldbody>",
       "plugin 'acme.stub' does not support sign distance fields"},
      {"<extension><plugin plugin='acme.still'/></extension><sensor><plugin "
       "plugin='acme.still'/></sensor>",
       "plugin 'acme.still' does not support sensors"},
      {"<extension><plugin plugin='acme.still'/></extension>" HINGE
       "<actuator><plugin plugin='acme.still' joint='j'/></actuator>",
       "plugin 'acme.still' does not support actuators"},
      {"<extension><plugin plugin='acme.trace'/></extension>" HINGE
       "<actuator><plugin plugin='acme.trace' joint='j'><config key='gain' value='none'/></plugin>"
       "</actuator>",
       "engine error: mj_makeData: init of plugin id 0 failed"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2000];
    snprintf(text, sizeof text, "<mujoco>%s</mujoco>", cases[i].xml);
    expect_refusal(text, cases[i].words);
  }
}
END_TEST

START_TEST(warnings_of_a_plugin_that_refuses_its_instance_are_shown) {
  mjSpec* s = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='acme.trace'><instance name='t'><config key='gain' "
      "value='none'/></instance></plugin></extension></mujoco>",
      NULL, NULL, 0);
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "does not like its gain"));
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- editing and saving

static const char rich[] =
    "<mujoco><extension><plugin plugin='acme.stub'/><plugin plugin='acme.trace'><instance "
    "name='t'><config key='gain' value='3'/><config key='push' value='2'/></instance></plugin>"
    "</extension><worldbody><body name='b'><joint name='j'/><geom size='.1'/>"
    "<plugin plugin='acme.trace' instance='t'/></body></worldbody><actuator><plugin joint='j' "
    "plugin='acme.stub'><config key='aa' value='7 8'/></plugin></actuator>"
    "<sensor><plugin plugin='acme.trace' instance='t'/></sensor></mujoco>";

static void expect_rich(const mjModel* m) {
  ck_assert_int_eq(m->nplugin, 2);
  ck_assert_str_eq(mj_getPluginConfig(m, 0, "gain"), "3");
  ck_assert_str_eq(mj_getPluginConfig(m, 0, "push"), "2");
  ck_assert_str_eq(mj_getPluginConfig(m, 1, "aa"), "7 8");
  ck_assert_int_eq(m->body_plugin[1], 0);
  ck_assert_int_eq(m->sensor_plugin[0], 0);
  ck_assert_int_eq(m->actuator_plugin[0], 1);
}

START_TEST(a_saved_document_has_the_same_plugins) {
  static char saved[20000];
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(rich, NULL, error, sizeof error);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  expect_rich(m);
  ck_assert_msg(mj_saveXMLString(s, saved, sizeof saved, error, sizeof error) == 0, "%s", error);
  mjModel* again = compile(saved);
  expect_rich(again);
  mj_deleteModel(m);
  mj_deleteModel(again);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(copies_and_attached_models_bring_their_plugins) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(rich, NULL, error, sizeof error);
  mjSpec* twin = mj_copySpec(s);
  mjModel* m = mj_compile(twin, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(twin));
  expect_rich(m);
  mj_deleteModel(m);

  mjSpec* parent = mj_makeSpec();
  mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "world"), NULL);
  ck_assert_ptr_nonnull(mjs_attach(frame->element, mjs_findBody(s, "b")->element, "left_", NULL));
  m = mj_compile(parent, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(parent));
  expect_rich(m);
  ck_assert_int_eq(mj_name2id(m, mjOBJ_PLUGIN, "left_t"), 0);
  mj_deleteModel(m);
  mj_deleteSpec(parent);
  mj_deleteSpec(twin);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(instances_can_be_made_by_program) {
  mjSpec* s = mj_makeSpec();
  ck_assert_int_eq(mjs_activatePlugin(s, "acme.nobody"), -1);
  ck_assert_int_eq(mjs_activatePlugin(s, "acme.trace"), 0);
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), NULL);
  mjsJoint* joint = mjs_addJoint(body, NULL);
  mjs_setName(joint->element, "j");
  joint->type = mjJNT_SLIDE;
  mjs_addGeom(body, NULL)->size[0] = 0.1;
  // the element names the plugin, the instance is its own
  mjsActuator* actuator = mjs_addActuator(s, NULL);
  actuator->trntype = mjTRN_JOINT;
  mjs_setString(actuator->target, "j");
  actuator->plugin.active = 1;
  mjs_setString(actuator->plugin.plugin_name, "acme.trace");
  actuator->plugin.element = mjs_addPlugin(s)->element;
  // a named instance, made later, and referred to
  mjsPlugin* named = mjs_addPlugin(s);
  mjs_setString(named->plugin_name, "acme.trace");
  mjs_setName(named->element, "late");
  body->plugin.active = 1;
  mjs_setString(body->plugin.name, "late");
  // one that nobody uses
  mjs_addPlugin(s);
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_int_eq(m->nplugin, 2);
  ck_assert_int_eq(m->body_plugin[1], 0);
  ck_assert_int_eq(m->actuator_plugin[0], 1);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- binary models

// runs `act` in a process of its own, in which no test has registered anything
static void in_other_process(void (*act)(const char* path), const char* path) {
  pid_t child = fork();
  if (!child) {
    act(path);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  ck_assert_msg(WIFEXITED(status) && !WEXITSTATUS(status), "the other process failed");
}

static void save_rich(const char* path) {
  mj_loadPluginLibrary(LIBRARY);
  mjModel* m = compile(rich);
  mj_saveModel(m, path, NULL, 0);
}

static int no_state(const mjModel* model, int instance) {
  (void)model;
  (void)instance;
  return 0;
}

static void register_early(void) {
  mjpPlugin early;
  mjp_defaultPlugin(&early);
  early.name = "acme.early";
  early.nstate = no_state;
  mjp_registerPlugin(&early);
}

static mjModel* read_model(const char* path, char* error) {
  static char bytes[200000];
  FILE* file = fopen(path, "rb");
  ck_assert_ptr_nonnull(file);
  const size_t n = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return fc_readModel(bytes, n, error, 1000);
}

START_TEST(binary_models_name_their_plugins) {
  char path[] = TEST_BUILD_DIR "/tests/plugins/model.XXXXXX", error[1000] = "";
  close(mkstemp(path));
  in_other_process(save_rich, path);

  // without the library
  ck_assert_ptr_null(read_model(path, error));
  ck_assert_msg(strstr(error, "needs the plugin \"acme.trace\"") != NULL, "%s", error);

  // in another order of registration
  register_early();
  mj_loadPluginLibrary(LIBRARY);
  mjModel* m = read_model(path, error);
  ck_assert_msg(m != NULL, "%s", error);
  expect_rich(m);
  ck_assert_str_eq(mjp_getPluginAtSlot(m->plugin[0])->name, "acme.trace");
  ck_assert_str_eq(mjp_getPluginAtSlot(m->plugin[1])->name, "acme.stub");
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  mj_deleteData(d);

  // a number that nobody has
  m->plugin[0] = 999;
  expect_error(mj_makeData(m), "slot 999");
  mj_deleteModel(m);
  unlink(path);
}
END_TEST

START_TEST(binary_models_find_first_party_plugins_by_themselves) {
  char path[] = TEST_BUILD_DIR "/tests/plugins/model.XXXXXX", error[1000] = "";
  close(mkstemp(path));
  mjModel* m = compile("<mujoco><extension><plugin plugin='mujoco.pid'/></extension>" HINGE
                       "<actuator><plugin plugin='mujoco.pid' joint='j'/></actuator></mujoco>");
  mj_saveModel(m, path, NULL, 0);
  mj_deleteModel(m);
  m = read_model(path, error);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_str_eq(mjp_getPluginAtSlot(m->plugin[0])->name, "mujoco.pid");
  mj_deleteModel(m);
  unlink(path);
}
END_TEST

static void add(Suite* suite, const char* name, const TTest* const* tests, size_t n, int load) {
  TCase* tcase = tcase_create(name);
  if (load)
    tcase_add_checked_fixture(tcase, setup, NULL);
  for (size_t i = 0; i < n; i++)
    tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
}

int main(void) {
  const TTest* const loaded[] = {attributes_are_stored_in_declared_order,
                                 named_instances_come_first_and_those_of_bodies_last,
                                 the_plugin_decides_size_and_stage_of_its_sensors,
                                 what_cannot_be_is_refused_with_a_sentence,
                                 warnings_of_a_plugin_that_refuses_its_instance_are_shown,
                                 a_saved_document_has_the_same_plugins,
                                 copies_and_attached_models_bring_their_plugins,
                                 instances_can_be_made_by_program};
  const TTest* const bare[] = {binary_models_name_their_plugins,
                               binary_models_find_first_party_plugins_by_themselves};
  mju_user_warning = ignore_warning;
  Suite* suite = suite_create("plugins in models");
  add(suite, "library loaded", loaded, sizeof loaded / sizeof *loaded, 1);
  add(suite, "nothing loaded", bare, sizeof bare / sizeof *bare, 0);
  return run_suite(suite);
}
