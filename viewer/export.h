// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Output of the viewer.

#ifndef VIEWER_EXPORT_H_
#define VIEWER_EXPORT_H_

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "viewer/simulation/sides.h"

// to the clipboard, as MJCF; -1: there is no memory for it
int export_state(const Sides* s, int exact, GLFWwindow* window);
void export_camera(const mjvScene* scene, GLFWwindow* window);

// to a file: 0, or negative after fc_fail
int export_keyframe(const Sides* s, const char* path);  // nothing without a model
int export_picture(const char* path, const unsigned char* rgb, int width, int height);

#endif  // VIEWER_EXPORT_H_
