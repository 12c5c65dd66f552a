// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras and groups.

#include "viewer/picture/view.h"

enum { FREE, TRACKING, FIXED };  // the menu of cameras

void view_open(View* v) {
  mjv_defaultOption(&v->option);
  mjv_defaultCamera(&v->camera);
}

static void set_free(View* v) {
  v->camera.type = mjCAMERA_FREE;
  v->camera.fixedcamid = -1;
  v->choice = FREE;
}

static void set_fixed(View* v, int camera) {
  v->camera.type = mjCAMERA_FIXED;
  v->camera.fixedcamid = camera;
  v->choice = FIXED + camera;
}

void view_follow(View* v, int body) {
  v->camera.type = mjCAMERA_TRACKING;
  v->camera.trackbodyid = body;
  v->camera.fixedcamid = -1;
  v->choice = TRACKING;
}

void view_align(View* v, const mjModel* m) {
  mjv_defaultFreeCamera(m, &v->camera);
  v->choice = FREE;
}

void view_restart(View* v, const mjModel* m) {
  const int camera = m->vis.global.cameraid;
  view_align(v, m);
  if (camera >= 0 && camera < m->ncam)
    set_fixed(v, camera);
  else
    set_free(v);
}

void view_choose(View* v, const mjModel* m, int choice, int body, Messages* messages) {
  if (choice >= FIXED && choice - FIXED < m->ncam) {
    set_fixed(v, choice - FIXED);
  } else if (choice == TRACKING && body > 0) {
    view_follow(v, body);
  } else {
    if (choice == TRACKING)
      messages_show(messages, "select the body that the camera is to follow, with a double click");
    set_free(v);
  }
}

void view_next(View* v, const mjModel* m, int by) {
  const int n = (int)m->ncam;
  if (!n)
    return;
  const int now = v->camera.type == mjCAMERA_FIXED ? v->camera.fixedcamid : by > 0 ? -1 : 0;
  set_fixed(v, (now + by + n) % n);
}

void view_toggle_group(View* v, int group, int of_sites) {
  mjtByte* groups = of_sites ? v->option.sitegroup : v->option.geomgroup;
  groups[group] = !groups[group];
}
