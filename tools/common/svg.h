// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_SVG_H_
#define TOOLS_COMMON_SVG_H_

#include <stdio.h>

// Write text with the letters that mean something in XML replaced; control characters, which have
// no place in it, become blanks.
void svg_text(FILE* file, const char* text);

// A label at a place in pixels; `anchor` is "start", "middle" or "end".
void svg_label(FILE* file, double x, double y, const char* anchor, const char* text);

#endif  // TOOLS_COMMON_SVG_H_
