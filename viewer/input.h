// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events of the window. The replay calls these handlers, too.

#ifndef VIEWER_INPUT_H_
#define VIEWER_INPUT_H_

#include "viewer/parts.h"

void input_open(Viewer* v);  // for a window that was opened

// handlers of GLFW callbacks
void input_key(GLFWwindow* window, int key, int scancode, int action, int mods);
void input_button(GLFWwindow* window, int button, int action, int mods);
void input_move(GLFWwindow* window, double x, double y);
void input_scroll(GLFWwindow* window, double dx, double dy);
void input_drop(GLFWwindow* window, int n, const char** paths);

#endif  // VIEWER_INPUT_H_
