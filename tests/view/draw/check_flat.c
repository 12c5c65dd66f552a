// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two dimensions and buffers: text, overlays, labels and figures are where the reference has them;
// pixels come back as they were written; what cannot be served is named.

#include "tests/view/draw/screen.h"

enum { W = 400, H = 300 };
static mjrContext con;
static unsigned char rgb[3 * W * H];
static const mjrRect all = {0, 0, W, H};

static void open_context(void) {
  ck_assert_msg(!fc_useRenderer(TEST_RENDERER), "%s", fc_lastError());
  ck_assert_msg(!open_screen(TEST_BACKEND, W, H), "%s", fc_lastError());
  mjr_defaultContext(&con);
  mjr_makeContext(NULL, &con, mjFONTSCALE_100);
}

static void close_context(void) {
  ck_assert_int_eq(mjr_getError(), 0);
  mjr_freeContext(&con);
  fc_closeScreen(&screen);
}

// The smallest rectangle around the pixels whose red differs from `red`: first and last x and y.
typedef struct Extent_ {
  int x0, x1, y0, y1;
} Extent;

static Extent extent(int red) {
  Extent e = {W, -1, H, -1};
  mjr_readPixels(rgb, NULL, all, &con);
  for (int i = 0; i < W * H; i++) {
    const int x = i % W, y = i / W;
    if (rgb[3 * i] != red) {
      e.x0 = mjMIN(e.x0, x);
      e.x1 = mjMAX(e.x1, x);
      e.y0 = mjMIN(e.y0, y);
      e.y1 = mjMAX(e.y1, y);
    }
  }
  return e;
}

static void clear(void) { mjr_rectangle(all, 0.4f, 0.4f, 0.4f, 1); }

static void expect_extent(int x0, int x1, int y0, int y1) {
  const Extent e = extent(102);
  ck_assert_msg(e.x0 == x0 && e.x1 == x1 && e.y0 == y0 && e.y1 == y1,
                "drawn are x %d..%d, y %d..%d, expected x %d..%d, y %d..%d", e.x0, e.x1, e.y0, e.y1,
                x0, x1, y0, y1);
}

// ---------------------------------------------------------------- text

START_TEST(fonts_have_the_widths_of_the_reference) {
  static const int scale[6][5] = {{50, 11, 18, 533, 755},    {100, 18, 37, 755, 1460},
                                  {150, 28, 54, 1091, 2140}, {200, 37, 71, 1460, 2745},
                                  {250, 45, 89, 1783, 3455}, {300, 54, 106, 2140, 4093}};
  open_context();
  for (int i = 0; i < 6; i++) {
    int normal = 0, big = 0;
    mjr_changeFont(scale[i][0], &con);
    for (int c = 0; c < 127; c++) {
      normal += con.charWidth[c];
      big += con.charWidthBig[c];
    }
    const int found[5] = {con.fontScale, con.charHeight, con.charHeightBig, normal, big};
    ck_assert_mem_eq(found, scale[i], sizeof found);
  }
  expect_error(mjr_changeFont(120, &con), "mjr_changeFont: there is no font of scale 120");
  mjr_makeContext(NULL, &con, 120);
  ck_assert_int_eq(con.fontScale, 100);
  mjr_makeContext(NULL, &con, 1000);
  ck_assert_int_eq(con.fontScale, 300);
  close_context();
}
END_TEST

START_TEST(every_glyph_is_drawn_within_its_cell) {
  open_context();
  for (int scale = 50; scale <= 300; scale += 50) {
    mjr_changeFont(scale, &con);
    for (int font = 0; font < 3; font += 2) {
      const int* width = font ? con.charWidthBig : con.charWidth;
      const int height = font ? con.charHeightBig : con.charHeight;
      for (int c = 33; c < 127; c++) {
        const char text[2] = {(char)c, 0};
        clear();
        mjr_text(font, text, &con, 0.25f, 0.25f, 1, 1, 1);
        const Extent e = extent(102);
        ck_assert_msg(e.x0 >= 100 && e.x1 < 100 + width[c] && e.y0 >= 75 && e.y1 < 75 + height,
                      "'%c' at scale %d: x %d..%d, y %d..%d", c, scale, e.x0, e.x1, e.y0, e.y1);
      }
    }
  }
  close_context();
}
END_TEST

START_TEST(text_is_placed_by_its_lower_left_corner) {
  open_context();
  clear();
  mjr_text(mjFONT_NORMAL, "HH", &con, 0.5f, 0.5f, 1, 0, 0);
  const Extent plain = extent(102);
  ck_assert(plain.x0 > 200 && plain.x1 < 200 + 2 * con.charWidth['H']);
  clear();
  mjr_text(mjFONT_SHADOW, "HH", &con, 0.5f, 0.5f, 1, 1, 1);
  const Extent shadow = extent(102);
  ck_assert(shadow.x0 < plain.x0 && shadow.x1 > plain.x1 && shadow.y0 < plain.y0);

  // bytes without a glyph have no width; what begins outside is not drawn
  clear();
  mjr_text(mjFONT_NORMAL, "\x80\xff\x01HH", &con, 0.5f, 0.5f, 1, 0, 0);
  expect_extent(plain.x0, plain.x1, plain.y0, plain.y1);
  clear();
  mjr_text(mjFONT_NORMAL, "HH", &con, 1.01f, 0.5f, 1, 0, 0);
  ck_assert_int_eq(extent(102).x1, -1);

  // any other number is the normal font
  clear();
  mjr_text(mjFONTSCALE_150, "HH", &con, 0.5f, 0.5f, 1, 0, 0);
  expect_extent(plain.x0, plain.x1, plain.y0, plain.y1);
  close_context();
}
END_TEST

START_TEST(overlays_are_where_the_reference_has_them) {
  static const int place[8][4] = {{5, 37, 248, 293}, {361, 393, 248, 293}, {5, 37, 5, 50},
                                  {361, 393, 5, 50}, {177, 209, 248, 293}, {177, 209, 5, 50},
                                  {5, 37, 121, 166}, {361, 393, 121, 166}};
  open_context();
  for (int i = 0; i < 8; i++) {
    clear();
    mjr_overlay(mjFONT_NORMAL, i, all, "AB\nC", NULL, &con);
    expect_extent(place[i][0], place[i][1], place[i][2], place[i][3]);
  }
  clear();
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, "AB", "XYZ", &con);
  expect_extent(5, 76, 271, 293);
  clear();
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPRIGHT, all, "MM", "||", &con);
  expect_extent(330, 393, 271, 293);
  char text[700];
  memset(text, 'i', sizeof text - 1);
  text[sizeof text - 1] = 0;
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOP, all, text, text, &con);
  expect_error(mjr_overlay(0, 8, all, "a", NULL, &con), "mjr_overlay: there is no place 8");
  close_context();
}
END_TEST

START_TEST(labels_are_centred) {
  const mjrRect rect = {50, 60, 100, 40};
  open_context();
  clear();
  mjr_label(rect, mjFONT_NORMAL, NULL, 0.2f, 0.3f, 0.4f, 1, 1, 1, 1, &con);
  expect_extent(50, 149, 60, 99);
  clear();
  mjr_label(rect, mjFONT_NORMAL, "AB", 0.4f, 0.4f, 0.4f, 1, 1, 1, 1, &con);
  const Extent e = extent(102);
  ck_assert(abs(e.x0 - 91) <= 1 && e.y0 == 75);

  // the font with a shadow has none there
  static unsigned char plain[sizeof rgb];
  memcpy(plain, rgb, sizeof plain);
  mjr_label(rect, mjFONT_SHADOW, "AB", 0.4f, 0.4f, 0.4f, 1, 1, 1, 1, &con);
  extent(102);
  ck_assert_mem_eq(plain, rgb, sizeof plain);
  close_context();
}
END_TEST

// ---------------------------------------------------------------- figures

static mjvFigure fig;

static void expect_axes(int x0, int x1, int y0, int y1, float xa, float xb, float ya, float yb) {
  const int pixels[4] = {fig.xaxispixel[0], fig.xaxispixel[1], fig.yaxispixel[0],
                         fig.yaxispixel[1]};
  const int wanted[4] = {x0, x1, y0, y1};
  ck_assert_mem_eq(pixels, wanted, sizeof wanted);
  ck_assert_float_eq_tol(fig.xaxisdata[0], xa, 1e-5f);
  ck_assert_float_eq_tol(fig.xaxisdata[1], xb, 1e-5f);
  ck_assert_float_eq_tol(fig.yaxisdata[0], ya, 1e-5f);
  ck_assert_float_eq_tol(fig.yaxisdata[1], yb, 1e-5f);
}

static void plain_figure(void) {
  static const float data[] = {0, 0.1f, 1, 2.34f, 2, 0.5f};
  mjv_defaultFigure(&fig);
  strcpy(fig.title, "T");
  strcpy(fig.xlabel, "x");
  strcpy(fig.linename[0], "line");
  fig.linepnt[0] = 3;
  memcpy(fig.linedata[0], data, sizeof data);
}

START_TEST(figures_have_the_axes_of_the_reference) {
  const mjrRect part = {20, 30, 350, 250};
  open_context();
  plain_figure();
  mjr_figure(all, &fig, &con);
  expect_axes(45, 390, 58, 263, 0, 2, 0, 3);
  fig.flg_symmetric = 1;
  fig.flg_ticklabel[1] = 0;
  fig.title[0] = fig.xlabel[0] = 0;
  mjr_figure(all, &fig, &con);
  expect_axes(9, 390, 36, 290, 0, 2, -3, 3);
  mjr_figure(part, &fig, &con);
  expect_axes(29, 360, 66, 270, 0, 2, -3, 3);

  // the peak of the line is where the axes say
  mjr_readPixels(rgb, NULL, all, &con);
  const int x = 29 + (360 - 29) / 2, y = 66 + (int)((270 - 66) * (2.34f + 3) / 6);
  int red = 0;
  for (int k = -2; k <= 2; k++)
    red |= rgb[3 * ((y + k) * W + x)] > 200;
  ck_assert(red);
  close_context();
}
END_TEST

START_TEST(figures_take_any_data) {
  open_context();
  plain_figure();
  fig.linedata[0][2] = NAN;
  fig.flg_barplot = fig.flg_selection = 1;
  fig.linepnt[1] = 1000000;
  fig.linepnt[2] = -3;
  fig.subplot = 7;
  fig.gridsize[0] = 100;
  fig.gridsize[1] = -1;
  fig.legendoffset = 99;
  fig.highlightid = 1000;
  mjr_figure(all, &fig, &con);
  mjr_figure((mjrRect){0, 0, 20, 10}, &fig, &con);
  strcpy(fig.title, "first  second  third");
  fig.subplot = 1;
  mjr_figure(all, &fig, &con);
  strcpy(fig.xformat, "%s");
  expect_error(mjr_figure(all, &fig, &con), "mjr_figure: xformat and yformat must print one");
  strcpy(fig.xformat, "%g%g");
  expect_error(mjr_figure(all, &fig, &con), "mjr_figure: xformat and yformat must print one");
  close_context();
}
END_TEST

// ---------------------------------------------------------------- buffers

START_TEST(pixels_come_back_as_they_were_written) {
  enum { N = 40 };
  static unsigned char in[3 * N * N], out[3 * N * N];
  static float near[N * N], back[N * N];
  const mjrRect rect = {30, 40, N, N};
  open_context();
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  for (int i = 0; i < 3 * N * N; i++)
    in[i] = (unsigned char)(7 * i);
  for (int i = 0; i < N * N; i++)
    near[i] = (float)i / (N * N);
  for (int map = 0; map < 2; map++) {
    con.readDepthMap = map ? mjDEPTH_ZEROFAR : mjDEPTH_ZERONEAR;
    mjr_drawPixels(in, near, rect, &con);
    mjr_readPixels(out, back, rect, &con);
    ck_assert_mem_eq(in, out, sizeof in);
    for (int i = 0; i < N * N; i++)
      ck_assert_float_eq_tol(back[i], near[i], 1e-6f);
  }

  // depth alone leaves the colours, RGBA has four bytes
  mjr_drawPixels(NULL, near, rect, &con);
  mjr_readPixels(out, NULL, rect, &con);
  ck_assert_mem_eq(in, out, sizeof in);
  close_context();
}
END_TEST

START_TEST(buffers_are_copied_and_resized) {
  open_context();
  ck_assert_int_eq(con.windowAvailable, 1);
  clear();
  mjr_addAux(2, 50, 40, 4, &con);
  mjr_setAux(2, &con);
  mjr_rectangle((mjrRect){0, 0, 50, 40}, 1, 0, 0, 1);
  mjr_restoreBuffer(&con);
  ck_assert_int_eq(extent(102).x1, -1);
  mjr_blitAux(2, (mjrRect){0, 0, 20, 10}, 100, 200, &con);
  expect_extent(100, 119, 200, 209);
  mjr_blitAux(3, (mjrRect){0, 0, 20, 10}, 0, 0, &con);
  expect_error(mjr_setAux(3, &con), "mjr_setAux: the auxiliary buffer 3 was not made");
  expect_error(mjr_addAux(10, 5, 5, 0, &con), "there is no auxiliary buffer 10, expected 0 to 9");
  expect_error(mjr_addAux(1, 1000000, 5, 0, &con), "1000000 x 5 pixels is too large");

  // the window to the offscreen buffer and back
  mjr_blitBuffer(all, all, 1, 0, &con);
  clear();
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  mjrRect rect = mjr_maxViewport(&con);
  ck_assert(rect.width == 800 && rect.height == 600);
  mjr_blitBuffer(all, all, 1, 0, &con);
  mjr_setBuffer(mjFB_WINDOW, &con);
  expect_extent(100, 119, 200, 209);
  mjr_setBuffer(mjFB_OFFSCREEN, &con);
  mjr_resizeOffscreen(30, 20, &con);
  rect = mjr_maxViewport(&con);
  ck_assert(rect.width == 30 && rect.height == 20);
  expect_error(mjr_resizeOffscreen(1000000, 20, &con), "1000000 x 20 pixels is too large");
  close_context();
}
END_TEST

#ifndef TEST_RAYTRACE
START_TEST(a_context_is_needed) {
  mjr_defaultContext(&con);
  expect_error(mjr_makeContext(NULL, &con, 100),
               "mjr_makeContext: no OpenGL context is current in this thread");
  expect_error(mjr_rectangle(all, 1, 1, 1, 1), "mjr_rectangle: no OpenGL context is current");
  screen = (FcScreen){sizeof screen, 0, 10, NULL, "", NULL};
  ck_assert_int_lt(fc_openScreen(&screen), 0);
  ck_assert(strstr(fc_lastError(), "0 x 10 pixels") != NULL);
  ck_assert_int_lt(open_screen("glide", 10, 10), 0);
  ck_assert(strstr(fc_lastError(), "the backend \"glide\" is unknown, expected egl or osmesa"));
  ck_assert_int_lt(fc_useRenderer("acme"), 0);
  ck_assert(strstr(fc_lastError(), "acme") != NULL);
  ck_assert_int_eq(fc_useRenderer("gl"), 0);
}
END_TEST
#endif

// ---------------------------------------------------------------- the scissor test

#ifndef TEST_RAYTRACE
static void expect_viewport(int width, int height, const char* after) {
  const mjrRect r = mjr_maxViewport(&con);
  ck_assert_msg(r.width == width && r.height == height, "after %s: %d x %d, expected %d x %d",
                after, r.width, r.height, width, height);
}

// As in the reference: the box, which mjr_maxViewport shows, is that of the program until
// mjr_render sets it to its viewport, and nothing that follows is cut.
START_TEST(nothing_is_cut_by_what_was_drawn_before) {
  const mjrRect part = {0, 0, 100, 80};
  static mjvScene scn;
  open_context();
  mjr_setBuffer(mjFB_WINDOW, &con);
  expect_viewport(W, H, "mjr_makeContext");
  mjr_rectangle(part, 1, 0, 0, 1);
  expect_viewport(W, H, "mjr_rectangle");
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, all, "AB", "XYZ", &con);
  expect_viewport(W, H, "mjr_overlay");
  plain_figure();
  mjr_figure(part, &fig, &con);
  expect_viewport(W, H, "mjr_figure");

  // a text goes on beyond the viewport in which it begins
  clear();
  mjr_rectangle(part, 0.4f, 0.4f, 0.4f, 1);
  mjr_text(mjFONT_NORMAL, "HHHHHHHHHHHHHHHH", &con, 0.5f, 0.5f, 1, 0, 0);
  const int end = extent(102).x1, expected = 50 + 16 * con.charWidth['H'];
  ck_assert_msg(end > expected - con.charWidth['H'] && end < expected,
                "the text ends at %d, expected %d", end, expected);

  mjv_defaultScene(&scn);
  mjv_makeScene(NULL, &scn, 1);
  for (int i = 0; i < 2; i++) {
    mjvGLCamera* c = scn.camera + i;
    c->forward[0] = c->up[2] = 1;
    c->frustum_bottom = -0.1f;
    c->frustum_top = 0.1f;
    c->frustum_near = 0.1f;
    c->frustum_far = 10;
  }
  scn.framewidth = 2;
  mjr_render(part, &scn, &con);
  expect_viewport(part.width, part.height, "mjr_render");
  mjr_readPixels(rgb, NULL, all, &con);
  mjr_drawPixels(rgb, NULL, (mjrRect){0, 0, W, H}, &con);
  expect_viewport(part.width, part.height, "mjr_drawPixels");
  mjr_rectangle(all, 1, 1, 1, 1);
  ck_assert_int_eq(extent(255).x1, -1);
  mjv_freeScene(&scn);
  close_context();
}
END_TEST
#endif

// ---------------------------------------------------------------- interfaces

#ifndef TEST_RAYTRACE
// ten open sections of n rows each; the first `fixed` of them cannot be closed
static void make_interface(mjUI* ui, int n, int fixed) {
  static int value;
  memset(ui, 0, sizeof *ui);
  ui->spacing = mjui_themeSpacing(0);
  ui->color = mjui_themeColor(0);
  ui->rectid = 1;
  for (int i = 0; i < 10; i++) {
    const mjuiDef section[] = {
        {mjITEM_SECTION, "Section", i < fixed ? mjSECT_FIXED : mjSECT_OPEN, NULL, "", 0},
        {mjITEM_END, "", 0, NULL, "", 0}};
    const mjuiDef row[] = {{mjITEM_EDITINT, "Row", 1, &value, "1", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
    mjui_add(ui, section);
    for (int k = 0; k < n; k++)
      mjui_add(ui, row);
  }
}

// As in the reference: the sections that were clicked least recently are closed, of several the
// first, until the rest fits; what needs no more than the largest buffer stays as it is.
START_TEST(an_interface_fits_into_the_largest_buffer) {
  static const int clicks[10] = {5, 3, 9, 1, 7, 3, 8, 4, 6, 0};
  static const int order[10] = {9, 3, 1, 5, 7, 0, 8, 4, 6, 2};
  static mjUI ui;
  open_context();
  mjr_changeFont(mjFONTSCALE_200, &con);
  make_interface(&ui, 200, 0);
  for (int i = 0; i < 10; i++)
    ui.sect[i].lastclick = clicks[i];
  con.glInitialized = 0;
  mjui_resize(&ui, &con);
  const int whole = ui.height, section = ui.sect[0].rcontent.height;
  ck_assert_int_eq(ui.maxheight, whole);
  con.glInitialized = 1;
  mjui_resize(&ui, &con);
  const int limit = ui.maxheight;
  ck_assert_msg(limit < whole, "a buffer of %d pixels is the largest, and no limit", limit);
  const int closed = (whole - limit + section - 1) / section;
  ck_assert_int_eq(ui.height, whole - closed * section);
  for (int k = 0; k < 10; k++)
    ck_assert_int_eq(ui.sect[order[k]].state, k < closed ? mjSECT_CLOSED : mjSECT_OPEN);
  mjr_addAux(0, ui.width, ui.maxheight, 0, &con);
  ck_assert_int_eq(con.auxHeight[0], limit);
  expect_error(mjr_addAux(0, ui.width, limit + 1, 0, &con), "mjr_addAux: an auxiliary buffer of");

  // what is closed already is enough, and nothing else is touched
  const int height = ui.height;
  mjui_resize(&ui, &con);
  ck_assert_int_eq(ui.height, height);

  make_interface(&ui, 200, 10);
  expect_error(mjui_resize(&ui, &con), "mjui_resize: the sections that cannot be closed are");
  close_context();
}
END_TEST
// red of a pixel of the interface, whose rectangle begins in the lower left corner
static int red_at(int x, int y) { return rgb[3 * (y * W + x)]; }

// As the reference draws them at 100 %: ticks of two pixels that begin left of their division, and
// a list with a border in the colour of the section.
// An interface of these items at the lower left of the window.
static void open_interface(mjUI* ui, mjuiState* state, const mjuiDef* items) {
  open_context();
  ui->spacing = mjui_themeSpacing(0);
  ui->color = mjui_themeColor(0);
  ui->rectid = 1;
  mjui_add(ui, items);
  mjui_resize(ui, &con);
  mjr_addAux(0, ui->width, ui->maxheight, 0, &con);
  state->nrect = 2;
  state->rect[0] = all;
  state->rect[1] = (mjrRect){0, 0, ui->width, ui->height};
}

START_TEST(ticks_and_lists_are_drawn_as_by_the_reference) {
  static mjUI ui;
  static mjuiState state;
  static int choice;
  static mjtNum number;
  const mjuiDef items[] = {{mjITEM_SECTION, "S", mjSECT_FIXED, NULL, "", 0},
                           {mjITEM_SELECT, "", 1, &choice, "a\nb", 0},
                           {mjITEM_SLIDERNUM, "", 1, &number, "0 6 6", 0},
                           {mjITEM_SLIDERNUM, "", 1, &number, "0 6 6", 0},
                           {mjITEM_SLIDERNUM, "", 1, &number, "0 6 6", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
  open_interface(&ui, &state, items);
  const mjrRect slider = ui.sect[0].item[3].rect, select = ui.sect[0].item[0].rect;
  const int pane = 26, bar = 76;

  mjui_update(-1, -1, &ui, &state, &con);
  mjui_render(&ui, &state, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  for (int k = 1; k < 6; k++) {
    const int x = (int)(slider.left + slider.width * k / 6.0 - 1);
    for (int i = -1; i <= 2; i++)
      ck_assert_msg(red_at(x + i, slider.bottom + 1) == (i == 0 || i == 1 ? pane : bar),
                    "tick %d, pixel %d: %d", k, i, red_at(x + i, slider.bottom + 1));
  }

  state.x = select.left + 5;
  state.y = select.bottom + 5;
  state.type = mjEVENT_PRESS;
  state.button = mjBUTTON_LEFT;
  mjui_event(&ui, &state, &con);
  mjui_render(&ui, &state, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  const int beside = select.left + select.width / 2 + 5, end = select.bottom - 2 * select.height;
  ck_assert_int_eq(red_at(beside, end), 51);
  for (int k = 1; k <= 4; k++) {
    ck_assert_int_eq(red_at(beside, end - k), pane);
    ck_assert_int_eq(red_at(select.left - k, end + 5), pane);
    ck_assert_int_eq(red_at(select.left + select.width + k - 1, end + 5), pane);
  }
  ck_assert_int_eq(red_at(beside, end - 5), bar);
  close_context();
}
END_TEST

// As in the reference: letters that do not end before the margin are left out, and the scroll bar
// is at the right border of the rectangle, however wide it is.
START_TEST(interfaces_keep_within_their_parts) {
  static mjUI ui;
  static mjuiState state;
  static char text[mjMAXUITEXT] = "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii";
  const mjuiDef items[] = {{mjITEM_SECTION, "S", mjSECT_FIXED, NULL, "", 0},
                           {mjITEM_EDITTXT, "", 1, text, "", 0},
                           {mjITEM_EDITTXT, "a name that is longer than its part", 1, text, "", 0},
                           {mjITEM_EDITTXT, "", 1, text, "", 0},
                           {mjITEM_EDITTXT, "", 1, text, "", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
  open_interface(&ui, &state, items);
  mjui_update(-1, -1, &ui, &state, &con);
  mjui_render(&ui, &state, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  const mjrRect box = ui.sect[0].item[0].rect;
  for (int y = box.bottom; y < box.bottom + box.height; y++) {
    ck_assert_int_eq(red_at(box.left + box.width + 1, y), 26);
    ck_assert_int_eq(red_at(box.left + box.width - 5, box.bottom + box.height / 2), 26);
  }
  const mjrRect named = ui.sect[0].item[1].rect;
  for (int y = named.bottom; y < named.bottom + named.height; y++)
    ck_assert_int_eq(red_at(named.left - 2, y), 26);

  // a rectangle that is wider than the interface, and lower
  state.rect[1] = (mjrRect){20, 10, ui.width + 60, ui.height / 2};
  mjui_render(&ui, &state, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  const int right = 20 + ui.width + 60, bar = (int)mju_round(ui.spacing.scroll);
  const int top = 10 + ui.height / 2 - 2, thumb = (int)mju_round(255 * ui.color.thumb[0]);
  ck_assert_int_le(abs(red_at(right - 1, top) - thumb), 1);
  ck_assert_int_le(abs(red_at(right - bar, top) - thumb), 1);
  ck_assert_int_gt(abs(red_at(right - bar - 1, top) - thumb), 1);
  state.type = mjEVENT_PRESS;
  state.button = mjBUTTON_LEFT;
  state.mouserect = 1;
  state.y = 12;
  state.x = 20 + ui.width - 1;
  mjui_event(&ui, &state, &con);
  ck_assert_int_eq(ui.scroll, 0);
  state.x = right - 1;
  mjui_event(&ui, &state, &con);
  ck_assert_int_gt(ui.scroll, 0);
  close_context();
}
END_TEST

// what a row of the triangle at the right end of a title is made of, from the left; the title
// around it is what is left of it
typedef struct Row_ {
  int y, first, last, red;  // from the lower left corner of its square
} Row;

static void check_rows(mjrRect title, int side, const Row* row, int n) {
  const int left = title.left + title.width - 8 - side;
  const int bottom = title.bottom + title.height / 2 - side / 2;
  for (const Row* r = row; r < row + n; r++) {
    for (int x = r->first; x <= r->last; x++) {
      const int expected = r->red ? r->red : red_at(left - 4, bottom + r->y);
      const int got = red_at(left + x, bottom + r->y);
      ck_assert_msg(abs(got - expected) <= 1, "pixel %d, %d: %d, expected %d", x, r->y, got,
                    expected);
    }
  }
}

// As the reference draws them at 100 %: hollow where something is folded, with a middle of the mean
// colour of the title; pixels on edges, which depend on samples, are left out.
START_TEST(what_is_folded_has_a_hollow_triangle) {
  enum { SYMBOL = 178, INSIDE = 89, INSIDE_SEPARATOR = 45 };
  static const Row closed[] = {
      {-1, -1, 12, 0},     {12, -1, 12, 0},     {6, -2, -1, 0},    {6, 1, 3, SYMBOL},
      {6, 5, 9, INSIDE},   {6, 11, 11, SYMBOL}, {6, 12, 14, 0},    {5, 1, 3, SYMBOL},
      {5, 5, 9, INSIDE},   {8, -1, 3, 0},       {8, 5, 7, SYMBOL}, {8, 9, 9, INSIDE},
      {8, 11, 11, SYMBOL}, {3, 5, 7, SYMBOL},   {3, 9, 9, INSIDE}, {10, 9, 11, SYMBOL},
  };
  static const Row opened[] = {{12, -1, 12, 0},   {11, 1, 10, SYMBOL}, {6, -1, 1, 0},
                               {6, 3, 8, SYMBOL}, {6, 10, 12, 0},      {2, 5, 6, SYMBOL},
                               {2, -1, 3, 0},     {-1, -1, 12, 0}};
  static const Row separator[] = {{5, -2, -1, 0},    {5, 1, 3, SYMBOL}, {5, 5, 7, INSIDE_SEPARATOR},
                                  {5, 9, 9, SYMBOL}, {5, 10, 12, 0},    {4, 5, 7, INSIDE_SEPARATOR},
                                  {10, -1, 11, 0}};
  static mjUI ui;
  static mjuiState state;
  const mjuiDef items[] = {{mjITEM_SECTION, "", mjSECT_CLOSED, NULL, "", 0},
                           {mjITEM_SECTION, "", mjSECT_OPEN, NULL, "", 0},
                           {mjITEM_SEPARATOR, "", mjSEPCLOSED, NULL, "", 0},
                           {mjITEM_END, "", 0, NULL, "", 0}};
  open_interface(&ui, &state, items);
  mjui_update(-1, -1, &ui, &state, &con);
  mjui_render(&ui, &state, &con);
  mjr_readPixels(rgb, NULL, all, &con);
  check_rows(ui.sect[0].rtitle, 12, closed, sizeof closed / sizeof *closed);
  check_rows(ui.sect[1].rtitle, 12, opened, sizeof opened / sizeof *opened);
  check_rows(ui.sect[1].item[0].rect, 10, separator, sizeof separator / sizeof *separator);
  close_context();
}
END_TEST
#endif

int main(void) {
  const TTest* const tests[] = {fonts_have_the_widths_of_the_reference,
                                every_glyph_is_drawn_within_its_cell,
                                text_is_placed_by_its_lower_left_corner,
                                overlays_are_where_the_reference_has_them,
                                labels_are_centred,
                                figures_have_the_axes_of_the_reference,
                                figures_take_any_data,
                                pixels_come_back_as_they_were_written,
                                buffers_are_copied_and_resized,
#ifndef TEST_RAYTRACE
                                a_context_is_needed,
                                nothing_is_cut_by_what_was_drawn_before,
                                an_interface_fits_into_the_largest_buffer,
                                interfaces_keep_within_their_parts,
                                ticks_and_lists_are_drawn_as_by_the_reference,
                                what_is_folded_has_a_hollow_triangle,
#endif
                                NULL};
  return run_drawing_tests("flat " TEST_RENDERER, tests);
}
