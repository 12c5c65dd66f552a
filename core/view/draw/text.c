// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Text over pictures: at a position, in a rectangle, in columns along the border. The widths of
// glyphs determine the layout; the renderer draws the lines.

#include <string.h>

#include "core/view/draw/renderer.h"
#include "core/view/draw/text.h"

enum { PAD = 5, INSET = 3, COLUMN_PAD = 13, OVERLAY_MOST = 500 };

int text_width(const mjrContext* con, int font, const char* text, int n) {
  const int* widths = font == mjFONT_BIG ? con->charWidthBig : con->charWidth;
  int width = 0;
  for (int i = 0; i < n && text[i]; i++) {
    const unsigned char c = (unsigned char)text[i];
    width += c < 127 ? widths[c] : 0;
  }
  return width;
}

int text_height(const mjrContext* con, int font) {
  return font == mjFONT_BIG ? con->charHeightBig : con->charHeight;
}

// Any other number is the normal font: mujoco.viewer passes a font scale by default.
static int known_font(int font) {
  return font == mjFONT_SHADOW || font == mjFONT_BIG ? font : mjFONT_NORMAL;
}

void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r, float g,
              float b) {
  const FcRenderer* renderer = renderer_for(__func__);
  mjrRect viewport;
  if (!renderer || !renderer_done(__func__, renderer->viewport(&viewport)))
    return;
  renderer_done(__func__,
                renderer->text(viewport, con, known_font(font), txt, x * (float)viewport.width,
                               y * (float)viewport.height, (const float[3]){r, g, b}));
}

void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b, float a,
               float rt, float gt, float bt, const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (!renderer || viewport.width <= 0 || viewport.height <= 0)
    return;
  font = font == mjFONT_BIG ? font : mjFONT_NORMAL;  // text on a rectangle needs no shadow
  int status = renderer->rectangle(viewport, (const float[4]){r, g, b, a});
  if (txt && status >= 0) {
    const int x = (viewport.width - text_width(con, font, txt, (int)strlen(txt))) / 2;
    const int y = (viewport.height - text_height(con, font)) / 2;
    status = renderer->text(viewport, con, font, txt, (float)(x > 0 ? x : 0), (float)y,
                            (const float[3]){rt, gt, bt});
  }
  renderer_done(__func__, status);
}

// ---------------------------------------------------------------- overlay

// A block of lines, and the size of its text.
typedef struct Column_ {
  char text[OVERLAY_MOST + 1];
  int width, height;
  int lines;
  float grey;
} Column;

static Column make_column(const mjrContext* con, int font, const char* text, float grey) {
  Column c = {.grey = grey};
  const size_t n = strlen(text);
  memcpy(c.text, text, n < OVERLAY_MOST ? n : OVERLAY_MOST);
  for (const char* line = c.text;; line++) {
    const int length = (int)strcspn(line, "\n"), width = text_width(con, font, line, length);
    c.width = width > c.width ? width : c.width;
    c.lines++;
    line += length;
    if (!*line)
      break;
  }
  c.width += COLUMN_PAD;
  c.height = PAD * c.lines + c.lines * text_height(con, font);
  return c;
}

static int draw_column(const FcRenderer* renderer, const mjrContext* con, int font, Column* c,
                       int left, int bottom) {
  const mjrRect rect = {left, bottom, c->width, c->height};
  const float rgb[3] = {c->grey, c->grey, c->grey};
  int status = renderer->rectangle(rect, (const float[4]){0, 0, 0, 0.5f});
  int y = c->height;
  for (char *line = c->text, *end = line; end && status >= 0; line = end + 1) {
    end = strchr(line, '\n');
    if (end)
      *end = 0;
    y -= text_height(con, font) + PAD;
    status = renderer->text(rect, con, font, line, INSET, (float)(y + PAD), rgb);
  }
  return status;
}

// where a column starts; `skip` is the room that the other column takes between it and the border
static int column_left(mjrRect v, int gridpos, int width, int skip) {
  switch (gridpos) {
    case mjGRID_TOPLEFT:
    case mjGRID_BOTTOMLEFT:
    case mjGRID_LEFT: return v.left + skip + PAD;
    case mjGRID_TOPRIGHT:
    case mjGRID_BOTTOMRIGHT:
    case mjGRID_RIGHT: return v.left + v.width - skip - PAD - 1 - width;
    default: return v.left + (v.width - skip - width) / 2 - PAD - 1;
  }
}

static int column_bottom(mjrRect v, int gridpos, int height) {
  switch (gridpos) {
    case mjGRID_TOPLEFT:
    case mjGRID_TOPRIGHT:
    case mjGRID_TOP: return v.bottom + v.height - PAD - 1 - height;
    case mjGRID_BOTTOMLEFT:
    case mjGRID_BOTTOMRIGHT:
    case mjGRID_BOTTOM: return v.bottom + PAD;
    default: return v.bottom + (v.height - height) / 2 - PAD - 1;
  }
}

void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay, const char* overlay2,
                 const mjrContext* con) {
  const FcRenderer* renderer = renderer_for(__func__);
  if (!renderer || viewport.width <= 0 || viewport.height <= 0)
    return;
  font = known_font(font);
  if (gridpos < mjGRID_TOPLEFT || gridpos > mjGRID_RIGHT) {
    mju_error("%s: there is no place %d, expected one of mjtGridPos", __func__, gridpos);
    return;
  }

  // the column next to the border first; in the middle the titles are on the left of the pair
  const int pair = overlay2 && overlay2[0];
  Column titles = make_column(con, font, overlay, pair ? 0.7f : 1);
  Column values = make_column(con, font, pair ? overlay2 : "", 1);
  Column* first = &titles;
  Column* second = &values;
  if (pair && gridpos != mjGRID_TOPLEFT && gridpos != mjGRID_BOTTOMLEFT && gridpos != mjGRID_TOP &&
      gridpos != mjGRID_BOTTOM) {
    first = &values;
    second = &titles;
  }
  const int middle = gridpos == mjGRID_TOP || gridpos == mjGRID_BOTTOM;
  const int skip = first->width - 2;
  int left = column_left(viewport, gridpos, first->width, pair && middle ? second->width - 2 : 0);
  int status = draw_column(renderer, con, font, first, left,
                           column_bottom(viewport, gridpos, first->height));
  if (pair && status >= 0) {
    left = middle ? left + skip : column_left(viewport, gridpos, second->width, skip);
    status = draw_column(renderer, con, font, second, left,
                         column_bottom(viewport, gridpos, second->height));
  }
  renderer_done(__func__, status);
}
