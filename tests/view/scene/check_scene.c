// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The memory of scenes, defaults, building blocks, and what a scene does with bad input.

#include "tests/view/scene/everything.h"

static void update(void) { mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &scn); }

// ---------------------------------------------------------------- memory

static char warning[1000];
static int warnings;
static void count_warning(const char* message) {
  snprintf(warning, sizeof warning, "%s", message);
  warnings++;
}

START_TEST(a_full_scene_has_the_first_geoms_and_says_so) {
  mjvScene whole;
  mjv_defaultScene(&whole);
  mjv_makeScene(m, &whole, 1000);
  mjv_makeScene(m, &scn, 7);
  for (int i = 0; i < mjNVISFLAG; i++)
    opt.flags[i] = 1;
  mjv_updateScene(m, d, &opt, NULL, &cam, mjCAT_ALL, &whole);
  ck_assert_int_eq(whole.status, 0);
  mju_user_warning = count_warning;
  update();
  update();
  mju_user_warning = NULL;
  ck_assert_int_eq(scn.ngeom, 7);
  ck_assert_int_eq(scn.status, 1);
  for (int i = 0; i < 7; i++) {
    ck_assert_int_eq(scn.geoms[i].type, whole.geoms[i].type);
    ck_assert_int_eq(scn.geoms[i].objid, whole.geoms[i].objid);
  }

  // told once, counted each time
  ck_assert_int_eq(warnings, 1);
  ck_assert_ptr_nonnull(strstr(warning, "visual geom buffer is full. Increase maxgeom above 7"));
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].number, 2);
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].lastinfo, 7);
  mjv_freeScene(&whole);
}
END_TEST

START_TEST(a_scene_without_geoms_is_legal) {
  for (int maxgeom = -5; maxgeom <= 0; maxgeom += 5) {
    mjv_makeScene(m, &scn, maxgeom);
    ck_assert_int_eq(scn.maxgeom, 0);
    ck_assert_ptr_null(scn.geoms);
    mju_user_warning = count_warning;
    update();
    mju_user_warning = NULL;
    ck_assert_int_eq(scn.ngeom, 0);
    ck_assert_int_eq(scn.status, 1);
    ck_assert_int_eq(scn.nlight, 4);
  }
}
END_TEST

START_TEST(scenes_are_made_without_a_model_and_made_anew) {
  mjv_makeScene(NULL, &scn, 10);
  ck_assert_int_eq(scn.nflex + scn.nskin, 0);
  ck_assert_int_eq(scn.maxgeom, 10);
  ck_assert(scn.scale == 1 && scn.rotate[0] == 1);
  ck_assert(scn.flags[mjRND_SHADOW] && !scn.flags[mjRND_FOG]);
  expect_error(update(), "made for a model with 0 skins, this one has 2");
  mjv_makeScene(m, &scn, 1000);
  ck_assert_int_eq(scn.nskin, 2);
  update();
  mjv_freeScene(&scn);
  ck_assert_ptr_null(scn.geoms);
  ck_assert_ptr_null(scn.skinvert);
  ck_assert_int_eq(scn.maxgeom, 0);
  mjv_freeScene(&scn);
}
END_TEST

static int allocations_left;
static void* scarce_malloc(size_t size) { return allocations_left-- > 0 ? malloc(size) : NULL; }

// what is left when the allocation after so many fails
static void make_poor_scene(int allocations, const char* kind) {
  mjvScene poor;
  mjv_defaultScene(&poor);
  allocations_left = allocations;
  mju_user_malloc = scarce_malloc;
  mju_user_free = free;
  expect_error(mjv_makeScene(m, &poor, 100), kind);
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  ck_assert_ptr_null(poor.geoms);
  ck_assert_int_eq(poor.maxgeom, 0);
}

START_TEST(a_failed_allocation_leaves_an_empty_scene) {
  make_poor_scene(0, "geom");
  make_poor_scene(1, "geom");
  make_poor_scene(2, "skin");
}
END_TEST

START_TEST(updates_use_no_heap) {
  mjv_makeScene(m, &scn, 1000);
  for (int i = 0; i < mjNVISFLAG; i++)
    opt.flags[i] = 1;
  opt.label = mjLABEL_GEOM;
  opt.frame = mjFRAME_CONTACT;
  allocations_left = 0;
  mju_user_malloc = scarce_malloc;
  update();
  mju_user_malloc = NULL;
  ck_assert_int_eq(allocations_left, 0);
  ck_assert_int_gt(scn.ngeom, 100);
}
END_TEST

START_TEST(states_are_overlaid_by_addgeoms) {
  mjv_makeScene(m, &scn, 1000);
  update();
  const int ngeom = scn.ngeom, nlight = scn.nlight;
  mjv_addGeoms(m, d, &opt, NULL, mjCAT_DYNAMIC, &scn);
  ck_assert_int_gt(scn.ngeom, ngeom);
  ck_assert_int_eq(scn.nlight, nlight);
  for (int i = ngeom; i < scn.ngeom; i++) {
    ck_assert_int_eq(scn.geoms[i].category, mjCAT_DYNAMIC);
    ck_assert_int_eq(scn.geoms[i].segid, i);
  }
}
END_TEST

START_TEST(visual_copies_of_a_model_leave_out_large_arrays) {
  mjModel* copy = mj_copyModel(NULL, m);
  copy->geom_rgba[0] = copy->mesh_vert[0] = 77;
  copy->vis.global.fovy = 77;
  copy->tex_data[0] = (mjtByte)(m->tex_data[0] + 1);
  mjv_copyModel(copy, m);
  ck_assert(copy->geom_rgba[0] == m->geom_rgba[0]);
  ck_assert(copy->vis.global.fovy == m->vis.global.fovy);
  ck_assert(copy->mesh_vert[0] == 77);
  ck_assert_int_ne(copy->tex_data[0], m->tex_data[0]);
  mjv_copyModel(m, m);
  mj_deleteModel(copy);
  mjSpec* spec = mj_makeSpec();
  mjModel* other = mj_compile(spec, NULL);
  ck_assert_ptr_nonnull(other);
  expect_error(mjv_copyModel(other, m), "differ in their sizes");
  mj_deleteModel(other);
  mj_deleteSpec(spec);
}
END_TEST

// ---------------------------------------------------------------- defaults

START_TEST(defaults_are_those_of_the_reference) {
  mjvCamera camera;
  mjv_defaultCamera(&camera);
  ck_assert(camera.type == mjCAMERA_FREE && camera.fixedcamid == -1 && camera.trackbodyid == -1);
  ck_assert(camera.distance == 2 && camera.azimuth == 90 && camera.elevation == -45);
  ck_assert(cam.distance == 3 && cam.lookat[2] == 1);
  mjvPerturb pert;
  mjv_defaultPerturb(&pert);
  ck_assert(pert.flexselect == -1 && pert.skinselect == -1 && pert.select == 0);
  ck_assert(pert.refquat[0] == 1 && pert.scale == 1);
  ck_assert(opt.geomgroup[2] && !opt.geomgroup[3] && opt.bvh_depth == 1 && !opt.flex_layer);
  ck_assert(opt.flags[mjVIS_TENDON] && !opt.flags[mjVIS_JOINT]);
}
END_TEST

START_TEST(figures_have_colours_for_all_lines) {
  mjvFigure* fig = malloc(sizeof *fig);
  mjv_defaultFigure(fig);
  static const float expected[3][3] = {{0.600000024f, 0.699999988f, 0.400000006f},
                                       {0.150000006f, 0.811111152f, 0.611999989f},
                                       {0.550000012f, 0.129629627f, 0.772000015f}};
  for (int n = 0; n < 3; n++)
    ck_assert_mem_eq(fig->linergb[7 + n], expected[n], sizeof expected[n]);
  ck_assert_str_eq(fig->xformat, "%.0f");
  ck_assert_str_eq(fig->yformat, "%.2g");
  ck_assert_str_eq(fig->minwidth, "XXX");
  ck_assert(fig->highlightid == -1 && fig->flg_extend == 1 && fig->range[1][1] == 1);
  free(fig);
}
END_TEST

// ---------------------------------------------------------------- building blocks

START_TEST(geoms_have_the_sizes_of_their_type) {
  static const mjtNum size[3] = {1, 2, 3};
  static const struct {
    int type;
    float size[3];
  } expected[] = {{mjGEOM_SPHERE, {1, 1, 1}},
                  {mjGEOM_CAPSULE, {1, 1, 2}},
                  {mjGEOM_CYLINDER, {1, 1, 2}},
                  {mjGEOM_BOX, {1, 2, 3}},
                  {mjGEOM_ARROW, {1, 2, 3}}};
  mjvGeom geom;
  memset(&geom, 0x55, sizeof geom);
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    mjv_initGeom(&geom, expected[i].type, size, NULL, NULL, NULL);
    ck_assert_mem_eq(geom.size, expected[i].size, sizeof geom.size);
  }
  mjv_initGeom(&geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  ck_assert(geom.size[2] == 0.1f && geom.rgba[0] == 0.5f && geom.rgba[3] == 1);
  ck_assert(geom.mat[4] == 1 && geom.pos[1] == 0 && geom.label[0] == 0 && geom.matid == -1);
  // left to the user
  ck_assert_int_eq(geom.segid, 0x55555555);
  ck_assert_int_eq(geom.objid, 0x55555555);
}
END_TEST

START_TEST(connectors_reach_from_point_to_point) {
  static const mjtNum from[3] = {0, 0, 0}, to[3] = {1, 2, 2}, below[3] = {0, 0, -2};
  static const float mat[9] = {0.933333337f,  -0.13333334f,  0.333333343f,
                               -0.13333334f,  0.733333349f,  0.666666687f,
                               -0.333333343f, -0.666666687f, 0.666666687f};
  mjvGeom geom;
  memset(&geom, 0x55, sizeof geom);
  mjv_connector(&geom, mjGEOM_CAPSULE, 0.1, from, to);
  for (int k = 0; k < 9; k++)
    assert_near(geom.mat[k], mat[k], 1e-7);
  ck_assert(geom.size[0] == 0.1f && geom.size[2] == 1.5f && geom.pos[0] == 0.5f);
  mjv_connector(&geom, mjGEOM_ARROW, 0.1, from, to);
  ck_assert(geom.size[2] == 3 && geom.pos[2] == 0);
  mjv_connector(&geom, mjGEOM_LINE, 3, from, below);
  ck_assert(geom.mat[8] == -1 && geom.size[2] == 2);
  mjv_connector(&geom, mjGEOM_LINE, 3, from, from);
  ck_assert(geom.mat[0] == 1 && geom.mat[8] == 1 && geom.size[2] == 0);
  ck_assert_int_eq(geom.matid, 0x55555555);
  expect_error(mjv_connector(&geom, mjGEOM_BOX, 1, from, to), "geom type 6 cannot be a connector");
  mjv_makeConnector(&geom, mjGEOM_ARROW1, 1, 0, 0, 0, 0, 3, 4);
  ck_assert(geom.size[2] == 5 && geom.type == mjGEOM_ARROW1);
}
END_TEST

// ---------------------------------------------------------------- bad input

static void expect_bad_camera(int id) {
  cam.type = mjCAMERA_FIXED;
  cam.fixedcamid = id;
  expect_error(update(), "fixed camera id");
  expect_error(mjv_cameraFrustum(NULL, NULL, NULL, m, &cam), "out of range");
  cam.type = mjCAMERA_TRACKING;
  cam.trackbodyid = id;
  expect_error(update(), "tracked body id");
}

START_TEST(cameras_out_of_range_are_errors) {
  mjv_makeScene(m, &scn, 1000);
  update();
  expect_bad_camera(-1);
  expect_bad_camera(1000);
  cam.type = 17;
  expect_error(update(), "camera type 17 is unknown");
  cam.type = mjCAMERA_USER;
  update();
  expect_error(mjv_cameraFrame(NULL, NULL, NULL, NULL, d, &cam), "camera type 3 is unknown");
  expect_error(mjv_cameraFrustum(NULL, NULL, NULL, m, &cam), "camera type 3 is unknown");
}
END_TEST

START_TEST(a_headlight_needs_a_camera) {
  mjv_makeScene(m, &scn, 1000);
  expect_error(mjv_updateScene(m, d, &opt, NULL, NULL, mjCAT_ALL, &scn), "near plane");
  m->vis.headlight.active = 0;
  mjv_updateScene(m, d, &opt, NULL, NULL, mjCAT_ALL, &scn);
  ck_assert_int_eq(scn.nlight, 3);
  ck_assert_int_eq(scn.lights[0].id, 0);
  // the cameras of the user stay
  ck_assert(scn.camera[0].frustum_near == 0);
}
END_TEST

START_TEST(poses_that_are_no_numbers_are_shown_as_they_are) {
  mjv_makeScene(m, &scn, 4000);
  mju_fill(d->xpos, NAN, 3 * (int)m->nbody);
  mju_fill(d->geom_xpos, NAN, 3 * (int)m->ngeom);
  mju_fill(d->geom_xmat, NAN, 9 * (int)m->ngeom);
  mju_fill(d->wrap_xpos, NAN, 6 * (int)m->nwrap);
  mju_fill(d->site_xpos, INFINITY, 3 * (int)m->nsite);
  mju_fill(d->cam_xmat, NAN, 9 * (int)m->ncam);
  mju_fill(d->sensordata, NAN, (int)m->nsensordata);
  mju_fill(d->xfrc_applied, NAN, 6 * (int)m->nbody);
  for (int i = 0; i < mjNVISFLAG; i++)
    opt.flags[i] = 1;
  for (int label = 0; label < mjNLABEL; label++) {
    opt.label = label;
    update();
  }
  ck_assert_int_gt(scn.ngeom, 100);
  int shown = 0;
  for (int i = 0; i < scn.ngeom; i++)
    shown += scn.geoms[i].objtype == mjOBJ_GEOM && isnan(scn.geoms[i].pos[0]);
  ck_assert_int_gt(shown, 10);
}
END_TEST

START_TEST(options_out_of_range_show_nothing_or_the_nearest) {
  mjv_makeScene(m, &scn, 4000);
  opt.label = 1000;
  opt.frame = -1;
  opt.bvh_depth = -3;
  opt.flags[mjVIS_BODYBVH] = opt.flags[mjVIS_MESHBVH] = 1;
  m->geom_group[1] = -5;
  m->geom_group[2] = 100;
  m->vis.quality.numslices = -4;
  update();
  ck_assert_int_gt(scn.ngeom, 10);
  const int before = scn.ngeom;
  opt.geomgroup[mjNGROUP - 1] = 1;
  update();
  ck_assert_int_eq(scn.ngeom, before + 1);
  m->vis.quality.numslices = INT32_MAX;
  update();
  ck_assert_int_gt(scn.ngeom, before + 90);
}
END_TEST

// ---------------------------------------------------------------- plugins

static int drawn;
static void draw_marker(const mjModel* model, mjData* data, const mjvOption* options,
                        mjvScene* scene, int instance) {
  (void)model;
  (void)data;
  (void)options;
  drawn += 1 + instance;
  mjv_initGeom(scene->geoms + scene->ngeom++, mjGEOM_SPHERE, NULL, NULL, NULL, NULL);
}
static int no_state(const mjModel* model, int instance) {
  (void)model;
  return instance & 0;
}
static int no_init(const mjModel* model, mjData* data, int instance) {
  (void)model;
  (void)data;
  return instance & 0;
}
static void no_compute(const mjModel* model, mjData* data, int instance, int capability) {
  (void)model;
  (void)data;
  (void)instance;
  (void)capability;
}

START_TEST(plugins_draw_before_everything_else) {
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "test.marker";
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.init = no_init;
  plugin.compute = no_compute;
  plugin.visualize = draw_marker;
  mjp_registerPlugin(&plugin);
  mjSpec* spec = mj_parseXMLString(
      "<mujoco><extension><plugin plugin='test.marker'/></extension><worldbody><body>"
      "<plugin plugin='test.marker'/><freejoint/><geom type='box' size='1 1 1'/></body>"
      "</worldbody></mujoco>",
      NULL, NULL, 0);
  ck_assert_ptr_nonnull(spec);
  mjModel* model = mj_compile(spec, NULL);
  ck_assert_msg(model != NULL, "%s", mjs_getError(spec));
  mjData* data = mj_makeData(model);
  mj_forward(model, data);
  mjv_makeScene(model, &scn, 10);
  mjv_defaultFreeCamera(model, &cam);
  mjv_updateScene(model, data, &opt, NULL, &cam, mjCAT_ALL, &scn);
  ck_assert_int_eq(drawn, 1);
  ck_assert_int_eq(scn.ngeom, 2);
  ck_assert_int_eq(scn.geoms[0].type, mjGEOM_SPHERE);
  ck_assert_int_eq(scn.geoms[1].type, mjGEOM_BOX);
  mj_deleteData(data);
  mj_deleteModel(model);
  mj_deleteSpec(spec);
}
END_TEST

int main(void) {
  TCase* tests = tcase_create("scene");
  tcase_add_checked_fixture(tests, open_everything, close_everything);
  const TTest* const all[] = {a_full_scene_has_the_first_geoms_and_says_so,
                              a_scene_without_geoms_is_legal,
                              scenes_are_made_without_a_model_and_made_anew,
                              a_failed_allocation_leaves_an_empty_scene,
                              updates_use_no_heap,
                              states_are_overlaid_by_addgeoms,
                              visual_copies_of_a_model_leave_out_large_arrays,
                              defaults_are_those_of_the_reference,
                              figures_have_colours_for_all_lines,
                              geoms_have_the_sizes_of_their_type,
                              connectors_reach_from_point_to_point,
                              cameras_out_of_range_are_errors,
                              a_headlight_needs_a_camera,
                              poses_that_are_no_numbers_are_shown_as_they_are,
                              options_out_of_range_show_nothing_or_the_nearest,
                              plugins_draw_before_everything_else,
                              NULL};
  for (int i = 0; all[i]; i++)
    tcase_add_test(tests, all[i]);
  return run_case("scene", tests);
}
