// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Renderers compute in single precision, where the squares of numbers above 1e19 are infinite, and
// divide by the extents of a frustum. These checks pass only views that can be drawn.

#include <math.h>
#include <stdio.h>

#include <fulcrum/math.h>
#include <fulcrum/renderer.h>

#include "core/view/draw/view_check.h"

// ---------------------------------------------------------------- numbers

// Numbers with their names in the API; more than one (`n`) form an array. `source` names the input
// from which mjv_updateCamera computes them.
typedef struct Numbers_ {
  const char* name;
  const float* value;
  int n;
  const char* source;
} Numbers;

// Checks that the numbers of `owner` are finite.
static int are_finite(const char* function, const char* owner, const Numbers* numbers, int n) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < numbers[i].n; k++) {
      const float value = numbers[i].value[k];
      if (isfinite(value))
        continue;
      char index[16] = "";
      if (numbers[i].n > 1)
        snprintf(index, sizeof index, "[%d]", k);
      mju_error("%s: %s%s of %s is %s, expected a finite number%s", function, numbers[i].name,
                index, owner,
                isnan(value) ? "nan"
                : value > 0  ? "inf"
                             : "-inf",
                numbers[i].source);
      return 0;
    }
  }
  return 1;
}

static int camera_is_finite(const char* function, const char* owner, const mjvGLCamera* c) {
  static const char clip[] = "; it is znear or zfar of visual/map times the extent of the model";
  static const char view[] = "; it follows from the field of view, fovy, or from the lens";
  const Numbers numbers[] = {{"frustum_near", &c->frustum_near, 1, clip},
                             {"frustum_far", &c->frustum_far, 1, clip},
                             {"frustum_bottom", &c->frustum_bottom, 1, view},
                             {"frustum_top", &c->frustum_top, 1, view},
                             {"frustum_center", &c->frustum_center, 1, view},
                             {"frustum_width", &c->frustum_width, 1, view},
                             {"pos", c->pos, 3, ""},
                             {"forward", c->forward, 3, ""},
                             {"up", c->up, 3, ""}};
  return are_finite(function, owner, numbers, sizeof numbers / sizeof *numbers);
}

// ---------------------------------------------------------------- cameras

static int has_axes(const char* function, const char* owner, const mjvGLCamera* c) {
  mjtNum forward[3], up[3], right[3];
  for (int k = 0; k < 3; k++) {
    forward[k] = c->forward[k];
    up[k] = c->up[k];
  }
  const mjtNum length = fc_norm3(forward), height = fc_norm3(up);
  fc_cross(right, forward, up);
  if (length >= mjMINVAL && height >= mjMINVAL && length <= FC_VIEW_MOST &&
      height <= FC_VIEW_MOST && fc_norm3(right) > 1e-6 * length * height)
    return 1;
  mju_error(
      "%s: forward (%g %g %g) and up (%g %g %g) of %s are no axes, expected two unit vectors in "
      "different directions",
      function, forward[0], forward[1], forward[2], up[0], up[1], up[2], owner);
  return 0;
}

static int has_planes(const char* function, const char* owner, const mjvGLCamera* c) {
  const mjtNum near = c->frustum_near, far = c->frustum_far;
  if (near >= mjMINVAL && near < far && far <= FC_VIEW_MOST)
    return 1;
  mju_error(
      "%s: the near plane of %s is at %g and the far plane at %g, expected 0 < near < far, and far "
      "at most %g",
      function, owner, near, far, FC_VIEW_MOST);
  return 0;
}

static int has_extent(const char* function, const char* owner, const mjvGLCamera* c) {
  // at distance 1 for a perspective camera
  const mjtNum scale = c->orthographic ? 1 : (mjtNum)c->frustum_near;
  const mjtNum bottom = c->frustum_bottom / scale, top = c->frustum_top / scale;
  const mjtNum across = fc_max(fabs((mjtNum)c->frustum_center), fabs((mjtNum)c->frustum_width));
  if (c->frustum_bottom != c->frustum_top && fabs(bottom) <= FC_VIEW_MOST &&
      fabs(top) <= FC_VIEW_MOST && across / scale <= FC_VIEW_MOST)
    return 1;
  mju_error(
      "%s: the frustum of %s reaches from %g at the bottom to %g at the top, its centre is at %g "
      "and half its width is %g, expected an extent above 0 and edges up to %g",
      function, owner, (mjtNum)c->frustum_bottom, (mjtNum)c->frustum_top, (mjtNum)c->frustum_center,
      (mjtNum)c->frustum_width, FC_VIEW_MOST * scale);
  return 0;
}

// ---------------------------------------------------------------- scenes

static int transform_is_valid(const char* function, const mjvScene* scn) {
  const Numbers numbers[] = {{"translate", scn->translate, 3, ""}, {"rotate", scn->rotate, 4, ""}};
  if (scn->enabletransform && !are_finite(function, "the scene", numbers, 2))
    return 0;
  const float* q = scn->rotate;
  if (scn->enabletransform && !(q[0] || q[1] || q[2] || q[3])) {
    mju_error("%s: rotate of the scene is 0 0 0 0, expected a unit quaternion", function);
    return 0;
  }
  if (scn->scale >= mjMINVAL && scn->scale <= FC_VIEW_MOST)
    return 1;
  mju_error("%s: scale of the scene is %g, expected a number between %g and %g", function,
            (mjtNum)scn->scale, mjMINVAL, FC_VIEW_MOST);
  return 0;
}

// Checks the camera halfway between two; its axes are as long as their mean.
static mjvGLCamera mean_of(const mjvGLCamera* a, const mjvGLCamera* b) {
  mjvGLCamera mean = *a;
  for (int k = 0; k < 3; k++) {
    mean.forward[k] = a->forward[k] / 2 + b->forward[k] / 2;
    mean.up[k] = a->up[k] / 2 + b->up[k] / 2;
  }
  mean.frustum_center = a->frustum_center / 2 + b->frustum_center / 2;
  mean.frustum_width = a->frustum_width / 2 + b->frustum_width / 2;
  mean.frustum_bottom = a->frustum_bottom / 2 + b->frustum_bottom / 2;
  mean.frustum_top = a->frustum_top / 2 + b->frustum_top / 2;
  mean.frustum_near = a->frustum_near / 2 + b->frustum_near / 2;
  return mean;
}

int view_is_drawable(const char* function, const mjvScene* scn) {
  static const char* const owner[] = {"camera 0 of the scene", "camera 1 of the scene",
                                      "the mean of both cameras of the scene"};
  if (!transform_is_valid(function, scn))
    return 0;
  for (int i = 0; i < 2; i++) {
    const mjvGLCamera* camera = scn->camera + i;
    if (!camera_is_finite(function, owner[i], camera) || !has_planes(function, owner[i], camera))
      return 0;
  }
  if (!scn->camera[0].orthographic != !scn->camera[1].orthographic) {
    mju_error("%s: one camera of the scene is orthographic and the other is not", function);
    return 0;
  }
  const mjvGLCamera mean = mean_of(scn->camera, scn->camera + 1);
  const mjvGLCamera* camera[] = {scn->camera, scn->camera + 1, &mean};
  const int stereo = scn->stereo != mjSTEREO_NONE;
  for (int i = stereo ? 0 : 2; i < (stereo ? 2 : 3); i++)
    if (!has_axes(function, owner[i], camera[i]) || !has_extent(function, owner[i], camera[i]))
      return 0;
  return 1;
}
