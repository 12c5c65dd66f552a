// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Fonts: a glyph is a display list that draws its bitmap at the raster position and advances that
// by its width.

#include <fulcrum/host.h>

#include "context.h"

enum { CODES = 128 };
enum {
  ROW_BYTES = (GLYPH_WIDTH_MOST + 2 * OUTLINE_MOST + 7) / 8,
  ROWS = GLYPH_HEIGHT_MOST + 2 * OUTLINE_MOST
};

// the bitmap, or all pixels within `grow` pixels of it
static void compile(const Gl* gl, GLuint list, const Glyph* s, int grow) {
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

// lists of a font, with an outline when there is a base for it; its widths and height
static void make_font(const Gl* gl, int height, GLuint base, GLuint outline, int* widths,
                      int* line) {
  Glyph glyph;
  *line = height;
  for (int code = GLYPH_FIRST; code < GLYPH_FIRST + GLYPHS; code++) {
    widths[code] = glyph_width(height, code);
    draw_glyph(&glyph, height, code);
    compile(gl, base + (GLuint)code, &glyph, 0);
    if (outline)
      compile(gl, outline + (GLuint)code, &glyph, glyph_outline(height));
  }
}

int gl_make_fonts(const Gl* gl, int scale, mjrContext* con) {
  con->rangeFont = CODES;
  con->fontScale = scale;
  if (gl_make_lists(gl, CODES, &con->baseFontNormal) ||
      gl_make_lists(gl, CODES, &con->baseFontShadow) || gl_make_lists(gl, CODES, &con->baseFontBig))
    return -1;
  gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
  make_font(gl, glyph_height_normal(scale), con->baseFontNormal, con->baseFontShadow,
            con->charWidth, &con->charHeight);
  make_font(gl, glyph_height_big(scale), con->baseFontBig, 0, con->charWidthBig,
            &con->charHeightBig);
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
