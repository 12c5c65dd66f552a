// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What cannot be drawn with OpenGL is reported by a sentence, and drawing goes on afterwards:
// resources larger than the library allows, contexts that are gone, poses without numbers, scenes
// that are full.

#include "tests/view/draw/screen.h"

enum { W = 64, H = 48 };

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjrContext con;
static mjvCamera camera;
static mjvOption option;
static unsigned char rgb[3 * W * H];
static const mjrRect all = {0, 0, W, H};

static void load(const char* file, int maxgeom) {
  char path[500], error[500];
  snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/data/view/draw/%s", file);
  m = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(m != NULL, "%s", error);
  d = mj_makeData(m);
  mj_forward(m, d);
  m->vis.global.offwidth = W;
  m->vis.global.offheight = H;
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, maxgeom);
  mjv_defaultFreeCamera(m, &camera);
  mjv_defaultOption(&option);
  mjr_defaultContext(&con);
}

static void open_drawing(const char* file, int maxgeom) {
  load(file, maxgeom);
  ck_assert_msg(!open_screen("osmesa", W, H), "%s", fc_lastError());
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
}

static void update(void) { mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene); }

// what is drawn of the scene as it is
static int count_drawn(void) {
  static int n;
  n = 0;
  mjr_render(all, &scene, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  for (int i = 0; i < W * H; i++)
    n += rgb[3 * i] || rgb[3 * i + 1] || rgb[3 * i + 2];
  return n;
}

static void close_drawing(void) {
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  fc_closeScreen(&screen);
}

// ---------------------------------------------------------------- too large

static mjModel* with_texture(const char* attributes) {
  char text[500], error[500];
  snprintf(text, sizeof text,
           "<mujoco><visual><global offwidth='64' offheight='48'/></visual><asset><texture "
           "name='wall' %s/><material name='m' texture='wall'/></asset><worldbody><geom "
           "type='box' size='.1 .1 .1' material='m'/></worldbody></mujoco>",
           attributes);
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* model = mj_compile(spec, NULL);
  ck_assert_msg(model != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return model;
}

START_TEST(a_texture_that_is_too_large_is_named) {
  static const char* const attributes[] = {"type='2d' builtin='flat' width='70000' height='2'",
                                           "type='2d' builtin='flat' width='2' height='70000'"};
  static const char* const words[] = {
      "mjr_makeContext: the texture 0 (wall) of 70000 x 2 pixels is too large, this OpenGL has",
      "mjr_makeContext: the texture 0 (wall) of 2 x 70000 pixels is too large, this OpenGL has"};
  open_drawing("scene.xml", 1000);
  for (int i = 0; i < 2; i++) {
    mjModel* model = with_texture(attributes[i]);
    mjrContext other;
    mjr_defaultContext(&other);
    expect_error(mjr_makeContext(model, &other, mjFONTSCALE_100), words[i]);
    ck_assert_int_eq(other.ntexture, 0);
    mj_deleteModel(model);
  }
  // what was there before goes on
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  update();
  ck_assert_int_gt(count_drawn(), 100);
  close_drawing();
}
END_TEST

// so are the bytes of a KTX file: one row
START_TEST(a_cube_without_faces_is_no_texture) {
  open_drawing("scene.xml", 1000);
  mjModel* model = with_texture("type='cube' builtin='flat' width='8' height='8'");
  mjrContext other;
  mjr_defaultContext(&other);
  model->tex_height[0] = 1;
  expect_error(mjr_makeContext(model, &other, mjFONTSCALE_100),
               "the cube texture 0 (wall) has 8 x 1 pixels, expected one square face or six");
  mj_deleteModel(model);
  close_drawing();
}
END_TEST

START_TEST(a_buffer_that_is_too_large_changes_nothing) {
  open_drawing("scene.xml", 1000);
  update();
  const int n = count_drawn();
  expect_error(mjr_resizeOffscreen(100000, 20, &con),
               "mjr_resizeOffscreen: the offscreen buffer of 100000 x 20 pixels is too large");
  ck_assert(con.offWidth == W && con.offHeight == H);
  ck_assert_int_eq(count_drawn(), n);
  mjr_freeContext(&con);
  m->vis.global.offheight = 100000;
  expect_error(mjr_makeContext(m, &con, mjFONTSCALE_100),
               "mjr_makeContext: the offscreen buffer of 64 x 100000 pixels is too large");
  m->vis.global.offheight = H;
  m->vis.quality.shadowsize = 100000;
  expect_error(mjr_makeContext(m, &con, mjFONTSCALE_100), "lower visual/quality/shadowsize");
  m->vis.quality.shadowsize = 512;
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  ck_assert_int_gt(count_drawn(), 100);
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- contexts that are gone

START_TEST(a_context_of_opengl_that_is_gone_is_reported) {
  open_drawing("scene.xml", 1000);
  update();
  fc_closeScreen(&screen);
  expect_error(mjr_render(all, &scene, &con), "no OpenGL context is current in this thread");
  expect_error(mjr_readPixels(rgb, NULL, all, &con), "no OpenGL context is current");

  // another one does not know the objects of the first
  ck_assert_int_eq(open_screen("osmesa", W, H), 0);
  expect_error(mjr_render(all, &scene, &con),
               "mjr_render: the mjrContext was made in another context of OpenGL");
  expect_error(mjr_readPixels(rgb, NULL, all, &con), "was made in another context of OpenGL");
  expect_error(mjr_setBuffer(mjFB_OFFSCREEN, &con), "was made in another context of OpenGL");

  // nor is one that was never made
  mjrContext none;
  mjr_defaultContext(&none);
  expect_error(mjr_render(all, &scene, &none), "mjr_render: the mjrContext was not made");

  // made anew it draws
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  ck_assert_int_gt(count_drawn(), 100);
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- scenes

// Poses, sizes, colours and numbers that are none, with every way to draw: nothing is promised of
// the picture.
START_TEST(poses_without_numbers_are_drawn_somehow) {
  open_drawing("scene.xml", 1000);
  for (int flag = -1; flag < mjNRNDFLAG; flag++) {
    update();
    for (int i = 0; i < scene.ngeom; i++) {
      mjvGeom* geom = scene.geoms + i;
      geom->pos[i % 3] = i % 2 ? NAN : INFINITY;
      if (i % 4 == 0)
        geom->mat[i % 9] = NAN;
      if (i % 5 == 0)
        geom->size[1] = NAN;
      if (i % 3 == 0)
        geom->rgba[3] = i % 2 ? NAN : 0.5f;
      if (i % 7 == 0)
        strcpy(geom->label, "nowhere");
      geom->dataid += 1000 * (i % 2);
      geom->matid = 5000 * (i % 3);
    }
    if (flag >= 0)
      scene.flags[flag] ^= 1;
    mjr_render(all, &scene, &con);
    if (flag >= 0)
      scene.flags[flag] ^= 1;
  }

  // what follows is not spoilt
  update();
  ck_assert_int_gt(count_drawn(), 100);
  close_drawing();
}
END_TEST

START_TEST(a_full_scene_is_drawn_as_far_as_it_goes) {
  open_drawing("scene.xml", 3);
  update();
  ck_assert_int_eq(scene.ngeom, 3);
  ck_assert_int_eq(scene.status, 1);
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].number, 1);
  ck_assert_int_eq(d->warning[mjWARN_VGEOMFULL].lastinfo, 3);
  ck_assert_int_gt(count_drawn(), 10);

  // a scene without room
  mjv_makeScene(m, &scene, 0);
  update();
  ck_assert_int_eq(scene.ngeom, 0);
  ck_assert_int_eq(scene.status, 1);
  count_drawn();
  close_drawing();
}
END_TEST

// a window with one buffer does as one of two does not: eyes are side by side
START_TEST(stereo_without_two_buffers_is_side_by_side) {
  static unsigned char other[3 * W * H];
  open_drawing("scene.xml", 1000);
  ck_assert_int_eq(con.windowStereo, 0);
  update();
  scene.stereo = mjSTEREO_SIDEBYSIDE;
  count_drawn();
  memcpy(other, rgb, sizeof rgb);
  scene.stereo = mjSTEREO_QUADBUFFERED;
  count_drawn();
  ck_assert_mem_eq(rgb, other, sizeof rgb);
  mjr_setBuffer(mjFB_WINDOW, &con);
  count_drawn();
  int n = 0;
  for (int i = 0; i < 3 * W * H; i++)
    n += abs(rgb[i] - other[i]) > 2;
  ck_assert_int_lt(n, W * H / 20);
  close_drawing();
}
END_TEST

int main(void) {
  const TTest* const tests[] = {
      a_texture_that_is_too_large_is_named,       a_cube_without_faces_is_no_texture,
      a_buffer_that_is_too_large_changes_nothing, a_context_of_opengl_that_is_gone_is_reported,
      poses_without_numbers_are_drawn_somehow,    a_full_scene_is_drawn_as_far_as_it_goes,
      stereo_without_two_buffers_is_side_by_side, NULL};
  return run_drawing_tests("faults", tests);
}
