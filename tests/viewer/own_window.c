// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A program as those that watch a simulation of their own do: it opens a window with GLFW, steps,
// and draws with mjv_, mjr_ and mjui_. own_window MODEL: 0 when the pictures show what they must.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <mujoco/mujoco.h>

enum { WIDTH = 400, HEIGHT = 300 };

static mjModel* m;
static mjData* d;
static mjvScene scene;
static mjvCamera camera;
static mjvOption option;
static mjrContext context;
static mjUI ui;
static mjuiState state;
static int flag, presses;
static unsigned char rgb[3 * WIDTH * HEIGHT];

static int fail(const char* what) {
  fprintf(stderr, "own_window: %s\n", what);
  return 1;
}

static void on_button(GLFWwindow* window, int button, int action, int mods) {
  (void)window;
  (void)button;
  (void)mods;
  state.type = action == GLFW_PRESS ? mjEVENT_PRESS : mjEVENT_RELEASE;
  state.button = mjBUTTON_LEFT;
  state.left = action == GLFW_PRESS;
  presses += mjui_event(&ui, &state, &context) != NULL;
}

static void open_panel(void) {
  static const mjuiDef defs[] = {{mjITEM_SECTION, "Panel", mjSECT_OPEN, NULL, "", 0},
                                 {mjITEM_CHECKINT, "Flag", 1, &flag, "", 0},
                                 {mjITEM_SLIDERNUM, "Time", 1, NULL, "0 10", 0},
                                 {.type = mjITEM_END}};
  mjuiDef own[4];
  memcpy(own, defs, sizeof own);
  own[2].pdata = &d->time;
  ui.spacing = mjui_themeSpacing(0);
  ui.color = mjui_themeColor(0);
  ui.rectid = 1;
  mjui_add(&ui, own);
  mjui_resize(&ui, &context);
  mjr_addAux(0, ui.width, ui.maxheight, ui.spacing.samples, &context);
  state.nrect = 2;
  state.rect[0] = (mjrRect){0, 0, WIDTH, HEIGHT};
  state.rect[1] = (mjrRect){0, 0, ui.width, HEIGHT};
}

static void frame(GLFWwindow* window) {
  const mjrRect view = {ui.width, 0, WIDTH - ui.width, HEIGHT};
  const mjtNum begin = d->time;
  while (d->time - begin < 1.0 / 60)
    mj_step(m, d);
  mjv_updateScene(m, d, &option, NULL, &camera, mjCAT_ALL, &scene);
  mjr_render(view, &scene, &context);
  mjr_overlay(mjFONT_NORMAL, mjGRID_TOPLEFT, view, "Time", "now", &context);
  mjui_update(-1, -1, &ui, &state, &context);
  mjui_render(&ui, &state, &context);
  mjr_readPixels(rgb, NULL, state.rect[0], &context);
  glfwSwapBuffers(window);
  glfwPollEvents();
}

// how many pixels of the picture differ from those of the last one
static int changes(const unsigned char* before) {
  int n = 0;
  for (int y = 0; y < HEIGHT; y++)
    for (int x = ui.width; x < WIDTH; x++)
      n += memcmp(rgb + 3 * (y * WIDTH + x), before + 3 * (y * WIDTH + x), 3) != 0;
  return n;
}

static int look(GLFWwindow* window) {
  static unsigned char before[sizeof rgb];
  frame(window);
  memcpy(before, rgb, sizeof before);
  for (int i = 0; i < 15; i++)
    frame(window);
  if (changes(before) < 200)
    return fail("nothing moves in the pictures");
  if (mjr_getError())
    return fail("OpenGL reports an error");

  // a press on the check box
  const mjrRect box = ui.sect[0].item[0].rect;
  state.x = box.left + box.width / 2.0;
  state.y = box.bottom + box.height / 2.0 + HEIGHT - ui.height;
  on_button(window, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
  on_button(window, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
  if (flag != 1 || presses != 1)
    return fail("the check box was not pressed");
  return 0;
}

int main(int argc, char** argv) {
  char error[500] = "";
  m = argc > 1 ? mj_loadXML(argv[1], NULL, error, sizeof error) : NULL;
  if (!m)
    return fail(error);
  d = mj_makeData(m);
  if (!glfwInit())
    return fail("there is no display");
  glfwWindowHint(GLFW_SAMPLES, 4);
  GLFWwindow* window = glfwCreateWindow(WIDTH, HEIGHT, "own window", NULL, NULL);
  if (!window)
    return fail("there is no window");
  glfwMakeContextCurrent(window);
  glfwSwapInterval(0);
  glfwSetMouseButtonCallback(window, on_button);
  mjv_defaultFreeCamera(m, &camera);
  mjv_defaultOption(&option);
  mjv_defaultScene(&scene);
  mjr_defaultContext(&context);
  mjv_makeScene(m, &scene, 1000);
  mjr_makeContext(m, &context, mjFONTSCALE_100);
  open_panel();
  const int status = look(window);
  mjr_freeContext(&context);
  mjv_freeScene(&scene);
  glfwTerminate();
  mj_deleteData(d);
  mj_deleteModel(m);
  return status;
}
