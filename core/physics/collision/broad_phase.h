// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Boxes of bodies, and the pairs of bodies whose boxes overlap.

#ifndef CORE_PHYSICS_COLLISION_BROAD_PHASE_H_
#define CORE_PHYSICS_COLLISION_BROAD_PHASE_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// Distinct pairs of bodies that may touch, as (smaller id << 16) + larger id, ascending, on the
// stack of d. Returns their number. Sets *compared to 1 when the bounding spheres of single geoms
// are known to overlap, except in pairs with the world.
int broad_phase(const mjModel* m, mjData* d, uint32_t** keys, int* compared);

#endif  // CORE_PHYSICS_COLLISION_BROAD_PHASE_H_
