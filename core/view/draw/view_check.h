// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Whether a scene can be drawn as its cameras and its transform say.

#ifndef CORE_VIEW_DRAW_VIEW_CHECK_H_
#define CORE_VIEW_DRAW_VIEW_CHECK_H_

#include <mujoco/mujoco.h>

// Raises an error in the name of `function` that names the number which no picture can be made of:
// one that is not finite, planes and edges that leave no room or are farther away than
// FC_VIEW_MOST, axes without a direction. Returns whether there is none. Where a camera stands does
// not matter, as long as it is somewhere: one that is far away sees the background.
int view_is_drawable(const char* function, const mjvScene* scn);

#endif  // CORE_VIEW_DRAW_VIEW_CHECK_H_
