// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures are those of the reference (tests/data/view/draw/pictures, written by
// record_pictures.c), every rendering flag shows, and colours and depths are what the formulas of
// lighting and projection say.

#include "tests/view/draw/png_file.h"
#include "tests/view/draw/screen.h"
#include "tests/view/draw/shots.h"

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjrContext con;
static unsigned char rgb[3 * PIXELS], expected[3 * PIXELS];
static float depth[PIXELS];

static void open_model(mjModel* model, int width, int height) {
  m = model;
  ck_assert_msg(!open_screen("osmesa", width, height), "%s", fc_lastError());
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 1000);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
}

static void open_scene(const char* file) {
  char path[500], error[500];
  snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/data/view/draw/%s", file);
  mjModel* model = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(model != NULL, "%s", error);
  open_model(model, WIDTH, HEIGHT);
}

static void open_file(void) { open_scene("scene.xml"); }

static void open_text(const char* text) {
  char error[500];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* model = mj_compile(spec, NULL);
  ck_assert_msg(model != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  open_model(model, WIDTH, HEIGHT);
}

static void close_model(void) {
  ck_assert_int_eq(mjr_getError(), 0);
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  fc_closeScreen(&screen);
}

// ---------------------------------------------------------------- recorded pictures

static double mean_difference(const unsigned char* a, const unsigned char* b) {
  double sum = 0;
  for (int i = 0; i < 3 * PIXELS; i++)
    sum += abs(a[i] - b[i]);
  return sum / (3 * PIXELS);
}

static int unequal_pixels(const unsigned char* a, const unsigned char* b) {
  int n = 0;
  for (int i = 0; i < PIXELS; i++)
    n += memcmp(a + 3 * i, b + 3 * i, 3) != 0;
  return n;
}

START_TEST(pictures_are_the_recorded_ones) {
  char path[300];
  open_file();
  for (int i = 0; i < SHOTS; i++) {
    if (shots[i].file) {
      close_model();
      open_scene(shots[i].file);
    }
    shoot(shots + i, m, d, &scene, &con, rgb, depth);
    snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/data/view/draw/pictures/%s.png",
             shots[i].name);
    ck_assert_msg(read_png(path, expected, WIDTH, HEIGHT, PNG_FORMAT_RGB), "%s", path);
    const double mean = mean_difference(rgb, expected);
    ck_assert_msg(mean < 0.5, "%s differs by %g of 255", shots[i].name, mean);
    if (shots[i].render[0] == mjRND_SEGMENT)
      ck_assert_int_le(unequal_pixels(rgb, expected), PIXELS / 500);
  }
  close_model();
}
END_TEST

START_TEST(every_flag_shows) {
  static unsigned char plain[3 * PIXELS];
  open_file();
  shoot(shots, m, d, &scene, &con, plain, depth);
  for (int i = 0; i < mjNRNDFLAG; i++) {
    // which only changes segmentation
    if (i == mjRND_IDCOLOR)
      continue;
    Shot shot = {"", {i, -1}, {-1}, -1, 0, NULL};
    shoot(&shot, m, d, &scene, &con, rgb, depth);
    ck_assert_msg(unequal_pixels(rgb, plain) > 10, "the flag %s changes nothing",
                  mjRNDSTRING[i][0]);
  }
  close_model();
}
END_TEST

START_TEST(multisampling_softens_edges_and_keeps_segments) {
  static unsigned char plain[3 * PIXELS];
  const Shot ids = {"", {mjRND_SEGMENT, mjRND_IDCOLOR, -1}, {-1}, -1, 0, NULL};
  open_file();
  shoot(shots, m, d, &scene, &con, plain, depth);
  shoot(&ids, m, d, &scene, &con, expected, depth);
  m->vis.quality.offsamples = 4;
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  ck_assert_int_gt(con.offSamples, 1);
  shoot(shots, m, d, &scene, &con, rgb, depth);
  ck_assert_int_gt(unequal_pixels(rgb, plain), 50);
  ck_assert(mean_difference(rgb, plain) < 5);
  shoot(&ids, m, d, &scene, &con, rgb, depth);
  ck_assert_int_le(unequal_pixels(rgb, expected), PIXELS / 500);
  close_model();
}
END_TEST

// The driver of EGL leaves some hundred bytes, and its code is gone when the leak sanitizer asks.
static int driver_leaks;
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return driver_leaks; }

START_TEST(egl_draws_the_same_pictures) {
  static unsigned char other[3 * PIXELS];
  open_file();
  shoot(shots, m, d, &scene, &con, other, depth);
  close_model();
  driver_leaks = 1;
  if (open_screen("egl", WIDTH, HEIGHT))
    return;  // a machine without EGL
  ck_assert(strstr(screen.name, "EGL") != NULL);
  fc_closeScreen(&screen);
  char error[500];
  m = mj_loadXML(TEST_SOURCE_DIR "/tests/data/view/draw/scene.xml", NULL, error, sizeof error);
  d = mj_makeData(m);
  mj_forward(m, d);
  ck_assert_int_eq(open_screen("egl", WIDTH, HEIGHT), 0);
  mjv_makeScene(m, &scene, 1000);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  // there is no window, so that the offscreen buffer is chosen
  ck_assert_int_eq(con.windowAvailable, 0);
  ck_assert_int_eq(con.currentBuffer, mjFB_OFFSCREEN);
  shoot(shots, m, d, &scene, &con, rgb, depth);
  ck_assert(mean_difference(rgb, other) < 0.5);
  close_model();
}
END_TEST

// ---------------------------------------------------------------- light

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * WIDTH + x); }

static void expect_color(int x, int y, int r, int g, int b) {
  const unsigned char* p = pixel(x, y);
  ck_assert_msg(abs(p[0] - r) <= 1 && abs(p[1] - g) <= 1 && abs(p[2] - b) <= 1,
                "pixel %d %d is %d %d %d, expected %d %d %d", x, y, p[0], p[1], p[2], r, g, b);
}

static void draw_free(double azimuth, double elevation, double distance) {
  const mjrRect viewport = {0, 0, WIDTH, HEIGHT};
  mjvOption option;
  mjvCamera camera;
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(m, &camera);
  camera.azimuth = azimuth;
  camera.elevation = elevation;
  camera.distance = distance;
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  mjr_render(viewport, &scene, &con);
  mjr_readPixels(rgb, depth, viewport, &con);
}

#define BOX(alpha)                                                                               \
  "<mujoco><statistic extent='1' center='0 0 0'/><visual><global offwidth='96' "                 \
  "offheight='72'/><map znear='.1' zfar='10'/></visual><worldbody><geom type='box' size='.1 .1 " \
  ".1' rgba='.5 .4 .3 " alpha "'/></worldbody></mujoco>"

START_TEST(a_facing_surface_has_the_color_of_the_formula) {
  // .5 c + .25 of the highlight
  open_text(BOX("1"));
  draw_free(90, 0, 1.5);
  expect_color(WIDTH / 2, HEIGHT / 2, 127, 114, 101);
  ck_assert_float_eq_tol(depth[HEIGHT / 2 * WIDTH + WIDTH / 2], 0.937950969f, 1e-6f);
  ck_assert_float_eq(depth[0], 1);
  con.readDepthMap = mjDEPTH_ZEROFAR;
  draw_free(90, 0, 1.5);
  ck_assert_float_eq_tol(depth[HEIGHT / 2 * WIDTH + WIDTH / 2], 0.0620490611f, 1e-7f);
  ck_assert_float_eq(depth[0], 0);
  scene.flags[mjRND_SEGMENT] = 1;
  draw_free(90, 0, 1.5);
  expect_color(WIDTH / 2, HEIGHT / 2, 89, 101, 42);
  close_model();
}
END_TEST

START_TEST(transparent_surfaces_are_blended_twice) {
  open_text(BOX(".5"));
  draw_free(90, 0, 1.5);
  expect_color(WIDTH / 2, HEIGHT / 2, 96, 86, 76);
  scene.flags[mjRND_ADDITIVE] = 1;
  draw_free(90, 0, 1.5);
  expect_color(WIDTH / 2, HEIGHT / 2, 64, 57, 51);
  close_model();
}
END_TEST

START_TEST(a_light_is_missing_in_its_shadow) {
  open_text(
      "<mujoco><statistic extent='1' center='0 0 0'/><visual><headlight active='0'/><global "
      "offwidth='96' offheight='72'/></visual><worldbody><light type='directional' pos='0 0 3' "
      "dir='0 0 -1' ambient='.2 .2 .2' diffuse='.5 .5 .5' specular='0 0 0'/><geom type='plane' "
      "size='2 2 .1' rgba='.8 .8 .8 1'/><geom type='box' size='.1 .1 .1' pos='0 0 .3' rgba='1 0 0 "
      "1'/></worldbody></mujoco>");
  // seen slantwise, the shadow lies in front of the box, nearer to the lower border
  draw_free(90, -45, 2);
  const unsigned char* top = NULL;
  int dark = 0;
  for (int i = 0; i < PIXELS; i++) {
    if (rgb[3 * i] > 170 && !rgb[3 * i + 1])
      top = rgb + 3 * i;
    dark += !rgb[3 * i] && !rgb[3 * i + 1] && i % WIDTH > 30 && i % WIDTH < 66;
  }
  ck_assert(top && abs(top[0] - 178) <= 1);
  expect_color(5, 5, 143, 143, 143);
  ck_assert_int_gt(dark, 30);
  scene.flags[mjRND_SHADOW] = 0;
  draw_free(90, -45, 2);
  expect_color(5, 5, 143, 143, 143);
  int dark_now = 0;
  for (int i = 0; i < PIXELS; i++)
    dark_now += !rgb[3 * i] && !rgb[3 * i + 1] && i % WIDTH > 30 && i % WIDTH < 66;
  ck_assert_int_lt(dark_now, dark);
  close_model();
}
END_TEST

START_TEST(images_lie_upright_on_planes) {
  char text[2000];
  snprintf(
      text, sizeof text,
      "<mujoco><statistic extent='1' center='0 0 0'/><visual><headlight ambient='1 1 1' "
      "diffuse='0 0 0' specular='0 0 0'/><global offwidth='96' offheight='72'/></visual><asset>"
      "<texture name='t' type='2d' builtin='flat' width='2' height='2'/><material name='m' "
      "texture='t'/></asset><worldbody><geom type='plane' size='1 1 .1' material='m'/>"
      "</worldbody></mujoco>");
  open_text(text);
  // red and green in the first row, blue and white in the second
  static const unsigned char image[12] = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
  memcpy(m->tex_data + m->tex_adr[0], image, sizeof image);
  mjr_uploadTexture(m, &con, 0);
  draw_free(90, -89.9, 4);
  // (near the edges of the quarters colours are mixed)
  for (int i = 0; i < 4; i++) {
    const unsigned char* p = pixel(WIDTH / 2 + (i % 2 ? 11 : -11), HEIGHT / 2 + (i < 2 ? 11 : -11));
    for (int k = 0; k < 3; k++)
      ck_assert_msg(image[3 * i + k] ? p[k] > 200 : p[k] < 50, "quarter %d, channel %d: %d", i, k,
                    p[k]);
  }
  close_model();
}
END_TEST

START_TEST(more_than_eight_lights_shine) {
  char text[4000] =
      "<mujoco><statistic extent='1' center='0 0 0'/><visual><headlight active='0'/>"
      "<global offwidth='96' offheight='72'/></visual><worldbody><geom type='plane' "
      "size='1 1 .1' rgba='1 1 1 1'/>";
  for (int i = 0; i < 10; i++)
    strcat(text,
           "<light type='directional' castshadow='false' dir='0 0 -1' ambient='0 0 0' "
           "diffuse='.04 .04 .04' specular='0 0 0'/>");
  strcat(text, "</worldbody></mujoco>");
  open_text(text);
  draw_free(90, -80, 2);
  expect_color(WIDTH / 2, HEIGHT / 2, 102, 102, 102);
  close_model();
}
END_TEST

START_TEST(resources_are_uploaded_anew) {
  open_file();
  shoot(shots, m, d, &scene, &con, expected, depth);
  for (int i = 0; i < 3 * m->mesh_vertnum[0]; i++)
    m->mesh_vert[i] *= 0.5f;
  mjr_uploadMesh(m, &con, 0);
  shoot(shots, m, d, &scene, &con, rgb, depth);
  ck_assert_int_gt(unequal_pixels(rgb, expected), 20);
  memcpy(expected, rgb, sizeof rgb);
  for (int i = 0; i < 16; i++)
    m->hfield_data[i] = 0;
  mjr_uploadHField(m, &con, 0);
  shoot(shots, m, d, &scene, &con, rgb, depth);
  ck_assert_int_gt(unequal_pixels(rgb, expected), 20);
  expect_error(mjr_uploadMesh(m, &con, 1), "mjr_uploadMesh: there is no mesh 1, the model has 1");
  expect_error(mjr_uploadHField(m, &con, -1), "there is no height field -1");
  expect_error(mjr_uploadTexture(m, &con, 3), "there is no texture 3, the model has 3");
  close_model();
}
END_TEST

int main(void) {
  const TTest* const tests[] = {pictures_are_the_recorded_ones,
                                every_flag_shows,
                                multisampling_softens_edges_and_keeps_segments,
                                egl_draws_the_same_pictures,
                                a_facing_surface_has_the_color_of_the_formula,
                                transparent_surfaces_are_blended_twice,
                                a_light_is_missing_in_its_shadow,
                                images_lie_upright_on_planes,
                                more_than_eight_lights_shine,
                                resources_are_uploaded_anew,
                                NULL};
  return run_drawing_tests("pictures", tests);
}
