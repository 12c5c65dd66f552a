// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Modules that were built against older, shorter structs (old.c) are used as they are: what their
// tables do not have yet reads as absent, and what lies behind them is not touched. So are those
// that were built against longer ones of a later time: what is behind the members of today is not
// known here.

#include <fulcrum/collider.h>
#include <fulcrum/contact_model.h>
#include <fulcrum/integrator.h>
#include <fulcrum/layout.h>

#include "tests/kernel/support.h"

#define OLD TEST_BUILD_DIR "/tests/kernel/.libs/old.so"
#define HEAD(name) "{\"name\": \"" name "\", \"version\": \"1.0.0\", \"abi\": 1, "

static void add_old(void) {
  const char* directory = new_directory();
  place_object(directory, "acme.old", OLD);
  place_manifest(directory, "acme.old",
                 HEAD("acme.old") "\"overrides\": [\"actuator/dyntype/integrator\"], "
                                  "\"provides\": ["
                 "{\"kind\": \"integrator\", \"name\": \"acme.half\"},"
                 "{\"kind\": \"contact_model\", \"name\": \"acme.even\"},"
                 "{\"kind\": \"actuator\", \"name\": \"acme.three\", \"types\": "
                 "[\"dyntype/integrator\"]},"
                 "{\"kind\": \"sensor\", \"name\": \"acme.answer\"}]}");
  place_object(directory, "acme.oldest", OLD);
  place_manifest(directory, "acme.oldest",
                 HEAD("acme.oldest") "\"overrides\": [\"collider/sphere-sphere\"], \"provides\": ["
                 "{\"kind\": \"collider\", \"name\": \"acme.larger\", \"types\": "
                 "[\"sphere-sphere\"]},"
                 "{\"kind\": \"loader\", \"name\": \"acme.loader\", \"types\": [\".old\"]},"
                 "{\"kind\": \"saver\", \"name\": \"acme.saver\", \"types\": [\".old\"]}]}");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
}

START_TEST(faces_and_tables_are_as_long_as_here) {
  add_old();
  const FcModule* old = fc_openModule("acme.old");
  ck_assert_msg(old != NULL, "%s", fc_lastError());
  ck_assert_uint_eq(old->size, sizeof(FcModule));
  for (uint32_t i = 0; i < old->nface; i++) {
    ck_assert_uint_eq(old->faces[i].size, sizeof(FcFace));
    ck_assert_int_eq(old->faces[i].number, 0);
    ck_assert(!old->faces[i].state && !old->faces[i].advance);
  }
  const FcIntegrator* integrator = old->faces[0].table;
  ck_assert_uint_eq(integrator->size, sizeof(FcIntegrator));
  ck_assert(integrator->step != NULL);
  ck_assert(!integrator->continuous_acceleration && !integrator->step_again && !integrator->flags);
  const FcContactModel* model = old->faces[1].table;
  ck_assert_uint_eq(model->size, sizeof(FcContactModel));
  ck_assert(model->position && !model->velocity && !model->potential && !model->force);
  ck_assert(!model->way && !model->elliptic && !model->advance && !model->nwork && !model->nstate);
  ck_assert(!model->mixing && !model->mix);
  const FcModule* oldest = fc_openModule("acme.oldest");
  ck_assert_msg(oldest != NULL, "%s", fc_lastError());
  ck_assert_str_eq(oldest->faces[1].name, "acme.loader");
  ck_assert(!oldest->faces[0].parameters && !oldest->faces[0].memory);
}
END_TEST

static mjModel* two_balls(void) {
  return model_from(
      "<mujoco><extension><plugin plugin='acme.answer'/></extension><worldbody>"
      "<body pos='0 0 .195'><joint name='z' type='slide' axis='0 0 1'/><geom size='.1' mass='1'/>"
      "<site name='s'/></body><geom size='.1'/></worldbody>"
      "<actuator><general joint='z' dyntype='integrator'/></actuator>"
      "<sensor><plugin plugin='acme.answer' objtype='site' objname='s'/></sensor></mujoco>");
}

START_TEST(an_old_integrator_advances_and_is_differenced) {
  add_old();
  mjModel* m = ball_on_floor();
  mjData *d = mj_makeData(m), *euler = mj_makeData(m);
  m->opt.disableflags |= mjDSBL_CONTACT;
  ck_assert_msg(fc_bind(m, d, FC_INTEGRATOR, "acme.half") == 0, "%s", fc_lastError());
  mj_step(m, d);
  mj_step(m, euler);
  ck_assert(d->qvel[2] != 0);
  ck_assert(fabs(d->qvel[2] - euler->qvel[2] / 2) < 1e-12);

  // skips stages by calling `step`, which is all there is
  mjtNum A[12 * 12] = {0};
  mjd_transitionFD(m, d, 1e-6, 0, A, NULL, NULL, NULL);
  ck_assert(fabs(A[0] - 1) < 1e-6 && fabs(A[6] - m->opt.timestep) < 1e-6);
  m->opt.enableflags |= mjENBL_INVDISCRETE;
  expect_error(mj_inverse(m, d), "is not supported by the integrator \"acme.half\"");
  mj_deleteData(d);
  mj_deleteData(euler);
  mj_deleteModel(m);
}
END_TEST

START_TEST(an_old_contact_model_lets_the_host_make_the_reference) {
  add_old();
  mjModel* m = ball_on_floor();
  mjData* d = mj_makeData(m);
  ck_assert_msg(fc_bind(m, d, FC_CONTACT_MODEL, "acme.even") == 0, "%s", fc_lastError());
  d->qpos[2] = 0.09;
  d->qvel[2] = -0.1;
  mj_forward(m, d);
  ck_assert_int_gt(d->nefc, 0);
  for (int i = 0; i < d->nefc; i++) {
    ck_assert(d->efc_KBIP[4 * i] == 100);
    mjtNum aref = -20 * d->efc_vel[i] - 100 * (mjtNum)0.5 * (d->efc_pos[i] - d->efc_margin[i]);
    ck_assert(fabs(d->efc_aref[i] - aref) < 1e-12);
  }
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

START_TEST(old_laws_sensors_and_colliders_work) {
  add_old();
  mjModel* m = two_balls();
  mjData* d = mj_makeData(m);
  mj_step(m, d);
  ck_assert_int_eq(d->ncon, 1);
  ck_assert(fabs(d->contact[0].dist - (0.195 - 0.22)) < 1e-12);
  ck_assert(d->act_dot[0] == 3);
  ck_assert(fabs(d->act[0] - 3 * m->opt.timestep) < 1e-12);
  ck_assert(d->sensordata[0] == 42);

  // implicit integrators ask for the slope of a law, distances for more than contacts
  m->opt.integrator = mjINT_IMPLICIT;
  mj_step(m, d);
  ck_assert(fabs(mj_geomDistance(m, d, 0, 1, 1, NULL) -
                 (fabs(d->geom_xpos[5] - d->geom_xpos[2]) - 0.22)) < 1e-12);
  mj_deleteData(d);
  mj_deleteModel(m);
}
END_TEST

static void file_from(const char* name, const char* text, char* path, size_t size) {
  const char* directory = new_directory();
  write_file(directory, name, "", text, strlen(text));
  snprintf(path, size, "%s/%s", directory, name);
}

START_TEST(an_old_loader_loads_and_knows_no_dependencies) {
  add_old();
  char path[1000], error[1000] = "";
  file_from("x.old", "OLD", path, sizeof path);
  mjModel* m = fc_loadModel(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  ck_assert_str_eq(m->names, "old");
  mj_deleteModel(m);
  mjSpec* spec = mj_makeSpec();
  expect_error(mju_getXMLDependencies(path, mjs_addSkin(spec)->bodyname),
               "no loader can list what");
  mj_deleteSpec(spec);
}
END_TEST

// the text that mj_saveXML has put into a file of this name
static void expect_saved(mjSpec* spec, const char* name, const char* words) {
  char path[1000], error[1000] = "";
  size_t n;
  file_from(name, "", path, sizeof path);
  ck_assert_msg(mj_saveXML(spec, path, error, sizeof error) == 0, "%s", error);
  char* text = read_file(path, &n);
  ck_assert_msg(strstr(text, words) != NULL, "%s holds: %s", name, text);
  free(text);
}

START_TEST(the_name_of_a_file_chooses_loader_and_saver) {
  add_old();
  char path[1000], error[1000] = "";
  file_from("x.old", "OLD", path, sizeof path);
  mjSpec* spec = mj_parse(path, NULL, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  ck_assert_str_eq(mjs_getString(spec->modelname), "old");
  mj_deleteModel(mj_compile(spec, NULL));
  expect_saved(spec, "y.old", "OLD");
  expect_saved(spec, "y.OLD", "OLD");
  // the saver of highest rank writes what has no saver of its own
  expect_saved(spec, "y.xml", "<mujoco");
  expect_saved(spec, "y.text", "<mujoco");
  expect_saved(spec, "y", "<mujoco");
  char text[4000];
  ck_assert_int_eq(mj_saveXMLString(spec, text, sizeof text, error, sizeof error), 0);
  ck_assert_ptr_nonnull(strstr(text, "<mujoco"));
  mj_deleteSpec(spec);
  file_from("x.older", "OLD", path, sizeof path);
  ck_assert_ptr_null(mj_parse(path, NULL, NULL, error, sizeof error));
  ck_assert_msg(strstr(error, "expected one of the types ") && strstr(error, ".old") &&
                    strstr(error, ".xml") && strstr(error, "text/xml"),
                "got: %s", error);
}
END_TEST

//------------------------------ a later time ------------------------------------------------------

// members that tables, faces and descriptors may have one day
#define LONGER(type) \
  struct {           \
    type now;        \
    void* later[3];  \
  }
static void* const unknown = (void*)(uintptr_t)0x5a5a5a5a;

static int quarter_step(const FcContext* c) {
  mjtNum quarter[6];
  mju_scl(quarter, c->d->qacc, (mjtNum)0.25, 6);
  fc_advance(c->m, c->d, c->d->act_dot, quarter, NULL);
  return 0;
}

START_TEST(a_module_of_a_later_time_is_taken_as_far_as_it_is_known) {
  static LONGER(FcIntegrator) table = {{.step = quarter_step}, {0}};
  static LONGER(FcFace)
      faces[2] = {{{.kind = FC_INTEGRATOR, .name = "acme.quarter", .table = &table}, {0}},
                  {{.kind = FC_INTEGRATOR, .name = "acme.again", .table = &table}, {0}}};
  static LONGER(FcModule) module = {{.abi = FC_ABI,
                                     .features = FC_FEATURES,
                                     .nface = 2,
                                     .layout = &fc_layout,
                                     .name = "acme.later",
                                     .version = "9.0.0",
                                     .licence = "MIT"},
                                    {0}};
  table.now.size = sizeof table;
  faces[0].now.size = faces[1].now.size = sizeof faces[0];
  module.now.size = sizeof module;
  module.now.faces = &faces[0].now;
  for (int i = 0; i < 3; i++)
    table.later[i] = faces[0].later[i] = faces[1].later[i] = module.later[i] = unknown;
  ck_assert_msg(fc_registerModule(&module.now, "a test") == 0, "%s", fc_lastError());
  const FcModule* copy = fc_openModule("acme.later");
  ck_assert_msg(copy != NULL, "%s", fc_lastError());
  ck_assert_uint_eq(copy->size, sizeof(FcModule));
  ck_assert_uint_eq(copy->faces[1].size, sizeof(FcFace));
  ck_assert_str_eq(copy->faces[1].name, "acme.again");

  mjModel* m = ball_on_floor();
  mjData *d = mj_makeData(m), *euler = mj_makeData(m);
  m->opt.disableflags |= mjDSBL_CONTACT;
  ck_assert_msg(fc_bind(m, d, FC_INTEGRATOR, "acme.again") == 0, "%s", fc_lastError());
  mj_step(m, d);
  mj_step(m, euler);
  ck_assert(d->qvel[2] != 0 && fabs(d->qvel[2] - euler->qvel[2] / 4) < 1e-12);
  mj_deleteData(d);
  mj_deleteData(euler);
  mj_deleteModel(m);
}
END_TEST

int main(void) {
  Suite* suite = suite_create("modules built against shorter tables");
  TCase* tests = add_case(suite, "old");
  tcase_add_test(tests, faces_and_tables_are_as_long_as_here);
  tcase_add_test(tests, an_old_integrator_advances_and_is_differenced);
  tcase_add_test(tests, a_module_of_a_later_time_is_taken_as_far_as_it_is_known);
  tcase_add_test(tests, an_old_contact_model_lets_the_host_make_the_reference);
  tcase_add_test(tests, old_laws_sensors_and_colliders_work);
  tcase_add_test(tests, the_name_of_a_file_chooses_loader_and_saver);
  tcase_add_test(tests, an_old_loader_loads_and_knows_no_dependencies);
  return run_suite(suite);
}
