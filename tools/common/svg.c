// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/common/svg.h"

void svg_text(FILE* file, const char* text) {
  for (; *text; text++) {
    const unsigned char letter = (unsigned char)*text;
    if (letter == '<')
      fputs("&lt;", file);
    else if (letter == '>')
      fputs("&gt;", file);
    else if (letter == '&')
      fputs("&amp;", file);
    else
      fputc(letter < ' ' ? ' ' : letter, file);
  }
}

void svg_label(FILE* file, double x, double y, const char* anchor, const char* text) {
  fprintf(file, "<text x='%.1f' y='%.1f' text-anchor='%s'>", x, y, anchor);
  svg_text(file, text);
  fputs("</text>\n", file);
}
