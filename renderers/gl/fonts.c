// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fonts: bitmaps of glyphs at nine heights, drawn with a pen from the strokes of glyphs.inc. A
// glyph is a list that leaves its bitmap at the raster position and moves that on by its width.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"

enum { FIRST = 32, GLYPHS = 95, CODES = 128, HEIGHT_MOST = 106, WIDTH_MOST = 77, OUTLINE_MOST = 5 };
enum { ROW_BYTES = (WIDTH_MOST + 2 * OUTLINE_MOST + 7) / 8, ROWS = HEIGHT_MOST + 2 * OUTLINE_MOST };

static const struct {
  int height;
  unsigned char width[GLYPHS];
} metrics[] = {
#include "renderers/gl/metrics.inc"
};

static const char* const strokes[GLYPHS] = {
#include "renderers/gl/glyphs.inc"
};

// One bitmap, rows from below, and the pen: where the unit lengths of a glyph are in pixels.
typedef struct Sheet_ {
  int width, height;
  unsigned char dark[ROWS][WIDTH_MOST + 2 * OUTLINE_MOST];
  float left, across;  // x of 0, pixels per hundred
  float base, up;      // the same of y
  int pen;
} Sheet;

// ---------------------------------------------------------------- strokes

static void dab(Sheet* s, float x, float y) {
  const float px = s->left + x * s->across / 100, py = s->base + y * s->up / 100;
  const int x0 = (int)lroundf(px - 0.5f * (float)(s->pen - 1));
  const int y0 = (int)lroundf(py - 0.5f * (float)(s->pen - 1));
  for (int r = 0; r < s->pen; r++) {
    for (int c = 0; c < s->pen; c++) {
      // a round pen, as soon as it is large enough for that
      const int corner = s->pen > 3 && (r == 0 || r == s->pen - 1) && (c == 0 || c == s->pen - 1);
      const int row = y0 + r, column = x0 + c;
      if (!corner && row >= 0 && row < s->height && column >= 0 && column < s->width)
        s->dark[row][column] = 1;
    }
  }
}

static void draw_line(Sheet* s, const float from[2], const float to[2]) {
  const float dx = (to[0] - from[0]) * s->across / 100, dy = (to[1] - from[1]) * s->up / 100;
  const int n = 1 + (int)(2 * (fabsf(dx) + fabsf(dy)));
  for (int i = 0; i <= n; i++) {
    const float t = (float)i / (float)n;
    dab(s, from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]));
  }
}

static void draw_arc(Sheet* s, const float a[6]) {
  enum { STEPS = 24 };
  float from[2], to[2];
  for (int i = 0; i <= STEPS; i++) {
    const float angle = (a[4] + (a[5] - a[4]) * (float)i / STEPS) * (float)mjPI / 180;
    to[0] = a[0] + a[2] * cosf(angle);
    to[1] = a[1] + a[3] * sinf(angle);
    if (i)
      draw_line(s, from, to);
    memcpy(from, to, sizeof from);
  }
}

static void draw_strokes(Sheet* s, const char* text) {
  while (*text) {
    const char command = *text++;
    float number[40];
    int n = 0;
    for (char* end; n < 40; n++, text = end) {
      number[n] = strtof(text, &end);
      if (end == text)
        break;
    }
    text += strspn(text, " ");
    if (command == 'A')
      draw_arc(s, number);
    for (int i = 2; i < n && command == 'L'; i += 2)
      draw_line(s, number + i - 2, number + i);
    if (command == 'D') {
      // a dot is as high as it is wide
      dab(s, number[0], number[1]);
      dab(s, number[0], number[1] + 100.0f / s->up);
    }
  }
}

static void draw_glyph(Sheet* s, int size, int glyph) {
  const int height = metrics[size].height, width = metrics[size].width[glyph];
  const int bearing = mjMAX(1, (int)lroundf(0.08f * (float)width));
  const int pen = mjMAX(1, (int)lroundf((float)height / 15));
  memset(s, 0, sizeof *s);
  s->width = width, s->height = height, s->pen = pen;
  s->left = (float)bearing + 0.5f * (float)(pen - 1);
  s->across = (float)mjMAX(0, width - 2 * bearing - pen);
  s->base = (float)lroundf(0.24f * (float)height) + 0.5f * (float)(pen - 1);
  s->up = (float)(lroundf(0.54f * (float)height) - pen);
  draw_strokes(s, strokes[glyph]);
}

// ---------------------------------------------------------------- lists

// the bitmap, or all that is within `grow` pixels of it
static void compile(const Gl* gl, GLuint list, const Sheet* s, int grow) {
  unsigned char bits[ROWS * ROW_BYTES] = {0};
  const int width = s->width + 2 * grow, height = s->height + 2 * grow, bytes = (width + 7) / 8;
  for (int r = 0; r < s->height; r++) {
    for (int c = 0; c < s->width; c++) {
      for (int k = 0; s->dark[r][c] && k < (2 * grow + 1) * (2 * grow + 1); k++) {
        const int row = r + k / (2 * grow + 1), column = c + k % (2 * grow + 1);
        bits[row * bytes + column / 8] |= (unsigned char)(128 >> column % 8);
      }
    }
  }
  gl->NewList(list, GL_COMPILE);
  gl->Bitmap(width, height, (float)grow, (float)grow, (float)s->width, 0, bits);
  gl->EndList();
}

static int find_size(int height) {
  int i = 0;
  while (metrics[i].height != height)
    i++;
  return i;
}

// lists of a font, with an outline when there is a base for it; its widths and height
static void make_font(const Gl* gl, int height, GLuint base, GLuint outline, int* widths,
                      int* line) {
  Sheet sheet;
  const int size = find_size(height), grow = mjMAX(1, mjMIN(OUTLINE_MOST, height / 9));
  *line = height;
  for (int i = 0; i < GLYPHS; i++) {
    widths[FIRST + i] = metrics[size].width[i];
    draw_glyph(&sheet, size, i);
    compile(gl, base + (GLuint)(FIRST + i), &sheet, 0);
    if (outline)
      compile(gl, outline + (GLuint)(FIRST + i), &sheet, grow);
  }
}

int gl_make_fonts(const Gl* gl, int scale, mjrContext* con) {
  static const int normal[] = {11, 18, 28, 37, 45, 54}, big[] = {18, 37, 54, 71, 89, 106};
  const int i = scale / 50 - 1;
  con->rangeFont = CODES;
  con->fontScale = scale;
  if (gl_make_lists(gl, CODES, &con->baseFontNormal) ||
      gl_make_lists(gl, CODES, &con->baseFontShadow) || gl_make_lists(gl, CODES, &con->baseFontBig))
    return -1;
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  make_font(gl, normal[i], con->baseFontNormal, con->baseFontShadow, con->charWidth,
            &con->charHeight);
  make_font(gl, big[i], con->baseFontBig, 0, con->charWidthBig, &con->charHeightBig);
  return 0;
}

int gl_change_font(int scale, mjrContext* con) {
  const Gl* gl = gl_library();
  if (!gl)
    return -1;
  gl->DeleteLists(con->baseFontNormal, con->rangeFont);
  gl->DeleteLists(con->baseFontShadow, con->rangeFont);
  gl->DeleteLists(con->baseFontBig, con->rangeFont);
  return gl_make_fonts(gl, scale, con);
}
