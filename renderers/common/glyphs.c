// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fonts: bitmaps of glyphs at nine heights, drawn with a pen from the strokes of glyphs.inc.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "renderers/common/common.h"

static const struct {
  int height;
  unsigned char width[GLYPHS];
} metrics[] = {
#include "renderers/common/metrics.inc"
};

static const char* const strokes[GLYPHS] = {
#include "renderers/common/glyphs.inc"
};

// A bitmap and the pen: the mapping from units of a glyph to pixels.
typedef struct Sheet_ {
  Glyph* glyph;
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
      // a round pen, if it is large enough for that
      const int corner = s->pen > 3 && (r == 0 || r == s->pen - 1) && (c == 0 || c == s->pen - 1);
      const int row = y0 + r, column = x0 + c;
      if (!corner && row >= 0 && row < s->glyph->height && column >= 0 && column < s->glyph->width)
        s->glyph->dark[row][column] = 1;
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

void draw_glyph(Glyph* glyph, int height, int code) {
  const int width = glyph_width(height, code);
  const int bearing = mjMAX(1, (int)lroundf(0.08f * (float)width));
  const int pen = mjMAX(1, (int)lroundf((float)height / 15));
  memset(glyph, 0, sizeof *glyph);
  glyph->width = width;
  glyph->height = height;
  Sheet sheet = {.glyph = glyph, .pen = pen};
  sheet.left = (float)bearing + 0.5f * (float)(pen - 1);
  sheet.across = (float)mjMAX(0, width - 2 * bearing - pen);
  sheet.base = (float)lroundf(0.24f * (float)height) + 0.5f * (float)(pen - 1);
  sheet.up = (float)(lroundf(0.54f * (float)height) - pen);
  draw_strokes(&sheet, strokes[code - GLYPH_FIRST]);
}

// ---------------------------------------------------------------- sizes

int glyph_width(int height, int code) {
  int i = 0;
  while (metrics[i].height != height)
    i++;
  return metrics[i].width[code - GLYPH_FIRST];
}

int glyph_height_normal(int scale) {
  static const int normal[] = {11, 18, 28, 37, 45, 54};
  return normal[scale / 50 - 1];
}

int glyph_height_big(int scale) {
  static const int big[] = {18, 37, 54, 71, 89, 106};
  return big[scale / 50 - 1];
}

int glyph_outline(int height) { return mjMAX(1, mjMIN(OUTLINE_MOST, height / 9)); }
