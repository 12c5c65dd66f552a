// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <string.h>

#include "core/view/draw/text.h"
#include "core/view/ui/ui_paint.h"

static void blend(mjrRect rect, const float rgb[3], double alpha) {
  if (rect.width > 0 && rect.height > 0 && alpha > 0)
    mjr_rectangle(rect, rgb[0], rgb[1], rgb[2], (float)alpha);
}

void paint_fill(mjrRect rect, const float rgb[3]) { blend(rect, rgb, 1); }

// pixels of one row between two reals
static void span(int y, double left, double right, const float rgb[3]) {
  const int first = (int)ceil(left), last = (int)floor(right);
  if (first > last) {
    blend((mjrRect){last, y, 1, 1}, rgb, right - left);
    return;
  }
  blend((mjrRect){first - 1, y, 1, 1}, rgb, first - left);
  blend((mjrRect){first, y, last - first, 1}, rgb, 1);
  blend((mjrRect){last, y, 1, 1}, rgb, right - last);
}

// inset of the edge for a corner of this radius, at a distance from the end of the shape
static double inset(double radius, double distance) {
  const double d = radius - distance;
  return d > 0 ? radius - sqrt(fmax(0, radius * radius - d * d)) : 0;
}

void paint_frame(mjrRect r, int width, const float rgb[3]) {
  const int inner = r.height - 2 * width;
  paint_fill((mjrRect){r.left, r.bottom, r.width, width}, rgb);
  paint_fill((mjrRect){r.left, r.bottom + r.height - width, r.width, width}, rgb);
  paint_fill((mjrRect){r.left, r.bottom + width, width, inner}, rgb);
  paint_fill((mjrRect){r.left + r.width - width, r.bottom + width, width, inner}, rgb);
}

void paint_gradient(mjrRect r, int top_corner, int bottom_corner, const float top[3],
                    const float bottom[3]) {
  for (int y = 0; y < r.height; y++) {
    const double at = y + 0.5;
    const float share = (float)(at / r.height);
    float rgb[3];
    for (int i = 0; i < 3; i++)
      rgb[i] = bottom[i] + share * (top[i] - bottom[i]);
    const double in = fmax(inset(bottom_corner, at), inset(top_corner, r.height - at));
    span(r.bottom + y, r.left + in, r.left + r.width - in, rgb);
  }
}

void paint_oval(mjrRect r, int width, const float rgb[3]) {
  const double radius = r.height / 2.0;
  for (int y = 0; y < r.height; y++) {
    const double from_end = fmin(y + 0.5, r.height - y - 0.5);
    const double left = r.left + inset(radius, from_end);
    const double right = r.left + r.width - inset(radius, from_end);
    if (!width || from_end < width) {
      span(r.bottom + y, left, right, rgb);
    } else {
      const double in = width + inset(radius - width, from_end - width);
      span(r.bottom + y, left, r.left + in, rgb);
      span(r.bottom + y, r.left + r.width - in, right, rgb);
    }
  }
}

void paint_opened(int left, int bottom, int side, const float rgb[3]) {
  for (int y = 0; y < side; y++) {
    const double half = (y + 0.5) / 2, middle = left + side / 2.0;
    span(bottom + y, middle - half, middle + half, rgb);
  }
}

// from a tip on the left to a side on the right; height and width are equal
static void fill_folded(double tip, double right, double middle, const float rgb[3]) {
  const double half = (right - tip) / 2;
  for (int y = (int)floor(middle - half); y < middle + half; y++) {
    const double left = tip + 2 * fabs(y + 0.5 - middle);
    if (left < right)
      span(y, left, right, rgb);
  }
}

// The outline lies inside: two of its edges rise by 1 in 2, and where they meet, a line of width w
// takes w sqrt(5) of the length.
void paint_folded(int left, int bottom, int side, double line, const float rgb[3],
                  const float inside[3]) {
  const double middle = bottom + side / 2.0;
  fill_folded(left, left + side, middle, rgb);
  fill_folded(left + line * sqrt(5), left + side - line, middle, inside);
}

// drawing a rectangle without colour makes it the viewport, which does not clip letters; the offset
// of a quarter pixel keeps the position of the text inside its pixel when it is rounded
void paint_text(mjrRect rect, int x, int y, const char* text, const float rgb[3],
                const mjrContext* con) {
  if (rect.width <= 0 || rect.height <= 0 || x < 0 || y < 0 || !text[0])
    return;
  char fitting[mjMAXUITEXT];
  int n = 0;
  while (n < mjMAXUITEXT - 1 && text[n] &&
         text_width(con, mjFONT_NORMAL, text, n + 1) <= rect.width - 2 * x)
    n++;
  memcpy(fitting, text, (size_t)n);
  fitting[n] = 0;
  mjr_rectangle(rect, 0, 0, 0, 0);
  mjr_text(mjFONT_NORMAL, fitting, con, ((float)x + 0.25f) / (float)rect.width,
           ((float)y + 0.25f) / (float)rect.height, rgb[0], rgb[1], rgb[2]);
}
