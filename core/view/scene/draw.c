// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Building blocks of scenes.

#include <math.h>
#include <stdio.h>

#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- geoms

mjvGeom* draw_decor(const Drawing* dr, int type, int objtype, int objid, const mjtNum* size,
                    const mjtNum* pos, const mjtNum* mat, const float* rgba) {
  mjvGeom* geom = draw_begin(dr, type, objtype, objid, mjCAT_DECOR);
  if (geom)
    mjv_initGeom(geom, type, size, pos, mat, rgba);
  return geom;
}

mjvGeom* draw_link(const Drawing* dr, int type, int category, int objtype, int objid, mjtNum width,
                   const mjtNum from[3], const mjtNum to[3], const float rgba[4]) {
  mjvGeom* geom = draw_begin(dr, type, objtype, objid, category);
  if (geom) {
    geom_connect(geom, width, from, to);
    copy_float(geom->rgba, rgba, 4);
  }
  return geom;
}

mjvGeom* draw_line(const Drawing* dr, int objtype, int objid, mjtNum width, const mjtNum from[3],
                   const mjtNum to[3], const float rgba[4]) {
  return draw_link(dr, mjGEOM_LINE, mjCAT_DECOR, objtype, objid, width, from, to, rgba);
}

void draw_triad(const Drawing* dr, const mjtNum pos[3], const mjtNum mat[9], mjtNum length,
                mjtNum width, int objid) {
  for (int axis = 0; axis < 3; axis++) {
    mjtNum end[3];
    float rgba[4] = {0, 0, 0, 1};
    rgba[axis] = 0.9f;
    fc_column3(end, mat, axis);
    fc_addScl3(end, pos, end, length);
    draw_link(dr, mjGEOM_CYLINDER, mjCAT_DECOR, mjOBJ_UNKNOWN, objid, width, pos, end, rgba);
  }
}

mjvGeom* draw_triangle(const Drawing* dr, int objtype, int objid, mjtNum vertex[3][3],
                       const float rgba[4]) {
  mjtNum axis[3][3], size[3], mat[9];
  fc_sub3(axis[0], vertex[1], vertex[0]);
  fc_sub3(axis[1], vertex[2], vertex[0]);
  fc_cross(axis[2], axis[0], axis[1]);
  for (int k = 0; k < 3; k++) {
    size[k] = fc_normalize3(axis[k]);
    for (int row = 0; row < 3; row++)
      mat[3 * row + k] = axis[k][row];
  }
  return draw_decor(dr, mjGEOM_TRIANGLE, objtype, objid, size, vertex[0], mat, rgba);
}

void draw_bounds(const Drawing* dr, int objid, const mjtNum box[6], const mjtNum* pos,
                 const mjtNum* mat, const float rgba[4]) {
  mjtNum center[3];
  fc_copy3(center, box);
  if (mat)
    fc_mulMatVec3(center, mat, center);
  if (pos)
    fc_addTo3(center, pos);
  draw_decor(dr, mjGEOM_LINEBOX, mjOBJ_UNKNOWN, objid, box + 3, center, mat, rgba);
}

// ---------------------------------------------------------------- looks

void set_label(const Drawing* dr, mjvGeom* geom, int objtype, int objid) {
  const char* name = mj_id2name(dr->m, objtype, objid);
  if (name)
    snprintf(geom->label, sizeof geom->label, "%s", name);
  else
    snprintf(geom->label, sizeof geom->label, "%s %d", mju_type2Str(objtype), objid);
}

// Hue, saturation and value in [0, 1] as red, green and blue (A. R. Smith, "Color gamut transform
// pairs", 1978).
static void hexcone(float rgba[4], float hue, float saturation, float value) {
  const float sector = floorf(6 * hue), part = 6 * hue - sector;
  const float low = value * (1 - saturation), falling = value * (1 - saturation * part),
              rising = value * (1 - saturation * (1 - part));
  const float table[6][3] = {{value, rising, low},  {falling, value, low}, {low, value, rising},
                             {low, falling, value}, {rising, low, value},  {value, low, falling}};
  copy_float(rgba, table[(int)sector % 6], 3);
  rgba[3] = 1;
}

void set_island_color(float rgba[4], int number, int awake) {
  float hue = 0, saturation = 0, value = 0.7f;
  if (number >= 0) {
    hue = (float)mju_Halton(number + 1, 7);
    saturation = (float)(0.5 + 0.5 * mju_Halton(number + 1, 3));
    value = (float)(0.6 + 0.4 * mju_Halton(number + 1, 5));
  }
  if (!awake) {
    saturation = (float)(0.7 * saturation);
    value = (float)(0.6 * value);
  }
  hexcone(rgba, hue, saturation, value);
}

const mjtNum* limit_impedances(const Drawing* dr, int type, int n) {
  const mjData* d = dr->d;
  mjtNum* impedance = mj_stackAllocNum(dr->d, (size_t)n);
  fc_zero(impedance, n);
  for (int row = d->ne + d->nf; row < d->ne + d->nf + d->nl; row++)
    if (d->efc_type[row] == type && d->efc_id[row] >= 0 && d->efc_id[row] < n)
      impedance[d->efc_id[row]] = d->efc_KBIP[4 * row + 2];
  return impedance;
}

void set_limit_color(const Drawing* dr, float rgba[4], mjtNum impedance) {
  for (int k = 0; k < 3; k++)
    rgba[k] = (float)((1 - impedance) * rgba[k] + impedance * dr->m->vis.rgba.constraint[k]);
}
