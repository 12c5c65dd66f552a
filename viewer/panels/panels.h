// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The two panels: their appearance, and the sections whose values changed since they were drawn.
// Which sections there are is in sections.c.

#ifndef VIEWER_PANELS_H_
#define VIEWER_PANELS_H_

#include <stdint.h>

#include "viewer/simulation/simulation.h"

enum { LEFT, RIGHT, PANELS };
enum { RECT_WINDOW, RECT_LEFT, RECT_RIGHT, RECT_VIEW, RECTS };  // rectangles of mjuiState

// values of the sections of a panel that are to be redrawn
typedef struct Snapshot_ {
  int n, all;  // number of sections, and whether the whole panel is to be redrawn
  int changed[mjMAXUISECT];
  uint64_t hash[mjMAXUISECT];  // hash of the values to be shown
  unsigned char* bytes;        // the values of their items, contiguous
  size_t capacity;
  void* origin[mjMAXUISECT * mjMAXUIITEM];  // original targets of the items
} Snapshot;

typedef struct Panels_ {
  mjUI ui[PANELS];
  int visible[PANELS];
  int spacing, color;   // of the theme
  int font, fontscale;  // the choice in the menu, percent

  int model_sections[PANELS];  // first section that depends on the model
  int rebuild;                 // those sections are to be made again
  int built;                   // they have been made once

  const Simulation* simulation;
  int drawing;    // 1: what panels ask of the simulation is what it was when values were copied
  int run_drawn;  // whether it ran then

  uint64_t shown[PANELS][mjMAXUISECT];  // hash of the values that each section shows
  Snapshot snapshot[PANELS];
  int aux_width[PANELS], aux_height[PANELS];  // of the buffers of the context
} Panels;

void panels_open(Panels* p, const Simulation* s);
void panels_close(Panels* p);

void panels_set_theme(Panels* p);
void panels_set_fontscale(Panels* p, int fontscale);

// Sizes of the panels and their buffers, in a context that is new, or when sections, theme or font
// have changed. The size of the font may be reduced.
void panels_use_context(Panels* p, mjrContext* context);
void panels_resize(Panels* p, mjrContext* context);

// rectangles of panels and view in that of the window
void panels_layout(const Panels* p, mjrRect rect[RECTS]);

int panels_are_edited(const Panels* p);  // 1: a text box is active

// Find the sections whose values have changed, and copy the values: with the mutex of the
// simulation. Draw them: without it.
void panels_read(Panels* p);
void panels_draw(Panels* p, const mjuiState* state, const mjrContext* context);

#endif  // VIEWER_PANELS_H_
