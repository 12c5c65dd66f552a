// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that draw say that they cannot, under their names; what needs no renderer works.

#include "tests/support.h"

static mjrContext con;
static mjrRect rect;
static mjUI ui;
static mjuiState state;

#define REPORTS(call) expect_error(call, name_of(#call))

// "mjr_text: this build of Fulcrum has no renderer" from "mjr_text(0, ...)"
static const char* name_of(const char* call) {
  static char text[100];
  snprintf(text, sizeof text, "%.*s: this build of Fulcrum has no renderer",
           (int)strcspn(call, "("), call);
  return text;
}

START_TEST(drawing_is_reported) {
  unsigned char rgb[3];
  float depth[1];
  REPORTS(mjr_makeContext(NULL, &con, 100));
  REPORTS(mjr_changeFont(100, &con));
  REPORTS(mjr_addAux(0, 1, 1, 0, &con));
  REPORTS(mjr_resizeOffscreen(10, 10, &con));
  REPORTS(mjr_uploadTexture(NULL, &con, 0));
  REPORTS(mjr_uploadMesh(NULL, &con, 0));
  REPORTS(mjr_uploadHField(NULL, &con, 0));
  REPORTS(mjr_restoreBuffer(&con));
  REPORTS(mjr_setBuffer(mjFB_OFFSCREEN, &con));
  REPORTS(mjr_readPixels(rgb, depth, rect, &con));
  REPORTS(mjr_drawPixels(rgb, depth, rect, &con));
  REPORTS(mjr_blitBuffer(rect, rect, 1, 1, &con));
  REPORTS(mjr_setAux(0, &con));
  REPORTS(mjr_blitAux(0, rect, 0, 0, &con));
  REPORTS(mjr_text(mjFONT_NORMAL, "text", &con, 0, 0, 1, 1, 1));
  REPORTS(mjr_overlay(mjFONT_NORMAL, mjGRID_TOP, rect, "a", "b", &con));
  REPORTS(mjr_rectangle(rect, 1, 1, 1, 1));
  REPORTS(mjr_label(rect, mjFONT_NORMAL, "a", 1, 1, 1, 1, 0, 0, 0, &con));
  REPORTS(mjr_figure(rect, NULL, &con));
  REPORTS(mjr_render(rect, NULL, &con));
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
  con.windowSamples = 4, con.glInitialized = 1, con.windowDoublebuffer = 1, con.fontScale = 150;
  mjr_freeContext(&con);
  ck_assert_int_eq(con.windowSamples, 4);
  ck_assert_int_eq(con.glInitialized, 1);
  ck_assert_int_eq(con.windowDoublebuffer, 1);
  ck_assert_int_eq(con.fontScale, 0);

  // objects of a graphics library are not ours to forget
  con.auxFBO[3] = 7;
  expect_error(mjr_freeContext(&con), "mjr_freeContext: this build of Fulcrum has no renderer");
  ck_assert_int_eq(con.auxFBO[3], 7);
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
  con.offWidth = 640, con.offHeight = 480;
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
