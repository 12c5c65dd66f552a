// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The sections of both panels: File and Option are made once, the others for every model, and when
// there are other items to show.

#include "sections.h"
#include "viewer/panels/panel_sections.h"

// ---------------------------------------------------------------- making

// at the start: Simulation, and the right panel
static void open_initial(Panels* p) {
  const int simulation = p->model_sections[LEFT];
  for (int i = simulation; i < p->ui[LEFT].nsect; i++)
    p->ui[LEFT].sect[i].state = i == simulation ? mjSECT_OPEN : mjSECT_CLOSED;
  for (int i = 0; i < p->ui[RIGHT].nsect; i++)
    p->ui[RIGHT].sect[i].state = mjSECT_OPEN;
}

// Sections stay open or closed; editing and dragging of removed items ends.
static void make_model_sections(Viewer* v) {
  Panels* p = &v->panels;
  mjUI *left = &p->ui[LEFT], *right = &p->ui[RIGHT];
  Sides* sides = &v->simulation.sides;
  p->rebuild = v->simulation.history.renewed = 0;
  for (int i = 0; i < PANELS; i++) {
    p->ui[i].nsect = p->model_sections[i];
    p->ui[i].editsect = p->ui[i].mousesect = 0;
  }
  panel_simulation(left, &v->simulation, &v->watch);
  panel_physics(left, sides, &v->faces, &v->flags);
  panel_rendering(left, sides->m, &v->view, v->graphics.scene[MAIN].flags);
  panel_controls(right, sides, &v->view.option);
  panel_modules(right, sides, &v->faces);
  if (!p->built)
    open_initial(p);
  p->built = 1;
  panels_set_theme(p);
  if (v->graphics.made)
    panels_resize(p, &v->graphics.context);
}

void sections_open(Viewer* v) {
  Panels* p = &v->panels;
  panels_open(p, &v->simulation);
  panel_program(p, &v->overlays, &v->plots, &v->simulation.clock, &v->window);
  for (int i = 0; i < PANELS; i++)
    p->model_sections[i] = p->ui[i].nsect;
  sections_read(v);
  make_model_sections(v);
}

// ---------------------------------------------------------------- every frame

void sections_read(Viewer* v) {
  const Sides* s = &v->simulation.sides;
  if (!s->m)
    return;
  watch_update(&v->watch, s->m, s->d[MAIN]);
  flags_read(&v->flags, sides_option(s));
  if (v->view.camera.type == mjCAMERA_FREE)
    v->view.choice = 0;
}

void sections_update(Viewer* v) {
  sections_read(v);
  if (v->panels.rebuild || v->simulation.history.renewed)
    make_model_sections(v);
}
