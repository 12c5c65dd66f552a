// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A plugin library that knows nothing of Fulcrum (acme_plugins.c) is loaded and runs: each function
// of its plugins is called when, and as often as, the reference calls it. The counts were recorded
// by running the same library and the same program there.

#include <dlfcn.h>

#include "tests/plugins/support.h"

enum { ACTUATOR, RATE, PASSIVE, SENSOR, ADVANCE, RESET, NCOUNT };

static const char all_uses[] =
    "<mujoco><option timestep='.01' gravity='0 0 0' %s/>"
    "<extension><plugin plugin='acme.trace'><instance name='t'><config key='gain' value='3'/>"
    "<config key='push' value='2'/></instance></plugin></extension>"
    "<worldbody><body><joint name='x' type='slide' axis='1 0 0'/><geom size='.1' mass='2'/>"
    "<plugin instance='t'/></body></worldbody>"
    "<actuator><plugin joint='x' instance='t' plugin='acme.trace' actdim='1'/></actuator>"
    "<sensor><plugin name='s' instance='t' plugin='acme.trace' cutoff='7.5'/></sensor></mujoco>";

static mjModel* m;
static mjData* d;

static void load(const char* option) {
  char text[4000];
  mj_loadPluginLibrary(LIBRARY);
  snprintf(text, sizeof text, all_uses, option);
  m = compile(text);
  d = mj_makeData(m);
  d->ctrl[0] = 1;
}

static void unload(void) {
  mj_deleteData(d);
  mj_deleteModel(m);
}

static int* alive(void) {
  void* library = dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD);
  ck_assert_ptr_nonnull(library);
  return dlsym(library, "acme_alive");
}

#define expect_counts(...)                                                               \
  do {                                                                                   \
    const double expected[NCOUNT] = {__VA_ARGS__};                                       \
    for (int i = 0; i < NCOUNT; i++)                                                     \
      ck_assert_msg(d->plugin_state[i] == expected[i], "count %d is %g, expected %g", i, \
                    d->plugin_state[i], expected[i]);                                    \
  } while (0)

static int nreported, first_reported, count_reported;
static void report(const char* file, int first, int count) {
  if (!strstr(file, "acme_plugins.so"))
    return;
  nreported++;
  first_reported = first;
  count_reported = count;
}

START_TEST(libraries_of_a_folder_are_loaded_and_reported) {
  const int before = mjp_pluginCount();
  mj_loadAllPluginLibraries(LIBRARY_FOLDER, report);
  ck_assert_int_eq(nreported, 1);
  ck_assert_int_eq(first_reported, before);
  ck_assert_int_eq(count_reported, 3);
  int slot = -1;
  const mjpPlugin* trace = mjp_getPlugin("ACME.Trace", &slot);
  ck_assert_ptr_nonnull(trace);
  ck_assert_str_eq(trace->name, "acme.trace");
  ck_assert_ptr_eq(mjp_getPluginAtSlot(slot), trace);
  ck_assert_ptr_null(mjp_getPlugin("acme.nobody", &slot));
  ck_assert_int_eq(slot, -1);
  // a second time there is nothing new
  mj_loadAllPluginLibraries(LIBRARY_FOLDER, report);
  ck_assert_int_eq(first_reported, -1);
  ck_assert_int_eq(count_reported, 0);
  mj_loadAllPluginLibraries("/no/such/folder", report);
  ck_assert_int_eq(nreported, 2);
}
END_TEST

START_TEST(a_library_that_is_not_there_is_an_error) {
  expect_error(mj_loadPluginLibrary("/no/such/library.so"), "/no/such/library.so");
  expect_error(mj_loadPluginLibrary(NULL), "NULL");
  // and the registry still works
  mj_loadPluginLibrary(LIBRARY);
  ck_assert_ptr_nonnull(mjp_getPlugin("acme.trace", NULL));
}
END_TEST

static int no_state(const mjModel* model, int instance) {
  (void)model;
  (void)instance;
  return 0;
}

START_TEST(a_name_is_registered_once) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "acme.trace";
  plugin.nstate = no_state;
  int slot = mjp_registerPlugin(&plugin);
  ck_assert_int_eq(mjp_registerPlugin(&plugin), slot);
  // the conflict comes up inside the constructor of the library and is reported by the loader
  expect_error(mj_loadPluginLibrary(LIBRARY), "'acme.trace' already registered");
  plugin.name = NULL;
  expect_error(mjp_registerPlugin(&plugin), "no name");
  plugin.name = "acme.negative";
  plugin.nattribute = -1;
  expect_error(mjp_registerPlugin(&plugin), "attributes");
}
END_TEST

static int open_nothing(mjResource* resource) {
  (void)resource;
  return 0;
}
static int read_nothing(mjResource* resource, const void** bytes) {
  (void)resource;
  (void)bytes;
  return -1;
}
static void close_nothing(mjResource* resource) { (void)resource; }

START_TEST(a_prefix_is_registered_once) {
  mjpResourceProvider provider;
  mjp_defaultResourceProvider(&provider);
  provider.prefix = "acme";
  provider.open = open_nothing;
  provider.read = read_nothing;
  provider.close = close_nothing;
  const int before = mjp_resourceProviderCount(), slot = mjp_registerResourceProvider(&provider);
  ck_assert_int_eq(slot, before + 1);
  ck_assert_int_eq(mjp_registerResourceProvider(&provider), slot);
  ck_assert_ptr_eq(mjp_getResourceProvider("ACME:box.stl"), mjp_getResourceProviderAtSlot(slot));
  ck_assert_ptr_null(mjp_getResourceProvider("box.stl"));
  ck_assert_ptr_null(mjp_getResourceProviderAtSlot(0));
  // something else under the same prefix; no prefix at all
  provider.data = &provider;
  expect_error(mjp_registerResourceProvider(&provider), "'acme' is already registered");
  provider.prefix = "9lives";
  ck_assert_int_eq(mjp_registerResourceProvider(&provider), -1);
  provider.prefix = "acme2";
  provider.read = NULL;
  ck_assert_int_eq(mjp_registerResourceProvider(&provider), -1);
  ck_assert_int_eq(mjp_resourceProviderCount(), slot);
}
END_TEST

START_TEST(a_step_calls_every_stage_once) {
  load("");
  expect_counts(0, 0, 0, 0, 0, 1);
  mj_step(m, d);
  expect_counts(1, 1, 1, 1, 1, 1);
  ck_assert_double_eq_tol(d->qvel[0], 0.01, 1e-15);
  ck_assert_double_eq_tol(d->act[0], 0.005, 1e-15);
  mj_step(m, d);
  expect_counts(2, 2, 2, 2, 2, 1);
  // two plus three times the activation, on two kilograms
  ck_assert_double_eq_tol(d->qvel[0], 0.020075, 1e-15);
  mj_forward(m, d);
  expect_counts(3, 3, 3, 3, 2, 1);
  mj_inverse(m, d);
  expect_counts(3, 3, 4, 4, 2, 1);
  unload();
}
END_TEST

START_TEST(runge_kutta_evaluates_forces_four_times_and_advances_once) {
  load("integrator='RK4'");
  mj_step(m, d);
  expect_counts(4, 4, 4, 1, 1, 1);
  mj_step(m, d);
  expect_counts(8, 8, 8, 2, 2, 1);
  mj_forward(m, d);
  // the cutoff of the sensor is 7.5
  ck_assert_double_eq(d->sensordata[ACTUATOR], 7.5);
  ck_assert_double_eq(d->sensordata[SENSOR], 3);
  unload();
}
END_TEST

START_TEST(flags_switch_plugins_off_with_their_stage) {
  load("");
  m->opt.disableflags = mjDSBL_ACTUATION;
  mj_step(m, d);
  expect_counts(0, 0, 1, 1, 1, 1);
  m->opt.disableflags = mjDSBL_SENSOR;
  mj_step(m, d);
  expect_counts(1, 1, 2, 1, 2, 1);
  m->opt.disableflags = mjDSBL_SPRING | mjDSBL_DAMPER;
  mj_step(m, d);
  expect_counts(2, 2, 2, 2, 3, 1);
  unload();
}
END_TEST

START_TEST(instances_live_as_long_as_their_data) {
  load("");
  const int* living = alive();
  ck_assert_int_eq(*living, 1);
  mj_step(m, d);
  mjData* copy = mj_copyData(NULL, m, d);
  ck_assert_int_eq(*living, 2);
  ck_assert_uint_ne(copy->plugin_data[0], d->plugin_data[0]);
  ck_assert_int_eq(copy->nplugin, 1);
  for (int i = 0; i < NCOUNT; i++)
    ck_assert_double_eq(copy->plugin_state[i], d->plugin_state[i]);
  // a copy continues like the original
  mj_step(m, d);
  mj_step(m, copy);
  ck_assert_double_eq(copy->qvel[0], d->qvel[0]);
  ck_assert_double_eq(copy->plugin_state[ADVANCE], 2);
  mj_deleteData(copy);
  ck_assert_int_eq(*living, 1);
  mj_deleteData(d);
  ck_assert_int_eq(*living, 0);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_reset_keeps_state_and_calls_reset) {
  load("");
  mj_step(m, d);
  const uintptr_t own = d->plugin_data[0];
  mj_resetData(m, d);
  ck_assert_uint_eq(d->plugin_data[0], own);
  expect_counts(1, 1, 1, 1, 1, 2);
  ck_assert_double_eq(d->qvel[0], 0);
  unload();
}
END_TEST

START_TEST(plugin_state_is_part_of_the_state) {
  load("");
  const int n = mj_stateSize(m, mjSTATE_PLUGIN);
  mjtNum state[NCOUNT];
  ck_assert_int_eq(n, NCOUNT);
  mj_step(m, d);
  mj_getState(m, d, state, mjSTATE_PLUGIN);
  mj_step(m, d);
  ck_assert_double_eq(d->plugin_state[ADVANCE], 2);
  mj_setState(m, d, state, mjSTATE_PLUGIN);
  expect_counts(1, 1, 1, 1, 1, 1);
  unload();
}
END_TEST

START_TEST(init_that_fails_is_an_error_with_the_reason) {
  load("");
  // the same model with a gain that the plugin does not like: "3" is at the start of plugin_attr
  mjModel* bad = compile(
      "<mujoco><extension><plugin plugin='acme.trace'><instance name='t'><config key='gain' "
      "value='nine'/></instance></plugin></extension></mujoco>");
  strcpy(bad->plugin_attr, "none");
  expect_error(mj_makeData(bad), "init of plugin id 0 failed");
  mj_deleteModel(bad);
  ck_assert_int_eq(*alive(), 1);
  unload();
}
END_TEST

START_TEST(capabilities_without_compute_are_an_error) {
  mj_loadPluginLibrary(LIBRARY);
  expect_refusal(
      "<mujoco><extension><plugin plugin='acme.still'><instance name='i'/></plugin>"
      "</extension></mujoco>",
      "\"acme.still\" (instance 0");
}
END_TEST

START_TEST(delayed_plugin_sensors_are_an_error) {
  load("");
  mjModel* delayed;
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='acme.trace'/></extension><sensor><plugin name='s' "
      "plugin='acme.trace'/></sensor></mujoco>",
      NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  mjsSensor* sensor = mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR));
  sensor->nsample = 3;
  sensor->delay = 0.01;
  delayed = mj_compile(s, NULL);
  ck_assert_ptr_null(delayed);
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "sensor 0 has a delay"));
  mj_deleteSpec(s);
  unload();
}
END_TEST

int main(void) {
  const TTest* const tests[] = {libraries_of_a_folder_are_loaded_and_reported,
                                a_library_that_is_not_there_is_an_error,
                                a_name_is_registered_once,
                                a_prefix_is_registered_once,
                                a_step_calls_every_stage_once,
                                runge_kutta_evaluates_forces_four_times_and_advances_once,
                                flags_switch_plugins_off_with_their_stage,
                                instances_live_as_long_as_their_data,
                                a_reset_keeps_state_and_calls_reset,
                                plugin_state_is_part_of_the_state,
                                init_that_fails_is_an_error_with_the_reason,
                                capabilities_without_compute_are_an_error,
                                delayed_plugin_sensors_are_an_error,
                                NULL};
  return run_quietly("life of plugins", tests);
}
