// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests a renderer in memory or in its own context: the test scene is visible in colour and depth,
// two-dimensional drawings are at the right place, pixels read back equal those written, nothing is
// written outside a viewport, sizes and buffers agree with the context, and the same scene gives
// the same picture, in another context, too.

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

#include "tools/check/check.h"

enum { W = 160, H = 120, N = W * H, GUARD = 16 };
static const mjrRect all = {0, 0, W, H};

typedef struct Stage_ {
  FcScreen screen;
  mjModel* m;
  mjData* d;
  mjvScene scene;
  mjrContext con;
  unsigned char rgb[3 * N + GUARD], other[3 * N];
  float depth[N + GUARD];
} Stage;

static jmp_buf stopped;
static char message[500];
static int on_screen;  // a screen is available

static void on_error(const char* text) {
  snprintf(message, sizeof message, "%s", text);
  longjmp(stopped, 1);
}

// ---------------------------------------------------------------- what is drawn

static void draw_scene(Stage* s) {
  mjr_render(all, &s->scene, &s->con);
  mjr_readPixels(s->rgb, s->depth, all, &s->con);
}

static const char* look_at_scene(Stage* s) {
  int colours = 0, near = 0, far = 0;
  memset(s->rgb, 0x5a, sizeof s->rgb);
  draw_scene(s);
  for (int i = 0; i < N; i++) {
    colours += memcmp(s->rgb + 3 * i, s->rgb, 3) != 0;
    near += s->depth[i] > 0.5f && s->depth[i] <= 1;
    far += s->depth[i] < s->depth[0];
    if (!(s->depth[i] >= 0 && s->depth[i] <= 1))
      return "depth is not between 0 and 1";
  }
  for (int i = 3 * N; i < 3 * N + GUARD; i++)
    if (s->rgb[i] != 0x5a)
      return "more pixels are read than the viewport has";
  if (!colours)
    return "a scene is drawn in one colour";
  return !near && !far ? "a scene has one depth" : NULL;
}

static const char* look_again(Stage* s) {
  memcpy(s->other, s->rgb, sizeof s->other);
  draw_scene(s);
  return memcmp(s->other, s->rgb, sizeof s->other) != 0 ? "the same scene gives another picture"
                                                        : NULL;
}

// how many pixels have this colour, within a rectangle and outside
static void count(const Stage* s, mjrRect rect, const unsigned char rgb[3], int n[2]) {
  n[0] = n[1] = 0;
  for (int i = 0; i < N; i++)
    n[mjr_findRect(i % W, i / W, 1, &rect) < 0] += memcmp(s->rgb + 3 * i, rgb, 3) == 0;
}

static const char* look_at_flat(Stage* s) {
  static const unsigned char grey[3] = {102, 102, 102}, red[3] = {255, 0, 0};
  const mjrRect rect = {30, 20, 40, 10};
  int n[2];
  mjr_rectangle(all, 0.4f, 0.4f, 0.4f, 1);
  mjr_rectangle(rect, 1, 0, 0, 1);
  mjr_readPixels(s->rgb, NULL, all, &s->con);
  count(s, rect, red, n);
  if (n[0] != rect.width * rect.height || n[1])
    return "a rectangle is not where it should be";
  count(s, rect, grey, n);
  if (n[0] || n[1] != N - rect.width * rect.height)
    return "a rectangle with alpha 1 does not cover";
  mjr_rectangle(all, 0.4f, 0.4f, 0.4f, 1);
  mjr_text(mjFONT_NORMAL, "text", &s->con, 0.5f, 0.5f, 1, 0, 0);
  mjr_readPixels(s->rgb, NULL, all, &s->con);
  count(s, (mjrRect){W / 2 - 2, H / 2 - 6, W / 2 + 2, 2 * s->con.charHeight}, grey, n);
  if (n[1] + n[0] == N)
    return "a text cannot be seen";
  return n[1] < N - (W / 2 + 2) * 2 * s->con.charHeight ? "a text is not where it should be" : NULL;
}

static const char* look_at_pixels(Stage* s) {
  const mjrRect part = {7, 5, 31, 17};
  for (int i = 0; i < 3 * N; i++)
    s->other[i] = (unsigned char)(i * 7919 >> 3);
  mjr_drawPixels(s->other, NULL, part, &s->con);
  mjr_readPixels(s->rgb, NULL, part, &s->con);
  return memcmp(s->rgb, s->other, 3 * (size_t)(part.width * part.height)) != 0
             ? "pixels do not come back as they were written"
             : NULL;
}

static const char* look_at_buffers(Stage* s) {
  mjr_addAux(3, W, H, 0, &s->con);
  if (!s->con.auxFBO[3] || s->con.auxWidth[3] != W || s->con.auxHeight[3] != H)
    return "the context does not say that there is an auxiliary buffer";
  mjr_rectangle(all, 0, 0, 1, 1);
  mjr_setAux(3, &s->con);
  mjr_rectangle(all, 0, 1, 0, 1);
  mjr_restoreBuffer(&s->con);
  mjr_readPixels(s->rgb, NULL, (mjrRect){5, 5, 1, 1}, &s->con);
  if (s->rgb[1] || s->rgb[2] != 255)
    return "an auxiliary buffer is the offscreen buffer";
  mjr_blitAux(3, (mjrRect){0, 0, 20, 20}, 0, 0, &s->con);
  mjr_readPixels(s->rgb, NULL, (mjrRect){5, 5, 1, 1}, &s->con);
  if (s->rgb[1] != 255 || s->rgb[2])
    return "an auxiliary buffer is not copied";
  mjr_resizeOffscreen(W / 2, H / 2, &s->con);
  if (s->con.offWidth != W / 2 || s->con.offHeight != H / 2)
    return "the context does not say that the offscreen buffer has another size";
  mjr_resizeOffscreen(W, H, &s->con);
  return NULL;
}

// contents of one context must not appear in another
static const char* look_at_two(Stage* s) {
  mjrContext second;
  draw_scene(s);
  memcpy(s->other, s->rgb, sizeof s->other);
  mjr_defaultContext(&second);
  mjr_makeContext(s->m, &second, mjFONTSCALE_150);
  mjr_setBuffer(mjFB_OFFSCREEN, &second);
  mjr_rectangle(all, 1, 0, 0, 1);
  mjr_readPixels(s->rgb, NULL, all, &s->con);
  const int apart = memcmp(s->other, s->rgb, sizeof s->other) == 0;
  const int sizes = s->con.charHeight < second.charHeight;
  mjr_setBuffer(mjFB_OFFSCREEN, &second);
  mjr_render(all, &s->scene, &second);
  mjr_readPixels(s->rgb, NULL, all, &second);
  const int same = memcmp(s->other, s->rgb, sizeof s->other) == 0;
  mjr_freeContext(&second);
  mjr_setBuffer(mjFB_OFFSCREEN, &s->con);
  return !apart   ? "two contexts have one picture"
         : !sizes ? "larger fonts are not larger"
         : !same  ? "another context gives another picture"
                  : NULL;
}

// ---------------------------------------------------------------- from screen to screen

static int open_stage(Stage* s, const FcFace* face) {
  SceneText text = {{0}, {0}, {0}, {0}};
  mjvOption option;
  mjvCamera camera;
  s->screen = (FcScreen){.size = sizeof s->screen, .width = W, .height = H};
  if (fc_useRenderer(face->name) || fc_openScreen(&s->screen)) {
    snprintf(message, sizeof message, "%s", fc_lastError());
    return -1;
  }
  on_screen = 1;
  mjv_defaultScene(&s->scene);
  mjr_defaultContext(&s->con);
  if (!(s->m = check_scene(&text, message, sizeof message)) || !(s->d = mj_makeData(s->m)))
    return -1;
  s->m->vis.global.offwidth = W;
  s->m->vis.global.offheight = H;
  mj_forward(s->m, s->d);
  mjv_makeScene(s->m, &s->scene, 1000);
  mjv_defaultOption(&option);
  mjv_defaultFreeCamera(s->m, &camera);
  mjv_updateScene(s->m, s->d, &option, NULL, &camera, mjCAT_ALL, &s->scene);
  mjr_makeContext(s->m, &s->con, mjFONTSCALE_100);
  mjr_setBuffer(mjFB_OFFSCREEN, &s->con);
  return 0;
}

static void close_stage(Stage* s) {
  mjr_freeContext(&s->con);
  mjv_freeScene(&s->scene);
  fc_closeScreen(&s->screen);
  mj_deleteData(s->d);
  mj_deleteModel(s->m);
}

static const char* (*const looks[])(Stage*) = {look_at_scene,  look_again,      look_at_flat,
                                               look_at_pixels, look_at_buffers, look_at_two};

const char* check_draw(const FcFace* face) {
  static Stage stage;
  void (*const handler)(const char*) = mju_user_error;
  static const char* fault;
  fault = NULL;
  message[0] = 0;
  on_screen = 0;
  memset(&stage, 0, sizeof stage);
  mju_user_error = on_error;
  if (!setjmp(stopped) && !open_stage(&stage, face)) {
    for (size_t i = 0; i < sizeof looks / sizeof *looks && !fault; i++)
      fault = looks[i](&stage);
    close_stage(&stage);
  } else if (!message[0]) {
    fault = "it failed without a message";
  }
  mju_user_error = handler;
  return fault;
}

void check_pictures(Check* check, const FcFace* face, mjModel* m) {
  (void)m;
  check_phase(check, "drawing with %s", face->name);
  const char* fault = check_draw(face);
  check_result(check,
               fault || (on_screen && message[0]) ? 0
               : message[0]                       ? -1
                                                  : 1,
               "renderer %s: %s%s", face->name,
               fault                     ? fault
               : on_screen && message[0] ? "an error: "
               : message[0]              ? "cannot draw here: "
                            : "scene, depth, flat figures, pixels, buffers and contexts are sound",
               message);
}
