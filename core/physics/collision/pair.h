// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A pair of geoms, the masks that admit it and its margin.

#ifndef CORE_PHYSICS_COLLISION_PAIR_H_
#define CORE_PHYSICS_COLLISION_PAIR_H_

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

#endif  // CORE_PHYSICS_COLLISION_PAIR_H_
