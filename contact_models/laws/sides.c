// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From two geoms to one contact: curvature and materials.

#include <stdio.h>

#include <fulcrum/math.h>

#include "contact_models/laws/laws.h"

// Inverse radius of a geom at a point of its surface. An ellipsoid with half axes a, b, c has the
// Gaussian curvature (a b c S)^-2, S = x^2 / a^4 + y^2 / b^4 + z^2 / c^4.
static mjtNum curvature(const mjModel* m, const mjData* d, int geom, const mjtNum pos[3]) {
  const mjtNum* size = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE:
    case mjGEOM_CAPSULE: return 1 / size[0];
    case mjGEOM_ELLIPSOID: {
      mjtNum local[3], offset[3], level = 0, sum = 0;
      fc_sub3(offset, pos, d->geom_xpos + 3 * geom);
      fc_mulMatTVec3(local, d->geom_xmat + 9 * geom, offset);
      for (int i = 0; i < 3; i++)
        level += local[i] * local[i] / (size[i] * size[i]);
      // project the point to the surface along its ray from the centre
      for (int i = 0; i < 3 && level > 0; i++) {
        mjtNum x = local[i] / (size[i] * size[i]);
        sum += x * x / level;
      }
      return sum > 0 ? 1 / (size[0] * size[1] * size[2] * sum) : 0;
    }
    default: return 0;
  }
}

mjtNum contact_radius(const mjModel* m, const mjData* d, const mjContact* con) {
  mjtNum sum = 0;
  for (int side = 0; side < 2; side++)
    if (con->geom[side] >= 0)
      sum += curvature(m, d, con->geom[side], con->pos);
  return sum > 0 ? 1 / sum : 0;
}

void side_name(const mjModel* m, const mjContact* con, int side, char* text, size_t size) {
  int geom = con->geom[side], flex = con->flex[side];
  const char* type = geom >= 0 ? "geom" : "flex";
  const char* name = m->names + (geom >= 0 ? m->name_geomadr[geom] : m->name_flexadr[flex]);
  if (name[0])
    snprintf(text, size, "%s \"%s\"", type, name);
  else
    snprintf(text, size, "%s %d", type, geom >= 0 ? geom : flex);
}

mjtNum combined_modulus(mjtNum young1, mjtNum poisson1, mjtNum young2, mjtNum poisson2) {
  mjtNum compliance = 0;
  if (young1 > 0)
    compliance += (1 - poisson1 * poisson1) / young1;
  if (young2 > 0)
    compliance += (1 - poisson2 * poisson2) / young2;
  return compliance > 0 ? 1 / compliance : 0;
}

mjtNum mixed_young(mjtNum young1, mjtNum poisson1, mjtNum young2, mjtNum poisson2) {
  mjtNum poisson = (poisson1 + poisson2) / 2;
  return combined_modulus(young1, poisson1, young2, poisson2) * (1 - poisson * poisson);
}

mjtNum mixed_dissipation(mjtNum stiffness1, mjtNum value1, mjtNum stiffness2, mjtNum value2) {
  // a side without stiffness is rigid, and only the other one deforms
  if (stiffness1 <= 0 || stiffness2 <= 0)
    return stiffness1 > 0 ? value1 : stiffness2 > 0 ? value2 : (value1 + value2) / 2;
  return (stiffness2 * value1 + stiffness1 * value2) / (stiffness1 + stiffness2);
}

mjtNum mixed_restitution(mjtNum a, mjtNum b) { return a > 0 && b > 0 ? a * b : fc_max(a, b); }

mjtNum mixed_radius(mjtNum a, mjtNum b) { return a > 0 && b > 0 ? a * b / (a + b) : fc_max(a, b); }

void mix_normal(const mjModel* m, const mjtNum* a, const mjtNum* b, mjtNum* mixed) {
  (void)m;
  int weight = a[NORMAL_YOUNG] > 0 || b[NORMAL_YOUNG] > 0 ? NORMAL_YOUNG : NORMAL_STIFFNESS;
  mixed[NORMAL_YOUNG] =
      mixed_young(a[NORMAL_YOUNG], a[NORMAL_POISSON], b[NORMAL_YOUNG], b[NORMAL_POISSON]);
  mixed[NORMAL_DISSIPATION] =
      mixed_dissipation(a[weight], a[NORMAL_DISSIPATION], b[weight], b[NORMAL_DISSIPATION]);
  mixed[NORMAL_RESTITUTION] = mixed_restitution(a[NORMAL_RESTITUTION], b[NORMAL_RESTITUTION]);
}
