// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures: the context, the rectangles of the window, scenes, one frame.

#include <string.h>

#include "viewer.h"

#define GEOMS_MOST 20000    // per scene: elements and decoration
#define PANEL_HEIGHT 16000  // pixels: a buffer size that OpenGL supports in practice

int sides(const Viewer* v) { return v->compare ? 2 : 1; }

mjModel* model_of(const Viewer* v, int side) { return side == OTHER ? v->twin : v->m; }

// ---------------------------------------------------------------- context

// the buffer of a panel can hold all its sections
static void fit_buffer(Viewer* v, int i) {
  const mjUI* ui = &v->ui[i];
  if (v->aux_width[i] == ui->width && v->aux_height[i] == ui->maxheight)
    return;
  mjr_addAux(i, ui->width, ui->maxheight, ui->spacing.samples, &v->context);
  v->aux_width[i] = ui->width;
  v->aux_height[i] = ui->maxheight;
}

void graphics_font(Viewer* v) {
  for (int i = 0; i < PANELS; i++) {
    mjUI* ui = &v->ui[i];
    mjui_resize(ui, &v->context);

    // a column higher than the largest buffer: use a smaller font
    while (ui->maxheight > PANEL_HEIGHT && v->fontscale > 50) {
      v->fontscale -= 50;
      v->font = v->fontscale / 50 - 1;
      mjr_changeFont(v->fontscale, &v->context);
      mjui_resize(ui, &v->context);
      if (i)
        mjui_resize(&v->ui[LEFT], &v->context);
    }
  }
  for (int i = 0; i < PANELS; i++)
    fit_buffer(v, i);
  memset(v->shown, 0, sizeof v->shown);
}

void graphics_open(Viewer* v) {
  for (int i = 0; i < SIDES; i++) {
    mjtByte flags[mjNRNDFLAG];
    memcpy(flags, v->scene[i].flags, sizeof flags);
    const int former = v->context_made;
    mjv_freeScene(&v->scene[i]);
    mjv_makeScene(v->m, &v->scene[i], GEOMS_MOST);
    if (former)
      memcpy(v->scene[i].flags, flags, sizeof flags);
  }
  memset(v->aux_width, 0, sizeof v->aux_width);
  mjr_makeContext(v->m, &v->context, v->fontscale);
  v->context_made = 1;
  mjr_setBuffer(mjFB_WINDOW, &v->context);
  graphics_font(v);
}

static void free_context(Viewer* v) { mjr_freeContext(&v->context); }

void graphics_close(Viewer* v) {
  if (v->context_made)
    guard(v, free_context);
  mjr_defaultContext(&v->context);
  v->context_made = 0;
  for (int i = 0; i < SIDES; i++) {
    mjtByte flags[mjNRNDFLAG];
    memcpy(flags, v->scene[i].flags, sizeof flags);
    mjv_freeScene(&v->scene[i]);
    memcpy(v->scene[i].flags, flags, sizeof flags);
  }
}

// ---------------------------------------------------------------- layout

void layout(Viewer* v) {
  mjrRect* rect = v->state.rect;
  const int width = rect[RECT_WINDOW].width, height = rect[RECT_WINDOW].height;
  const int left = v->panel_shown[LEFT] ? mjMIN(v->ui[LEFT].width, width) : 0;
  const int right = v->panel_shown[RIGHT] ? mjMIN(v->ui[RIGHT].width, width - left) : 0;
  rect[RECT_LEFT] = (mjrRect){0, 0, left, height};
  rect[RECT_RIGHT] = (mjrRect){width - right, 0, right, height};
  rect[RECT_VIEW] = (mjrRect){left, 0, width - left - right, height};
  const int half = rect[RECT_VIEW].width / 2;
  v->part[MAIN] = rect[RECT_VIEW];
  v->part[OTHER] = (mjrRect){left + half, 0, rect[RECT_VIEW].width - half, height};
  if (v->compare)
    v->part[MAIN].width = half;
}

// ---------------------------------------------------------------- scenes

void update_scenes(Viewer* v) {
  if (!v->m)
    return;
  if (v->compare) {
    v->twin->vis = v->m->vis;
    v->twin->stat = v->m->stat;
  }
  for (int i = 0; i < sides(v); i++) {
    mjv_updateScene(model_of(v, i), v->d[i], &v->option, &v->perturb, &v->view, mjCAT_ALL,
                    &v->scene[i]);
    // one set of flags for both sides
    if (i)
      memcpy(v->scene[i].flags, v->scene[MAIN].flags, sizeof v->scene[i].flags);
    if (v->scene[i].status && !message_read(v, NULL, 0))
      tell(v, "the scene has more than %d geoms; those beyond are not drawn", GEOMS_MOST);
  }
  plots_record(v);
}

// ---------------------------------------------------------------- a frame

static void draw_view(Viewer* v) {
  for (int i = 0; i < sides(v); i++)
    mjr_render(v->part[i], &v->scene[i], &v->context);
  if (v->compare) {
    const mjrRect border = {v->part[OTHER].left - 1, 0, 2, v->part[OTHER].height};
    mjr_rectangle(border, 0.1f, 0.1f, 0.1f, 1);
  }
}

static void draw_panels(Viewer* v) {
  panels_draw(v);
  for (int i = 0; i < PANELS; i++)
    if (v->panel_shown[i] && v->state.rect[RECT_LEFT + i].width > 0)
      mjui_render(&v->ui[i], &v->state, &v->context);
}

void draw(Viewer* v) {
  const mjrRect window = v->state.rect[RECT_WINDOW];
  mjr_rectangle(window, 0.2f, 0.3f, 0.4f, 1);
  if (v->state.rect[RECT_VIEW].width > 0) {
    if (v->m)
      draw_view(v);
    overlays_draw(v);
    draw_plots(v);
  }
  draw_panels(v);
  if (v->want_picture) {
    v->want_picture = 0;
    write_screenshot(v);
  }
}
