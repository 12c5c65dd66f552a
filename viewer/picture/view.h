// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the user sees of the model: the camera, and what is drawn.

#ifndef VIEWER_VIEW_H_
#define VIEWER_VIEW_H_

#include "viewer/simulation/messages.h"

typedef struct View_ {
  mjvOption option;
  mjvCamera camera;
  int choice;  // of the menu of cameras: free, tracking, those of the model
} View;

void view_open(View* v);
void view_restart(View* v, const mjModel* m);  // the initial camera of a model
void view_align(View* v, const mjModel* m);    // the free camera, so that it shows all of the model

// Cameras by their place in the menu. The tracking camera follows the selected body; without one
// there is a message.
void view_choose(View* v, const mjModel* m, int choice, int body, Messages* messages);

// the next camera of the model, or the previous one: 1 or -1, cyclically
void view_next(View* v, const mjModel* m, int by);

void view_follow(View* v, int body);
void view_toggle_group(View* v, int group, int of_sites);

#endif  // VIEWER_VIEW_H_
