// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Faces of modules (shown.c) show something in scenes: instances first, in their order, then what
// else is at work, all of it ahead of the model.

#include "tests/kernel/support.h"

#define SHOWN TEST_BUILD_DIR "/tests/kernel/.libs/shown.so"

static mjModel* m;
static mjData* d;
static mjvScene scn;
static mjvOption opt;
static mjvCamera cam;

static mjModel* scene_model(void) {
  const char* directory = new_directory();
  place_object(directory, "acme.shown", SHOWN);
  place_manifest(directory, "acme.shown",
                 "{\"name\": \"acme.shown\", \"version\": \"1.0.0\", \"abi\": 1, \"provides\": ["
                 "{\"kind\": \"sensor\", \"name\": \"acme.seen\"},"
                 "{\"kind\": \"passive\", \"name\": \"acme.shove\"},"
                 "{\"kind\": \"contact_model\", \"name\": \"acme.shown\"}]}");
  ck_assert_msg(fc_addModulePath(directory) == 0, "%s", fc_lastError());
  return model_from(
      "<mujoco><extension><plugin plugin='acme.seen'>"
      "<instance name='wide'><config key='radius' value='2'/></instance>"
      "<instance name='thin'><config key='radius' value='0.25'/></instance></plugin></extension>"
      "<worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .09'><freejoint/>"
      "<geom size='.1'/><site name='s' pos='.3 0 0'/></body></worldbody><sensor>"
      "<plugin instance='thin' plugin='acme.seen' objtype='site' objname='s'/>"
      "<plugin instance='wide' plugin='acme.seen' objtype='site' objname='s'/></sensor></mujoco>");
}

static void open_scene(void) {
  m = scene_model();
  d = mj_makeData(m);
  mjv_defaultOption(&opt);
  mjv_defaultFreeCamera(m, &cam);
  mjv_defaultScene(&scn);
  mjv_makeScene(m, &scn, 20);
}

static void close_scene(void) {
  mjv_freeScene(&scn);
  mj_deleteData(d);
  mj_deleteModel(m);
}

static void update(mjData* data) { mjv_updateScene(m, data, &opt, NULL, &cam, mjCAT_ALL, &scn); }

START_TEST(instances_draw_in_their_order_ahead_of_the_model) {
  mj_forward(m, d);
  update(d);
  const mjvGeom* geom = scn.geoms;
  ck_assert_int_eq(geom[0].type, mjGEOM_SPHERE);
  ck_assert_int_eq(geom[0].objid, 1);
  ck_assert(geom[0].size[0] == 2 && geom[1].size[0] == 0.25f);
  ck_assert_int_eq(geom[1].objid, 0);
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(geom[i].objtype, mjOBJ_UNKNOWN);
    ck_assert_int_eq(geom[i].category, mjCAT_DECOR);
    ck_assert_int_eq(geom[i].segid, i);
    for (int k = 0; k < 3; k++)
      ck_assert(geom[i].pos[k] == (float)d->site_xpos[k]);
  }
  ck_assert_int_eq(geom[2].type, mjGEOM_PLANE);
  ck_assert_int_eq(geom[2].segid, 2);
}
END_TEST

START_TEST(other_faces_draw_while_they_are_at_work) {
  mj_forward(m, d);
  update(d);
  const int ngeom = scn.ngeom;
  ck_assert_msg(fc_bind(m, d, FC_PASSIVE, "acme.shove") == 0, "%s", fc_lastError());
  ck_assert_msg(fc_bind(m, d, FC_CONTACT_MODEL, "acme.shown") == 0, "%s", fc_lastError());
  mj_forward(m, d);
  ck_assert_int_eq(d->ncon, 1);
  opt.flags[mjVIS_PERTFORCE] = 1;
  update(d);
  ck_assert_int_eq(scn.ngeom, ngeom + 2);
  // kinds have an order: contact models, then passive forces
  ck_assert_int_eq(scn.geoms[2].type, mjGEOM_BOX);
  ck_assert(scn.geoms[2].pos[2] == (float)d->contact[0].pos[2]);
  ck_assert_int_eq(scn.geoms[3].type, mjGEOM_ARROW);
  ck_assert(scn.geoms[3].size[2] == 1 && scn.geoms[3].rgba[2] == 0);
  opt.flags[mjVIS_PERTFORCE] = 0;
  update(d);
  ck_assert_int_eq(scn.ngeom, ngeom + 1);

  // another choice: the former one is bound, but not at work
  ck_assert_msg(fc_bind(m, d, FC_CONTACT_MODEL, "soft") == 0, "%s", fc_lastError());
  mj_forward(m, d);
  update(d);
  ck_assert_int_eq(scn.ngeom, ngeom);
}
END_TEST

START_TEST(a_copy_for_pictures_shows_instances) {
  mj_forward(m, d);
  mjData* copy = mjv_copyData(NULL, m, d);
  update(copy);
  ck_assert_int_eq(scn.geoms[0].objid, 1);
  ck_assert(scn.geoms[0].pos[0] == (float)d->site_xpos[0]);
  mj_deleteData(copy);
}
END_TEST

START_TEST(a_full_scene_takes_no_more) {
  mj_forward(m, d);
  mjv_makeScene(m, &scn, 1);
  update(d);
  ck_assert_int_eq(scn.ngeom, 1);
  ck_assert_int_eq(scn.status, 1);
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].lastinfo, 1);
}
END_TEST

START_TEST(a_failure_names_the_face) {
  mj_forward(m, d);
  ck_assert_msg(fc_setParameter(m, "acme.seen", "radius", "-1") == 0, "%s", fc_lastError());
  expect_error(update(d), "sensor \"acme.seen\" could not be drawn: a radius of -1");
}
END_TEST

int main(void) {
  Suite* suite = suite_create("visualize");
  TCase* tests = add_case(suite, "visualize");
  tcase_add_checked_fixture(tests, open_scene, close_scene);
  tcase_add_test(tests, instances_draw_in_their_order_ahead_of_the_model);
  tcase_add_test(tests, other_faces_draw_while_they_are_at_work);
  tcase_add_test(tests, a_copy_for_pictures_shows_instances);
  tcase_add_test(tests, a_full_scene_takes_no_more);
  tcase_add_test(tests, a_failure_names_the_face);
  return run_suite(suite);
}
