// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mouse in the picture: it moves the camera, selects bodies and perturbs them.

#ifndef VIEWER_MOUSE_H_
#define VIEWER_MOUSE_H_

#include "viewer/picture/graphics.h"
#include "viewer/picture/view.h"
#include "viewer/simulation/simulation.h"

void mouse_event(const mjuiState* state, const Graphics* graphics, View* view, Simulation* s);
void mouse_scroll(const mjuiState* state, const Graphics* graphics, View* view, const mjModel* m);
void mouse_select_parent(mjvPerturb* p, const mjModel* m);

#endif  // VIEWER_MOUSE_H_
