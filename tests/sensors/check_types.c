// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Types of sensors as the engine uses them: types from outside have what types of MJCF have, older
// modules keep working, edited models are followed, and models are checked against descriptions.

#include <fulcrum/host.h>
#include <fulcrum/sensor.h>
#include <fulcrum/spec.h>

#include "tests/dynamics/support.h"
#include "tests/kernel/support.h"

#define ACME_SENSORS TEST_BUILD_DIR "/tests/sensors/.libs/acme_sensors.so"

// the module acme.sensors on the search path; more: further keys of its manifest
static void add_acme(const char* more) {
  char text[1000];
  const char* directory = new_directory();
  snprintf(text, sizeof text,
           "{\"name\": \"acme.sensors\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
           "{\"kind\": \"sensor\", \"name\": \"acme.tilt\"},"
           "{\"kind\": \"sensor\", \"name\": \"acme.wind\", \"types\": [\"acme.wind\"]},"
           "{\"kind\": \"sensor\", \"name\": \"acme.spin\", \"types\": [\"gyro\"]}]%s}",
           more);
  place_object(directory, "acme.sensors", ACME_SENSORS);
  place_manifest(directory, "acme.sensors", text);
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

// a rod on a hinge about y that turns at 3 rad/s, with the angle as first sensor
#define ROD(sensors)                                                                               \
  "<mujoco><option timestep='.01' gravity='0 0 0'/><extension><plugin plugin='acme.tilt'/>"        \
  "<plugin plugin='acme.wind'/></extension><worldbody><body name='rod'><joint name='j' axis='0 1 " \
  "0'/><geom name='g' type='capsule' size='.1 .5'/><site name='s'/><body name='tip' pos='0 0 1'>"  \
  "<geom size='.1'/><site name='t'/></body></body></worldbody><sensor>" sensors                    \
  "</sensor></mujoco>"

static mjSpec* parse(const char* xml) {
  char error[1000] = "";
  mjSpec* s = mj_parseXMLString(xml, NULL, error, sizeof error);
  ck_assert_msg(s != NULL, "%s", error);
  return s;
}

// a sensor of the face acme.tilt, as a program makes it
static mjsSensor* add_tilt(mjSpec* s, mjtObj type, const char* object, const char* gain,
                           const char* unit) {
  mjsPlugin* instance = mjs_addPlugin(s);
  mjsSensor* sensor = mjs_addSensor(s);
  mjs_setString(instance->plugin_name, "acme.tilt");
  instance->active = 1;
  if (gain)
    ck_assert_int_eq(fc_setPluginConfig(instance, "gain", gain), 0);
  if (unit)
    ck_assert_int_eq(fc_setPluginConfig(instance, "unit", unit), 0);
  sensor->type = mjSENS_PLUGIN;
  sensor->plugin.active = 1;
  sensor->plugin.element = instance->element;
  mjs_setString(sensor->plugin.plugin_name, "acme.tilt");
  sensor->objtype = type;
  mjs_setString(sensor->objname, object);
  return sensor;
}

static mjModel* compiled(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
  return m;
}

//------------------------------ types from outside ------------------------------------------------

START_TEST(a_described_type_measures_by_its_parameters) {
  add_acme("");
  mjSpec* s = parse(ROD("<jointpos joint='j'/>"));
  add_tilt(s, mjOBJ_SITE, "s", NULL, NULL);
  add_tilt(s, mjOBJ_SITE, "t", "2", "degree");
  mjModel* m = compiled(s);
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->nsensordata, 5);
  ck_assert_int_eq(m->sensor_dim[1], 2);
  ck_assert_int_eq(m->sensor_needstage[1], mjSTAGE_POS);
  d->qpos[0] = .3;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, .3, .3, 0, .6 * 180 / mjPI, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// delays, sampling and cutoff are those of the joint's own sensor
START_TEST(it_has_delay_history_and_cutoff_like_any_other) {
  static const struct {
    double delay, period;
    int nsample, interp;
    double cutoff;
  } cases[] = {{.02, 0, 5, 0, 0},   {.025, 0, 6, 1, 0}, {.025, 0, 6, 2, 0}, {0, .03, 4, 0, 0},
               {.02, .03, 6, 0, 0}, {.02, 0, 5, 0, .2}, {0, 0, 3, 0, 0},    {0, 0, 0, 0, .1}};
  add_acme("");
  mjSpec* s = parse(ROD("<jointpos joint='j'/>"));
  mjsSensor* own = mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR));
  mjsSensor* both[2] = {own, add_tilt(s, mjOBJ_SITE, "s", NULL, NULL)};
  for (int k = 0; k < 2; k++) {
    both[k]->delay = cases[_i].delay;
    both[k]->nsample = cases[_i].nsample;
    both[k]->interp = cases[_i].interp;
    both[k]->interval[0] = cases[_i].period;
    both[k]->cutoff = cases[_i].cutoff;
  }
  mjModel* m = compiled(s);
  mjData* d = mj_makeData(m);
  const int n = cases[_i].nsample;
  ck_assert_int_eq(m->nhistory, n ? 2 + 2 * n + 2 + 3 * n : 0);
  d->qvel[0] = 3;
  int late = 0;
  for (int k = 0; k < 20; k++) {
    mj_step(m, d);
    assert_near(d->sensordata[1], d->sensordata[0], 1e-12);
    ck_assert(d->sensordata[2] == 0);
    late += fabs(d->sensordata[1] - (d->qpos[0] - .03)) > 1e-3;
  }
  // what the case asks for makes a difference
  ck_assert((late > 0) == (cases[_i].delay > 0 || cases[_i].period > 0 || cases[_i].cutoff > 0));
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(what_its_description_forbids_is_refused) {
  static const char* const words[] = {"sensor must be attached to site or camera",
                                      "plugin 'acme.tilt': intprm is not used by a tilt",
                                      "missing name of sensorized object"};
  add_acme("");
  mjSpec* s = parse(ROD(""));
  mjsSensor* sensor = add_tilt(s, _i == 0 ? mjOBJ_GEOM : mjOBJ_SITE,
                               _i == 0   ? "g"
                               : _i == 1 ? "s"
                                         : "",
                               NULL, NULL);
  sensor->intprm[0] = _i == 1;
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_msg(strstr(mjs_getError(s), words[_i]) != NULL, "%s", mjs_getError(s));
  mj_deleteSpec(s);
}
END_TEST

// saved and read again, with what configures it
START_TEST(it_survives_being_saved) {
  char text[10000], error[1000] = "";
  add_acme("");
  mjSpec* s = parse(ROD("<jointpos joint='j'/>"));
  add_tilt(s, mjOBJ_SITE, "s", "2", "degree");
  mjModel* m = mj_compile(s, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  ck_assert_msg(mj_saveXMLString(s, text, sizeof text, error, sizeof error) == 0, "%s", error);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  m = compiled(parse(text));
  mjData* d = mj_makeData(m);
  d->qpos[0] = .3;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, .3, .6 * 180 / mjPI, 0);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// the site of a sensor that says so keeps its body
START_TEST(it_spares_bodies_from_fusing) {
  for (int with = 0; with < 2; with++) {
    if (!with)
      add_acme("");
    mjSpec* s = parse(ROD("<jointpos joint='j'/>"));
    s->compiler.fusestatic = 1;
    if (with)
      add_tilt(s, mjOBJ_SITE, "t", NULL, NULL);
    mjModel* m = compiled(s);
    ck_assert_int_eq(m->nbody, 2 + with);
    mj_deleteModel(m);
  }
}
END_TEST

//------------------------------ older modules -----------------------------------------------------

START_TEST(a_module_without_description_keeps_working) {
  add_acme("");
  mjModel* m =
      compiled(parse(ROD("<plugin plugin='acme.wind' objtype='geom' objname='g' cutoff='2'/>"
                         "<plugin plugin='acme.wind'/>")));
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->sensor_dim[0], 3);
  ck_assert_int_eq(m->sensor_needstage[1], mjSTAGE_VEL);
  SET(m->opt.wind, 1, -3, 5);
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 1, -2, 2, 1, -3, 5);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// what replaces a type of MJCF measures; the type remains what it is
START_TEST(a_replaced_type_keeps_its_description) {
  add_acme(_i ? ", \"overrides\": [\"sensor/gyro\"]" : "");
  mjModel* m = compiled(parse(ROD("<gyro site='s'/>")));
  mjData* d = mj_makeData(m);
  ck_assert_int_eq(m->sensor_dim[0], 3);
  ck_assert_int_eq(m->sensor_needstage[0], mjSTAGE_VEL);
  d->qvel[0] = 3;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, _i ? 7 : 0, _i ? 7 : 3, _i ? 7 : 0);
  mj_deleteData(d);
  mj_deleteModel(m);

  mjSpec* s = parse(ROD("<gyro site='s'/>"));
  mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR))->objtype = mjOBJ_GEOM;
  mjs_setString(mjs_asSensor(mjs_firstElement(s, mjOBJ_SENSOR))->objname, "g");
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert(strstr(mjs_getError(s), "sensor must be attached to site") != NULL);
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ edited models -----------------------------------------------------

#define SLIDER(sensors)                                                                    \
  "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide'/><geom " \
  "size='.1'/></body></worldbody><sensor>" sensors "</sensor></mujoco>"

START_TEST(sensors_that_were_edited_between_steps_are_followed) {
  mjModel* m = compiled(parse(SLIDER("<jointpos joint='j'/><jointvel joint='j'/><clock/>")));
  mjData* d = mj_makeData(m);
  d->qpos[0] = 2;
  d->qvel[0] = 3;
  d->time = 5;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 2, 3, 5);

  // exchanged types, with the stages that belong to them
  m->sensor_type[0] = mjSENS_JOINTVEL;
  m->sensor_type[1] = mjSENS_JOINTPOS;
  m->sensor_needstage[0] = mjSTAGE_VEL;
  m->sensor_needstage[1] = mjSTAGE_POS;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 3, 2, 5);

  // exchanged places
  m->sensor_adr[0] = 2;
  m->sensor_adr[2] = 0;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 5, 2, 3);

  // a stage at which the reference has no such type either: "invalid type in ACC stage, sensor 2"
  m->sensor_needstage[2] = mjSTAGE_ACC;
  expect_error(mj_forward(m, d), "sensor 2 \"\": its type is measured at stage 1");
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(a_stage_that_does_not_exist_measures_nothing) {
  static const int stage[] = {-1, 0, 4, 1000000000, -2147483647};
  mjModel* m = compiled(parse(SLIDER("<jointpos joint='j'/><user dim='1' needstage='vel'/>")));
  mjData* d = mj_makeData(m);
  m->sensor_needstage[0] = m->sensor_needstage[1] = stage[_i];
  d->sensordata[0] = d->sensordata[1] = 7;
  d->qpos[0] = 2;
  mj_forward(m, d);
  ASSERT_VALUES(d->sensordata, 7, 7);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ sleeping ----------------------------------------------------------

// a box that rests, and sensors of all kinds on it
START_TEST(types_decide_what_sleeps_with_its_object) {
  static const int asleep[] = {1, 0, 0, 1, 0, 0, 1};
  mjModel* m = compiled(parse(
      "<mujoco><option><flag sleep='enable'/></option><worldbody><geom name='f' type='plane' "
      "size='5 5 1'/><body name='b' sleep='init' pos='0 0 .099'><freejoint/><geom name='g' "
      "type='box' size='.1 .1 .1'/><site name='s'/></body></worldbody><sensor><gyro site='s'/>"
      "<rangefinder site='s'/><contact site='s'/><contact geom1='g'/><clock/><user dim='1' "
      "objtype='geom' objname='g'/><distance geom1='g' geom2='f'/></sensor></mujoco>"));
  mjData* d = mj_makeData(m);
  // who sleeps keeps what it said
  for (int k = 0; k < m->nsensordata; k++)
    d->sensordata[k] = 7;
  mj_step(m, d);
  ck_assert_int_eq(d->ntree_awake, 0);
  for (int i = 0; i < m->nsensor; i++)
    ck_assert_msg((d->sensordata[m->sensor_adr[i]] == 7) == asleep[i], "sensor %d", i);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

//------------------------------ models from outside -----------------------------------------------

static void expect_refused(const mjModel* m, const char* words) {
  char error[500] = "";
  const mjtSize size = mj_sizeModel(m);
  void* bytes = malloc((size_t)size);
  mj_saveModel(m, NULL, bytes, (int)size);
  mjModel* read = fc_readModel(bytes, (size_t)size, error, sizeof error);
  free(bytes);
  ck_assert_msg(!read && strstr(error, words), "\"%s\" expected, got: %s", words, error);
}

// a copy of the model with one change is refused when it is read
#define REFUSED(field, value, words)       \
  do {                                     \
    mjModel* copy = mj_copyModel(NULL, m); \
    copy->field = value;                   \
    expect_refused(copy, words);           \
    mj_deleteModel(copy);                  \
  } while (0)

START_TEST(models_are_checked_against_descriptions) {
  mjModel* m = compiled(parse(
      "<mujoco><worldbody><camera name='c' resolution='2 3'/><geom name='f' type='plane' size='1 1 "
      "1'/><body><freejoint/><geom name='g' size='.1'/><site name='s'/></body></worldbody><sensor>"
      "<gyro site='s'/><contact geom1='g' data='found force'/><rangefinder camera='c'/>"
      "<camprojection camera='c' site='s'/><distance geom1='g' geom2='f'/></sensor></mujoco>"));
  REFUSED(sensor_dim[0], 2, "sensor_dim of sensor 0 is 2, its type has 3");
  REFUSED(sensor_objtype[0], mjOBJ_GEOM, "sensor 0: sensor must be attached to site");
  REFUSED(sensor_objtype[0], mjOBJ_UNKNOWN, "sensor 0: sensor must be attached to site");
  REFUSED(sensor_objid[0], -1, "sensor_objid");
  REFUSED(sensor_objid[0], 1, "sensor_objid");
  REFUSED(sensor_type[0], 77, "unknown sensor type 77");
  REFUSED(sensor_type[0], -3, "unknown sensor type -3");
  // more numbers than there is room for
  REFUSED(sensor_intprm[mjNSENS], 7, "sensor_dim of sensor 1 is 4, its type has 7");
  REFUSED(sensor_intprm[mjNSENS], 1 << 20, "must have at least one bit set");
  REFUSED(sensor_intprm[mjNSENS + 2], 3, "sensor_dim of sensor 1 is 4, its type has 12");
  REFUSED(cam_resolution[0], 4, "sensor_dim of sensor 2 is 6, its type has 12");
  REFUSED(cam_resolution[0], 0, "");
  REFUSED(sensor_reftype[3], mjOBJ_UNKNOWN, "sensor must be associated with a camera");
  REFUSED(sensor_refid[3], -1, "sensor_refid");
  REFUSED(sensor_refid[4], 1, "1st body/geom must be different from 2nd body/geom");
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("sensor types");
  TCase* tcase = tcase_create("types");
  tcase_add_checked_fixture(tcase, NULL, remove_directories);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, a_described_type_measures_by_its_parameters);
  tcase_add_loop_test(tcase, it_has_delay_history_and_cutoff_like_any_other, 0, 8);
  tcase_add_loop_test(tcase, what_its_description_forbids_is_refused, 0, 3);
  tcase_add_test(tcase, it_survives_being_saved);
  tcase_add_test(tcase, it_spares_bodies_from_fusing);
  tcase_add_test(tcase, a_module_without_description_keeps_working);
  tcase_add_loop_test(tcase, a_replaced_type_keeps_its_description, 0, 2);
  tcase_add_test(tcase, sensors_that_were_edited_between_steps_are_followed);
  tcase_add_loop_test(tcase, a_stage_that_does_not_exist_measures_nothing, 0, 5);
  tcase_add_test(tcase, types_decide_what_sleeps_with_its_object);
  tcase_add_test(tcase, models_are_checked_against_descriptions);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
