// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dispatch of events: to the panel that owns the drag or contains the mouse, or to the view. A key
// goes to the panels one after the other and then to the view.

#include <string.h>

#include "viewer.h"

// ---------------------------------------------------------------- keys

static void toggle_panel(Viewer* v, int panel) {
  v->panel_shown[panel] = !v->panel_shown[panel];
  layout(v);
}

static void step_back(Viewer* v) {
  set_run(v, 0);
  if (v->history.back > 1 - v->history.count) {
    v->history.back--;
    history_show(v);
  }
}

static void step_forward(Viewer* v) {
  if (v->clock.run)
    return;
  if (v->history.back < 0) {
    v->history.back++;
    history_show(v);
  } else {
    step_once(v);
  }
}

// the next or previous camera of the model, cyclically
static void next_camera(Viewer* v, int by) {
  const int n = (int)v->m->ncam;
  if (!n)
    return;
  const int now = v->view.type == mjCAMERA_FIXED ? v->view.fixedcamid : by > 0 ? -1 : 0;
  v->camera = 2 + (now + by + n) % n;
  choose_camera(v);
}

static void change_speed(Viewer* v, int by) {
  v->clock.speed = mjMAX(0, mjMIN(NSPEED - 1, v->clock.speed + by));
  v->clock.restart = 1;
}

static void toggle_group(Viewer* v, int group) {
  mjtByte* groups = v->state.shift ? v->option.sitegroup : v->option.geomgroup;
  groups[group] = !groups[group];
}

// keys that need a model; returns 1 when the key was handled
static int model_key(Viewer* v, int key) {
  switch (key) {
    case ' ': set_run(v, !v->clock.run); return 1;
    case mjKEY_LEFT: step_back(v); return 1;
    case mjKEY_RIGHT: step_forward(v); return 1;
    case mjKEY_PAGE_UP: select_parent(v); return 1;
    case mjKEY_ESCAPE:
      v->camera = 0;
      choose_camera(v);
      return 1;
    case '[': next_camera(v, -1); return 1;
    case ']': next_camera(v, 1); return 1;
    case '=': change_speed(v, -1); return 1;
    case '-': change_speed(v, 1); return 1;
    default: break;
  }
  if (key < '0' || key >= '0' + mjNGROUP || v->state.control || v->state.alt)
    return 0;
  toggle_group(v, key - '0');
  return 1;
}

static void view_key(Viewer* v) {
  const int key = v->state.key;
  if (key == mjKEY_TAB)
    toggle_panel(v, v->state.shift ? RIGHT : LEFT);
  else if (key == mjKEY_F6)
    v->option.frame = (v->option.frame + 1) % mjNFRAME;
  else if (key == mjKEY_F7)
    v->option.label = (v->option.label + 1) % mjNLABEL;
  else if (v->m)
    model_key(v, key);
}

static int is_editing(const Viewer* v) { return v->ui[LEFT].editsect || v->ui[RIGHT].editsect; }

static void handle_key(Viewer* v) {
  // typed text goes to the panel with the active text box
  const int editing = is_editing(v);
  for (int i = 0; i < PANELS; i++) {
    if (editing && !v->ui[i].editsect)
      continue;
    const mjuiItem* item = mjui_event(&v->ui[i], &v->state, &v->context);
    if (item)
      changed(v, item);
    if (!v->state.key)
      return;
  }
  if (!editing)
    view_key(v);
}

// ---------------------------------------------------------------- all events

// end editing in the other panel
static void leave_other(Viewer* v, int panel) {
  mjUI* other = &v->ui[!panel];
  if (v->state.type == mjEVENT_PRESS && other->editsect) {
    const mjuiItem* item = mjui_event(other, &v->state, &v->context);
    if (item)
      changed(v, item);
  }
}

static void handle_panel(Viewer* v, int panel) {
  mjUI* ui = &v->ui[panel];
  leave_other(v, panel);
  const mjuiItem* item = mjui_event(ui, &v->state, &v->context);
  if (item)
    changed(v, item);
}

static void handle_guarded(Viewer* v) {
  const mjuiState* state = &v->state;
  if (state->type == mjEVENT_KEY) {
    handle_key(v);
    return;
  }
  const int rect = state->dragrect ? state->dragrect : state->mouserect;
  if (rect == RECT_LEFT || rect == RECT_RIGHT) {
    handle_panel(v, rect - RECT_LEFT);
  } else if (rect == RECT_VIEW && v->m) {
    if (state->type == mjEVENT_PRESS && is_editing(v))
      handle_panel(v, v->ui[LEFT].editsect ? LEFT : RIGHT);
    if (state->type == mjEVENT_SCROLL)
      scroll_view(v);
    else
      mouse_view(v);
  }
}

void handle_event(Viewer* v) {
  if (!v->context_made)
    return;
  lock(v);
  if (guard(v, handle_guarded)) {
    tell(v, "%s", fc_lastError());
    mend_data(v);
  }
  unlock(v);
}
