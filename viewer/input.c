// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events of GLFW become events of mjuiState; they are recorded, and dispatched by events.c.

#include <math.h>
#include <stdio.h>

#include "events.h"
#include "frame.h"
#include "input.h"

#define DOUBLE_CLICK 0.25  // s

static Viewer* viewer_of(GLFWwindow* window) { return glfwGetWindowUserPointer(window); }

static double now(const Viewer* v) { return clock_now(&v->simulation.clock); }

// ---------------------------------------------------------------- mouse

static void set_modifiers(mjuiState* state, int mods) {
  state->control = (mods & GLFW_MOD_CONTROL) != 0;
  state->shift = (mods & GLFW_MOD_SHIFT) != 0;
  state->alt = (mods & GLFW_MOD_ALT) != 0;
}

// from window units relative to the upper left corner to pixels relative to the lower left one
static void set_mouse(Viewer* v, double x, double y) {
  mjuiState* state = &v->state;
  const double left = x * v->window.scale;
  const double bottom = state->rect[RECT_WINDOW].height - y * v->window.scale;
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

void input_button(GLFWwindow* window, int button, int action, int mods) {
  Viewer* v = viewer_of(window);
  mjuiState* state = &v->state;
  recording_event(&v->recording, now(v), "button %d %d %d\n", button, action, mods);
  set_modifiers(state, mods);
  int b = button_of(state, button);

  // a drag ends with the button that began it, even if Alt was pressed or released meanwhile
  if (action == GLFW_RELEASE && state->dragrect && b != mjBUTTON_MIDDLE)
    b = state->dragbutton;
  int* held[] = {NULL, &state->left, &state->right, &state->middle};
  *held[b] = action == GLFW_PRESS;
  state->type = action == GLFW_PRESS ? mjEVENT_PRESS : mjEVENT_RELEASE;
  if (action == GLFW_PRESS) {
    const double time = now(v);
    state->doubleclick = b == state->button && time - state->buttontime < DOUBLE_CLICK;
    state->button = b;
    state->buttontime = time;
    if (state->mouserect && !state->dragrect) {
      state->dragbutton = b;
      state->dragrect = state->mouserect;
    }
  }
  events_handle(v);
  if (action == GLFW_RELEASE && !state->left && !state->right && !state->middle)
    state->dragrect = state->dragbutton = 0;
}

void input_move(GLFWwindow* window, double x, double y) {
  Viewer* v = viewer_of(window);
  recording_event(&v->recording, now(v), "move %g %g\n", x, y);
  set_mouse(v, x, y);
  v->state.type = mjEVENT_MOVE;
  events_handle(v);
}

void input_scroll(GLFWwindow* window, double dx, double dy) {
  Viewer* v = viewer_of(window);
  recording_event(&v->recording, now(v), "scroll %g\n", dy);
  v->state.type = mjEVENT_SCROLL;
  v->state.sx = dx;
  v->state.sy = dy;
  events_handle(v);
}

// ---------------------------------------------------------------- keys, files

void input_key(GLFWwindow* window, int key, int scancode, int action, int mods) {
  Viewer* v = viewer_of(window);
  (void)scancode;
  if (action == GLFW_RELEASE || key >= GLFW_KEY_LEFT_SHIFT)
    return;
  recording_event(&v->recording, now(v), "key %d %d\n", key, mods);
  set_modifiers(&v->state, mods);
  v->state.type = mjEVENT_KEY;
  v->state.key = key;
  v->state.keytime = now(v);
  events_handle(v);
}

void input_drop(GLFWwindow* window, int n, const char** paths) {
  Viewer* v = viewer_of(window);
  if (n < 1)
    return;
  recording_event(&v->recording, now(v), "drop %s\n", paths[0]);
  snprintf(v->requests.dropped, sizeof v->requests.dropped, "%s", paths[0]);
}

// ---------------------------------------------------------------- window

static void set_size(Viewer* v, int width, int height) {
  window_set_scale(&v->window, width);
  v->state.rect[RECT_WINDOW] = (mjrRect){0, 0, width, height};
}

static void on_size(GLFWwindow* window, int width, int height) {
  Viewer* v = viewer_of(window);
  set_size(v, width, height);
  recording_size(&v->recording, now(v), window);
  frame_layout(v);
}

static void on_hide(GLFWwindow* window, int hidden) { viewer_of(window)->window.hidden = hidden; }

void input_open(Viewer* v) {
  GLFWwindow* window = v->window.handle;
  int width, height;
  glfwGetFramebufferSize(window, &width, &height);
  v->state.nrect = RECTS;
  set_size(v, width, height);
  glfwSetWindowUserPointer(window, v);
  glfwSetKeyCallback(window, input_key);
  glfwSetMouseButtonCallback(window, input_button);
  glfwSetCursorPosCallback(window, input_move);
  glfwSetScrollCallback(window, input_scroll);
  glfwSetDropCallback(window, input_drop);
  glfwSetFramebufferSizeCallback(window, on_size);
  glfwSetWindowIconifyCallback(window, on_hide);
}
