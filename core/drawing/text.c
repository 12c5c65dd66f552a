// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The widths of glyphs decide where everything is.

#include "core/drawing/text.h"

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
