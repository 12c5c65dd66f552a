// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that draw say under their names that they cannot where nothing can be drawn to; what
// needs no renderer works.

#include <fulcrum/host.h>

#include "tests/support.h"

static mjrContext con;
static mjrRect rect = {0, 0, 10, 10};
static mjvFigure figure;
static mjvScene scene;
static mjUI ui;
static mjuiState state;

#define REPORTS(call, words) expect_error(call, message_of(#call, words))

// "mjr_text: no OpenGL" from "mjr_text(0, ...)"
static const char* message_of(const char* call, const char* words) {
  static char text[100];
  snprintf(text, sizeof text, "%.*s: %s", (int)strcspn(call, "("), call, words);
  return text;
}

// what drawing lacks here: a context, or the module that would draw into it
static const char* missing(void) {
  for (int i = 0; i < fc_moduleCount(); i++) {
    FcModuleInfo info = {.size = sizeof info};
    if (!fc_moduleInfo(i, &info) && strcmp(info.name, "gl") == 0)
      return "no OpenGL context is current in this thread";
  }
  return "pictures cannot be drawn: ";
}

START_TEST(drawing_is_reported) {
  unsigned char rgb[3];
  float depth[1];
  scene.scale = 1;
  scene.camera[0] = scene.camera[1] = (mjvGLCamera){.forward = {0, 1, 0},
                                                    .up = {0, 0, 1},
                                                    .frustum_bottom = -1,
                                                    .frustum_top = 1,
                                                    .frustum_near = 1,
                                                    .frustum_far = 2};
  REPORTS(mjr_makeContext(NULL, &con, 100), missing());
  REPORTS(mjr_changeFont(100, &con), missing());
  REPORTS(mjr_addAux(0, 1, 1, 0, &con), missing());
  REPORTS(mjr_resizeOffscreen(10, 10, &con), missing());
  REPORTS(mjr_resizeOffscreen(-1, 10, &con), "a buffer cannot have -1 x 10 pixels");
  REPORTS(mjr_uploadTexture(NULL, &con, 0), "there is no texture 0, the model has 0");
  REPORTS(mjr_uploadMesh(NULL, &con, 0), "there is no mesh 0, the model has 0");
  REPORTS(mjr_uploadHField(NULL, &con, 0), "there is no height field 0, the model has 0");
  REPORTS(mjr_restoreBuffer(&con), missing());
  REPORTS(mjr_setBuffer(mjFB_OFFSCREEN, &con), missing());
  REPORTS(mjr_readPixels(rgb, depth, rect, &con), missing());
  REPORTS(mjr_drawPixels(rgb, depth, rect, &con), missing());
  REPORTS(mjr_blitBuffer(rect, rect, 1, 1, &con), missing());
  REPORTS(mjr_setAux(0, &con), missing());
  con.auxFBO[0] = 1;
  REPORTS(mjr_blitAux(0, rect, 0, 0, &con), missing());
  con.auxFBO[0] = 0;
  REPORTS(mjr_text(mjFONT_NORMAL, "text", &con, 0, 0, 1, 1, 1), missing());
  REPORTS(mjr_overlay(mjFONT_NORMAL, mjGRID_TOP, rect, "a", "b", &con), missing());
  REPORTS(mjr_rectangle(rect, 1, 1, 1, 1), missing());
  REPORTS(mjr_label(rect, mjFONT_NORMAL, "a", 1, 1, 1, 1, 0, 0, 0, &con), missing());
  mjv_defaultFigure(&figure);
  REPORTS(mjr_figure(rect, &figure, &con), missing());
  REPORTS(mjr_render(rect, &scene, &con), missing());
}
END_TEST

static int nerror;
static void count_error(const char* message) {
  (void)message;
  nerror++;
}

START_TEST(a_handler_that_returns_goes_on) {
  mju_user_error = count_error;
  mjui_update(-1, -1, &ui, &state, &con);
  con.currentBuffer = mjFB_WINDOW;
  rect = mjr_maxViewport(&con);
  ck_assert(!rect.width && !rect.height);
  ck_assert_int_eq(nerror, 2);
}
END_TEST

START_TEST(an_empty_context_is_made_and_freed) {
  memset(&con, 1, sizeof con);
  mjr_defaultContext(&con);
  const char* byte = (const char*)&con;
  for (size_t i = 0; i < sizeof con; i++)
    ck_assert_int_eq(byte[i], 0);

  // what is known of the window stays
  con.windowSamples = 4;
  con.glInitialized = 1;
  con.windowDoublebuffer = 1;
  con.fontScale = 150;
  mjr_freeContext(&con);
  ck_assert_int_eq(con.windowSamples, 4);
  ck_assert_int_eq(con.glInitialized, 1);
  ck_assert_int_eq(con.windowDoublebuffer, 1);
  ck_assert_int_eq(con.fontScale, 0);

  // objects went with their context of OpenGL, when there is none; without a renderer it is not
  // known whether they did
  con.auxFBO[3] = 7;
  if (strstr(missing(), "OpenGL")) {
    mjr_freeContext(&con);
    ck_assert_int_eq(con.auxFBO[3], 0);
  } else {
    REPORTS(mjr_freeContext(&con), missing());
    ck_assert_int_eq(con.auxFBO[3], 7);
  }
}
END_TEST

START_TEST(rectangles_are_half_open) {
  const mjrRect r[3] = {{0, 0, 10, 10}, {5, 5, 10, 10}, {100, 100, 0, 5}};
  ck_assert_int_eq(mjr_findRect(0, 0, 3, r), 0);
  ck_assert_int_eq(mjr_findRect(9, 9, 3, r), 0);
  ck_assert_int_eq(mjr_findRect(10, 9, 3, r), 1);
  ck_assert_int_eq(mjr_findRect(14, 14, 3, r), 1);
  ck_assert_int_eq(mjr_findRect(15, 14, 3, r), -1);
  ck_assert_int_eq(mjr_findRect(100, 100, 3, r), -1);
  ck_assert_int_eq(mjr_findRect(-1, 0, 3, r), -1);
}
END_TEST

START_TEST(the_offscreen_buffer_has_the_size_of_its_context) {
  mjr_defaultContext(&con);
  con.currentBuffer = mjFB_OFFSCREEN;
  con.offWidth = 640;
  con.offHeight = 480;
  rect = mjr_maxViewport(&con);
  ck_assert(rect.left == 0 && rect.bottom == 0 && rect.width == 640 && rect.height == 480);
  mjr_finish();
  ck_assert_int_eq(mjr_getError(), 0);
}
END_TEST

int main(void) {
  const TTest* const tests[] = {drawing_is_reported,
                                a_handler_that_returns_goes_on,
                                an_empty_context_is_made_and_freed,
                                rectangles_are_half_open,
                                the_offscreen_buffer_has_the_size_of_its_context,
                                NULL};
  return run_tests("reports", tests);
}
