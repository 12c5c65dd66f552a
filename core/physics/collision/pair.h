// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A pair of geoms, the masks that admit it, its margin and its bounding spheres.

#ifndef CORE_PHYSICS_COLLISION_PAIR_H_
#define CORE_PHYSICS_COLLISION_PAIR_H_

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// A pair of geoms that passed all filters; type of geom[0] not larger than that of geom[1].
typedef struct GeomPair_ {
  int geom[2];
  int explicit_id;  // the explicit pair it comes from, or -1
  int group;        // > 0: contacts of pairs of one group are ordered by geom ids; 0: order is kept
  mjtNum margin;
} GeomPair;

static inline int masks_compatible(int contype1, int conaffinity1, int contype2, int conaffinity2) {
  return (contype1 & conaffinity2) || (contype2 & conaffinity1);
}

// Margin of a dynamic pair.
static inline mjtNum margin_of_geoms(const mjModel* m, int geom1, int geom2) {
  if (m->opt.enableflags & mjENBL_OVERRIDE)
    return m->opt.o_margin;
  return m->geom_margin[geom1] + m->geom_margin[geom2];
}

// 1 when the spheres around two geoms (or a sphere and a plane) are farther apart than the margin.
static inline int bounding_spheres_disjoint(const mjModel* m, const mjData* d, int geom1, int geom2,
                                            mjtNum margin) {
  mjtNum rbound1 = m->geom_rbound[geom1], rbound2 = m->geom_rbound[geom2];
  mjtNum between[3];
  fc_sub3(between, d->geom_xpos + 3 * geom2, d->geom_xpos + 3 * geom1);

  // two spheres
  if (rbound1 > 0 && rbound2 > 0) {
    mjtNum reach = rbound1 + rbound2 + margin;
    return fc_dot3(between, between) > reach * reach;
  }

  // a plane and a sphere: height of the centre
  mjtNum normal[3];
  if (m->geom_type[geom1] == mjGEOM_PLANE && rbound2 > 0) {
    fc_column3(normal, d->geom_xmat + 9 * geom1, 2);
    return fc_dot3(between, normal) > margin + rbound2;
  }
  if (m->geom_type[geom2] == mjGEOM_PLANE && rbound1 > 0) {
    fc_column3(normal, d->geom_xmat + 9 * geom2, 2);
    return -fc_dot3(between, normal) > margin + rbound1;
  }
  return 0;
}

#endif  // CORE_PHYSICS_COLLISION_PAIR_H_
