// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of the model: the context of OpenGL, and the scene and the picture of each side.

#ifndef VIEWER_GRAPHICS_H_
#define VIEWER_GRAPHICS_H_

#include "viewer/picture/view.h"
#include "viewer/simulation/messages.h"
#include "viewer/simulation/sides.h"

typedef struct Graphics_ {
  mjrContext context;
  int made;  // 1: there is a context
  mjvScene scene[SIDES];
  mjrRect part[SIDES];  // rectangles of the pictures

  double fps;  // of the last frames
  double frame_time[32];
  int nframe;
} Graphics;

void graphics_init(Graphics* g);
void graphics_open(Graphics* g, const mjModel* m, int fontscale);  // context and scenes
void graphics_close(Graphics* g);
void graphics_reset_flags(Graphics* g);  // flags of OpenGL have their defaults

// Divide a rectangle between the sides.
void graphics_divide(Graphics* g, mjrRect view, int compare);

// Copy what is drawn into the scenes. With the mutex of the simulation.
void graphics_update(Graphics* g, const Sides* s, View* view, const mjvPerturb* perturb,
                     Messages* messages);
void graphics_draw(Graphics* g, int sides);
void graphics_count_frame(Graphics* g);

#endif  // VIEWER_GRAPHICS_H_
