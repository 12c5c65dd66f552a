// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The window: opening, closing, and GLFW callbacks as events of mjuiState.

#include <math.h>
#include <string.h>

#include "viewer.h"

#define DOUBLE_CLICK 0.25  // s

static Viewer* viewer_of(GLFWwindow* window) { return glfwGetWindowUserPointer(window); }

// ---------------------------------------------------------------- events

static void set_modifiers(mjuiState* state, int mods) {
  state->control = (mods & GLFW_MOD_CONTROL) != 0;
  state->shift = (mods & GLFW_MOD_SHIFT) != 0;
  state->alt = (mods & GLFW_MOD_ALT) != 0;
}

// from window units relative to the upper left corner to pixels relative to the lower left one
static void set_mouse(Viewer* v, double x, double y) {
  mjuiState* state = &v->state;
  const double left = x * v->scale, bottom = state->rect[RECT_WINDOW].height - y * v->scale;
  state->dx = left - state->x;
  state->dy = bottom - state->y;
  state->x = left;
  state->y = bottom;
  state->mouserect =
      mjr_findRect((int)floor(left), (int)floor(bottom), state->nrect - 1, state->rect + 1) + 1;
}

static int button_of(const mjuiState* state, int button) {
  if (button == GLFW_MOUSE_BUTTON_MIDDLE)
    return mjBUTTON_MIDDLE;
  const int right = (button == GLFW_MOUSE_BUTTON_RIGHT) != state->alt;
  return right ? mjBUTTON_RIGHT : mjBUTTON_LEFT;
}

void on_button(GLFWwindow* window, int button, int action, int mods) {
  Viewer* v = viewer_of(window);
  mjuiState* state = &v->state;
  record_event(v, "button %d %d %d\n", button, action, mods);
  set_modifiers(state, mods);
  int b = button_of(state, button);

  // a drag ends with the button that began it, even if Alt was pressed or released meanwhile
  if (action == GLFW_RELEASE && state->dragrect && b != mjBUTTON_MIDDLE)
    b = state->dragbutton;
  int* held[] = {NULL, &state->left, &state->right, &state->middle};
  *held[b] = action == GLFW_PRESS;
  state->type = action == GLFW_PRESS ? mjEVENT_PRESS : mjEVENT_RELEASE;
  if (action == GLFW_PRESS) {
    const double now = event_time(v);
    state->doubleclick = b == state->button && now - v->pressed_at < DOUBLE_CLICK;
    state->button = b;
    state->buttontime = v->pressed_at = now;
    if (state->mouserect && !state->dragrect) {
      state->dragbutton = b;
      state->dragrect = state->mouserect;
    }
  }
  handle_event(v);
  if (action == GLFW_RELEASE && !state->left && !state->right && !state->middle)
    state->dragrect = state->dragbutton = 0;
}

void on_move(GLFWwindow* window, double x, double y) {
  Viewer* v = viewer_of(window);
  record_event(v, "move %g %g\n", x, y);
  set_mouse(v, x, y);
  v->state.type = mjEVENT_MOVE;
  handle_event(v);
}

void on_scroll(GLFWwindow* window, double dx, double dy) {
  Viewer* v = viewer_of(window);
  record_event(v, "scroll %g\n", dy);
  v->state.type = mjEVENT_SCROLL;
  v->state.sx = dx;
  v->state.sy = dy;
  handle_event(v);
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  Viewer* v = viewer_of(window);
  (void)scancode;
  if (action == GLFW_RELEASE || key >= GLFW_KEY_LEFT_SHIFT)
    return;
  record_event(v, "key %d %d\n", key, mods);
  set_modifiers(&v->state, mods);
  v->state.type = mjEVENT_KEY;
  v->state.key = key;
  v->state.keytime = event_time(v);
  handle_event(v);
}

void on_drop(GLFWwindow* window, int n, const char** paths) {
  Viewer* v = viewer_of(window);
  if (n < 1)
    return;
  record_event(v, "drop %s\n", paths[0]);
  snprintf(v->dropped, sizeof v->dropped, "%s", paths[0]);
}

static void on_size(GLFWwindow* window, int width, int height) {
  Viewer* v = viewer_of(window);
  int units, unused;
  glfwGetWindowSize(window, &units, &unused);
  v->scale = units > 0 ? (double)width / units : 1;
  v->state.rect[RECT_WINDOW] = (mjrRect){0, 0, width, height};
  record_size(v);
  layout(v);
}

static void on_hide(GLFWwindow* window, int hidden) { viewer_of(window)->hidden = hidden; }

// ---------------------------------------------------------------- place and size

static GLFWmonitor* screen(int* width, int* height, double* refresh) {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : NULL;
  *width = mode ? mode->width : 1200;
  *height = mode ? mode->height : 900;
  *refresh = mode && mode->refreshRate >= 30 && mode->refreshRate < 1000 ? mode->refreshRate : 60;
  return monitor;
}

void window_fullscreen(Viewer* v) {
  int width, height;
  int* mode = v->mode;
  GLFWmonitor* monitor = screen(&width, &height, &v->refresh);
  const int fills = glfwGetWindowMonitor(v->window) != NULL;
  if (v->fullscreen && !fills && monitor) {
    glfwGetWindowPos(v->window, mode, mode + 1);
    glfwGetWindowSize(v->window, mode + 2, mode + 3);
    glfwSetWindowMonitor(v->window, monitor, 0, 0, width, height, GLFW_DONT_CARE);
  } else if (!v->fullscreen && fills) {
    glfwSetWindowMonitor(v->window, NULL, mode[0], mode[1], mode[2], mode[3], 0);
  }
  v->fullscreen = glfwGetWindowMonitor(v->window) != NULL;
  glfwSwapInterval(v->vsync);
}

// Fonts in proportion to the pixels: framebuffer by window, or else pixels per inch of the screen.
static int choose_fontscale(const Viewer* v) {
  int width_mm = 0, height_mm, width, height;
  double refresh, scale = 100 * v->scale;
  GLFWmonitor* monitor = screen(&width, &height, &refresh);
  if (monitor)
    glfwGetMonitorPhysicalSize(monitor, &width_mm, &height_mm);
  if (v->scale == 1 && width_mm > 0) {
    const double inches = width_mm / 25.4, density = width / inches;
    scale = density < 50 || density > 350 ? 150 : density;
  }
  return (int)mju_clip(50 * mju_round(scale / 50), 100, 300);
}

void window_title(Viewer* v) {
  char title[300] = "Fulcrum";
  if (v->m)
    snprintf(title, sizeof title, "Fulcrum : %.280s", v->m->names);
  if (v->window)
    glfwSetWindowTitle(v->window, title);
}

// ---------------------------------------------------------------- open, close

static int glfw_failed(const char* what) {
  const char* reason = NULL;
  glfwGetError(&reason);
  reason = reason ? reason : "the reason is unknown";
  return fc_fail("%s: %s. Without a display `fulcrum render` draws pictures and videos", what,
                 reason);
}

static GLFWwindow* make_window(Viewer* v, int robust) {
  int width, height;
  screen(&width, &height, &v->refresh);
  width = v->request->width > 0 ? v->request->width : 2 * width / 3;
  height = v->request->height > 0 ? v->request->height : 2 * height / 3;
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_SAMPLES, 4);
  glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, robust ? GLFW_LOSE_CONTEXT_ON_RESET : 0);
  return glfwCreateWindow(width, height, "Fulcrum", NULL, NULL);
}

static void set_callbacks(GLFWwindow* window) {
  glfwSetKeyCallback(window, on_key);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetScrollCallback(window, on_scroll);
  glfwSetDropCallback(window, on_drop);
  glfwSetFramebufferSizeCallback(window, on_size);
  glfwSetWindowIconifyCallback(window, on_hide);
}

int window_open(Viewer* v) {
  if (!glfwInit())
    return glfw_failed("there is no display to open a window on");
  v->window = make_window(v, 1);
  if (!v->window)
    v->window = make_window(v, 0);
  if (!v->window)
    return glfw_failed("a window for OpenGL cannot be opened");
  glfwSetWindowUserPointer(v->window, v);
  glfwMakeContextCurrent(v->window);
  glfwSwapInterval(v->vsync);
  int width, height, units, unused;
  glfwGetFramebufferSize(v->window, &width, &height);
  glfwGetWindowSize(v->window, &units, &unused);
  v->scale = units > 0 ? (double)width / units : 1;
  v->state.rect[RECT_WINDOW] = (mjrRect){0, 0, width, height};
  v->state.nrect = 4;
  if (!v->fontscale)
    v->fontscale = choose_fontscale(v);
  v->font = v->fontscale / 50 - 1;
  set_callbacks(v->window);
  if (v->fullscreen)
    window_fullscreen(v);
  window_title(v);
  return 0;
}

void window_close(Viewer* v) {
  if (v->window)
    glfwDestroyWindow(v->window);
  v->window = NULL;
}

// request a context that reports its loss, which not all can
int window_is_lost(void) {
  typedef unsigned (*StatusFunction)(void);
  static StatusFunction status;
  static int looked_up;
  if (!looked_up && glfwGetCurrentContext()) {
    looked_up = 1;
    status = (StatusFunction)glfwGetProcAddress("glGetGraphicsResetStatusARB");
    if (!glfwExtensionSupported("GL_ARB_robustness"))
      status = NULL;
  }
  return status && status();
}
