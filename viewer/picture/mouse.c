// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mouse in the picture. Displacements are relative to the height of the picture.

#include "viewer/picture/mouse.h"

// ---------------------------------------------------------------- selection

void mouse_select_parent(mjvPerturb* p, const mjModel* m) {
  if (p->select <= 0)
    return;
  p->select = m->body_parentid[p->select];
  p->flexselect = p->skinselect = -1;
  mju_zero3(p->localpos);
  if (p->select <= 0)
    p->active = 0;
}

// the point of a body in its frame
static void set_point(mjvPerturb* p, const mjData* d, int body, const mjtNum point[3]) {
  mjtNum from[3];
  mju_sub3(from, point, d->xpos + 3 * body);
  mju_mulMatTVec(p->localpos, d->xmat + 9 * body, from, 3, 3);
}

// what the mouse points at
typedef struct Target_ {
  int body, flex, skin;
  mjtNum point[3];
} Target;

// The other side is on the right.
static int side_at(const mjuiState* state, const Graphics* graphics, const Sides* sides) {
  return sides->compare && state->x >= graphics->part[OTHER].left ? OTHER : MAIN;
}

static Target find_target(const mjuiState* state, const Graphics* graphics, const mjvOption* option,
                          const Sides* sides, int side) {
  const mjrRect r = graphics->part[side];
  Target t;
  int geom;
  t.body = mjv_select(sides_model(sides, side), sides->d[side], option, (mjtNum)r.width / r.height,
                      (state->x - r.left) / r.width, (state->y - r.bottom) / r.height,
                      &graphics->scene[side], t.point, &geom, &t.flex, &t.skin);
  return t;
}

// left: select; right: look at; with Control: follow
static void click_twice(const mjuiState* state, const Graphics* graphics, View* view,
                        Simulation* s) {
  const int side = side_at(state, graphics, &s->sides);
  const Target t = find_target(state, graphics, &view->option, &s->sides, side);
  if (state->button == mjBUTTON_LEFT) {
    mjvPerturb* p = &s->perturb;
    p->active = 0;
    p->select = t.body > 0 ? t.body : 0;
    p->flexselect = t.body >= 0 ? t.flex : -1;
    p->skinselect = t.body >= 0 ? t.skin : -1;
    if (t.body > 0)
      set_point(p, s->sides.d[side], t.body, t.point);
  } else if (state->button == mjBUTTON_RIGHT && t.body >= 0) {
    mju_copy3(view->camera.lookat, t.point);
    if (state->control && t.body > 0)
      view_follow(view, t.body);
  }
}

// ---------------------------------------------------------------- drags

static int action_of(const mjuiState* state) {
  if (state->right)
    return state->shift ? mjMOUSE_MOVE_H : mjMOUSE_MOVE_V;
  if (state->left)
    return state->shift ? mjMOUSE_ROTATE_H : mjMOUSE_ROTATE_V;
  return mjMOUSE_ZOOM;
}

static void begin_push(const mjuiState* state, const mjvScene* scene, Simulation* s) {
  mjvPerturb* p = &s->perturb;
  int active = 0;
  if (state->control && p->select > 0) {
    if (state->right)
      active = mjPERT_TRANSLATE;
    else if (state->left)
      active = mjPERT_ROTATE;
    if (active && !p->active)
      mjv_initPerturb(s->sides.m, s->sides.d[MAIN], scene, p);
  }
  p->active = active;
}

static void drag(const mjuiState* state, const Graphics* graphics, View* view, Simulation* s) {
  const mjModel* m = s->sides.m;
  const mjvScene* scene = &graphics->scene[MAIN];
  const double height = graphics->part[MAIN].height;
  const double right = state->dx / height, down = -state->dy / height;
  const int action = action_of(state);
  if (!state->left && !state->right && !state->middle)
    return;
  if (s->perturb.active) {
    mjv_movePerturb(m, s->sides.d[MAIN], action, right, down, scene, &s->perturb);
    s->stale = 1;
  } else {
    mjv_moveCamera(m, action, right, down, scene, &view->camera);
  }
}

void mouse_event(const mjuiState* state, const Graphics* graphics, View* view, Simulation* s) {
  switch (state->type) {
    case mjEVENT_PRESS:
      if (state->doubleclick)
        click_twice(state, graphics, view, s);
      else
        begin_push(state, &graphics->scene[MAIN], s);
      break;
    case mjEVENT_RELEASE:
      // only the last movement is kept
      if (s->perturb.active)
        simulation_perturb(s);
      if (!state->left && !state->right)
        s->perturb.active = 0;
      break;
    case mjEVENT_MOVE: drag(state, graphics, view, s); break;
    default: break;
  }
}

void mouse_scroll(const mjuiState* state, const Graphics* graphics, View* view, const mjModel* m) {
  mjv_moveCamera(m, mjMOUSE_ZOOM, 0, -0.02 * state->sy, &graphics->scene[MAIN], &view->camera);
}
