// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Depth is the distance along the axis of the camera at the centre of a pixel, in closed form for
// planes: with the flag mjRND_DEPTH, whatever the number of samples, and in the pictures of
// `fulcrum render --depth`. Compiled for each renderer.

#include <sys/wait.h>

#include "tests/view/draw/png_file.h"
#include "tests/view/draw/screen.h"

enum { W = 160, H = 120, N = W * H };

// The leak sanitizer falls over threads of Embree that are about to end.
__attribute__((visibility("default"))) const char* __lsan_default_options(void);
const char* __lsan_default_options(void) { return "detect_leaks=0"; }

#define NEAR 0.05
#define FAR 100.0
#define EYE 1.5    // of the eye over the floor
#define FOVY 45.0  // degrees
#define SPAN 12.0  // of what the orthographic camera sees, m
#define PITCH 0.1  // tangent of the angle by which cameras look down

// near = .05 and far = 100; colours do not matter, but lines of light are drawn over each other
static const char model[] =
    "<mujoco><statistic center='0 0 0' extent='1'/><visual><map znear='.05' zfar='100'/>"
    "<global offwidth='160' offheight='120'/><quality offsamples='4'/></visual><worldbody>"
    "<light pos='0 0 5' castshadow='true'/>"
    "<camera name='down' pos='0 0 1.5' xyaxes='0 -1 0 .1 0 1' fovy='45'/>"
    "<camera name='flat' pos='0 0 1.5' xyaxes='0 -1 0 .1 0 1' projection='orthographic' fovy='12'/>"
    "<camera name='wall' pos='0 0 50' xyaxes='0 -1 0 0 0 1' fovy='10'/>"
    "<geom type='plane' size='0 0 1'/>"
    "<geom type='box' size='1 9 9' pos='31 0 50'/></worldbody></mujoco>";

enum { DOWN, FLAT, WALL };

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjrContext con;
static float depth[N];

static mjModel* from_text(const char* text) {
  char error[500];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* made = mj_compile(spec, NULL);
  ck_assert_msg(made != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return made;
}

static void open_drawing(int samples) {
  m = from_text(model);
  m->vis.quality.offsamples = samples;
  ck_assert_msg(!fc_useRenderer(TEST_RENDERER), "%s", fc_lastError());
  ck_assert_msg(!open_screen(TEST_BACKEND, W, H), "%s", fc_lastError());
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 100);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  scene.flags[mjRND_DEPTH] = 1;
}

static void close_drawing(void) {
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  fc_closeScreen(&screen);
}

static void draw(int camera, int map) {
  mjvOption option;
  const mjrRect all = {0, 0, W, H};
  mjvCamera view = {.type = mjCAMERA_FIXED, .fixedcamid = camera};
  mjv_defaultOption(&option);
  con.readDepthMap = map;
  mjv_updateScene(m, d, &option, NULL, &view, mjCAT_ALL, &scene);
  mjr_render(all, &scene, &con);
  mjr_readPixels(NULL, depth, all, &con);
}

// ---------------------------------------------------------------- closed forms

// Distance along the axis at a row, counted from the bottom with its centre at a half; a negative
// one: no floor.
static double distance_at(int camera, double y) {
  if (camera == WALL)
    return 30;
  // unit axes of a camera that looks down: forward (c, 0, -s), up (s, 0, c)
  const double c = 1 / sqrt(1 + PITCH * PITCH), s = PITCH * c;
  const double up = 2 * y / H - 1;
  if (camera == FLAT)
    return (EYE + c * up * SPAN / 2) / s;
  return EYE / (s - c * up * tan(FOVY * mjPI / 360));
}

// what a depth w stands for
static double distance_of(int camera, double w) {
  return camera == FLAT ? FAR - w * (FAR - NEAR) : NEAR * FAR / (NEAR + w * (FAR - NEAR));
}

// What single precision gives: w, the place of a pixel in the picture and the axes of a camera are
// rounded a few times each, by 2^-24 of them; 1 - w, as it is read with mjDEPTH_ZERONEAR, by 2^-24
// of 1. OpenGL in memory keeps that, although corners of triangles lie on a grid of 1/256 of a
// pixel.
static double bound_at(int camera, double y, int map) {
  enum { ROUNDINGS = 8 };
  const double distance = distance_at(camera, y);
  const double slope = fabs(distance_at(camera, y + 0.5) - distance_at(camera, y - 0.5));
  const double per_depth = camera == FLAT ? FAR - NEAR : distance * distance * (1 / NEAR - 1 / FAR);
  const double depth_error = camera == FLAT ? FAR : distance;
  return ldexp(ROUNDINGS * (depth_error + H * slope) + (map == mjDEPTH_ZERONEAR ? per_depth : 0),
               -24);
}

static void expect_distances(int camera, int map) {
  int seen = 0;
  double sum = 0, worst = 0;
  draw(camera, map);
  for (int i = 0; i < N; i++) {
    const double y = i / W + 0.5, expected = distance_at(camera, y);
    if (!(expected > 0 && expected < 60) || distance_at(camera, y + 1) < 0)
      continue;
    const double w = map == mjDEPTH_ZERONEAR ? 1 - (double)depth[i] : (double)depth[i];
    const double error = (distance_of(camera, w) - expected) / bound_at(camera, y, map);
    ck_assert_msg(fabs(error) <= 1, "camera %d, row %g: %.7g m, expected %.7g m within %g", camera,
                  y, distance_of(camera, w), expected, bound_at(camera, y, map));
    worst = fmax(worst, fabs(error));
    sum += error;
    seen++;
  }
  ck_assert_int_gt(seen, camera == WALL ? N - 1 : N / 3);
  printf("camera %d: %d pixels, error %.3f of the bound, on average %.3f\n", camera, seen, worst,
         sum / seen);
  // and not all to one side
  ck_assert_msg(fabs(sum / seen) < 0.25, "camera %d: biased by %g of the bound", camera,
                sum / seen);
}

START_TEST(depth_is_that_of_the_centre_of_a_pixel) {
  for (int samples = 0; samples <= 4; samples += 4) {
    open_drawing(samples);
    for (int camera = DOWN; camera <= WALL; camera++)
      expect_distances(camera, mjDEPTH_ZEROFAR);
    // 1 - w has no more than 24 bits
    expect_distances(DOWN, mjDEPTH_ZERONEAR);
    close_drawing();
  }
}
END_TEST

// Multisampling is as it was afterwards: edges are soft in a picture of colours.
START_TEST(pictures_of_depth_leave_samples_alone) {
  static unsigned char rgb[3 * N], before[3 * N];
  const mjrRect all = {0, 0, W, H};
  open_drawing(4);
  scene.flags[mjRND_DEPTH] = 0;
  draw(DOWN, mjDEPTH_ZEROFAR);
  mjr_readPixels(before, NULL, all, &con);
  scene.flags[mjRND_DEPTH] = 1;
  draw(DOWN, mjDEPTH_ZEROFAR);
  scene.flags[mjRND_DEPTH] = 0;
  draw(DOWN, mjDEPTH_ZEROFAR);
  mjr_readPixels(rgb, NULL, all, &con);
  ck_assert_mem_eq(rgb, before, sizeof rgb);
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- the command

START_TEST(the_command_writes_distances_in_millimetres) {
  static const char* const cameras[] = {"down", "flat", "wall"};
  static uint16_t millimetres[N];
  FILE* file = fopen("depth-" TEST_RENDERER ".xml", "w");
  ck_assert_ptr_nonnull(file);
  fputs(model, file);
  fclose(file);
  for (int camera = DOWN; camera <= WALL; camera++) {
    char command[500];
    snprintf(command, sizeof command,
             "tools/fulcrum render depth-" TEST_RENDERER
             ".xml -q --depth -c %s --renderer " TEST_RENDERER " --backend " TEST_BACKEND
             " -o depth-" TEST_RENDERER ".png",
             cameras[camera]);
    ck_assert_int_eq(system(command), 0);
    ck_assert(read_png("depth-" TEST_RENDERER ".png", millimetres, W, H, PNG_FORMAT_LINEAR_Y));
    double sum = 0;
    int seen = 0;
    for (int i = 0; i < N; i++) {
      const double y = i / W + 0.5, expected = distance_at(camera, y);
      if (!(expected > 0 && expected < 60) || distance_at(camera, y + 1) < 0)
        continue;
      const double error = millimetres[i] * 1e-3 - expected;
      ck_assert_msg(fabs(error) <= 0.5e-3 + bound_at(camera, y, mjDEPTH_ZEROFAR),
                    "%s, row %g: %d mm, expected %.4f m", cameras[camera], y, millimetres[i],
                    expected);
      sum += error;
      seen++;
    }
    ck_assert_int_gt(seen, N / 3);
    ck_assert_msg(fabs(sum / seen) < 1e-3, "%s: biased by %g m", cameras[camera], sum / seen);
  }
  remove("depth-" TEST_RENDERER ".xml");
  remove("depth-" TEST_RENDERER ".png");
}
END_TEST

int main(void) {
  const TTest* const tests[] = {depth_is_that_of_the_centre_of_a_pixel,
                                pictures_of_depth_leave_samples_alone,
                                the_command_writes_distances_in_millimetres, NULL};
  return run_drawing_tests("depth", tests);
}
