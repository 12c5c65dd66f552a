// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Dispatch of events: to the panel that owns the drag or contains the mouse, or to the view. A key
// goes to the panels one after the other and then to the view.

#include <fulcrum/host.h>

#include "changes.h"
#include "events.h"
#include "frame.h"
#include "viewer/picture/mouse.h"
#include "viewer/simulation/errors.h"

// ---------------------------------------------------------------- keys

static void toggle_panel(Viewer* v, int panel) {
  v->panels.visible[panel] = !v->panels.visible[panel];
  frame_layout(v);
}

static void step_back(Simulation* s) {
  simulation_run(s, 0);
  if (s->history.back > 1 - s->history.count) {
    s->history.back--;
    simulation_show_past(s);
  }
}

static void step_forward(Simulation* s) {
  if (s->clock.run)
    return;
  if (s->history.back < 0) {
    s->history.back++;
    simulation_show_past(s);
  } else {
    simulation_step(s);
  }
}

static void change_speed(Clock* c, int by) {
  c->speed = mjMAX(0, mjMIN(CLOCK_SPEEDS - 1, c->speed + by));
  c->restart = 1;
}

// keys that need a model
static void model_key(Viewer* v, int key) {
  Simulation* s = &v->simulation;
  const mjModel* m = s->sides.m;
  switch (key) {
    case ' ': simulation_run(s, !s->clock.run); return;
    case mjKEY_LEFT: step_back(s); return;
    case mjKEY_RIGHT: step_forward(s); return;
    case mjKEY_PAGE_UP: mouse_select_parent(&s->perturb, m); return;
    case mjKEY_ESCAPE: view_choose(&v->view, m, 0, 0, &v->messages); return;
    case '[': view_next(&v->view, m, -1); return;
    case ']': view_next(&v->view, m, 1); return;
    case '=': change_speed(&s->clock, -1); return;
    case '-': change_speed(&s->clock, 1); return;
    default: break;
  }
  if (key >= '0' && key < '0' + mjNGROUP && !v->state.control && !v->state.alt)
    view_toggle_group(&v->view, key - '0', v->state.shift);
}

static void view_key(Viewer* v) {
  const int key = v->state.key;
  mjvOption* option = &v->view.option;
  if (key == mjKEY_TAB)
    toggle_panel(v, v->state.shift ? RIGHT : LEFT);
  else if (key == mjKEY_F6)
    option->frame = (option->frame + 1) % mjNFRAME;
  else if (key == mjKEY_F7)
    option->label = (option->label + 1) % mjNLABEL;
  else if (v->simulation.sides.m)
    model_key(v, key);
}

// ---------------------------------------------------------------- panels

static void send_to_panel(Viewer* v, int panel) {
  const mjuiItem* item = mjui_event(&v->panels.ui[panel], &v->state, &v->graphics.context);
  if (item)
    changes_apply(v, item);
}

static void handle_panel(Viewer* v, int panel) {
  // end editing in the other panel
  if (v->state.type == mjEVENT_PRESS && v->panels.ui[!panel].editsect)
    send_to_panel(v, !panel);
  send_to_panel(v, panel);
}

static void handle_key(Viewer* v) {
  // typed text goes to the panel with the active text box
  const int editing = panels_are_edited(&v->panels);
  for (int i = 0; i < PANELS; i++) {
    if (editing && !v->panels.ui[i].editsect)
      continue;
    send_to_panel(v, i);
    if (!v->state.key)
      return;
  }
  if (!editing)
    view_key(v);
}

// ---------------------------------------------------------------- all events

static void handle_view(Viewer* v) {
  const mjuiState* state = &v->state;
  if (state->type == mjEVENT_PRESS && panels_are_edited(&v->panels))
    handle_panel(v, v->panels.ui[LEFT].editsect ? LEFT : RIGHT);
  if (state->type == mjEVENT_SCROLL)
    mouse_scroll(state, &v->graphics, &v->view, v->simulation.sides.m);
  else
    mouse_event(state, &v->graphics, &v->view, &v->simulation);
}

static void handle(void* viewer) {
  Viewer* v = viewer;
  const int rect = v->state.dragrect ? v->state.dragrect : v->state.mouserect;
  if (v->state.type == mjEVENT_KEY)
    handle_key(v);
  else if (rect == RECT_LEFT || rect == RECT_RIGHT)
    handle_panel(v, rect - RECT_LEFT);
  else if (rect == RECT_VIEW && v->simulation.sides.m)
    handle_view(v);
}

void events_handle(Viewer* v) {
  if (!v->graphics.made)
    return;
  simulation_lock(&v->simulation);
  if (errors_guard(handle, v)) {
    messages_tell(&v->messages, "%s", fc_lastError());
    simulation_mend(&v->simulation);
  }
  simulation_unlock(&v->simulation);
}
