// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rays of a camera. Their directions have the length 1 along the axis of the camera, so that t is
// the distance from which depth is computed. Depth is reversed: 1 at the near plane n, 0 at the far
// plane f, for a distance d along the axis
//
//     w = n (f - d) / (d (f - n))   perspective,      w = (f - d) / (f - n)   orthographic

#include <string.h>

#include "trace.h"
#include "vector.h"

// from room space, where cameras are, to model space
static void into_model(const mjvScene* scn, float vector[3], int is_point) {
  if (!scn->enabletransform || !(scn->scale > 0))
    return;
  mjtNum quat[4], mat[9], v[3], res[3];
  for (int k = 0; k < 4; k++)
    quat[k] = (mjtNum)scn->rotate[k];
  for (int k = 0; k < 3; k++)
    v[k] = (mjtNum)(vector[k] - (is_point ? scn->translate[k] : 0));
  mju_quat2Mat(mat, quat);
  mju_mulMatTVec3(res, mat, v);
  for (int k = 0; k < 3; k++)
    vector[k] = (float)res[k] / scn->scale;
}

void rt_make_view(View* view, const World* world, const Settings* settings, const mjvGLCamera* c,
                  mjrRect viewport) {
  const mjvScene* scn = world->scn;
  const float half = c->frustum_width > 0 ? c->frustum_width
                                          : 0.5f * (float)viewport.width / (float)viewport.height *
                                                (c->frustum_top - c->frustum_bottom);
  memset(view, 0, sizeof *view);
  view->world = world;
  view->settings = settings;
  view->viewport = viewport;
  view->light_width = tanf(settings->light_angle);
  view->near = c->frustum_near;
  view->far = c->frustum_far;
  view->orthographic = c->orthographic;
  view->left_edge = c->frustum_center - half;
  view->width = 2 * half;
  view->bottom_edge = c->frustum_bottom;
  view->height = c->frustum_top - c->frustum_bottom;
  memcpy(view->eye, c->pos, sizeof view->eye);
  memcpy(view->forward, c->forward, sizeof view->forward);
  unit3(view->forward);
  cross3(view->right, view->forward, c->up);
  unit3(view->right);
  cross3(view->up, view->right, view->forward);
  into_model(scn, view->eye, 1);
  into_model(scn, view->forward, 0);
  into_model(scn, view->up, 0);
  into_model(scn, view->right, 0);
  rt_find_sky(view);
}

void rt_view_ray(const View* view, float x, float y, Line* line) {
  float across = view->left_edge + view->width * x / (float)view->viewport.width;
  float up = view->bottom_edge + view->height * y / (float)view->viewport.height;
  memcpy(line->origin, view->eye, sizeof line->origin);
  memcpy(line->direction, view->forward, sizeof line->direction);
  float* moved = view->orthographic ? line->origin : line->direction;
  across /= view->orthographic ? 1 : view->near;
  up /= view->orthographic ? 1 : view->near;
  add3(moved, moved, across, view->right);
  add3(moved, moved, up, view->up);
  line->near = view->near;
  line->far = view->far;
}

float rt_depth(const View* view, float d) {
  const float n = view->near, f = view->far;
  const float w = view->orthographic ? (f - d) / (f - n) : n * (f - d) / (d * (f - n));
  return fmaxf(0, fminf(1, w));
}
