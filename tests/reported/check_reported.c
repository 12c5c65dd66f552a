// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What users of the reference reported as a crash: each must end in a model, a result or an error
// with a message, most tellingly under the address sanitizer. README.md lists the reports that are
// tested elsewhere.

#include "tests/model/compile/support.h"

static void ignore(const char* message) { (void)message; }

static char warning[1000];
static void keep_warning(const char* message) { snprintf(warning, sizeof warning, "%s", message); }

// three steps of a model, which is deleted
static void run(mjModel* m) {
  mjData* d = mj_makeData(m);
  ck_assert_ptr_nonnull(d);
  for (int i = 0; i < 3; i++)
    mj_step(m, d);
  mj_deleteData(d);
  mj_deleteModel(m);
}

// a model that runs, or a message
static int runs_or_tells(mjSpec* s) {
  mjModel* m = mj_compile(s, NULL);
  if (!m) {
    ck_assert_uint_gt(strlen(mjs_getError(s)), 8);
    return 0;
  }
  run(m);
  return 1;
}

// a text that compiles and runs, or a message
static void save_or_tell(const mjSpec* s) {
  enum { SIZE = 1 << 16 };
  char error[1000] = "", *text = malloc(SIZE);
  if (mj_saveXMLString(s, text, SIZE, error, sizeof error) == 0) {
    mjSpec* again = mj_parseXMLString(text, NULL, error, sizeof error);
    ck_assert_msg(again != NULL, "%s\nin: %s", error, text);
    ck_assert_msg(runs_or_tells(again), "%s\nin: %s", mjs_getError(again), text);
    mj_deleteSpec(again);
  } else {
    ck_assert_uint_gt(strlen(error), 8);
  }
  free(text);
}

static mjSpec* refused_or_parsed(const char* body, char error[1000]) {
  char text[4000];
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", body);
  error[0] = 0;
  mjSpec* s = mj_parseXMLString(text, NULL, error, 1000);
  ck_assert_msg(s || strlen(error) > 8, "refused without a message");
  return s;
}

//------------------------------ meshes ------------------------------------------------------------

#define CORNERS "vertex='0 0 0 1 0 0 0 1 0 0 0 1'"

START_TEST(a_mesh_without_geoms_may_have_any_inertia) {
  static const char* const kinds[] = {"convex", "exact", "legacy", "shell"};
  for (int i = 0; i < 4; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "<asset><mesh name='unused' inertia='%s' " CORNERS
             "/></asset>"
             "<worldbody><body><freejoint/><geom size='.1'/></body></worldbody>",
             kinds[i]);
    mjSpec* s = parse(text);
    ck_assert_msg(runs_or_tells(s), "%s: %s", kinds[i], mjs_getError(s));
    ck_assert(runs_or_tells(s));
    save_or_tell(s);
    mj_deleteSpec(s);
  }
}
END_TEST

// Points that have no hull of positive volume, and those that barely have one.
START_TEST(degenerate_points_are_refused_or_have_a_hull) {
  static const char* const points[] = {
      "0 0 0",
      "0 0 0 1 0 0",
      "0 0 0 1 0 0 0 1 0",
      "0 0 0 0 0 0 0 0 0 0 0 0",
      "0 0 0 1 0 0 2 0 0 3 0 0",
      "0 0 0 1 0 0 0 1 0 1 1 0",
      "0 0 0 1 0 0 0 1 0 1 1 1e-12",
      "0 0 0 1e-20 0 0 0 1e-20 0 0 0 1e-20",
      "0 0 0 1e20 0 0 0 1e20 0 0 0 1e20",
      "0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1",
      "0 0 0 1 0 0 0 1 0 0 0 nan",
      "0 0 0 1 0 0 0 inf 0 0 0 1",
      "0 0 0 1 0 0 0 1 0 0 0 1 .25 .25 .25 .2 .2 .2",
      "1e8 0 0 100000001 0 0 1e8 1 0 1e8 0 1",
  };
  static const char* const faces[] = {"", "face='0 1 2'", "face='0 0 0'", "face='0 1 2 0 2 1'",
                                      "face='0 1 9'"};
  static const char* const inertias[] = {"convex", "exact", "legacy", "shell"};
  mju_user_warning = ignore;
  char text[1000], error[1000];
  for (size_t p = 0; p < sizeof points / sizeof *points; p++) {
    for (size_t f = 0; f < sizeof faces / sizeof *faces; f++) {
      for (size_t i = 0; i < 8; i++) {
        snprintf(text, sizeof text,
                 "<asset><mesh name='m' inertia='%s' vertex='%s' %s %s/></asset><worldbody><body>"
                 "<freejoint/><geom type='mesh' mesh='m'/></body><geom type='plane' size='1 1 1'/>"
                 "</worldbody>",
                 inertias[i / 2], points[p], faces[f], i % 2 ? "maxhullvert='4'" : "");
        mjSpec* s = refused_or_parsed(text, error);
        if (s)
          runs_or_tells(s);
        mj_deleteSpec(s);
      }
    }
  }
  mju_user_warning = NULL;
}
END_TEST

START_TEST(errors_of_worker_threads_reach_the_caller) {
  char text[8000] = "<compiler usethread='true'/><asset>";
  for (int i = 0; i < 24; i++) {
    char mesh[200];
    snprintf(mesh, sizeof mesh, "<mesh name='m%d' vertex='%s'/>", i,
             i % 5 == 3 ? "0 0 0 1 0 0 2 0 0 3 0 0" : "0 0 0 1 0 0 0 1 0 0 0 1");
    strcat(text, mesh);
  }
  strcat(text, "</asset><worldbody>");
  for (int i = 0; i < 24; i++) {
    char geom[100];
    snprintf(geom, sizeof geom, "<body><freejoint/><geom type='mesh' mesh='m%d'/></body>", i);
    strcat(text, geom);
  }
  strcat(text, "</worldbody>");
  mjSpec* s = parse(text);
  for (int round = 0; round < 20; round++) {
    ck_assert_ptr_null(mj_compile(s, NULL));
    ck_assert_msg(strstr(mjs_getError(s), "m3") != NULL, "%s", mjs_getError(s));
  }
  for (int i = 3; i < 24; i += 5) {
    char name[20];
    snprintf(name, sizeof name, "m%d", i);
    ck_assert_int_eq(mjs_delete(s, mjs_findElement(s, mjOBJ_MESH, name)), 0);
  }
  runs_or_tells(s);
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ arrays of documents -----------------------------------------------

static mjsActuator* first_actuator(mjSpec* s) {
  return mjs_asActuator(mjs_firstElement(s, mjOBJ_ACTUATOR));
}

START_TEST(parameters_longer_than_their_array_are_refused) {
  static const char* const names[] = {"biasprm", "gainprm", "dynprm"};
  char text[1000], error[1000];
  for (int i = 0; i < 3; i++) {
    for (int n = 1; n < 40; n++) {
      char numbers[100] = "";
      for (int k = 0; k < n; k++)
        strcat(numbers, "1 ");
      snprintf(text, sizeof text,
               "<worldbody><body><joint name='j'/><geom size='1'/></body></worldbody><actuator>"
               "<general joint='j' biastype='affine' %s='%s'/></actuator>",
               names[i], numbers);
      mjSpec* s = refused_or_parsed(text, error);
      ck_assert_msg(!s == (n > 10), "%s with %d numbers: %s", names[i], n, error);
      if (s)
        ck_assert(first_actuator(s) != NULL && runs_or_tells(s));
      mj_deleteSpec(s);
    }
  }
}
END_TEST

START_TEST(a_numeric_may_be_larger_than_its_data) {
  static const struct {
    int size, model;  // given, and of the model; 0: refused
  } cases[] = {{10, 10}, {2, 2}, {1, 0}, {0, 2}, {500, 500}, {-1, 0}, {2000000000, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mjSpec* s = parse("<custom><numeric name='n' data='1 2'/></custom>");
    mjs_asNumeric(mjs_firstElement(s, mjOBJ_NUMERIC))->size = cases[i].size;
    mjModel* m = mj_compile(s, NULL);
    if (m) {
      ck_assert_int_eq(m->numeric_size[0], cases[i].model);
      for (int k = 0; k < m->numeric_size[0]; k++)
        ck_assert_double_eq(m->numeric_data[k], k < 2 ? k + 1 : 0);
      save_or_tell(s);
    } else {
      ck_assert_uint_gt(strlen(mjs_getError(s)), 8);
    }
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
  char error[1000];
  mjSpec* s = refused_or_parsed(
      "<custom><numeric name='n' size='7' data='1 2'/><numeric name='o' size='3'/></custom>",
      error);
  ck_assert(s != NULL && runs_or_tells(s));
  mj_deleteSpec(s);
}
END_TEST

START_TEST(counts_of_a_program_that_exceed_their_data_are_refused) {
  mjSpec* s = parse(
      "<worldbody><body name='b'><joint name='j'/><geom size='1'/></body></worldbody>"
      "<custom><tuple name='t'><element objtype='body' objname='b'/></tuple></custom>"
      "<keyframe><key name='k' qpos='0'/></keyframe>");
  const double many[100] = {0};
  mjsKey* key = mjs_asKey(mjs_firstElement(s, mjOBJ_KEY));
  mjs_setDouble(key->qpos, many, 100);
  runs_or_tells(s);
  mjs_setDouble(key->qpos, many, 1);
  mjsTuple* tuple = mjs_asTuple(mjs_firstElement(s, mjOBJ_TUPLE));
  mjs_setDouble(tuple->objprm, many, 0);
  runs_or_tells(s);
  mjs_setDouble(tuple->objprm, many, 100);
  runs_or_tells(s);
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ specs -------------------------------------------------------------

#define BODIES                                                                                 \
  "<default><default class='c'><geom rgba='1 0 0 1'/></default></default>"                     \
  "<asset><mesh name='m' " CORNERS                                                             \
  "/><material name='red'/></asset><worldbody>"                                                \
  "<geom name='floor' type='plane' size='1 1 1' material='red'/><body name='a'>"               \
  "<joint name='j'/><geom name='g' size='.1' class='c'/><site name='s'/><body name='b'>"       \
  "<joint name='k'/><geom name='h' type='mesh' mesh='m'/><camera name='eye'/></body></body>"   \
  "<body name='c' pos='2 0 0'><freejoint/><geom size='.1'/></body></worldbody>"                \
  "<contact><exclude body1='a' body2='c'/></contact>"                                          \
  "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"                       \
  "<actuator><motor joint='k'/><position tendon='t'/></actuator><sensor><jointpos joint='k'/>" \
  "<framepos objtype='camera' objname='eye'/></sensor>"                                        \
  "<keyframe><key qpos='1 2 0 0 0 1 0 0 0'/></keyframe>"

START_TEST(edited_specs_can_be_saved_before_and_after_compiling) {
  static const struct {
    mjtObj type;
    const char* name;
  } deleted[] = {{mjOBJ_BODY, "b"}, {mjOBJ_BODY, "c"},      {mjOBJ_BODY, "a"}, {mjOBJ_JOINT, "j"},
                 {mjOBJ_GEOM, "g"}, {mjOBJ_CAMERA, "eye"},  {mjOBJ_MESH, "m"}, {mjOBJ_TENDON, "t"},
                 {mjOBJ_SITE, "s"}, {mjOBJ_MATERIAL, "red"}};
  mju_user_warning = ignore;
  for (int compiled = 0; compiled < 2; compiled++) {
    for (size_t i = 0; i < sizeof deleted / sizeof *deleted; i++) {
      mjSpec* s = parse(BODIES);
      if (compiled)
        ck_assert_msg(runs_or_tells(s), "%s", mjs_getError(s));
      mjsElement* element = mjs_findElement(s, deleted[i].type, deleted[i].name);
      ck_assert_ptr_nonnull(element);
      ck_assert_int_eq(mjs_delete(s, element), 0);
      save_or_tell(s);
      mjSpec* copy = mj_copySpec(s);
      save_or_tell(copy);
      if (runs_or_tells(copy))
        save_or_tell(copy);
      mj_deleteSpec(copy);
      if (runs_or_tells(s))
        save_or_tell(s);
      mjsBody* added = mjs_addBody(mjs_findBody(s, "world"), NULL);
      mjs_addGeom(added, NULL)->size[0] = 1;
      mjs_addFreeJoint(added);
      save_or_tell(s);
      mj_deleteSpec(s);
    }
  }
  mju_user_warning = NULL;
}
END_TEST

// A body that moves to another spec and leaves the first one: both can be saved.
START_TEST(a_detached_body_leaves_specs_that_can_be_saved) {
  mju_user_warning = ignore;
  for (int round = 0; round < 4; round++) {
    mjSpec *parent = parse("<worldbody><body name='p'><geom size='1'/></body></worldbody>"),
           *child = parse(BODIES);
    if (round & 1)
      ck_assert(runs_or_tells(child));
    mjsFrame* frame = mjs_addFrame(mjs_findBody(parent, "p"), NULL);
    mjsElement* attached = mjs_attach(frame->element, mjs_findBody(child, "a")->element, "x_", "");
    ck_assert_ptr_nonnull(attached);
    if (round & 2)
      ck_assert_msg(runs_or_tells(parent), "%s", mjs_getError(parent));
    ck_assert_int_eq(mjs_delete(parent, attached), 0);
    save_or_tell(parent);
    save_or_tell(child);
    ck_assert_msg(runs_or_tells(parent), "%s", mjs_getError(parent));
    save_or_tell(parent);
    runs_or_tells(child);
    save_or_tell(child);
    mj_deleteSpec(round & 1 ? parent : child);
    save_or_tell(round & 1 ? child : parent);
    mj_deleteSpec(round & 1 ? child : parent);
  }
  mju_user_warning = NULL;
}
END_TEST

START_TEST(a_camera_on_a_fused_body_stays) {
  mjSpec* s = parse(
      "<compiler fusestatic='true'/><worldbody><body name='a' pos='0 0 1'><geom size='.1'/>"
      "<camera name='own'/><camera name='at' mode='targetbody' target='b'/>"
      "<light mode='targetbody' target='b'/><body name='b' pos='1 0 0'><geom size='.1'/>"
      "<camera name='inner' mode='targetbodycom' target='a'/></body></body>"
      "<body><freejoint/><geom size='.1'/></body></worldbody>"
      "<sensor><framepos objtype='camera' objname='own'/></sensor>");
  const int first = runs_or_tells(s), second = runs_or_tells(s);
  ck_assert_msg(first && second, "%s", mjs_getError(s));
  save_or_tell(s);
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ discardvisual -----------------------------------------------------

#define DISCARD                                                                             \
  "<compiler discardvisual='true'/><asset><mesh name='m' " CORNERS                          \
  "/>"                                                                                      \
  "<mesh name='seen' " CORNERS                                                              \
  "/><texture name='x' type='2d' builtin='flat' width='4' "                                 \
  "height='4'/><material name='red' texture='x'/></asset><worldbody>"                       \
  "<geom name='floor' type='plane' size='1 1 1' material='red'/>"                           \
  "<geom name='cloud' type='mesh' mesh='seen' contype='0' conaffinity='0'/>"                \
  "<body name='a' pos='0 0 2'><freejoint/><geom name='g' type='mesh' mesh='m'/>"            \
  "<geom name='shell' type='mesh' mesh='seen' contype='0' conaffinity='0' material='red'/>" \
  "<site name='s'/></body></worldbody>"

START_TEST(visual_elements_are_discarded_any_number_of_times) {
  mjSpec* s = parse(DISCARD);
  mjtSize nbuffer = 0;
  for (int round = 0; round < 3; round++) {
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    ck_assert_int_eq((int)m->ngeom, 2);
    ck_assert(!round || nbuffer == m->nbuffer);
    nbuffer = m->nbuffer;
    run(m);
    save_or_tell(s);
  }
  mjSpec* copy = mj_copySpec(s);
  ck_assert(runs_or_tells(copy) && runs_or_tells(copy));
  mj_deleteSpec(copy);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(discarded_elements_can_be_deleted) {
  static const struct {
    mjtObj type;
    const char* name;
  } deleted[] = {{mjOBJ_GEOM, "cloud"}, {mjOBJ_GEOM, "shell"},   {mjOBJ_GEOM, "floor"},
                 {mjOBJ_MESH, "seen"},  {mjOBJ_MATERIAL, "red"}, {mjOBJ_TEXTURE, "x"},
                 {mjOBJ_BODY, "a"},     {mjOBJ_GEOM, "g"},       {mjOBJ_SITE, "s"}};
  for (size_t i = 0; i < sizeof deleted / sizeof *deleted; i++) {
    mjSpec* s = parse(DISCARD);
    ck_assert(runs_or_tells(s));
    mjsElement* element = mjs_findElement(s, deleted[i].type, deleted[i].name);
    if (element)
      ck_assert_int_eq(mjs_delete(s, element), 0);
    runs_or_tells(s);
    save_or_tell(s);
    s->compiler.discardvisual = 0;
    runs_or_tells(s);
    save_or_tell(s);
    mj_deleteSpec(s);
  }
}
END_TEST

static mjModel* recompiled(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  ck_assert_msg(mj_recompile(s, vfs, m, d) == 0, "%s", mjs_getError(s));
  mj_step(m, d);
  return m;
}

START_TEST(a_skin_from_a_file_compiles_twice) {
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/data/model/compile/files", TEST_SOURCE_DIR);
  for (int discard = 0; discard < 2; discard++) {
    char text[2000];
    snprintf(text, sizeof text,
             "<compiler meshdir='%s' discardvisual='%s'/><worldbody><geom type='plane' size='1 1 "
             "1'/><body name='a'><freejoint/><geom size='1'/></body><body name='b'><geom "
             "size='1'/></body></worldbody><deformable><skin name='s' file='s.skn'/></deformable>",
             path, discard ? "true" : "false");
    mjSpec* s = parse(text);
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    mjData* d = mj_makeData(m);
    for (int i = 0; i < 3; i++)
      recompiled(s, NULL, m, d);
    ck_assert_int_eq((int)m->nskin, 1);
    mjSpec* copy = mj_copySpec(s);
    ck_assert(runs_or_tells(copy) && runs_or_tells(copy));
    mj_deleteSpec(s);
    save_or_tell(copy);
    mj_deleteSpec(copy);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}
END_TEST

//------------------------------ plugins -----------------------------------------------------------

#define PLUGINS                                                                                 \
  "<extension><plugin plugin='mujoco.pid'><instance name='i'><config key='kp' value='2'/>"      \
  "</instance></plugin><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"      \
  "<geom type='plane' size='1 1 1'/><body name='b' pos='0 0 .09'><joint name='j' type='slide' " \
  "axis='0 0 1'/><geom type='box' size='.1 .1 .1'/><site name='s'/></body></worldbody>"         \
  "<actuator><plugin name='act' joint='j' plugin='mujoco.pid' instance='i'/></actuator>"        \
  "<sensor><plugin name='touch' plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>"  \
  "<config key='size' value='3 3'/><config key='fov' value='60 60'/>"                           \
  "<config key='nchannel' value='1'/></plugin></sensor>"

START_TEST(deleted_plugin_instances_are_missed_or_replaced) {
  for (int compiled = 0; compiled < 2; compiled++) {
    for (int users_first = 0; users_first < 2; users_first++) {
      mjSpec* s = parse(PLUGINS);
      if (compiled)
        ck_assert_msg(runs_or_tells(s), "%s", mjs_getError(s));
      if (users_first)
        ck_assert_int_eq(mjs_delete(s, mjs_findElement(s, mjOBJ_ACTUATOR, "act")), 0);
      for (int i = 0; i < 4; i++) {
        mjsElement* plugin = mjs_firstElement(s, mjOBJ_PLUGIN);
        if (plugin)
          mjs_delete(s, plugin);
        runs_or_tells(s);
        save_or_tell(s);
        mjSpec* copy = mj_copySpec(s);
        runs_or_tells(copy);
        mj_deleteSpec(copy);
      }
      mjsElement* actuator = mjs_findElement(s, mjOBJ_ACTUATOR, "act");
      if (actuator)
        ck_assert_int_eq(mjs_delete(s, actuator), 0);
      mjsElement* sensor = mjs_findElement(s, mjOBJ_SENSOR, "touch");
      if (sensor)
        ck_assert_int_eq(mjs_delete(s, sensor), 0);
      ck_assert_msg(runs_or_tells(s), "%s", mjs_getError(s));
      save_or_tell(s);
      mj_deleteSpec(s);
    }
  }
}
END_TEST

// The instance has no configuration, no plugin or no actuator any more. Model and data are gone, as
// after any failure.
START_TEST(a_plugin_that_fails_ends_a_recompilation_with_a_message) {
  mju_user_warning = ignore;
  for (int broken = 0; broken < 3; broken++) {
    mjSpec* s = parse(PLUGINS);
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    mjData* d = mj_makeData(m);
    mjsElement *sensor = mjs_findElement(s, mjOBJ_SENSOR, "touch"),
               *actuator = mjs_findElement(s, mjOBJ_ACTUATOR, "act");
    if (broken == 0)
      mjs_setString(mjs_asSensor(sensor)->plugin.plugin_name, "mujoco.nothing");
    else if (broken == 1)
      mjs_setString(mjs_asActuator(actuator)->plugin.name, "nobody");
    if (broken == 2) {
      mjs_setString(mjs_asActuator(actuator)->plugin.name, "nobody");
      ck_assert_int_eq(mjs_delete(s, actuator), 0);
    }
    ck_assert_msg(mj_recompile(s, NULL, m, d) == -1, "case %d", broken);
    ck_assert_uint_gt(strlen(mjs_getError(s)), 8);
    mj_deleteSpec(s);
  }
  mju_user_warning = NULL;
}
END_TEST

// initialisations that succeed before one fails, and those that were not undone
static int patience, alive;

static int moody_init(const mjModel* m, mjData* d, int instance) {
  (void)m;
  (void)d;
  (void)instance;
  alive += patience > 0;
  return patience-- > 0 ? 0 : -1;
}

static void moody_destroy(mjData* d, int instance) {
  (void)d;
  (void)instance;
  alive--;
}

static int no_state(const mjModel* m, int instance) {
  (void)m;
  (void)instance;
  return 0;
}

static void no_force(const mjModel* m, mjData* d, int instance, int capability) {
  (void)m;
  (void)d;
  (void)instance;
  (void)capability;
}

START_TEST(a_plugin_may_fail_at_any_time) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.moody";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.init = moody_init;
  plugin.destroy = moody_destroy;
  plugin.nstate = no_state;
  plugin.compute = no_force;
  ck_assert_int_ge(mjp_registerPlugin(&plugin), 0);
  mju_user_warning = ignore;
  mju_user_error = catch_error;
  for (volatile int fails_after = 0, done = 0; !done; fails_after++) {
    mjSpec* volatile s = parse(
        "<extension><plugin plugin='test.moody'><instance name='i'/><instance name='k'/></plugin>"
        "</extension><worldbody><body><plugin instance='i'/><joint/><geom size='1'/></body>"
        "<body><plugin instance='k'/><joint/><geom size='1'/></body></worldbody>");
    patience = 1000;
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    mjData* d = mj_makeData(m);
    patience = fails_after;
    if (setjmp(error_jump))
      ck_abort_msg("recompiling ends in the fatal error handler: %s", last_message);
    done = mj_recompile(s, NULL, m, d) == 0;
    if (done) {
      mj_deleteData(d);
      mj_deleteModel(m);
    } else {
      ck_assert_uint_gt(strlen(mjs_getError(s)), 8);
    }
    mj_deleteSpec(s);
    ck_assert_int_eq(alive, 0);
  }
  mju_user_error = NULL;
  mju_user_warning = NULL;
}
END_TEST

START_TEST(a_touch_grid_can_be_replicated) {
  mjSpec* s = parse(
      "<extension><plugin plugin='mujoco.sensor.touch_grid'/></extension><worldbody>"
      "<geom type='plane' size='5 5 1'/><replicate count='3' offset='1 0 0'>"
      "<body name='b' pos='0 0 .09'><freejoint/><geom type='box' size='.1 .1 .1'/>"
      "<site name='s'/></body></replicate></worldbody>"
      "<sensor><plugin name='touch' plugin='mujoco.sensor.touch_grid' objtype='site' objname='s'>"
      "<config key='size' value='3 3'/><config key='fov' value='60 60'/>"
      "<config key='nchannel' value='3'/></plugin></sensor>");
  for (int round = 0; round < 2; round++) {
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    ck_assert_int_eq((int)m->nsensor, 3);
    ck_assert_int_eq((int)m->nsensordata, 81);
    mjData* d = mj_makeData(m);
    mj_forward(m, d);
    // every copy measures its own body, which stands as the others do
    mjtNum sum[3] = {0, 0, 0};
    for (int i = 0; i < 81; i++)
      sum[i / 27] += fabs(d->sensordata[i]);
    ck_assert(sum[0] > 0);
    ck_assert_double_eq_tol(sum[1], sum[0], 1e-6 * sum[0]);
    ck_assert_double_eq_tol(sum[2], sum[0], 1e-6 * sum[0]);
    mj_deleteData(d);
    run(m);
    save_or_tell(s);
  }
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ file systems ------------------------------------------------------

// An mjVFS is a plain struct: programs move it.
START_TEST(a_virtual_file_system_can_be_moved) {
  static const char hull[] =
      "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  mjVFS *first = malloc(sizeof *first), *second = malloc(sizeof *second), *third;
  mj_defaultVFS(first);
  ck_assert_int_eq(mj_addBufferVFS(first, "m.obj", hull, (int)strlen(hull)), 0);
  memcpy(second, first, sizeof *second);
  memset(first, 0x5a, sizeof *first);
  free(first);
  mjSpec* s = parse(
      "<asset><mesh name='m' file='m.obj'/></asset><worldbody><body><freejoint/>"
      "<geom type='mesh' mesh='m'/></body></worldbody>");
  mjModel* m = mj_compile(s, second);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  third = malloc(sizeof *third);
  memcpy(third, second, sizeof *third);
  memset(second, 0x5a, sizeof *second);
  free(second);
  mjData* d = mj_makeData(m);
  recompiled(s, third, m, d);
  ck_assert_int_eq(mj_addBufferVFS(third, "n.obj", hull, (int)strlen(hull)), 0);
  ck_assert_int_eq(mj_deleteFileVFS(third, "m.obj"), 0);
  mj_deleteVFS(third);
  free(third);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

//------------------------------ steps -------------------------------------------------------------

typedef enum ArenaOutcome_ { ARENA_STACK, ARENA_FULL, ARENA_WHOLE } ArenaOutcome;

static void ask_for_forces(const mjModel* m, mjData* d) {
  for (int c = 0; c < d->ncon; c++) {
    mjtNum force[6] = {NAN, NAN, NAN, NAN, NAN, NAN};
    mj_contactForce(m, d, c, force);
    for (int k = 0; k < 6; k++)
      ck_assert(isfinite(force[k]) && (d->contact[c].efc_address >= 0 || force[k] == 0));
  }
  mj_rnePostConstraint(m, d);
  mj_inverse(m, d);
}

// two steps and the forces of their contacts in an arena of that size
static ArenaOutcome in_arena(mjModel* m, mjtSize size) {
  mjData* volatile d = NULL;
  volatile ArenaOutcome outcome = ARENA_STACK;
  m->narena = size;
  mju_user_error = catch_error;
  if (!setjmp(error_jump)) {
    d = mj_makeData(m);
    for (int t = 0; t < 2; t++) {
      mj_step(m, d);
      ask_for_forces(m, d);
    }
    outcome = d->warning[mjWARN_CNSTRFULL].number || d->warning[mjWARN_CONTACTFULL].number
                  ? ARENA_FULL
                  : ARENA_WHOLE;
  }
  mju_user_error = NULL;
  if (d)
    mj_resetData(m, d);
  mj_deleteData(d);
  return outcome;
}

// Wherever the arena ends: contacts without rows have no force, and nothing else breaks.
START_TEST(contacts_that_found_no_place_for_rows_have_no_force) {
  mju_user_warning = ignore;
  for (int i = 0; i < 8; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "<option cone='%s' jacobian='%s'>%s</option><worldbody><geom type='plane' size='5 5 "
             "1'/><replicate count='5' offset='0 0 .19'><body pos='0 0 .099'><freejoint/>"
             "<geom type='box' size='.1 .1 .1'/><site name='s'/></body></replicate></worldbody>"
             "<sensor><touch site='s'/><accelerometer site='s'/><force site='s'/></sensor>",
             i & 1 ? "elliptic" : "pyramidal", i & 2 ? "sparse" : "dense",
             i & 4 ? "<flag island='disable'/>" : "");
    mjModel* m = compile(text);
    const mjtSize narena = m->narena;
    int times[3] = {0, 0, 0};
    for (mjtSize size = 0; size < 200000; size += 1000 + size / 50)
      times[in_arena(m, size)]++;
    m->narena = narena;
    ck_assert_msg(times[ARENA_FULL] > 0 && times[ARENA_WHOLE] > 0, "%d full, %d whole",
                  times[ARENA_FULL], times[ARENA_WHOLE]);
    mj_deleteModel(m);
  }
  mju_user_warning = NULL;
}
END_TEST

START_TEST(a_box_problem_is_read_from_its_lower_triangle) {
  enum { N = 7 };
  mjtNum H[N * N], whole[N * N], g[N], lower[N], upper[N], x[N], y[N], R[N * (N + 7)];
  int index[N], other[N];
  for (int round = 0; round < 200; round++) {
    mjtNum factor[N * N];
    fill_noise(factor, N * N);
    mju_mulMatTMat(whole, factor, factor, N, N, N);
    fill_noise(g, N);
    for (int i = 0; i < N; i++) {
      whole[i * N + i] += .1;
      lower[i] = -fabs(noise());
      upper[i] = fabs(noise());
      x[i] = y[i] = 0;
      for (int k = 0; k < N; k++)
        H[i * N + k] = k > i ? NAN : whole[i * N + k];
    }
    const mjtNum *lo = round % 4 ? lower : NULL, *up = round % 4 > 1 ? upper : NULL;
    const int n = mju_boxQP(x, R, index, whole, g, N, lo, up);
    ck_assert_int_ge(n, 0);
    ck_assert_int_eq(mju_boxQP(y, R, other, H, g, N, lo, up), n);
    ck_assert_mem_eq(x, y, sizeof x);
    ck_assert_mem_eq(index, other, sizeof *index * (size_t)n);
  }
}
END_TEST

//------------------------------ binary models -----------------------------------------------------

// Every size that makes a product overflow is refused, and costs no memory.
START_TEST(sizes_of_an_image_that_overflow_are_refused) {
  static const int64_t values[] = {INT64_MAX,          INT64_MIN,          -1,
                                   1LL << 31,          (1LL << 32),        1LL << 33,
                                   1LL << 58,          1LL << 59,          (1LL << 60),
                                   (1LL << 61),        (1LL << 62),        (1LL << 61) + 1,
                                   0x5555555555555556, 0x3333333333333334, 0x2000000000000001};
  mjModel* m = compile(
      "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/>"
      "<geom size='.1'/></body></worldbody>");
  const mjtSize size = mj_sizeModel(m);
  char* image = malloc((size_t)size);
  mj_saveModel(m, NULL, image, (int)size);
  mju_user_warning = keep_warning;
  enum { HEADER = 5 * sizeof(int32_t) };
  int32_t nsize;
  memcpy(&nsize, image + 2 * sizeof nsize, sizeof nsize);
  for (int i = 0; i < nsize; i++) {
    for (int k = 0; k < nsize; k += 1 + (i != k) * 7) {
      for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        int64_t one, two;
        char *at = image + HEADER + i * (int)sizeof one,
             *and = image + HEADER + k * (int)sizeof two;
        memcpy(&one, at, sizeof one);
        memcpy(&two, and, sizeof two);
        memcpy(at, values + v, sizeof one);
        memcpy(and, values + (v + i) % (sizeof values / sizeof *values), sizeof two);
        warning[0] = 0;
        mjModel* loaded = mj_loadModelBuffer(image, (int)size);
        ck_assert_msg(loaded || warning[0], "size %d is refused without a message", i);
        mj_deleteModel(loaded);
        memcpy(and, &two, sizeof two);
        memcpy(at, &one, sizeof one);
      }
    }
  }
  mju_user_warning = NULL;
  free(image);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {a_mesh_without_geoms_may_have_any_inertia,
                                degenerate_points_are_refused_or_have_a_hull,
                                errors_of_worker_threads_reach_the_caller,
                                parameters_longer_than_their_array_are_refused,
                                a_numeric_may_be_larger_than_its_data,
                                counts_of_a_program_that_exceed_their_data_are_refused,
                                edited_specs_can_be_saved_before_and_after_compiling,
                                a_detached_body_leaves_specs_that_can_be_saved,
                                a_camera_on_a_fused_body_stays,
                                visual_elements_are_discarded_any_number_of_times,
                                discarded_elements_can_be_deleted,
                                a_skin_from_a_file_compiles_twice,
                                deleted_plugin_instances_are_missed_or_replaced,
                                a_plugin_that_fails_ends_a_recompilation_with_a_message,
                                a_plugin_may_fail_at_any_time,
                                a_touch_grid_can_be_replicated,
                                a_virtual_file_system_can_be_moved,
                                contacts_that_found_no_place_for_rows_have_no_force,
                                a_box_problem_is_read_from_its_lower_triangle,
                                sizes_of_an_image_that_overflow_are_refused,
                                NULL};
  return run_tests("reported", tests);
}
