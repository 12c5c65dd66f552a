// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The order of transparent geoms, which are blended over each other; lights that are usable.

#include <math.h>
#include <stdlib.h>

#include "renderers/common/common.h"

static float bound_of(const mjvGeom* geom) {
  const float* s = geom->size;
  if (geom->objtype == mjOBJ_GEOM)
    return geom->modelrbound;
  switch (geom->type) {
    case mjGEOM_SPHERE: return s[0];
    case mjGEOM_CAPSULE: return s[0] + s[2];
    case mjGEOM_CYLINDER: return sqrtf(s[0] * s[0] + s[2] * s[2]);
    case mjGEOM_BOX: return sqrtf(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default: return fmaxf(s[0], fmaxf(s[1], s[2]));
  }
}

// NaN comes last, so that the order is defined
static float distance_of(const mjvGeom* geom) {
  return isnan(geom->camdist) ? INFINITY : geom->camdist;
}

static int nearer(const void* a, const void* b, void* geoms) {
  const int i = *(const int*)a, k = *(const int*)b;
  const float x = distance_of((const mjvGeom*)geoms + i);
  const float y = distance_of((const mjvGeom*)geoms + k);
  return x < y ? -1 : x > y ? 1 : i - k;
}

int order_transparent(mjvScene* scn, const float head[3]) {
  int n = 0;
  for (int i = 0; i < scn->ngeom; i++) {
    mjvGeom* geom = scn->geoms + i;
    float height = 0, square = 0;
    for (int k = 0; k < 3; k++) {
      const float d = head[k] - geom->pos[k];
      height += d * geom->mat[3 * k + 2];
      square += d * d;
    }
    const int plane = geom->type == mjGEOM_PLANE;
    geom->transparent = geom->rgba[3] < 0.995f || (plane && height < 0);
    geom->camdist = plane ? 1e10f : sqrtf(square) - bound_of(geom);
    if (geom->transparent)
      scn->geomorder[n++] = i;
  }
  if (n)
    qsort_r(scn->geomorder, (size_t)n, sizeof *scn->geomorder, nearer, scn->geoms);
  return n;
}

static int are_finite(const float* v, int n) {
  int finite = 1;
  for (int i = 0; i < n; i++)
    finite &= isfinite(v[i]) != 0;
  return finite;
}

int is_light(const mjvLight* light) {
  const float shape[] = {light->cutoff, light->exponent, light->bulbradius};
  return are_finite(light->pos, 3) && are_finite(light->dir, 3) &&
         are_finite(light->attenuation, 3) && are_finite(shape, 3) &&
         are_finite(light->ambient, 3) && are_finite(light->diffuse, 3) &&
         are_finite(light->specular, 3);
}
