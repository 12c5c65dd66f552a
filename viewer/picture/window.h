// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The window and its context of OpenGL.

#ifndef VIEWER_WINDOW_H_
#define VIEWER_WINDOW_H_

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

typedef struct Window_ {
  GLFWwindow* handle;
  int fullscreen, vsync;
  int before[4];   // position and size before full screen
  double scale;    // pixels of the framebuffer per unit of the window
  double refresh;  // pictures per second of the screen
  int hidden;
  int lost;  // 1: the driver has lost the context
} Window;

// Open a window of this size, 0: two thirds of the screen. 0, or -1 after fc_fail.
int window_open(Window* w, int width, int height);
void window_close(Window* w);

void window_title(const Window* w, const char* model);  // NULL: no model
void window_apply_fullscreen(Window* w);
void window_set_scale(Window* w, int width);  // pixels of the framebuffer
int window_fontscale(const Window* w);        // percent, for the screen
void window_check_context(Window* w);         // whether it is lost
void window_end(const Window* w);             // ends the viewer

#endif  // VIEWER_WINDOW_H_
