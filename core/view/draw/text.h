// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_DRAW_TEXT_H_
#define CORE_VIEW_DRAW_TEXT_H_

#include <mujoco/mujoco.h>

// Pixels of the first n bytes of a text in a font (mjtFont); bytes without a glyph have no width.
int text_width(const mjrContext* con, int font, const char* text, int n);
int text_height(const mjrContext* con, int font);

#endif  // CORE_VIEW_DRAW_TEXT_H_
