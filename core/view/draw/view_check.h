// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks that a scene can be drawn with its cameras and its transform.

#ifndef CORE_VIEW_DRAW_VIEW_CHECK_H_
#define CORE_VIEW_DRAW_VIEW_CHECK_H_

#include <mujoco/mujoco.h>

// Raises an error in the name of `function` that names the number for which no picture is possible:
// one that is not finite, planes and edges that enclose nothing or are farther away than
// FC_VIEW_MOST, axes without a direction. Returns whether all is well. Any finite position of a
// camera is valid: one that is far away sees the background.
int view_is_drawable(const char* function, const mjvScene* scn);

#endif  // CORE_VIEW_DRAW_VIEW_CHECK_H_
