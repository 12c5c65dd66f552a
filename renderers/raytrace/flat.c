// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two dimensions: rectangles, text, lines, clipped to the viewport of the call, which remains the
// current viewport.

#include <math.h>
#include <string.h>

#include <fulcrum/host.h>

#include "context.h"
#include "renderers/common/common.h"
#include "vector.h"

// ---------------------------------------------------------------- pixels

// The target: a buffer, and the rectangle of it that may change.
typedef struct Sheet_ {
  const Buffer* buffer;
  mjrRect part;
} Sheet;

static int begin(Sheet* s, mjrRect viewport) {
  mjrRect* current;
  s->buffer = rt_target(&current);
  if (!s->buffer)
    return -1;
  *current = viewport;
  s->part = rt_clip(s->buffer, viewport);
  return 0;
}

static void dot(const Sheet* s, long long x, long long y, const unsigned char rgba[4]) {
  const mjrRect* p = &s->part;
  if (x >= p->left && y >= p->bottom && x < p->left + p->width && y < p->bottom + p->height)
    memcpy(s->buffer->rgba + 4 * ((size_t)y * (size_t)s->buffer->width + (size_t)x), rgba, 4);
}

static void opaque(const float rgb[3], unsigned char rgba[4]) {
  for (int k = 0; k < 3; k++)
    rgba[k] = byte_of(rgb[k]);
  rgba[3] = 255;
}

// ---------------------------------------------------------------- shapes

int rt_viewport(mjrRect* viewport) {
  mjrRect* current;
  if (!rt_target(&current))
    return -1;
  *viewport = *current;
  return 0;
}

int rt_rectangle(mjrRect viewport, const float rgba[4]) {
  Sheet s;
  if (begin(&s, viewport))
    return -1;
  const float alpha = fmaxf(0, fminf(1, rgba[3]));
  for (int y = s.part.bottom; y < s.part.bottom + s.part.height; y++) {
    unsigned char* p =
        s.buffer->rgba + 4 * ((size_t)y * (size_t)s.buffer->width + (size_t)s.part.left);
    for (int x = 0; x < s.part.width; x++, p += 4) {
      for (int k = 0; k < 4; k++) {
        const float old = (float)p[k] / 255, own = fmaxf(0, fminf(1, rgba[k]));
        p[k] = byte_of(alpha * own + (1 - alpha) * old);
      }
    }
  }
  return 0;
}

// Pixels whose centres are within half the width of the line from a to b.
static void line(const Sheet* s, const float a[2], const float b[2], float width,
                 const unsigned char rgba[4]) {
  const float half = fmaxf(width, 1) / 2, d[2] = {b[0] - a[0], b[1] - a[1]};
  const float square = d[0] * d[0] + d[1] * d[1];
  if (!isfinite(square))
    return;
  const mjrRect* p = &s->part;
  const int x0 = (int)fmaxf((float)p->left, floorf(fminf(a[0], b[0]) - half));
  const int x1 = (int)fminf((float)(p->left + p->width), ceilf(fmaxf(a[0], b[0]) + half));
  const int y0 = (int)fmaxf((float)p->bottom, floorf(fminf(a[1], b[1]) - half));
  const int y1 = (int)fminf((float)(p->bottom + p->height), ceilf(fmaxf(a[1], b[1]) + half));
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      const float from[2] = {(float)x + 0.5f - a[0], (float)y + 0.5f - a[1]};
      float t = square > 0 ? (from[0] * d[0] + from[1] * d[1]) / square : 0;
      t = fmaxf(0, fminf(1, t));
      const float off[2] = {from[0] - t * d[0], from[1] - t * d[1]};
      if (off[0] * off[0] + off[1] * off[1] <= half * half)
        dot(s, x, y, rgba);
    }
  }
}

int rt_lines(mjrRect viewport, const float* points, int n, int pairs, float width,
             const float rgb[3]) {
  Sheet s;
  if (begin(&s, viewport))
    return -1;
  unsigned char rgba[4];
  opaque(rgb, rgba);
  for (int i = 0; i + 1 < n; i += pairs ? 2 : 1) {
    float end[2][2];
    for (int k = 0; k < 2; k++) {
      end[k][0] = points[2 * (i + k)] + (float)viewport.left;
      end[k][1] = points[2 * (i + k) + 1] + (float)viewport.bottom;
    }
    line(&s, end[0], end[1], width, rgba);
  }
  return 0;
}

// ---------------------------------------------------------------- text

// the glyph with its lower left corner at (x, y), or all pixels within `grow` pixels of it
static void stamp(const Sheet* s, const Glyph* g, long long x, long long y, int grow,
                  const unsigned char rgba[4]) {
  for (int r = 0; r < g->height; r++) {
    for (int c = 0; c < g->width; c++)
      for (int k = 0; g->dark[r][c] && k < (2 * grow + 1) * (2 * grow + 1); k++)
        dot(s, x + c - grow + k % (2 * grow + 1), y + r - grow + k / (2 * grow + 1), rgba);
  }
}

static void write_line(const Sheet* s, int height, const char* text, long long x, long long y,
                       int grow, const unsigned char rgba[4]) {
  Glyph glyph;
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    // bytes without a glyph have no width
    if (c < GLYPH_FIRST || c >= GLYPH_FIRST + GLYPHS)
      continue;
    draw_glyph(&glyph, height, c);
    stamp(s, &glyph, x, y, grow, rgba);
    x += glyph.width;
  }
}

int rt_text(mjrRect viewport, const mjrContext* con, int font, const char* text, float x, float y,
            const float rgb[3]) {
  static const unsigned char black[4] = {0, 0, 0, 255};
  Sheet s;
  if (!rt_context(con) || begin(&s, viewport))
    return -1;
  if (!(x >= 0 && y >= 0 && x <= (float)viewport.width && y <= (float)viewport.height))
    return 0;
  const int height = font == mjFONT_BIG ? con->charHeightBig : con->charHeight;
  const long long left = viewport.left + (long long)floorf(x);
  const long long bottom = viewport.bottom + (long long)floorf(y);
  unsigned char rgba[4];
  opaque(rgb, rgba);
  if (font == mjFONT_SHADOW)
    write_line(&s, height, text, left, bottom, glyph_outline(height), black);
  write_line(&s, height, text, left, bottom, 0, rgba);
  return 0;
}
