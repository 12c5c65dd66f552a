// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Pictures of the model.

#include <string.h>

#include "viewer/picture/graphics.h"
#include "viewer/simulation/clock.h"
#include "viewer/simulation/errors.h"

#define GEOMS_MOST 20000  // per scene: elements and decoration

void graphics_init(Graphics* g) {
  for (int i = 0; i < SIDES; i++)
    mjv_defaultScene(&g->scene[i]);
  mjr_defaultContext(&g->context);
}

// ---------------------------------------------------------------- open, close

void graphics_open(Graphics* g, const mjModel* m, int fontscale) {
  for (int i = 0; i < SIDES; i++) {
    mjtByte flags[mjNRNDFLAG];
    memcpy(flags, g->scene[i].flags, sizeof flags);
    mjv_freeScene(&g->scene[i]);
    mjv_makeScene(m, &g->scene[i], GEOMS_MOST);
    if (g->made)
      memcpy(g->scene[i].flags, flags, sizeof flags);
  }
  mjr_makeContext(m, &g->context, fontscale);
  g->made = 1;
  mjr_setBuffer(mjFB_WINDOW, &g->context);
}

static void free_context(void* context) { mjr_freeContext(context); }

void graphics_close(Graphics* g) {
  if (g->made)
    errors_guard(free_context, &g->context);
  mjr_defaultContext(&g->context);
  g->made = 0;
  for (int i = 0; i < SIDES; i++) {
    mjtByte flags[mjNRNDFLAG];
    memcpy(flags, g->scene[i].flags, sizeof flags);
    mjv_freeScene(&g->scene[i]);
    memcpy(g->scene[i].flags, flags, sizeof flags);
  }
}

void graphics_reset_flags(Graphics* g) {
  mjvScene fresh;
  mjv_defaultScene(&fresh);
  for (int i = 0; i < SIDES; i++)
    memcpy(g->scene[i].flags, fresh.flags, sizeof fresh.flags);
}

// ---------------------------------------------------------------- pictures

void graphics_divide(Graphics* g, mjrRect view, int compare) {
  const int half = view.width / 2;
  g->part[MAIN] = view;
  g->part[OTHER] = (mjrRect){view.left + half, 0, view.width - half, view.height};
  if (compare)
    g->part[MAIN].width = half;
}

void graphics_update(Graphics* g, const Sides* s, View* view, const mjvPerturb* perturb,
                     Messages* messages) {
  if (s->compare) {
    s->twin->vis = s->m->vis;
    s->twin->stat = s->m->stat;
  }
  for (int i = 0; i < sides_count(s); i++) {
    mjv_updateScene(sides_model(s, i), s->d[i], &view->option, perturb, &view->camera, mjCAT_ALL,
                    &g->scene[i]);
    // one set of flags for both sides
    if (i)
      memcpy(g->scene[i].flags, g->scene[MAIN].flags, sizeof g->scene[i].flags);
    if (g->scene[i].status && !messages_read(messages, NULL, 0))
      messages_tell(messages, "the scene has more than %d geoms; those beyond are not drawn",
                    GEOMS_MOST);
  }
}

void graphics_draw(Graphics* g, int sides) {
  for (int i = 0; i < sides; i++)
    mjr_render(g->part[i], &g->scene[i], &g->context);
  if (sides > 1) {
    const mjrRect border = {g->part[OTHER].left - 1, 0, 2, g->part[OTHER].height};
    mjr_rectangle(border, 0.1f, 0.1f, 0.1f, 1);
  }
}

// ---------------------------------------------------------------- rate

void graphics_count_frame(Graphics* g) {
  const int n = sizeof g->frame_time / sizeof *g->frame_time;
  const double now = clock_seconds();
  const double since = now - g->frame_time[g->nframe % n];
  g->frame_time[g->nframe++ % n] = now;
  g->fps = g->nframe > n && since > 0 ? n / since : 0;
}
