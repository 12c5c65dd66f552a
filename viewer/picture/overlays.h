// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Texts over the picture: help, information, speed, messages, the comparison.

#ifndef VIEWER_OVERLAYS_H_
#define VIEWER_OVERLAYS_H_

#include "viewer/picture/graphics.h"
#include "viewer/simulation/faces.h"
#include "viewer/simulation/simulation.h"

// a text, written when the state was copied
typedef struct Overlay_ {
  int font, place;
  mjrRect view;
  char left[501], right[501];  // arguments of mjr_overlay
} Overlay;

enum { OVERLAYS_MAX = 6 };

typedef struct Overlays_ {
  int help, info;  // 1: shown
  int n;
  Overlay overlay[OVERLAYS_MAX];
} Overlays;

// With the mutex of the simulation.
void overlays_write(Overlays* o, const Graphics* g, const Simulation* s, const Faces* faces,
                    mjrRect view);
void overlays_draw(const Overlays* o, const mjrContext* context);

#endif  // VIEWER_OVERLAYS_H_
