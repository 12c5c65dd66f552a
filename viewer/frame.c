// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A frame: while the mutex is held, what is to be drawn is copied; then it is drawn while the
// simulation continues.

#include <stdio.h>
#include <stdlib.h>

#include <fulcrum/host.h>

#include "export.h"
#include "frame.h"
#include "sections.h"
#include "viewer/replay_file.h"
#include "viewer/simulation/errors.h"

// ---------------------------------------------------------------- context, layout

static void make_context(void* viewer) {
  Viewer* v = viewer;
  graphics_open(&v->graphics, v->simulation.sides.m, v->panels.fontscale);
  panels_use_context(&v->panels, &v->graphics.context);
}

int frame_open(Viewer* v) { return errors_guard(make_context, v); }

void frame_layout(Viewer* v) {
  panels_layout(&v->panels, v->state.rect);
  graphics_divide(&v->graphics, v->state.rect[RECT_VIEW], v->simulation.sides.compare);
}

void frame_resize(Viewer* v) {
  panels_resize(&v->panels, &v->graphics.context);
  frame_layout(v);
}

// ---------------------------------------------------------------- pictures of the window

void frame_request_picture(Viewer* v, const char* path) {
  snprintf(v->requests.picture_path, sizeof v->requests.picture_path, "%s", path);
  v->requests.picture = 1;
}

static void write_picture(Viewer* v) {
  const mjrRect window = v->state.rect[RECT_WINDOW];
  const char* path = v->requests.picture_path;
  unsigned char* rgb = malloc(3 * (size_t)window.width * (size_t)window.height);
  if (!rgb) {
    messages_tell(&v->messages, "there is no memory for a picture of the window");
    return;
  }
  mjr_readPixels(rgb, NULL, window, &v->graphics.context);
  const int failed = export_picture(path, rgb, window.width, window.height);
  if (failed && v->replay.file)
    replay_give_up(&v->replay, &v->window);
  else if (failed)
    messages_tell(&v->messages, "%s", fc_lastError());
  else if (!v->replay.file)
    messages_show(&v->messages, "written to %s", path);
  free(rgb);
}

// ---------------------------------------------------------------- a frame

// with the mutex
static void update(void* viewer) {
  Viewer* v = viewer;
  Simulation* s = &v->simulation;
  if (s->sides.m) {
    graphics_update(&v->graphics, &s->sides, &v->view, &s->perturb, &v->messages);
    plots_record(&v->plots, &s->sides, &s->clock);
  }
  panels_read(&v->panels);
}

static void draw_view(Viewer* v) {
  const Sides* sides = &v->simulation.sides;
  const mjrContext* context = &v->graphics.context;
  if (sides->m)
    graphics_draw(&v->graphics, sides_count(sides));
  overlays_draw(&v->overlays, context);
  if (sides->m)
    plots_draw(&v->plots, v->state.rect[RECT_VIEW], sides->compare, context);
}

static void draw(void* viewer) {
  Viewer* v = viewer;
  mjr_rectangle(v->state.rect[RECT_WINDOW], 0.2f, 0.3f, 0.4f, 1);
  if (v->state.rect[RECT_VIEW].width > 0)
    draw_view(v);
  panels_draw(&v->panels, &v->state, &v->graphics.context);
  if (v->requests.picture) {
    v->requests.picture = 0;
    write_picture(v);
  }
}

void frame_show(Viewer* v) {
  Simulation* s = &v->simulation;
  simulation_lock(s);
  sections_update(v);
  const int failed = errors_guard(update, v);
  overlays_write(&v->overlays, &v->graphics, s, &v->faces, v->state.rect[RECT_VIEW]);
  simulation_unlock(s);
  if ((failed || errors_guard(draw, v)) && !messages_read(&v->messages, NULL, 0))
    messages_tell(&v->messages, "nothing can be drawn: %s", fc_lastError());
  glfwSwapBuffers(v->window.handle);
  graphics_count_frame(&v->graphics);
}

void frame_show_loading(Viewer* v) {
  if (!v->graphics.made)
    return;
  const mjrRect window = v->state.rect[RECT_WINDOW];
  const int width = window.width / 4, height = window.height / 4;
  const mjrRect middle = {(window.width - width) / 2, (window.height - height) / 2, width, height};
  mjr_label(middle, mjFONT_BIG, "LOADING...", 0.2f, 0.3f, 0.4f, 0.9f, 1, 1, 1,
            &v->graphics.context);
  glfwSwapBuffers(v->window.handle);
}
