// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shapes of the toolkit. They are made of rectangles, one row of pixels at a time where they are
// round; pixels on the edge are blended by coverage.

#ifndef CORE_VIEW_UI_UI_PAINT_H_
#define CORE_VIEW_UI_UI_PAINT_H_

#include <mujoco/mujoco.h>

void paint_fill(mjrRect rect, const float rgb[3]);
void paint_frame(mjrRect rect, int width, const float rgb[3]);

// from the colour at the top to that at the bottom; corners are round with these radii
void paint_gradient(mjrRect rect, int top_corner, int bottom_corner, const float top[3],
                    const float bottom[3]);

// a rectangle with round ends; width of the line, 0: filled
void paint_oval(mjrRect rect, int width, const float rgb[3]);

// a triangle in a square of `side` pixels, pointing down
void paint_opened(int left, int bottom, int side, const float rgb[3]);

// one that points left: its outline, and its interior
void paint_folded(int left, int bottom, int side, double line, const float rgb[3],
                  const float inside[3]);

// draws one line at x, y from the lower left corner of the rectangle; letters that do not end x
// pixels before its right border are omitted
void paint_text(mjrRect rect, int x, int y, const char* text, const float rgb[3],
                const mjrContext* con);

#endif  // CORE_VIEW_UI_UI_PAINT_H_
