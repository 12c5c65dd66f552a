// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The mouse in the view: it moves the camera, selects bodies and perturbs them. Displacements are
// relative to the height of the view.

#include <string.h>

#include "viewer.h"

// the side whose picture contains the mouse, or the drag
static int side_at(const Viewer* v) {
  return v->compare && v->state.x >= v->part[OTHER].left ? OTHER : MAIN;
}

// ---------------------------------------------------------------- cameras

void align_camera(Viewer* v) {
  mjv_defaultFreeCamera(v->m, &v->view);
  v->camera = 0;
}

void choose_camera(Viewer* v) {
  if (v->camera >= 2 && v->camera - 2 < v->m->ncam) {
    v->view.type = mjCAMERA_FIXED;
    v->view.fixedcamid = v->camera - 2;
  } else if (v->camera == 1 && v->perturb.select > 0) {
    v->view.type = mjCAMERA_TRACKING;
    v->view.trackbodyid = v->perturb.select;
    v->view.fixedcamid = -1;
  } else {
    if (v->camera == 1)
      show(v, "select the body that the camera is to follow, with a double click");
    v->view.type = mjCAMERA_FREE;
    v->view.fixedcamid = -1;
    v->camera = 0;
  }
}

// ---------------------------------------------------------------- selection

void select_parent(Viewer* v) {
  mjvPerturb* p = &v->perturb;
  if (p->select <= 0)
    return;
  p->select = v->m->body_parentid[p->select];
  p->flexselect = p->skinselect = -1;
  mju_zero3(p->localpos);
  if (p->select <= 0)
    p->active = 0;
}

// the point of a body in its frame
static void set_point(Viewer* v, int side, int body, const mjtNum point[3]) {
  const mjData* d = v->d[side];
  mjtNum from[3];
  mju_sub3(from, point, d->xpos + 3 * body);
  mju_mulMatTVec(v->perturb.localpos, d->xmat + 9 * body, from, 3, 3);
}

// left: select; right: look at; with Control: follow
static void click_twice(Viewer* v) {
  const int side = side_at(v);
  const mjrRect r = v->part[side];
  mjtNum point[3];
  int geom, flex, skin;
  const int body = mjv_select(model_of(v, side), v->d[side], &v->option, (mjtNum)r.width / r.height,
                              (v->state.x - r.left) / r.width, (v->state.y - r.bottom) / r.height,
                              &v->scene[side], point, &geom, &flex, &skin);
  if (v->state.button == mjBUTTON_LEFT) {
    v->perturb.active = 0;
    v->perturb.select = body > 0 ? body : 0;
    v->perturb.flexselect = body >= 0 ? flex : -1;
    v->perturb.skinselect = body >= 0 ? skin : -1;
    if (body > 0)
      set_point(v, side, body, point);
  } else if (v->state.button == mjBUTTON_RIGHT && body >= 0) {
    mju_copy3(v->view.lookat, point);
    if (v->state.control && body > 0) {
      v->view.type = mjCAMERA_TRACKING;
      v->view.trackbodyid = body;
      v->view.fixedcamid = -1;
      v->camera = 1;
    }
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

static void begin_push(Viewer* v) {
  mjvPerturb* p = &v->perturb;
  int active = 0;
  if (v->state.control && p->select > 0) {
    if (v->state.right)
      active = mjPERT_TRANSLATE;
    else if (v->state.left)
      active = mjPERT_ROTATE;
    if (active && !p->active)
      mjv_initPerturb(v->m, v->d[MAIN], &v->scene[MAIN], p);
  }
  p->active = active;
}

static void drag(Viewer* v) {
  const mjuiState* state = &v->state;
  const double height = v->part[MAIN].height;
  const int action = action_of(state);
  if (!state->left && !state->right && !state->middle)
    return;
  if (v->perturb.active) {
    mjv_movePerturb(v->m, v->d[MAIN], action, state->dx / height, -state->dy / height,
                    &v->scene[MAIN], &v->perturb);
    v->stale = 1;
  } else {
    mjv_moveCamera(v->m, action, state->dx / height, -state->dy / height, &v->scene[MAIN],
                   &v->view);
  }
}

void mouse_view(Viewer* v) {
  switch (v->state.type) {
    case mjEVENT_PRESS:
      if (v->state.doubleclick)
        click_twice(v);
      else
        begin_push(v);
      break;
    case mjEVENT_RELEASE:
      // only the last movement is kept
      if (v->perturb.active)
        perturb(v);
      if (!v->state.left && !v->state.right)
        v->perturb.active = 0;
      break;
    case mjEVENT_MOVE: drag(v); break;
    default: break;
  }
}

void scroll_view(Viewer* v) {
  mjv_moveCamera(v->m, mjMOUSE_ZOOM, 0, -0.02 * v->state.sy, &v->scene[MAIN], &v->view);
}
