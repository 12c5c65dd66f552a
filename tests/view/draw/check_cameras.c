// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers of cameras, lights and geoms that are not finite, or too large for single precision: what
// has no picture is refused with the name of the number, what is out of sight is not seen, and no
// number ends the process. Compiled for each renderer.

#include "tests/view/draw/screen.h"

enum { W = 48, H = 36, N = W * H };

// The leak sanitizer falls over threads of Embree that are about to end.
__attribute__((visibility("default"))) const char* __lsan_default_options(void);
const char* __lsan_default_options(void) { return "detect_leaks=0"; }

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjrContext con;
static unsigned char rgb[3 * N], before[3 * N];
static float depth[N];
static const mjrRect all = {0, 0, W, H};

// A ball before the camera on a floor under a blue sky, and one of everything else beside it. The
// last light is the one that is changed.
static const char model[] =
    "<mujoco><statistic center='0 0 .2' extent='2'/>"
    "<visual><headlight active='1'/><global offwidth='48' offheight='36'/>"
    "<quality offsamples='0'/></visual>"
    "<asset><mesh name='wedge' vertex='0 0 0  .2 0 0  0 .2 0  .2 .2 0  0 0 .2  0 .2 .2'/>"
    "<hfield name='hills' nrow='3' ncol='3' size='.2 .2 .1 .02' elevation='0 .2 .4 .3 1 .5 .1 .6 "
    ".8'/><texture type='skybox' builtin='flat' rgb1='0 0 1' rgb2='0 0 1' width='8' "
    "height='48'/></asset><worldbody><light pos='0 0 3' castshadow='true'/>"
    "<light name='last' type='spot' pos='0 -1 3' dir='0 .3 -1' diffuse='.3 .3 .3'/>"
    "<camera name='front' pos='0 -2 .5' xyaxes='1 0 0 0 .1 1' fovy='40'/>"
    "<camera name='flat' pos='0 -2 .5' xyaxes='1 0 0 0 .1 1' projection='orthographic' fovy='2'/>"
    "<geom name='ball' size='.2' pos='0 0 .4' rgba='1 0 0 1'/>"
    "<geom type='plane' size='0 0 .1'/>"
    "<geom type='plane' size='.1 .1 .1' pos='1 1 .1'/>"
    "<geom type='box' size='.1 .08 .1' pos='.8 0 .15'/>"
    "<geom type='mesh' mesh='wedge' pos='-.8 .2 .05'/>"
    "<geom type='hfield' hfield='hills' pos='.6 .9 .02'/>"
    "<geom type='capsule' size='.05 .1' pos='-.8 -.3 .3'/>"
    "<geom type='ellipsoid' size='.12 .05 .08' pos='-.7 .4 .1'/>"
    "<geom type='cylinder' size='.08 .1' pos='.7 -.1 .3' rgba='.4 .5 .6 .5'/>"
    "</worldbody></mujoco>";

static void open_drawing(void) {
  char error[500];
  mjSpec* spec = mj_parseXMLString(model, NULL, error, sizeof error);
  ck_assert_msg(spec != NULL, "%s", error);
  m = mj_compile(spec, NULL);
  ck_assert_msg(m != NULL, "%s", mjs_getError(spec));
  mj_deleteSpec(spec);
  ck_assert_msg(!fc_useRenderer(TEST_RENDERER), "%s", fc_lastError());
#ifdef TEST_RAYTRACE
  ck_assert_int_eq(fc_setRendererParameter("samples", "2"), 0);
#endif
  ck_assert_msg(!open_screen(TEST_BACKEND, W, H), "%s", fc_lastError());
  d = mj_makeData(m);
  mj_forward(m, d);
  mjv_defaultScene(&scene);
  mjv_makeScene(m, &scene, 500);
  mjr_defaultContext(&con);
  mjr_makeContext(m, &con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  con.readDepthMap = mjDEPTH_ZEROFAR;
}

static void close_drawing(void) {
  mjr_freeContext(&con);
  mjv_freeScene(&scene);
  mj_deleteData(d);
  mj_deleteModel(m);
  fc_closeScreen(&screen);
}

static void update(const mjvCamera* camera) {
  mjvOption option;
  mjvCamera view = {.type = mjCAMERA_FIXED, .fixedcamid = 0};
  mjv_defaultOption(&option);
  if (camera)
    view = *camera;
  mjv_updateScene(m, d, &option, NULL, &view, mjCAT_ALL, &scene);
}

static void draw(void) {
  mjr_render(all, &scene, &con);
  mjr_readPixels(rgb, depth, all, &con);
}

static int shows_ball(void) {
  const unsigned char* p = rgb + 3 * (H / 2 * W + W / 2);
  return p[0] > 40 && p[0] > 2 * p[1] && p[0] > 2 * p[2];
}

static int shows_sky_alone(void) {
  for (int i = 0; i < N; i++)
    if (rgb[3 * i] > 1 || rgb[3 * i + 1] > 1 || rgb[3 * i + 2] < 254)
      return 0;
  return 1;
}

// after what went wrong, the next picture is as ever
static void expect_ball(void) {
  update(NULL);
  draw();
  const unsigned char* p = rgb + 3 * (H / 2 * W + W / 2);
  ck_assert_msg(shows_ball(), "%d %d %d", p[0], p[1], p[2]);
}

// ---------------------------------------------------------------- refused

#define AT(member) offsetof(mjvGLCamera, member)

static const struct {
  size_t member;
  int index;
  float value;
  const char* words;
} wrong[] = {
    {AT(pos), 0, NAN, "mjr_render: pos[0] of camera 0 of the scene is nan, expected a finite"},
    {AT(pos), 2, INFINITY, "pos[2] of camera 0 of the scene is inf"},
    {AT(pos), 1, -INFINITY, "pos[1] of camera 0 of the scene is -inf"},
    {AT(forward), 1, NAN, "forward[1] of camera 0 of the scene is nan"},
    {AT(forward), 1, INFINITY, "forward[1] of camera 0 of the scene is inf"},
    {AT(up), 2, NAN, "up[2] of camera 0 of the scene is nan"},
    {AT(up), 0, INFINITY, "up[0] of camera 0 of the scene is inf"},
    {AT(frustum_center), 0, NAN, "frustum_center of camera 0 of the scene is nan"},
    {AT(frustum_center), 0, 1e30f, "its centre is at 1e+30"},
    {AT(frustum_width), 0, INFINITY, "frustum_width of camera 0 of the scene is inf"},
    {AT(frustum_width), 0, 1e25f, "half its width is 1e+25"},
    {AT(frustum_bottom), 0, NAN, "frustum_bottom of camera 0 of the scene is nan"},
    {AT(frustum_bottom), 0, -1e30f, "reaches from -1e+30 at the bottom"},
    {AT(frustum_top), 0, NAN, "frustum_top of camera 0 of the scene is nan"},
    {AT(frustum_top), 0, 1e20f, "to 1e+20 at the top"},
    {AT(frustum_near), 0, INFINITY, "frustum_near of camera 0 of the scene is inf"},
    {AT(frustum_near), 0, 1e6f, "the near plane of camera 0 of the scene is at 1e+06 and the far"},
    {AT(frustum_far), 0, NAN, "frustum_far of camera 0 of the scene is nan"},
    {AT(frustum_far), 0, INFINITY, "frustum_far of camera 0 of the scene is inf"},
    {AT(frustum_far), 0, 0, "the far plane at 0, expected 0 < near < far"},
    {AT(frustum_far), 0, 1e20f, "the far plane at 1e+20, expected 0 < near < far, and far at most"},
};

START_TEST(cameras_without_a_picture_are_refused) {
  open_drawing();
  for (volatile int stereo = 0; stereo < 2; stereo++) {
    for (volatile size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
      update(NULL);
      scene.stereo = stereo ? mjSTEREO_SIDEBYSIDE : mjSTEREO_NONE;
      for (int eye = 0; eye < 2; eye++) {
        float* number = (float*)(void*)((char*)(scene.camera + eye) + wrong[i].member);
        number[wrong[i].index] = wrong[i].value;
      }
      expect_error(draw(), wrong[i].words);
    }
  }
  scene.stereo = mjSTEREO_NONE;
  expect_ball();
  close_drawing();
}
END_TEST

START_TEST(cameras_without_axes_or_height_are_refused) {
  open_drawing();
  for (volatile int i = 0; i < 4; i++) {
    static const char* const words[] = {"are no axes", "are no axes", "are no axes",
                                        "reaches from 0 at the bottom to 0 at the top"};
    update(NULL);
    for (int eye = 0; eye < 2; eye++) {
      mjvGLCamera* c = scene.camera + eye;
      if (i == 0)
        memcpy(c->up, c->forward, sizeof c->up);
      else if (i == 1)
        memset(c->forward, 0, sizeof c->forward);
      else if (i == 2)
        memset(c->up, 0, sizeof c->up);
      else
        c->frustum_top = c->frustum_bottom = 0;
    }
    expect_error(draw(), words[i]);
  }
  expect_ball();
  close_drawing();
}
END_TEST

START_TEST(a_second_eye_without_a_picture_is_refused) {
  open_drawing();
  update(NULL);
  scene.camera[1].pos[0] = NAN;
  expect_error(draw(), "pos[0] of camera 1 of the scene is nan");
  update(NULL);
  scene.camera[1].orthographic = 1;
  expect_error(draw(), "one camera of the scene is orthographic and the other is not");
  expect_ball();
  close_drawing();
}
END_TEST

START_TEST(a_space_of_the_model_without_a_picture_is_refused) {
  open_drawing();
  update(NULL);
  scene.enabletransform = 1;
  scene.translate[1] = NAN;
  expect_error(draw(), "translate[1] of the scene is nan");
  scene.translate[1] = 0;
  scene.rotate[3] = INFINITY;
  expect_error(draw(), "rotate[3] of the scene is inf");
  memset(scene.rotate, 0, sizeof scene.rotate);
  expect_error(draw(), "rotate of the scene is 0 0 0 0");
  scene.rotate[0] = 1;
  scene.scale = 0;
  expect_error(draw(), "scale of the scene is 0, expected a number between");
  scene.scale = 1e20f;
  expect_error(draw(), "scale of the scene is 1e+20");
  scene.scale = 1;
  expect_ball();
  close_drawing();
}
END_TEST

// numbers of the model, by way of mjv_updateScene
START_TEST(models_without_a_picture_are_refused) {
  static const char* const words[] = {
      "is nan, expected a finite number; it follows from the field of view, fovy",
      "is nan, expected a finite number; it follows from the field of view, fovy",
      "frustum_near of camera 0 of the scene is inf, expected a finite number; it is znear or zfar",
      "frustum_far of camera 0 of the scene is nan",
      "the near plane of camera 0 of the scene is at 1e+18 and the far plane at 5e+21",
      "the near plane of camera 0 of the scene is at 20 and the far plane at 10",
      "pos[0] of camera 0 of the scene is nan"};
  open_drawing();
  mjvCamera free;
  mjv_defaultFreeCamera(m, &free);
  for (volatile int i = 0; i < 7; i++) {
    const mjVisual vis = m->vis;
    const mjtNum fovy = m->cam_fovy[0], extent = m->stat.extent;
    switch (i) {
      case 0: m->cam_fovy[0] = NAN; break;
      case 1: m->vis.global.fovy = NAN; break;
      case 2: m->vis.map.znear = INFINITY; break;
      case 3: m->vis.map.zfar = NAN; break;
      case 4: m->stat.extent = 1e20; break;
      case 5:
        m->vis.map.znear = 10;
        m->vis.map.zfar = 5;
        break;
      default: m->vis.global.ipd = NAN; break;
    }
    update(i == 1 || i == 6 ? &free : NULL);
    expect_error(draw(), words[i]);
    m->vis = vis;
    m->cam_fovy[0] = fovy;
    m->stat.extent = extent;
  }
  expect_ball();
  close_drawing();
}
END_TEST

// ---------------------------------------------------------------- out of sight

START_TEST(cameras_that_are_far_away_see_the_background) {
  static const float far[] = {1e5f, 1e12f, 1e16f, 1e19f, 1e30f, 3e38f};
  open_drawing();
  scene.flags[mjRND_HAZE] = 0;
  for (int orthographic = 0; orthographic < 2; orthographic++) {
    const mjvCamera camera = {.type = mjCAMERA_FIXED, .fixedcamid = orthographic};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
      update(&camera);
      for (int eye = 0; eye < 2; eye++)
        scene.camera[eye].pos[2] = far[i];
      draw();
      ck_assert_msg(shows_sky_alone(), "there is more than the sky from %g m", (double)far[i]);
    }
  }
  // from where the free camera stands
  mjvCamera free;
  mjv_defaultFreeCamera(m, &free);
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    free.elevation = -90;
    free.distance = (mjtNum)far[i];
    update(&free);
    draw();
    ck_assert_msg(shows_sky_alone(), "there is more than the sky from %g m", (double)far[i]);
  }
  expect_ball();
  close_drawing();
}
END_TEST

static const float strange[] = {NAN,   INFINITY, -INFINITY, 1e16f, 1e18f,
                                2e18f, 1e25f,    -1e30f,    3e38f};
enum { STRANGE = sizeof strange / sizeof *strange };

// what is drawn of them is not promised by OpenGL; rays see the others
START_TEST(geoms_anywhere_end_nothing) {
  open_drawing();
  for (int number = 0; number < 15; number++) {
    for (int i = 0; i < STRANGE; i++) {
      update(NULL);
      for (int k = 0; k < scene.ngeom; k++) {
        mjvGeom* g = scene.geoms + k;
        if (g->objtype == mjOBJ_GEOM && g->objid == 0)
          continue;
        float* place = number < 3 ? g->pos : number < 12 ? g->mat - 3 : g->size - 12;
        // what is large hides the ball when it is around the camera
        if (number >= 3 && isfinite(strange[i]))
          g->pos[1] += 30;
        place[number] = strange[i];
        g->modelrbound = strange[(i + 1) % STRANGE];
      }
      draw();
#ifdef TEST_RAYTRACE
      ck_assert_msg(shows_ball(), "number %d as %g", number, (double)strange[i]);
#endif
    }
  }
  expect_ball();

  // vertices of a mesh
  for (int i = 0; i < STRANGE; i++) {
    const float vertex = m->mesh_vert[1];
    m->mesh_vert[1] = strange[i];
    mjr_uploadMesh(m, &con, 0);
    expect_ball();
    m->mesh_vert[1] = vertex;
  }
  for (int i = 0; i < STRANGE; i++) {
    m->hfield_data[4] = strange[i];
    mjr_uploadHField(m, &con, 0);
    expect_ball();
  }
  close_drawing();
}
END_TEST

#ifdef TEST_RAYTRACE
// a floor whose sides are farther away than rays reach is a floor
START_TEST(what_is_large_is_seen_where_it_is_near) {
  open_drawing();
  for (int i = 0; i < 3; i++) {
    static const float size[] = {1e6f, 1e19f, 1e30f};
    update(NULL);
    for (int k = 0; k < scene.ngeom; k++) {
      if (scene.geoms[k].type == mjGEOM_BOX) {
        scene.geoms[k].size[0] = scene.geoms[k].size[1] = size[i];
        scene.geoms[k].pos[2] = 0;
        scene.geoms[k].rgba[0] = 0;
        scene.geoms[k].rgba[2] = 0;
      }
    }
    draw();
    ck_assert(shows_ball());
    const unsigned char* p = rgb + 3 * (2 * W + W / 2);
    ck_assert_msg(p[1] > 20 && !p[0] && !p[2], "%g: %d %d %d", (double)size[i], p[0], p[1], p[2]);
  }
  close_drawing();
}
END_TEST

// a light far away is one of parallel rays
START_TEST(lights_far_away_are_directional) {
  open_drawing();
  update(NULL);
  mjvLight* light = scene.lights + scene.nlight - 1;
  light->type = mjLIGHT_DIRECTIONAL;
  light->dir[0] = light->dir[1] = 0;
  light->dir[2] = -1;
  draw();
  memcpy(before, rgb, sizeof rgb);
  light->type = mjLIGHT_POINT;
  for (int i = 0; i < 4; i++) {
    static const float far[] = {1e10f, 1e16f, 1e25f, 2e38f};
    light->pos[0] = light->pos[1] = 0;
    light->pos[2] = far[i];
    draw();
    for (int k = 0; k < 3 * N; k++)
      ck_assert_msg(abs(rgb[k] - before[k]) <= 12, "%g: %d, expected %d", (double)far[i], rgb[k],
                    before[k]);
  }
  close_drawing();
}
END_TEST
#endif

// A light with a number that is none shines nowhere; one that is very far ends nothing.
START_TEST(lights_without_numbers_are_out) {
  open_drawing();
  update(NULL);
  const int last = scene.nlight - 1;
  mjvLight* light = scene.lights + last;
  const mjvLight sound = *light;
  scene.nlight--;
  draw();
  memcpy(before, rgb, sizeof rgb);
  scene.nlight++;
  draw();
  ck_assert(memcmp(rgb, before, sizeof rgb) != 0);
  const size_t members[] = {offsetof(mjvLight, pos),         offsetof(mjvLight, dir),
                            offsetof(mjvLight, attenuation), offsetof(mjvLight, cutoff),
                            offsetof(mjvLight, exponent),    offsetof(mjvLight, diffuse),
                            offsetof(mjvLight, ambient),     offsetof(mjvLight, specular)};
  for (size_t k = 0; k < sizeof members / sizeof *members; k++) {
    for (int i = 0; i < STRANGE; i++) {
      *light = sound;
      memcpy((char*)light + members[k], strange + i, sizeof *strange);
      draw();
      if (!isfinite(strange[i]))
        ck_assert_msg(memcmp(rgb, before, sizeof rgb) == 0, "member %d as %g", (int)k,
                      (double)strange[i]);
    }
  }
  *light = sound;
  expect_ball();
  close_drawing();
}
END_TEST

START_TEST(empty_viewports_draw_nothing) {
  open_drawing();
  expect_ball();
  memcpy(before, rgb, sizeof rgb);
  scene.camera[0].pos[0] = scene.camera[1].pos[0] = 30;
  static const mjrRect empty[] = {{0, 0, 0, H}, {0, 0, W, 0}, {5, 5, -3, 7}, {0, 0, 0, 0}};
  for (int i = 0; i < 4; i++)
    mjr_render(empty[i], &scene, &con);
  mjr_readPixels(rgb, depth, all, &con);
  ck_assert_mem_eq(rgb, before, sizeof rgb);
  close_drawing();
}
END_TEST

int main(void) {
  const TTest* const tests[] = {cameras_without_a_picture_are_refused,
                                cameras_without_axes_or_height_are_refused,
                                a_second_eye_without_a_picture_is_refused,
                                a_space_of_the_model_without_a_picture_is_refused,
                                models_without_a_picture_are_refused,
                                cameras_that_are_far_away_see_the_background,
                                geoms_anywhere_end_nothing,
#ifdef TEST_RAYTRACE
                                what_is_large_is_seen_where_it_is_near,
                                lights_far_away_are_directional,
#endif
                                lights_without_numbers_are_out,
                                empty_viewports_draw_nothing,
                                NULL};
  return run_drawing_tests("cameras", tests);
}
