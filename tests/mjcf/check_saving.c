// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What must not get lost on the way through a saved file: assets that only a virtual file system
// has, meshes behind primitives, inertias that depend on compiler settings, the places of keys.

#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "support.h"

enum { TEXT_SIZE = 1 << 16 };

static const char tetrahedron[] =
    "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char meshes[] =
    "<mujoco><compiler meshdir='shapes'/><asset><mesh name='a' file='t.obj'/><mesh name='b' "
    "file='t.obj' scale='2 2 2'/></asset><worldbody><body name='body'><freejoint/><geom "
    "name='geom' type='mesh' mesh='a'/><geom type='mesh' mesh='b'/></body></worldbody></mujoco>";

static void add_meshes(mjVFS* vfs) {
  mj_defaultVFS(vfs);
  ck_assert_int_eq(mj_addBufferVFS(vfs, "t.obj", tetrahedron, (int)strlen(tetrahedron)), 0);
  ck_assert_int_eq(mj_addBufferVFS(vfs, "m.xml", meshes, (int)strlen(meshes)), 0);
}

static char* string_of(const mjSpec* s) {
  char error[ERROR_SIZE] = "", *text = malloc(TEXT_SIZE);
  ck_assert_msg(mj_saveXMLString(s, text, TEXT_SIZE, error, ERROR_SIZE) == 0, "%s", error);
  return text;
}

static void file_name(const char* name, char path[1024]) {
  snprintf(path, 1024, "%s/%s", TEST_BUILD_DIR, name);
}

// text of a file, which is removed
static char* content(const char* path) {
  char* text = calloc(1, TEXT_SIZE);
  FILE* file = fopen(path, "rb");
  ck_assert_msg(file != NULL, "cannot open %s", path);
  ck_assert_uint_lt(fread(text, 1, TEXT_SIZE - 1, file), TEXT_SIZE - 1);
  fclose(file);
  remove(path);
  return text;
}

// saved and read again
static mjModel* again(const mjSpec* s, const mjVFS* vfs) {
  char error[ERROR_SIZE] = "", *text = string_of(s);
  mjSpec* t = mj_parseXMLString(text, vfs, error, ERROR_SIZE);
  mjModel* m = t ? mj_compile(t, vfs) : NULL;
  ck_assert_msg(m != NULL, "%s%s\nin: %s", error, t ? mjs_getError(t) : "", text);
  mj_deleteSpec(t);
  free(text);
  return m;
}

static mjSpec* compiled(const char* xml, mjModel** m) {
  mjSpec* s = parse(xml);
  *m = mj_compile(s, NULL);
  ck_assert_msg(*m != NULL, "%s\nin: %s", mjs_getError(s), xml);
  return s;
}

// ---------------------------------------------------------------- virtual file systems

START_TEST(assets_of_a_deleted_file_system_are_saved_by_every_function) {
  char path[1024], error[ERROR_SIZE] = "";
  mjVFS vfs;
  add_meshes(&vfs);
  mjModel* m = mj_loadXML("m.xml", &vfs, error, ERROR_SIZE);
  ck_assert_msg(m != NULL, "%s", error);
  mjSpec* s = mj_parseXMLString(meshes, NULL, error, ERROR_SIZE);
  mjModel* own = mj_compile(s, &vfs);
  ck_assert_msg(own != NULL, "%s", mjs_getError(s));
  mj_deleteVFS(&vfs);

  // as text, as a file, as the file that was loaded last: twice, for what was kept stays
  char* text = string_of(s);
  ck_assert_ptr_nonnull(strstr(text, "file=\"t.obj\""));
  file_name("check_saving_vfs.xml", path);
  for (int i = 0; i < 2; i++) {
    ck_assert_msg(mj_saveXML(s, path, error, ERROR_SIZE) == 0, "%s", error);
    char* file = content(path);
    ck_assert_str_eq(file, text);
    free(file);
    ck_assert_msg(mj_saveLastXML(path, m, error, ERROR_SIZE) == 1, "%s", error);
    file = content(path);
    ck_assert_str_eq(file, text);
    free(file);
  }
  free(text);

  // numbers of a model too
  own->geom_rgba[0] = 0.25f;
  ck_assert_msg(mj_copyBack(s, own) == 1, "%s", mjs_getError(s));
  text = string_of(s);
  ck_assert_ptr_nonnull(strstr(text, "rgba=\"0.25 0.5 0.5 1\""));
  free(text);

  // the files are for saving: another compilation has to be given its own
  ck_assert_ptr_null(mj_compile(s, NULL));
  ck_assert_ptr_nonnull(strstr(mjs_getError(s), "t.obj"));
  mj_deleteSpec(s);
  mj_deleteModel(own);
  mj_deleteModel(m);
}
END_TEST

START_TEST(recompiled_models_are_saved_with_the_assets_of_the_last_compilation) {
  char error[ERROR_SIZE] = "";
  mjVFS vfs;
  add_meshes(&vfs);
  mjSpec* s = mj_parseXMLString(meshes, NULL, error, ERROR_SIZE);
  mjModel* m = mj_compile(s, &vfs);
  mjData* d = mj_makeData(m);
  mjs_addSite(mjs_findBody(s, "body"), NULL);
  ck_assert_int_eq(mj_recompile(s, &vfs, m, d), 0);
  mj_deleteVFS(&vfs);
  char* text = string_of(s);
  ck_assert_ptr_nonnull(strstr(text, "<site"));
  free(text);

  // a copy is no compiled model, but has the files
  mjSpec* copy = mj_copySpec(s);
  ck_assert_int_eq(mj_saveXMLString(copy, NULL, 0, error, ERROR_SIZE), -1);
  ck_assert_ptr_nonnull(strstr(error, "compiled"));
  mj_deleteSpec(s);
  mj_deleteSpec(copy);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

// a provider that has one file, counted
static int opened;
static int open_one(mjResource* resource) {
  opened++;
  return strstr(resource->name, "t.obj") != NULL;
}
static int read_one(mjResource* resource, const void** buffer) {
  (void)resource;
  *buffer = tetrahedron;
  return (int)strlen(tetrahedron);
}
static void close_one(mjResource* resource) { (void)resource; }

START_TEST(a_mounted_provider_is_not_asked_again) {
  char error[ERROR_SIZE] = "";
  const mjpResourceProvider provider = {.open = open_one, .read = read_one, .close = close_one};
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  ck_assert_int_eq(mj_mountVFS(&vfs, "shapes", &provider), 0);
  mjSpec* s = mj_parseXMLString(meshes, NULL, error, ERROR_SIZE);
  mjModel* m = mj_compile(s, &vfs);
  ck_assert_msg(m != NULL, "%s", mjs_getError(s));
  mj_deleteVFS(&vfs);
  int before = opened;
  ck_assert_int_gt(before, 0);
  free(string_of(s));
  ck_assert_int_eq(opened, before);
  mj_deleteSpec(s);
  mj_deleteModel(m);
}
END_TEST

START_TEST(files_of_attached_models_are_found_from_the_new_document) {
  static const char child[] =
      "<mujoco model='c'><compiler meshdir='shapes'/><asset><mesh name='m' file='t.obj'/></asset>"
      "<worldbody><body name='b'><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";
  static const struct {
    const char *compiler, *folder, *expected;
  } parent[] = {{"", "", "file=\"sub/shapes/t.obj\""},
                {"meshdir='other/deep'", "", "file=\"../../sub/shapes/t.obj\""},
                {"meshdir='sub'", "", "file=\"shapes/t.obj\""},
                {"meshdir='/elsewhere'", "", "file=\"sub/shapes/t.obj\""},
                {"", "/abs/", "file=\"sub/shapes/t.obj\""},
                {"strippath='true'", "/abs/", "file=\"sub/shapes/t.obj\""}};
  for (size_t i = 0; i < sizeof parent / sizeof *parent; i++) {
    char xml[600], path[200], error[ERROR_SIZE] = "";
    mjVFS vfs;
    mj_defaultVFS(&vfs);
    snprintf(path, sizeof path, "%ssub/c.xml", parent[i].folder);
    mj_addBufferVFS(&vfs, path, child, (int)strlen(child));
    mj_addBufferVFS(&vfs, "t.obj", tetrahedron, (int)strlen(tetrahedron));
    snprintf(xml, sizeof xml,
             "<mujoco><compiler %s/><asset><model name='c' file='sub/c.xml'/></asset><worldbody>"
             "<attach model='c' body='b' prefix='p'/></worldbody></mujoco>",
             parent[i].compiler);
    snprintf(path, sizeof path, "%sp.xml", parent[i].folder);
    mj_addBufferVFS(&vfs, path, xml, (int)strlen(xml));
    mjSpec* s = mj_parseXML(path, &vfs, error, ERROR_SIZE);
    ck_assert_msg(s != NULL, "%s", error);
    mjModel* m = mj_compile(s, &vfs);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    char* text = string_of(s);
    ck_assert_msg(strstr(text, parent[i].expected) != NULL, "%s\nnot in: %s", parent[i].expected,
                  text);
    free(text);
    mj_deleteModel(m);
    mj_deleteSpec(s);
    mj_deleteVFS(&vfs);
  }
}
END_TEST

// ---------------------------------------------------------------- meshes

#define TETRA "vertex='0 0 0 1 0 0 0 2 0 0 0 3'"

START_TEST(discarded_meshes_stay_away) {
  mjModel* m;
  mjSpec* s =
      compiled("<mujoco><compiler discardvisual='true'/><asset><mesh name='seen' " TETRA
               "/><mesh name='used' " TETRA
               "/></asset><worldbody><body><joint/><geom type='mesh' "
               "mesh='seen' contype='0' conaffinity='0'/><geom type='mesh' mesh='used'/></body>"
               "</worldbody></mujoco>",
               &m);
  mjModel* b = again(s, NULL);
  ck_assert_int_eq(m->nmesh, 1);
  ck_assert_int_eq(b->nmesh, 1);
  ck_assert_int_eq(mj_name2id(b, mjOBJ_MESH, "used"), 0);
  ck_assert_double_eq_tol(b->body_mass[1], m->body_mass[1], 1e-5 * m->body_mass[1]);
  mj_deleteModel(b);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

static const char fitted[] =
    "<mujoco><default><default class='m'><geom type='mesh' mesh='t' fitscale='1.5'/></default>"
    "</default><asset><mesh name='t' " TETRA
    "/></asset><worldbody><body name='b' pos='0 0 1'>"
    "<freejoint/><geom name='g' class='m' type='box' pos='1 2 3' euler='10 20 30'/>"
    "<geom class='m'/></body></worldbody></mujoco>";

START_TEST(primitives_fitted_to_the_mesh_of_their_class_are_fitted_once) {
  mjModel* m;
  mjSpec* s = compiled(fitted, &m);
  mjModel* b = again(s, NULL);
  ck_assert_int_eq(m->geom_dataid[0], 0);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(b->geom_dataid[i], m->geom_dataid[i]);
    ck_assert_int_eq(b->geom_type[i], m->geom_type[i]);
  }
  for (int i = 0; i < 6; i++) {
    ck_assert_double_eq_tol(b->geom_size[i], m->geom_size[i], 1e-12);
    ck_assert_double_eq_tol(b->geom_pos[i], m->geom_pos[i], 1e-5);
  }

  // with other numbers it is what it has become, without the mesh
  m->geom_size[1] = 0.125;
  ck_assert_int_eq(mj_copyBack(s, m), 1);
  mj_deleteModel(b);
  b = again(s, NULL);
  ck_assert_int_eq(b->geom_dataid[0], -1);
  ck_assert_int_eq(b->geom_dataid[1], 0);
  ck_assert_double_eq(b->geom_size[1], 0.125);
  for (int i = 0; i < 6; i++)
    ck_assert_double_eq_tol(b->geom_pos[i], m->geom_pos[i], 1e-5);
  mj_deleteModel(b);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

START_TEST(vertices_come_back_to_the_last_bit) {
  mjModel* m;
  mjSpec* s = compiled(
      "<mujoco><asset><mesh name='t' vertex='0.1234567 0 0 1 0 0.333333333 0 2 0 0 0 3'/></asset>"
      "<worldbody><geom type='mesh' mesh='t'/></worldbody></mujoco>",
      &m);
  mjModel* b = again(s, NULL);
  ck_assert_int_eq(memcmp(b->mesh_vert, m->mesh_vert, sizeof(float) * 3 * (size_t)m->nmeshvert), 0);
  ck_assert_int_eq(memcmp(b->mesh_pos, m->mesh_pos, sizeof(mjtNum) * 3), 0);
  mj_deleteModel(b);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- inertia

#define BODIES                                                                          \
  "<worldbody><body name='b'><geom size='1'/><geom size='2' group='3' mass='4'/><body>" \
  "<joint/><inertial pos='1 2 3' mass='7' diaginertia='1 2 2.5'/><geom "                \
  "size='1'/></body></body></worldbody>"

static void same_inertia(const mjModel* a, const mjModel* b) {
  for (int i = 0; i < a->nbody; i++) {
    ck_assert_double_eq_tol(b->body_mass[i], a->body_mass[i], 1e-12 + 1e-5 * a->body_mass[i]);
    for (int k = 3 * i; k < 3 * i + 3; k++) {
      double tolerance = 1e-12 + 1e-5 * a->body_inertia[k];
      ck_assert_double_eq_tol(b->body_inertia[k], a->body_inertia[k], tolerance);
      ck_assert_double_eq_tol(b->body_ipos[k], a->body_ipos[k], 1e-5);
    }
  }
}

START_TEST(inertias_do_not_depend_on_settings_that_are_lost) {
  static const char* const setting[] = {
      "inertiagrouprange='0 2'",
      "inertiagrouprange='3 3'",
      "inertiafromgeom='false'",
      "inertiafromgeom='true'",
      "settotalmass='3'",
      "settotalmass='3' boundmass='2' boundinertia='5'",
      "boundmass='9' boundinertia='30'",
      "saveinertial='true'",
      "balanceinertia='true' settotalmass='3' inertiafromgeom='true' inertiagrouprange='0 2'",
  };
  for (size_t i = 0; i < sizeof setting / sizeof *setting; i++) {
    char xml[2000];
    mjModel* m;
    snprintf(xml, sizeof xml, "<mujoco><compiler %s/>" BODIES "</mujoco>", setting[i]);
    mjSpec* s = compiled(xml, &m);
    mjModel* b = again(s, NULL);
    same_inertia(m, b);
    mj_deleteModel(b);
    mj_deleteModel(m);
    mj_deleteSpec(s);
  }
}
END_TEST

START_TEST(bodies_attached_with_other_rules_keep_their_inertia) {
  for (int parent = 0; parent < 2; parent++) {
    const char* rule[] = {"inertiafromgeom='false'", "inertiagrouprange='0 2'"};
    char xml[2000];
    snprintf(xml, sizeof xml, "<mujoco model='child'><compiler %s/>" BODIES "</mujoco>",
             rule[!parent]);
    mjSpec* child = parse(xml);
    snprintf(xml, sizeof xml, "<mujoco><compiler %s/>" BODIES "</mujoco>", rule[parent]);
    mjSpec* s = parse(xml);
    mjsBody* world = mjs_findBody(s, "world");
    ck_assert_ptr_nonnull(mjs_attach(mjs_addFrame(world, NULL)->element,
                                     mjs_findBody(child, "b")->element, "c_", ""));
    mjModel* m = mj_compile(s, NULL);
    ck_assert_msg(m != NULL, "%s", mjs_getError(s));
    mjModel* b = again(s, NULL);
    same_inertia(m, b);
    mj_deleteModel(b);
    mj_deleteModel(m);
    mj_deleteSpec(s);
    mj_deleteSpec(child);
  }
}
END_TEST

START_TEST(a_new_mass_is_saved) {
  mjModel* m;
  mjSpec* s = compiled("<mujoco>" BODIES "</mujoco>", &m);
  m->body_mass[1] = 5;
  m->body_inertia[3] *= 1.25;
  ck_assert_int_eq(mj_copyBack(s, m), 1);
  mjModel* b = again(s, NULL);
  same_inertia(m, b);
  mj_deleteModel(b);
  mj_deleteModel(m);
  mj_deleteSpec(s);
}
END_TEST

// ---------------------------------------------------------------- text

START_TEST(a_key_that_says_nothing_keeps_its_place) {
  mjModel* m;
  mjSpec* s = compiled(
      "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody><keyframe><key/>"
      "<key qpos='1'/><key/><key name='k'/><key/></keyframe></mujoco>",
      &m);
  char* text = string_of(s);
  ck_assert_ptr_nonnull(strstr(text,
                               "<key/>\n    <key qpos=\"1\"/>\n    <key/>\n    "
                               "<key name=\"k\"/>\n  </keyframe>"));
  mjModel* b = compile(text);
  ck_assert_int_eq(b->nkey, 5);
  ck_assert_double_eq(b->key_qpos[1], 1);
  ck_assert_int_eq(mj_name2id(b, mjOBJ_KEY, "k"), 3);
  mj_deleteModel(b);
  mj_deleteModel(m);
  mj_deleteSpec(s);
  free(text);
}
END_TEST

START_TEST(six_digits_of_a_unit_vector_are_kept) {
  // 0.267238² + 0.963630² is not 1: normalised, the last digit is another
  const char* xml =
      "<mujoco><worldbody><light dir='0 -0.267238 -0.96363'/><body quat='0 0 -0.267238 -0.96363'>"
      "<joint axis='0 -0.267238 -0.96363'/><inertial pos='0 0 0' quat='0 0 -0.267238 -0.96363' "
      "mass='1' diaginertia='1 2 2.5'/></body><body quat='0 0 -0.535 -1.929'/></worldbody>"
      "</mujoco>";
  char *once = saved(xml), *twice = saved(once);
  ck_assert_str_eq(once, twice);
  ck_assert_ptr_nonnull(strstr(once, "<light pos=\"0 0 0\" dir=\"0 -0.267238 -0.96363\""));
  ck_assert_ptr_nonnull(strstr(once, "<body quat=\"0 0 -0.267238 -0.96363\""));
  ck_assert_ptr_nonnull(strstr(once, "axis=\"0 -0.267238 -0.96363\""));
  ck_assert_ptr_nonnull(strstr(once, "quat=\"0 0 -0.267238 -0.96363\" mass"));
  ck_assert_ptr_nonnull(strstr(once, "<body quat=\"0 0 -0.267257 -0.963625\""));
  free(twice);
  free(once);
}
END_TEST

START_TEST(numbers_and_names_stand_where_the_reference_has_them) {
  char* text = saved(
      "<mujoco><asset><mesh name='m' inertia='shell' scale='2 2 2' " TETRA
      "/></asset><worldbody><body name='a'><geom name='ga' size='1'/><camera name='c' "
      "resolution='4 3' sensorsize='.03 .02' focal='.05 .04'/></body><body name='b' pos='5 0 0'>"
      "<joint name='j'/><geom name='gb' type='mesh' mesh='m'/><body name='t'><geom type='mesh' "
      "mesh='m' name='gt'/></body></body></worldbody><contact><pair geom1='gb' geom2='ga'/>"
      "<exclude body1='b' body2='a'/></contact><actuator><general joint='j' actdim='1' "
      "dyntype='integrator'/><general joint='j' actdim='2' dyntype='user'/></actuator><sensor>"
      "<tactile mesh='m' geom='gt'/></sensor></mujoco>");
  static const char* const expected[] = {
      "inertia=\"shell\" scale=\"2 2 2\"/>",
      "<pair geom1=\"ga\" geom2=\"gb\"/>",
      "<exclude body1=\"a\" body2=\"b\"/>",
      "<general joint=\"j\" dyntype=\"integrator\"/>",
      "<general joint=\"j\" actdim=\"2\" dyntype=\"user\"/>",
      "<tactile geom=\"gt\" mesh=\"m\"/>",
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    ck_assert_msg(strstr(text, expected[i]) != NULL, "%s\nnot in: %s", expected[i], text);
  free(text);
}
END_TEST

// What functions of the API say when they cannot write, and how often.
static char told[ERROR_SIZE];
static int ntold;
static void note_warning(const char* message) {
  snprintf(told, sizeof told, "%s", message);
  ntold++;
}

typedef struct Writing_ {
  mjSpec* spec;
  mjModel* m;
  mjData* d;
  mjvScene scene;
} Writing;

static void by_last_xml(const Writing* w, const char* path) {
  ntold += !mj_saveLastXML(path, w->m, told, sizeof told);
}
static void by_xml(const Writing* w, const char* path) {
  ntold += mj_saveXML(w->spec, path, told, sizeof told) != 0;
}
static void by_model(const Writing* w, const char* path) { mj_saveModel(w->m, path, NULL, 0); }
static void by_listing(const Writing* w, const char* path) { mj_printModel(w->m, path); }
static void by_data(const Writing* w, const char* path) { mj_printData(w->m, w->d, path); }
static void by_scene(const Writing* w, const char* path) { mj_printScene(&w->scene, path); }
static void by_keyframe(const Writing* w, const char* path) {
  if (fc_saveKeyframe(w->m, w->d, path))
    note_warning(fc_lastError());
}
static void by_schema(const Writing* w, const char* path) {
  (void)w;
  mj_printSchema(path, NULL, 0, 0, 0);
}

// one failure that names file and reason
static void expect_told(int function, const char* path, const char* reason) {
  char expected[2048];
  snprintf(expected, sizeof expected, "%s cannot be written: %s", path, reason);
  ck_assert_msg(ntold == 1 && strstr(told, expected), "function %d: %d, %s, not %s", function,
                ntold, told, expected);
}

// Every function that writes a file tells when the disk is full, also when it notices no earlier
// than when the file is closed, and leaves the former file as it was.
START_TEST(a_full_disk_costs_no_file) {
  static void (*const functions[])(const Writing* w, const char* path) = {
      by_last_xml, by_xml, by_model, by_listing, by_data, by_scene, by_keyframe, by_schema};
  char error[ERROR_SIZE] = "", path[1024], text[100];
  const int has_device = access("/dev/full", W_OK) == 0;
  Writing w;
  file_name("full_disk.xml", path);
  FILE* file = fopen(path, "w");
  fputs("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>", file);
  fclose(file);
  w.m = mj_loadXML(path, NULL, error, ERROR_SIZE);
  ck_assert_msg(w.m != NULL, "%s", error);
  w.d = mj_makeData(w.m);
  w.spec = mj_parseXML(path, NULL, error, ERROR_SIZE);
  mj_deleteModel(mj_compile(w.spec, NULL));
  mjv_defaultScene(&w.scene);
  mjv_makeScene(w.m, &w.scene, 10);
  mju_user_warning = note_warning;
  signal(SIGXFSZ, SIG_IGN);
  for (int i = 0; i < (int)(sizeof functions / sizeof *functions); i++) {
    const struct rlimit little = {20, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
    file = fopen(path, "w");
    fputs("precious", file);
    fclose(file);
    ntold = 0;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &little), 0);
    functions[i](&w, path);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
    expect_told(i, path, "File too large");
    file = fopen(path, "r");
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    ck_assert_msg(strcmp(text, "precious") == 0, "function %d leaves %s", i, text);
    ntold = 0;
    if (has_device) {
      functions[i](&w, "/dev/full");
      expect_told(i, "/dev/full", "No space left on device");
    }

    // the same function writes it when there is room
    ntold = 0;
    functions[i](&w, path);
    ck_assert_msg(!ntold, "function %d: %s", i, told);
    ck_assert(access(path, F_OK) == 0);
  }
  mju_user_warning = NULL;
  mjv_freeScene(&w.scene);
  mj_deleteSpec(w.spec);
  mj_deleteData(w.d);
  mj_deleteModel(w.m);
  remove(path);
}
END_TEST

static void add(TCase* t) {
  tcase_add_test(t, a_full_disk_costs_no_file);
  tcase_add_test(t, assets_of_a_deleted_file_system_are_saved_by_every_function);
  tcase_add_test(t, recompiled_models_are_saved_with_the_assets_of_the_last_compilation);
  tcase_add_test(t, a_mounted_provider_is_not_asked_again);
  tcase_add_test(t, files_of_attached_models_are_found_from_the_new_document);
  tcase_add_test(t, discarded_meshes_stay_away);
  tcase_add_test(t, primitives_fitted_to_the_mesh_of_their_class_are_fitted_once);
  tcase_add_test(t, vertices_come_back_to_the_last_bit);
  tcase_add_test(t, inertias_do_not_depend_on_settings_that_are_lost);
  tcase_add_test(t, bodies_attached_with_other_rules_keep_their_inertia);
  tcase_add_test(t, a_new_mass_is_saved);
  tcase_add_test(t, a_key_that_says_nothing_keeps_its_place);
  tcase_add_test(t, six_digits_of_a_unit_vector_are_kept);
  tcase_add_test(t, numbers_and_names_stand_where_the_reference_has_them);
}

int main(void) { return run_added("saving", add); }
