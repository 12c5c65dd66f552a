// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The filters that a pair of geoms passes before the narrow phase: collision table, masks, bounding
// spheres.

#ifndef CORE_PHYSICS_COLLISION_GEOM_FILTER_H_
#define CORE_PHYSICS_COLLISION_GEOM_FILTER_H_

#include <mujoco/mujoco.h>

#include "core/physics/collision/narrow_phase.h"

// Explicit pairs that replace dynamic ones of the same geoms: [begin, end), empty when the body
// pair has none.
typedef struct Merged_ {
  int begin, end;
} Merged;

// A dynamic pair: dropped if an explicit one replaces it, otherwise filtered and added to the
// batch. near: the spheres around the geoms are known to overlap.
void geom_pair_dynamic(Batch* batch, int geom1, int geom2, Merged merged, int group, int near);

// An explicit pair: not filtered by masks, and skipped while both bodies sleep.
void geom_pair_explicit(Batch* batch, int id);

#endif  // CORE_PHYSICS_COLLISION_GEOM_FILTER_H_
