// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The window: opening, closing, size. Its events are in input.c.

#include <stdio.h>

#include <fulcrum/host.h>
#include <mujoco/mujoco.h>

#include "viewer/picture/window.h"

// ---------------------------------------------------------------- place and size

static GLFWmonitor* screen(int* width, int* height, double* refresh) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : NULL;
  *width = mode ? mode->width : 1200;
  *height = mode ? mode->height : 900;
  *refresh = mode && mode->refreshRate >= 30 && mode->refreshRate < 1000 ? mode->refreshRate : 60;
  return monitor;
}

void window_apply_fullscreen(Window* w) {
  int width, height;
  int* before = w->before;
  GLFWmonitor* monitor = screen(&width, &height, &w->refresh);
  const int fills = glfwGetWindowMonitor(w->handle) != NULL;
  if (w->fullscreen && !fills && monitor) {
    glfwGetWindowPos(w->handle, before, before + 1);
    glfwGetWindowSize(w->handle, before + 2, before + 3);
    glfwSetWindowMonitor(w->handle, monitor, 0, 0, width, height, GLFW_DONT_CARE);
  } else if (!w->fullscreen && fills) {
    glfwSetWindowMonitor(w->handle, NULL, before[0], before[1], before[2], before[3], 0);
  }
  w->fullscreen = glfwGetWindowMonitor(w->handle) != NULL;
  glfwSwapInterval(w->vsync);
}

void window_set_scale(Window* w, int width) {
  int units, unused;
  glfwGetWindowSize(w->handle, &units, &unused);
  w->scale = units > 0 ? (double)width / units : 1;
}

// Fonts in proportion to the pixels: framebuffer by window, or else pixels per inch of the screen.
int window_fontscale(const Window* w) {
  int width_mm = 0, height_mm, width, height;
  double refresh, scale = 100 * w->scale;
  GLFWmonitor* monitor = screen(&width, &height, &refresh);
  if (monitor)
    glfwGetMonitorPhysicalSize(monitor, &width_mm, &height_mm);
  if (w->scale == 1 && width_mm > 0) {
    const double inches = width_mm / 25.4, density = width / inches;
    scale = density < 50 || density > 350 ? 150 : density;
  }
  return (int)mju_clip(50 * mju_round(scale / 50), 100, 300);
}

void window_title(const Window* w, const char* model) {
  char title[300] = "Fulcrum";
  if (model)
    snprintf(title, sizeof title, "Fulcrum : %.280s", model);
  if (w->handle)
    glfwSetWindowTitle(w->handle, title);
}

// ---------------------------------------------------------------- open, close

static int glfw_failed(const char* what) {
  const char* reason = NULL;
  glfwGetError(&reason);
  reason = reason ? reason : "the reason is unknown";
  return fc_fail("%s: %s. Without a display `fulcrum render` draws pictures and videos", what,
                 reason);
}

static GLFWwindow* make_window(int width, int height, int robust) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_SAMPLES, 4);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robust ? GLFW_LOSE_CONTEXT_ON_RESET : 0);
  return glfwCreateWindow(width, height, "Fulcrum", NULL, NULL);
}

int window_open(Window* w, int width, int height) {
  int whole_width, whole_height;
  if (!glfwInit())
    return glfw_failed("there is no display to open a window on");
  screen(&whole_width, &whole_height, &w->refresh);
  width = width > 0 ? width : 2 * whole_width / 3;
  height = height > 0 ? height : 2 * whole_height / 3;
  w->lost = 0;
  w->handle = make_window(width, height, 1);
  if (!w->handle)
    w->handle = make_window(width, height, 0);
  if (!w->handle)
    return glfw_failed("a window for OpenGL cannot be opened");
  glfwMakeContextCurrent(w->handle);
  glfwSwapInterval(w->vsync);
  return 0;
}

void window_close(Window* w) {
  if (w->handle)
    glfwDestroyWindow(w->handle);
  w->handle = NULL;
}

void window_end(const Window* w) { glfwSetWindowShouldClose(w->handle, 1); }

// not all contexts can report their loss
void window_check_context(Window* w) {
  typedef unsigned (*StatusFunction)(void);
  static StatusFunction status;
  static int looked_up;
  if (!looked_up && glfwGetCurrentContext()) {
    looked_up = 1;
    status = (StatusFunction)glfwGetProcAddress("glGetGraphicsResetStatusARB");
    if (!glfwExtensionSupported("GL_ARB_robustness"))
      status = NULL;
  }
  w->lost |= status && status();
}
