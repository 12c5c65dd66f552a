// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Side effects of changing an item of a panel, by the identifiers of items.h.

#include <math.h>
#include <stdio.h>

#include <fulcrum/host.h>

#include "changes.h"
#include "export.h"
#include "frame.h"
#include "viewer/panels/items.h"
#include "viewer/simulation/errors.h"

// ---------------------------------------------------------------- files

// API functions that write files give a warning when they fail, which is shown.
static void save(Viewer* v, int id) {
  const Sides* s = &v->simulation.sides;
  const char* name = "mjmodel.xml";
  const int before = errors_warnings();
  switch (id) {
    case ID_SAVE_XML:
      if (source_save(&v->source, s->m, name)) {
        messages_tell(&v->messages, "%s", fc_lastError());
        return;
      }
      break;
    case ID_SAVE_MJB: mj_saveModel(s->m, name = "mjmodel.mjb", NULL, 0); break;
    case ID_PRINT_MODEL: mj_printModel(s->m, name = "MJMODEL.TXT"); break;
    default: mj_printData(s->m, s->d[MAIN], name = "MJDATA.TXT"); break;
  }
  if (errors_warnings() == before)
    messages_show(&v->messages, "written to %s", name);
}

static void copy_state(Viewer* v) {
  if (!export_state(&v->simulation.sides, v->state.shift, v->window.handle))
    messages_show(&v->messages, "the state is on the clipboard");
}

static void copy_camera(Viewer* v) {
  export_camera(&v->graphics.scene[MAIN], v->window.handle);
  messages_show(&v->messages, "the camera is on the clipboard");
}

// ---------------------------------------------------------------- appearance

static void set_theme(Viewer* v) {
  panels_set_theme(&v->panels);
  frame_resize(v);
}

static void set_font(Viewer* v) {
  panels_set_fontscale(&v->panels, 50 * (v->panels.font + 1));
  mjr_changeFont(v->panels.fontscale, &v->graphics.context);
  frame_resize(v);
}

// ---------------------------------------------------------------- implementations

static void read_faces(Viewer* v) {
  faces_read(&v->faces, &v->simulation.sides);
  v->panels.rebuild = 1;
}

static void choose_face(Viewer* v, int choice) {
  Simulation* s = &v->simulation;
  if (faces_choose(&v->faces, &s->sides, choice))
    messages_tell(&v->messages, "%s", fc_lastError());
  s->sides.cost[s->sides.edited] = 0;
  s->stale = 1;
  s->broken = 0;
  read_faces(v);
}

static void set_parameter(Viewer* v, int parameter) {
  const FcParameter* about = v->faces.parameter[parameter].about;
  if (faces_set(&v->faces, &v->simulation.sides, parameter))
    messages_tell(&v->messages, "%s", fc_lastError());
  else
    messages_show(&v->messages, "%s: %s", about->key, about->help);
  v->simulation.stale = 1;
}

static void set_exponent(Viewer* v, int parameter) {
  Parameter* p = v->faces.parameter + parameter;
  p->real = mju_clip(pow(10, p->exponent), p->about->min, p->about->max);
  set_parameter(v, parameter);
}

static void set_compare(Viewer* v) {
  Sides* s = &v->simulation.sides;
  if (simulation_compare(&v->simulation))
    messages_tell(&v->messages, "%s", fc_lastError());
  if (s->compare)
    plots_compare(&v->plots);
  s->want_compare = s->compare;
  frame_layout(v);
  read_faces(v);
}

// ---------------------------------------------------------------- simulation

static void set_flags(Viewer* v) {
  flags_write(&v->flags, sides_option(&v->simulation.sides));
  v->simulation.stale = 1;
  v->panels.rebuild = 1;
}

static void clear_controls(const Sides* s) { mju_zero(s->d[MAIN]->ctrl, (int)s->m->nu); }

static void choose_camera(Viewer* v) {
  const Simulation* s = &v->simulation;
  view_choose(&v->view, s->sides.m, v->view.choice, s->perturb.select, &v->messages);
}

static void show_past(Simulation* s) {
  s->clock.run = 0;
  simulation_show_past(s);
}

// ---------------------------------------------------------------- dispatch

static void program_changed(Viewer* v, int id) {
  switch (id) {
    case ID_QUIT: window_end(&v->window); break;
    case ID_SCREENSHOT: frame_request_picture(v, "screenshot.png"); break;
    case ID_FULLSCREEN: v->requests.fullscreen = 1; break;
    case ID_VSYNC: glfwSwapInterval(v->window.vsync); break;
    case ID_THEME: set_theme(v); break;
    case ID_FONT: set_font(v); break;
    default: break;
  }
}

static void simulation_changed(Simulation* s, int id) {
  switch (id) {
    case ID_RUN: simulation_run(s, s->clock.run); break;
    case ID_RESET: simulation_reset(s); break;
    case ID_LOAD_KEY: simulation_load_key(s); break;
    case ID_SAVE_KEY: simulation_save_key(s); break;
    case ID_HISTORY: show_past(s); break;
    case ID_SPEED: s->clock.restart = s->stale = 1; break;
    case ID_CLEAR: clear_controls(&s->sides); break;
    case ID_JOINT: simulation_share_pose(s); break;
    default: break;
  }
}

static void model_changed(Viewer* v, int id) {
  switch (id) {
    case ID_SAVE_XML:
    case ID_SAVE_MJB:
    case ID_PRINT_MODEL:
    case ID_PRINT_DATA: save(v, id); break;
    case ID_RELOAD: v->requests.reload = 1; break;
    case ID_RELOAD_MODULES: v->requests.modules = 1; break;
    case ID_ALIGN:
    case ID_ALIGN_FREE: view_align(&v->view, v->simulation.sides.m); break;
    case ID_COPY_STATE: copy_state(v); break;
    case ID_FLAGS: set_flags(v); break;
    case ID_CAMERA: choose_camera(v); break;
    case ID_COPY_CAMERA: copy_camera(v); break;
    case ID_GROUPS: v->panels.rebuild = 1; break;
    case ID_COMPARE: set_compare(v); break;
    case ID_EDITED: read_faces(v); break;
    default: break;
  }
}

void changes_apply(Viewer* v, const mjuiItem* item) {
  const int id = item->userid;
  if (id >= ID_EXPONENT) {
    set_exponent(v, id - ID_EXPONENT);
  } else if (id >= ID_PARAMETER) {
    set_parameter(v, id - ID_PARAMETER);
  } else if (id >= ID_CHOICE) {
    choose_face(v, id - ID_CHOICE);
  } else {
    program_changed(v, id);
    if (!v->simulation.sides.m)
      return;
    simulation_changed(&v->simulation, id);
    model_changed(v, id);
  }
}
