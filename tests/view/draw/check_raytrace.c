// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures that are made by following rays show the same things at the same places as those of
// OpenGL; light, shadows and mirrors are what their formulas say; the number of threads changes
// nothing; no graphics library is loaded.

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

#include "tests/view/draw/png_file.h"
#include "tests/view/draw/screen.h"
#include "tests/view/draw/shots.h"

enum { W_MOST = 320, H_MOST = 240, N_MOST = W_MOST * H_MOST };

// The leak sanitizer falls over threads of Embree that are about to end; check_flat_raytrace asks
// it.
__attribute__((visibility("default"))) const char* __lsan_default_options(void);
const char* __lsan_default_options(void) { return "detect_leaks=0"; }

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjrContext con;
static unsigned char rgb[3 * N_MOST], other[3 * N_MOST];
static float depth[N_MOST], other_depth[N_MOST];
static int W = W_MOST / 2, H = H_MOST / 2;
#define N (W * H)

static void set(const char* key, const char* value) {
  ck_assert_msg(!fc_setRendererParameter(key, value), "%s", fc_lastError());
}

static void open_drawing(mjModel* model, const char* renderer) {
  m = model;
  ck_assert_msg(!fc_useRenderer(renderer), "%s", fc_lastError());
  ck_assert_msg(!open_screen(strcmp(renderer, "gl") != 0 ? NULL : "osmesa", W, H), "%s",
                fc_lastError());
  d = mj_makeData(m);
  mj_forward(m, d);
  m->vis.global.offwidth = W;
  m->vis.global.offheight = H;
  m->vis.quality.offsamples = 0;
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 2000);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
}

static mjModel* from_text(const char* text) {
  char error[500];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  mjModel* model = mj_compile(spec, NULL);
  ck_assert_msg(model != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  return model;
}

static mjModel* from_file(const char* path) {
  char error[500];
  mjModel* model = mj_loadXML(path, NULL, error, sizeof error);
  ck_assert_msg(model != NULL, "%s", error);
  return model;
}

static void close_drawing(void) {
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  fc_closeScreen(&screen);
}

static void draw(mjvOption* option, int camera, double azimuth, double elevation, double distance) {
  mjvOption plain;
  mjvCamera view;
  mjv_defaultOption(&plain);
  mjv_defaultFreeCamera(m, &view);
  if (camera >= 0) {
    view.type = mjCAMERA_FIXED;
    view.fixedcamid = camera;
  }
  view.azimuth = azimuth;
  view.elevation = elevation;
  view.distance = distance > 0 ? distance : view.distance;
  mjv_updateScene(m, d, option ? option : &plain, NULL, &view, mjCAT_ALL, &scene);
  mjr_render((mjrRect){0, 0, W, H}, &scene, &con);
  mjr_readPixels(rgb, depth, (mjrRect){0, 0, W, H}, &con);
}

static const unsigned char* pixel(int x, int y) { return rgb + 3 * (y * W + x); }

static void expect_color(int x, int y, double r, double g, double b, double tolerance) {
  const unsigned char* p = pixel(x, y);
  ck_assert_msg(fabs(p[0] - 255 * r) <= tolerance && fabs(p[1] - 255 * g) <= tolerance &&
                    fabs(p[2] - 255 * b) <= tolerance,
                "pixel %d %d is %d %d %d, expected %.1f %.1f %.1f", x, y, p[0], p[1], p[2], 255 * r,
                255 * g, 255 * b);
}

// ---------------------------------------------------------------- the same things

// every built-in shape, a mesh and its hull, a height field, flexes of each dimension, a skin,
// planes with ends and without
static const char everything[] =
    "<mujoco><statistic center='0 0 .2' extent='1.2'/>"
    "<visual><map znear='.05' zfar='20'/></visual>"
    "<asset><mesh name='wedge' vertex='0 0 0  .2 0 0  0 .2 0  .2 .2 0  0 0 .2  0 .2 .2'/>"
    "<hfield name='hills' nrow='4' ncol='4' size='.2 .2 .1 .02' elevation='0 .2 .4 .1  .3 1 .5 .2  "
    ".1 .6 .8 .3  0 .2 .1 0'/></asset>"
    "<deformable><skin name='skin' vertex='0 0 0  .3 0 0  0 0 .3  .3 0 .3' face='0 1 2  1 3 2'>"
    "<bone body='arm' bindpos='0 0 0' bindquat='1 0 0 0' vertid='0 1 2 3' vertweight='1 1 1 1'/>"
    "</skin></deformable>"
    "<worldbody><light pos='0 0 3'/>"
    "<camera name='flat' pos='0 -1.5 .6' xyaxes='1 0 0 0 .3 1' projection='orthographic' "
    "fovy='1.4'/>"
    "<camera name='lens' pos='0 -1.6 .6' xyaxes='1 0 0 0 .3 1' focal='.02 .02' resolution='320 "
    "240' "
    "sensorsize='.032 .024' principal='.002 -.001'/>"
    "<geom type='plane' size='0 0 .1' rgba='.4 .5 .4 1'/>"
    "<geom type='plane' size='.2 .1 .1' pos='0 .5 .4' euler='60 0 0'/>"
    "<geom type='hfield' hfield='hills' pos='.6 .3 .02'/>"
    "<geom type='box' size='.1 .08 .1' pos='0 0 .15' euler='10 20 30'/>"
    "<geom type='mesh' mesh='wedge' pos='-.6 .2 .05' euler='0 20 0'/>"
    "<geom type='sphere' size='.1' pos='.3 -.3 .2'/>"
    "<geom type='capsule' size='.05 .1' pos='-.3 -.3 .3' euler='0 50 0'/>"
    "<geom type='ellipsoid' size='.12 .05 .08' pos='-.1 .4 .1'/>"
    "<geom type='cylinder' size='.08 .1' pos='.5 -.1 .3' euler='30 0 20' rgba='.4 .5 .6 .5'/>"
    "<body name='arm' pos='-.9 -.1 .3'><joint type='hinge'/><geom size='.05'/><site name='a' "
    "pos='0 0 .1'/></body>"
    "<body name='hand' pos='.9 -.1 .3'><joint type='hinge' axis='0 0 1'/><geom size='.04'/><site "
    "name='b' pos='0 0 .1'/></body>"
    "<flexcomp name='cloth' type='grid' count='4 4 1' spacing='.1 .1 .1' pos='0 0 .7' euler='40 0 "
    "0' radius='.02' dim='2' mass='1'/>"
    "<flexcomp name='block' type='grid' count='3 3 3' spacing='.08 .08 .08' pos='.5 .4 .6' "
    "radius='.01' dim='3' mass='1'/>"
    "<flexcomp name='rope' type='grid' count='5 1 1' spacing='.1 .1 .1' pos='-.5 .3 .6' "
    "radius='.02' dim='1' mass='1'/>"
    "</worldbody><tendon><spatial width='.01'><site site='a'/><site site='b'/></spatial></tendon>"
    "</mujoco>";

typedef struct View_ {
  const char* what;
  int camera;
  double azimuth, elevation;
  int visual;  // a flag that is changed; -1: none
} View;

static const View views[] = {{"from the side", -1, 90, -20, -1},
                             {"from above", -1, 200, -60, -1},
                             {"from below the floor", -1, 30, 15, -1},
                             {"orthographic", 0, 0, 0, -1},
                             {"through a lens", 1, 0, 0, -1},
                             {"convex hulls", -1, 90, -20, mjVIS_CONVEXHULL},
                             {"joints", -1, 90, -20, mjVIS_JOINT},
                             {"boxes of inertia", -1, 70, -30, mjVIS_INERTIA},
                             {"faces of flexes", -1, 60, -20, mjVIS_FLEXFACE},
                             {"skins of flexes", -1, 60, -20, mjVIS_FLEXSKIN},
                             {"forces", -1, 45, -30, mjVIS_CONTACTFORCE}};

static void draw_view(const View* v) {
  mjvOption option;
  mjv_defaultOption(&option);
  if (v->visual >= 0)
    option.flags[v->visual] ^= 1;
  draw(&option, v->camera, v->azimuth, v->elevation, 0);
}

static void compare(mjModel* (*make)(const char*), const char* source, const View* v) {
  W = W_MOST;
  H = H_MOST;
  open_drawing(make(source), "gl");
  for (int i = 0; i < 100; i++)
    mj_step(m, d);
  mj_forward(m, d);
  mjtNum* qpos = malloc((size_t)m->nq * sizeof *qpos);
  mju_copy(qpos, d->qpos, (int)m->nq);
  scene.flags[mjRND_SEGMENT] = scene.flags[mjRND_IDCOLOR] = 1;
  draw_view(v);
  memcpy(other, rgb, sizeof rgb);
  scene.flags[mjRND_SEGMENT] = 0;
  draw_view(v);
  memcpy(other_depth, depth, sizeof depth);
  close_drawing();

  open_drawing(make(source), "raytrace");
  mju_copy(d->qpos, qpos, (int)m->nq);
  mj_forward(m, d);
  free(qpos);
  scene.flags[mjRND_SEGMENT] = scene.flags[mjRND_IDCOLOR] = 1;
  draw_view(v);
  int segments = 0, depths = 0;
  for (int i = 0; i < N; i++)
    segments += memcmp(rgb + 3 * i, other + 3 * i, 3) != 0;
  scene.flags[mjRND_SEGMENT] = 0;
  set("samples", "1");
  draw_view(v);
  for (int i = 0; i < N; i++)
    depths += fabsf(depth[i] - other_depth[i]) > 1e-4f;
  ck_assert_msg(segments <= N / 200, "%s: %d of %d pixels show something else", v->what, segments,
                N);
  ck_assert_msg(depths <= N / 200, "%s: %d of %d pixels have another depth", v->what, depths, N);
  close_drawing();
}

START_TEST(segments_and_depth_are_those_of_opengl) {
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    compare(from_text, everything, views + i);
}
END_TEST

// how many pixels of one picture have none of the other within one pixel
static int strays(const unsigned char* one, const unsigned char* two) {
  int n = 0;
  for (int y = 1; y < H - 1; y++) {
    for (int x = 1; x < W - 1; x++) {
      int near = !one[y * W + x];
      for (int k = 0; k < 9; k++)
        near |= two[(y + k / 3 - 1) * W + x + k % 3 - 1];
      n += !near;
    }
  }
  return n;
}

static int mark_lines(unsigned char* line) {
  int n = 0;
  for (int i = 0; i < N; i++)
    n += line[i] = rgb[3 * i] || rgb[3 * i + 1] || rgb[3 * i + 2];
  return n;
}

// the picture of wires alone; as few as can be told apart
static int draw_wires(const char* renderer, const View* v, unsigned char* line) {
  open_drawing(from_text(everything), renderer);
  m->vis.quality.numslices = 16;
  m->vis.quality.numstacks = 8;
  m->vis.quality.numquads = 2;
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  if (strcmp(renderer, "raytrace") == 0)
    set("samples", "1");
  for (int i = 0; i < m->ngeom; i++)
    if (m->geom_type[i] == mjGEOM_PLANE && m->geom_size[3 * i] <= 0)
      m->geom_group[i] = 5;
  scene.flags[mjRND_WIREFRAME] = 1;
  scene.flags[mjRND_SHADOW] = 0;
  draw_view(v);
  const int n = mark_lines(line);
  close_drawing();
  return n;
}

// Lines of OpenGL are straight where rays see round ones; for rays round shapes have no outline,
// and meshes have one of half the width.
START_TEST(wires_are_those_of_opengl) {
  static unsigned char line[2][N_MOST];
  W = W_MOST;
  H = H_MOST;
  for (int i = 0; i < 5; i++) {
    const int n = draw_wires("gl", views + i, line[0]);
    const int own = draw_wires("raytrace", views + i, line[1]);
    ck_assert_msg(n > N / 50 && n < N / 3, "%s: lines have %d pixels", views[i].what, n);
    const int missing = strays(line[0], line[1]), more = strays(line[1], line[0]);
    ck_assert_msg(missing <= n / 30, "%s: %d of %d pixels of lines are missing", views[i].what,
                  missing, n);
    ck_assert_msg(more <= own / 100, "%s: %d of %d pixels of lines are not lines of OpenGL",
                  views[i].what, more, own);
  }
}
END_TEST

START_TEST(skies_and_materials_have_the_depth_of_opengl) {
  for (int i = 0; i < 3; i++)
    compare(from_file, TEST_SOURCE_DIR "/tests/data/view/draw/scene.xml", views + i);
}
END_TEST

// Colours of the reference, without what OpenGL cannot do. It has the light of vertices, and maps
// of shadows, which is most of the difference.
START_TEST(colors_are_those_of_the_reference) {
  static const char* const names[] = {"free", "shadow",      "additive", "skybox",
                                      "cull", "transparent", "stereo",   "fog",
                                      "haze", "texture",     "fixed",    "orthographic"};
  static unsigned char expected[3 * PIXELS];
  char path[300];
  open_drawing(from_file(TEST_SOURCE_DIR "/tests/data/view/draw/scene.xml"), "raytrace");
  mjr_resizeOffscreen(WIDTH, HEIGHT, &con);
  set("occlusion", "0");
  set("light_angle", "0");
  set("bounces", "1");
  set("mirrored_sky", "0");
  set("samples", "1");
  for (int i = 0; i < SHOTS; i++) {
    int wanted = 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
      wanted |= strcmp(shots[i].name, names[k]) == 0;
    if (!wanted)
      continue;
    shoot(shots + i, m, d, &scene, &con, rgb, depth);
    snprintf(path, sizeof path, TEST_SOURCE_DIR "/tests/data/view/draw/pictures/%s.png",
             shots[i].name);
    ck_assert_msg(read_png(path, expected, WIDTH, HEIGHT, PNG_FORMAT_RGB), "%s", path);
    double sum = 0;
    for (int k = 0; k < 3 * PIXELS; k++)
      sum += abs(rgb[k] - expected[k]);
    ck_assert_msg(sum / (3 * PIXELS) < 8, "%s differs by %g of 255", shots[i].name,
                  sum / (3 * PIXELS));
  }
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- light

#define HEAD                                                                                 \
  "<mujoco><statistic extent='1' center='0 0 0'/><visual><headlight active='0'/><map znear=" \
  "'.1' zfar='50'/></visual>"

// the colour of a sphere without highlight under one directional light, pixel by pixel
START_TEST(a_sphere_has_the_shade_of_the_formula) {
  const double r = 0.4, distance = 2, c[3] = {0.5, 0.7, 0.9}, ambient = 0.2, diffuse = 0.6;
  double l[3] = {-0.6, -0.5, 0.7};
  open_drawing(
      from_text(HEAD "<asset><material name='matt' specular='0' rgba='.5 .7 .9 1'/></asset>"
                     "<worldbody><light type='directional' dir='.6 .5 -.7' ambient='.2 .2 .2' "
                     "diffuse='.6 .6 .6' specular='0 0 0'/>"
                     "<geom type='sphere' size='.4' material='matt'/></worldbody></mujoco>"),
      "raytrace");
  set("samples", "1");
  draw(NULL, -1, 90, 0, distance);
  mju_normalize3(l);
  const double half = tan(0.5 * m->vis.global.fovy * mjPI / 180);
  int inside = 0;
  for (int y = 0; y < H; y += 2) {
    for (int x = 0; x < W; x += 2) {
      // the eye is at (0, -distance, 0) and looks along y
      const double ray[3] = {half * (2 * (x + 0.5) - W) / H, 1, half * (2 * (y + 0.5) - H) / H};
      const double a = mju_dot3(ray, ray), b = -distance,
                   s = b * b - a * (distance * distance - r * r);
      if (fabs(s) < 1e-3)
        continue;
      if (s < 0) {
        expect_color(x, y, 0, 0, 0, 0);
        continue;
      }
      const double t = (-b - sqrt(s)) / a;
      const double n[3] = {t * ray[0] / r, (t - distance) / r, t * ray[2] / r};
      const double light = ambient + diffuse * mju_max(0, mju_dot3(n, l));
      // where the light grazes, rays to it may meet the sphere itself
      if (fabs(mju_dot3(n, l)) > 0.02)
        expect_color(x, y, c[0] * light, c[1] * light, c[2] * light, 1);
      inside++;
    }
  }
  ck_assert_int_gt(inside, 500);
  close_drawing();
}
END_TEST

#define TABLE                                                                                    \
  HEAD "<asset><material name='matt' specular='0' rgba='.8 .8 .8 1'/></asset><worldbody><light " \
       "type="                                                                                   \
       "'directional' dir='0 0 -1' ambient='.1 .1 .1' diffuse='.5 .5 .5' specular='0 0 0'/>"     \
       "<camera name='above' pos='0 0 4' projection='orthographic' fovy='2'/>"                   \
       "<geom type='plane' size='3 3 .1' material='matt'/>"

// Half of the floor is under a roof at height h; the light is as wide as a cone of half angle a. A
// point at distance x from the edge of the shadow sees the part of the disc of the light beyond a
// chord, which is a half in the middle and nothing or all of it beyond x = h tan(a).
START_TEST(shadows_are_as_soft_as_the_light_is_wide) {
  const double h = 0.5, angle = 0.2, edge = -0.25;
  open_drawing(from_text(TABLE "<geom type='box' size='.5 3 .01' pos='-.75 0 .51' material='matt'/>"
                               "</worldbody></mujoco>"),
               "raytrace");
  set("occlusion", "0");
  set("light_angle", "0.2");
  set("samples", "256");
  set("noise", "0");
  // under the camera there is the roof: cut it away by looking at the floor alone
  mjvOption option;
  mjv_defaultOption(&option);
  draw(&option, 0, 0, 0, 0);
  for (int x = 0; x < W; x += 4) {
    const double at = (x + 0.5 - 0.5 * W) * 2 / H;
    if (at < edge + 0.02)
      continue;
    // beside the roof: from half of the light to all of it
    const double u = fmin(1, (at - edge) / (h * tan(angle)));
    const double seen = 0.5 + (u * sqrt(1 - u * u) + asin(u)) / mjPI;
    const double grey = 0.8 * (0.1 + 0.5 * seen);
    expect_color(x, H / 2, grey, grey, grey, 4);
  }

  // a point casts a shadow with a sharp edge, and without shadows there is none
  set("light_angle", "0");
  draw(&option, 0, 0, 0, 0);
  expect_color(W / 2 + (int)((edge + 0.02) * H / 2), H / 2, 0.48, 0.48, 0.48, 1);
  close_drawing();
}
END_TEST

START_TEST(shadows_fall_below_what_casts_them) {
  open_drawing(from_text(TABLE "<geom type='box' size='.2 .2 .2' pos='0 0 .6' rgba='1 0 0 1'/>"
                               "<geom type='box' size='.2 .2 .02' pos='.6 0 .6' rgba='0 0 1 .5'/>"
                               "<camera name='low' pos='0 -3 .1' xyaxes='1 0 0 0 .1 1' "
                               "projection='orthographic' fovy='2'/></worldbody></mujoco>"),
               "raytrace");
  set("occlusion", "0");
  set("light_angle", "0");
  set("samples", "1");
  // the ray of the pixel at height z over the centre meets the floor at y = -3 + (.1 + z + ...) /
  // .1
  mjvOption option;
  mjv_defaultOption(&option);
  int dark = 0, half = 0, lit = 0;
  draw(&option, 1, 0, 0, 0);
  for (int i = 0; i < N; i++) {
    const int v = rgb[3 * i];
    const int grey = v == rgb[3 * i + 1] && v == rgb[3 * i + 2];
    dark += grey && abs(v - (int)(255 * 0.8 * 0.1 + 0.5)) <= 1;
    // a quarter of the light passes two surfaces that keep 3/4 back each: 1/16
    half += grey && abs(v - (int)(255 * 0.8 * (0.1 + 0.5 / 16) + 0.5)) <= 1;
    lit += grey && abs(v - (int)(255 * 0.8 * 0.6 + 0.5)) <= 1;
  }
  ck_assert_int_gt(dark, 30);
  ck_assert_int_gt(half, 30);
  ck_assert_int_gt(lit, 500);
  scene.flags[mjRND_SHADOW] = 0;
  draw(&option, 1, 0, 0, 0);
  for (int i = 0; i < N; i++)
    ck_assert(rgb[3 * i] > 60 || rgb[3 * i] == 0 || rgb[3 * i] != rgb[3 * i + 1]);
  close_drawing();
}
END_TEST

// corners are darker, by the part of the sky that the wall takes: half of it beside a wall without
// end
START_TEST(occlusion_darkens_corners) {
  open_drawing(
      from_text(HEAD "<asset><material name='matt' specular='0' rgba='.8 .8 .8 1'/></asset>"
                     "<worldbody><light type='directional' ambient='.5 .5 .5' diffuse='0 0 0' "
                     "specular='0 0 0'/>"
                     "<camera name='above' pos='.5 0 4' projection='orthographic' fovy='1'/>"
                     "<geom type='plane' size='30 30 .1' material='matt'/>"
                     "<geom type='box' size='1 30 30' pos='-1 0 0' material='matt'/>"
                     "</worldbody></mujoco>"),
      "raytrace");
  set("occlusion", "1000");
  set("samples", "256");
  set("noise", "0");
  draw(NULL, 0, 0, 0, 0);
  // the light is weighed by its cosine with the floor: a half of it comes from either side
  for (int y = 10; y < H; y += 60)
    expect_color(W / 2, y, 0.2, 0.2, 0.2, 8);
  set("occlusion", "0");
  draw(NULL, 0, 0, 0, 0);
  expect_color(W / 2, H / 2, 0.4, 0.4, 0.4, 1);
  close_drawing();
}
END_TEST

// A floor that covers a part of each pixel of a row, beside a wall without end that takes half
// of the sky. The part of a pixel that shows the floor has to try the directions of the sky as the
// whole of it would: else some pixels along the edge are black, and others bright.
START_TEST(parts_of_pixels_try_all_directions) {
  open_drawing(
      from_text(HEAD "<asset><material name='matt' specular='0' rgba='.8 .8 .8 1'/></asset>"
                     "<worldbody><light type='directional' ambient='.5 .5 .5' diffuse='0 0 0' "
                     "specular='0 0 0'/>"
                     "<camera name='above' pos='0 .5 4' projection='orthographic' fovy='1'/>"
                     "<geom type='plane' size='30 .505 .1' material='matt'/>"
                     "<geom type='box' size='30 1 30' pos='0 -.52 0' material='matt'/>"
                     "</worldbody></mujoco>"),
      "raytrace");
  set("occlusion", "1000");
  set("samples", "256");
  set("noise", "0");
  draw(NULL, 0, 0, 0, 0);
  const double edge = 0.5 * H + (0.505 - 0.5) * H, part = edge - floor(edge);
  const int y = (int)edge;
  ck_assert(part > 0.4 && part < 0.8);
  // of the light of the row before, which lies within the floor
  for (int x = 3; x < W; x += 4) {
    double sum = 0;
    for (int k = -3; k <= 0; k++)
      sum += pixel(x + k, y - 1)[0] / 4.0;
    ck_assert_msg(sum > 30, "the floor beside its edge has %g of 255", sum);
    expect_color(x, y, part * sum / 255, part * sum / 255, part * sum / 255, 7);
  }
  close_drawing();
}
END_TEST

// two mirrors that face each other at 45 degrees: the colour is own + reflectance times what is
// seen
START_TEST(mirrors_show_what_is_in_them) {
  open_drawing(
      from_text(
          HEAD
          "<asset><material name='mirror' specular='0' emission='1' rgba='.1 .1 .1 1' "
          "reflectance='.5'/><material name='lamp' emission='1' specular='0' "
          "rgba='.8 .4 .2 1'/></asset>"
          "<worldbody><light type='directional' ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/>"
          "<camera name='front' pos='0 -2 0' xyaxes='1 0 0 0 0 1' fovy='20'/>"
          "<geom type='plane' size='1 1 1' zaxis='-1 -1 0' material='mirror'/>"
          "<geom type='plane' size='1 1 1' pos='-2 0 0' zaxis='1 -1 0' material='mirror'/>"
          "<geom type='box' size='1 .1 1' pos='-2 -4 0' material='lamp'/>"
          "</worldbody></mujoco>"),
      "raytrace");
  for (int i = 0; i < 3; i++) {
    const char count[2] = {(char)('0' + i), 0};
    set("bounces", count);
    draw(NULL, 0, 0, 0, 0);
    const double own = 0.1, lamp[3] = {0.8, 0.4, 0.2};
    double c[3];
    for (int k = 0; k < 3; k++)
      c[k] = i == 0 ? own : i == 1 ? own + 0.5 * own : own + 0.5 * (own + 0.5 * lamp[k]);
    expect_color(W / 2, H / 2, c[0], c[1], c[2], 1.5);
  }
  scene.flags[mjRND_REFLECTION] = 0;
  draw(NULL, 0, 0, 0, 0);
  expect_color(W / 2, H / 2, 0.1, 0.1, 0.1, 1);
  close_drawing();
}
END_TEST

// a floor that reflects .5 under a sky of one colour, and what is in front of the sky
START_TEST(mirrors_show_the_sky) {
  const double sky[3] = {0.2, 0.4, 0.6}, own = 0.1;
  open_drawing(
      from_text(
          HEAD
          "<asset><texture type='skybox' builtin='flat' rgb1='.2 .4 .6' rgb2='.2 .4 .6' width='8' "
          "height='48'/><material name='mirror' specular='0' emission='1' rgba='.1 .1 .1 1' "
          "reflectance='.5'/><material name='lamp' emission='1' specular='0' rgba='.8 .4 .2 1'/>"
          "</asset>"
          "<worldbody><light type='directional' ambient='0 0 0' diffuse='0 0 0' specular='0 0 0'/>"
          "<camera name='front' pos='0 -4 2' xyaxes='1 0 0 0 .4472136 .8944272' fovy='20'/>"
          "<geom type='plane' size='1 1 1' material='mirror'/>"
          "<geom type='box' size='.4 .1 9' pos='0 9 0' material='lamp'/>"
          "</worldbody></mujoco>"),
      "raytrace");
  draw(NULL, 0, 0, 0, 0);
  const double c[3] = {own + 0.5 * sky[0], own + 0.5 * sky[1], own + 0.5 * sky[2]};
  expect_color(W / 4, H / 2, c[0], c[1], c[2], 1.5);
  expect_color(W / 2, H / 2, own + 0.4, own + 0.2, own + 0.1, 1.5);

  // geoms only
  set("mirrored_sky", "0");
  draw(NULL, 0, 0, 0, 0);
  expect_color(W / 4, H / 2, own, own, own, 1.5);
  expect_color(W / 2, H / 2, own + 0.4, own + 0.2, own + 0.1, 1.5);
  set("mirrored_sky", "1");

  // a sky that is switched off
  scene.flags[mjRND_SKYBOX] = 0;
  draw(NULL, 0, 0, 0, 0);
  expect_color(W / 4, H / 2, own, own, own, 1.5);
  close_drawing();
}
END_TEST

START_TEST(transparent_surfaces_are_blended_twice) {
  open_drawing(
      from_text(
          HEAD
          "<worldbody><light type='directional' ambient='1 1 1' diffuse='0 0 0' specular='0 0 0'/>"
          "<geom type='plane' size='.5 .5 .1' rgba='.4 .6 .8 .5'/>"
          "</worldbody></mujoco>"),
      "raytrace");
  set("occlusion", "0");
  draw(NULL, -1, 90, -90, 2);
  expect_color(W / 2, H / 2, 0.4 * 0.75, 0.6 * 0.75, 0.8 * 0.75, 1);
  scene.flags[mjRND_ADDITIVE] = 1;
  draw(NULL, -1, 90, -90, 2);
  expect_color(W / 2, H / 2, 0.2, 0.3, 0.4, 1);
  close_drawing();
}
END_TEST

START_TEST(edges_are_smooth) {
  open_drawing(
      from_text(
          HEAD
          "<worldbody><light type='directional' ambient='1 1 1' diffuse='0 0 0' specular='0 0 0'/>"
          "<camera name='front' pos='.002 -2 0' xyaxes='1 0 0 0 0 1' "
          "projection='orthographic' fovy='2'/>"
          "<geom type='box' size='.5 .1 .5' rgba='1 1 1 1'/></worldbody></mujoco>"),
      "raytrace");
  set("occlusion", "0");
  set("noise", "0");
  draw(NULL, 0, 0, 0, 0);
  // where the edges at -.5 and .5 are in pixels: 49.88 and 109.88
  const double part[4] = {0.12, 1, 0.88, 0};
  const int at[4] = {49, 50, 109, 110};
  for (int i = 0; i < 4; i++)
    expect_color(at[i], H / 2, part[i], part[i], part[i], 8);
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- how it is made

START_TEST(the_number_of_threads_changes_nothing) {
  open_drawing(from_file(TEST_SOURCE_DIR "/tests/data/view/draw/scene.xml"), "raytrace");
  set("samples", "20");
  set("threads", "1");
  // the first picture is where infinite planes find their place
  draw(NULL, -1, 120, -25, 0);
  draw(NULL, -1, 120, -25, 0);
  memcpy(other, rgb, sizeof rgb);
  memcpy(other_depth, depth, sizeof depth);
  static const char* const count[] = {"2", "4", "7", "0"};
  for (int i = 0; i < 4; i++) {
    set("threads", count[i]);
    draw(NULL, -1, 120, -25, 0);
    ck_assert_mem_eq(rgb, other, sizeof rgb);
    ck_assert_mem_eq(depth, other_depth, sizeof depth);
  }
  close_drawing();
}
END_TEST

START_TEST(parameters_are_checked) {
  static const char* const bad[][3] = {
      {"samples", "0", "between 1 and 65536; 0 is not"},
      {"samples", "many", "must be a whole number"},
      {"samples", "1.5", "must be a whole number"},
      {"noise", "-1", "between 0 and 1"},
      {"noise", "nan", "must be a real number"},
      {"light_angle", "2", "between 0 and 1"},
      {"bounces", "65", "between 0 and 64"},
      {"occlusion", "1e9", "between 0 and 1000"},
      {"threads", "257", "between 0 and 256"},
      {"mirrored_sky", "2", "between 0 and 1"},
      {"samples", "1 2", "takes 1 value"},
      {"sample", "4", "did you mean \"samples\"?"},
  };
  ck_assert_int_eq(fc_useRenderer("raytrace"), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ck_assert_int_lt(fc_setRendererParameter(bad[i][0], bad[i][1]), 0);
    ck_assert_msg(strstr(fc_lastError(), bad[i][2]), "got: %s", fc_lastError());
  }
  set("samples", "65536");
  if (fc_useRenderer("gl"))
    return;
  ck_assert_int_lt(fc_setRendererParameter("samples", "4"), 0);
  ck_assert_msg(strstr(fc_lastError(), "\"gl\" has no parameter \"samples\"; it has none"),
                "got: %s", fc_lastError());
}
END_TEST

static double last_done;
static int calls;

static void report(void* user, double done) {
  ck_assert_ptr_eq(user, &calls);
  ck_assert(done >= last_done && done <= 1);
  last_done = done;
  calls++;
}

START_TEST(progress_is_told) {
  open_drawing(from_file(TEST_SOURCE_DIR "/tests/data/view/draw/scene.xml"), "raytrace");
  set("samples", "1");
  set("threads", "3");
  ck_assert_int_eq(fc_watchRenderer(report, &calls), 0);
  scene.stereo = mjSTEREO_SIDEBYSIDE;
  draw(NULL, -1, 120, -25, 0);
  ck_assert_int_gt(calls, 4);
  ck_assert_double_eq(last_done, 1);
  const int before = calls;
  ck_assert_int_eq(fc_watchRenderer(NULL, NULL), 0);
  draw(NULL, -1, 120, -25, 0);
  ck_assert_int_eq(calls, before);
  close_drawing();
}
END_TEST

START_TEST(no_graphics_library_is_loaded) {
  char line[600];
  open_drawing(from_text(everything), "raytrace");
  ck_assert(strstr(screen.name, "Embree") != NULL);
  set("samples", "1");
  draw(NULL, -1, 90, -20, 0);
  FILE* maps = fopen("/proc/self/maps", "r");
  ck_assert_ptr_nonnull(maps);
  int embree = 0;
  while (fgets(line, sizeof line, maps)) {
    ck_assert_msg(!strstr(line, "libGL") && !strstr(line, "libEGL") && !strstr(line, "libOSMesa") &&
                      !strstr(line, "libX11"),
                  "%s", line);
    embree |= strstr(line, "libembree") != NULL;
  }
  fclose(maps);
  ck_assert(embree);
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- faults

START_TEST(poses_without_numbers_are_left_out) {
  open_drawing(from_text(everything), "raytrace");
  set("samples", "1");
  draw(NULL, -1, 90, -20, 0);
  for (int i = 0; i < scene.ngeom; i++) {
    scene.geoms[i].pos[i % 3] = i % 2 ? NAN : INFINITY;
    if (i % 4 == 0)
      scene.geoms[i].mat[0] = NAN;
    if (i % 5 == 0)
      scene.geoms[i].size[1] = NAN;
    scene.geoms[i].dataid += 1000 * (i % 2);
    scene.geoms[i].matid = 5000 * (i % 3);
  }
  mjr_render((mjrRect){0, 0, W, H}, &scene, &con);
  mjr_render((mjrRect){-50, -60, 2 * W, 90}, &scene, &con);
  mjr_render((mjrRect){5000, 0, 20, 20}, &scene, &con);
  close_drawing();
}
END_TEST

START_TEST(contexts_of_others_are_refused) {
  ck_assert_int_eq(fc_useRenderer("raytrace"), 0);
  mjr_defaultContext(&con);
  const mjrRect rect = {0, 0, 10, 10};
  expect_error(mjr_rectangle(rect, 1, 1, 1, 1), "no buffer is current in this thread");
  expect_error(mjr_setBuffer(mjFB_OFFSCREEN, &con), "the context was not made");
  con.baseFontNormal = 17;
  expect_error(mjr_readPixels(rgb, NULL, rect, &con),
               "the context was made by another renderer than raytrace");
  screen = (FcScreen){sizeof screen, 10, 10, "egl", "", NULL};
  ck_assert_int_lt(fc_openScreen(&screen), 0);
  ck_assert(strstr(fc_lastError(), "the backend \"egl\" is unknown to the renderer raytrace"));

  // the offscreen buffer alone, without a screen; and a context that is gone
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, 100);
  ck_assert_int_eq(con.currentBuffer, mjFB_OFFSCREEN);
  mjr_rectangle(rect, 1, 0, 0, 1);
  mjr_readPixels(rgb, NULL, rect, &con);
  ck_assert(rgb[0] == 255 && rgb[1] == 0);
  con.readPixelFormat = 7;
  expect_error(mjr_readPixels(rgb, NULL, rect, &con), "in the format 0x7");
  const mjrContext gone = con;
  mjr_freeContext(&con);
  expect_error(mjr_rectangle(rect, 1, 1, 1, 1), "no buffer is current in this thread");
  expect_error(mjr_restoreBuffer(&gone), "the context was made by another renderer");
}
END_TEST

int main(void) {
  const TTest* const with_gl[] = {segments_and_depth_are_those_of_opengl, wires_are_those_of_opengl,
                                  skies_and_materials_have_the_depth_of_opengl, NULL};
  const TTest* const tests[] = {colors_are_those_of_the_reference,
                                a_sphere_has_the_shade_of_the_formula,
                                shadows_are_as_soft_as_the_light_is_wide,
                                shadows_fall_below_what_casts_them,
                                occlusion_darkens_corners,
                                parts_of_pixels_try_all_directions,
                                mirrors_show_what_is_in_them,
                                mirrors_show_the_sky,
                                transparent_surfaces_are_blended_twice,
                                edges_are_smooth,
                                the_number_of_threads_changes_nothing,
                                parameters_are_checked,
                                progress_is_told,
                                no_graphics_library_is_loaded,
                                poses_without_numbers_are_left_out,
                                contexts_of_others_are_refused,
                                NULL};
  if (fc_useRenderer("raytrace")) {
    printf("skipped: %s\n", fc_lastError());
    return SKIPPED;
  }
  const int status = run_tests("raytrace", tests);
  fc_useRenderer(NULL);
  const int compared = run_drawing_tests("raytrace and gl", with_gl);
  return status ? status : compared;
}
