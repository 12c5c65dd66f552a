// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include "renderers/common/common.h"

const mjvGeom* find_horizon(const mjvScene* scn) {
  for (int i = 0; i < scn->ngeom; i++) {
    const mjvGeom* geom = scn->geoms + i;
    if (geom->type == mjGEOM_PLANE && geom->size[0] <= 0 && geom->size[1] <= 0)
      return geom;
  }
  return NULL;
}

void face_normal(const float* a, const float* b, const float* c, float normal[3]) {
  mjtNum u[3], v[3], n[3];
  for (int k = 0; k < 3; k++) {
    u[k] = b[k] - a[k];
    v[k] = c[k] - a[k];
  }
  mju_cross(n, u, v);
  mju_normalize3(n);
  for (int k = 0; k < 3; k++)
    normal[k] = (float)n[k];
}

void border_of(const mjvScene* scn, mjrRect v, mjrRect side[4], float rgba[4]) {
  const int w = scn->framewidth;
  side[0] = (mjrRect){v.left, v.bottom, v.width, w};
  side[1] = (mjrRect){v.left, v.bottom + v.height - w, v.width, w};
  side[2] = (mjrRect){v.left, v.bottom, w, v.height};
  side[3] = (mjrRect){v.left + v.width - w, v.bottom, w, v.height};
  for (int k = 0; k < 3; k++)
    rgba[k] = scn->framergb[k];
  rgba[3] = 1;
}
