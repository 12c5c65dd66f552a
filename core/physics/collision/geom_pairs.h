// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From pairs of bodies to pairs of geoms.

#ifndef CORE_PHYSICS_COLLISION_GEOM_PAIRS_H_
#define CORE_PHYSICS_COLLISION_GEOM_PAIRS_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#include "core/physics/collision/narrow_phase.h"

// Processes the body pairs and the explicit pairs of the model.
void geom_pairs(Batch* batch, const uint32_t* keys, int nkey);

// 1 when a pair of bodies from the broad phase certainly yields nothing, neither a pair of geoms
// nor a mark. Then it does not matter whether the broad phase lists it.
int bodies_apart(const mjModel* m, mjData* d, int body1, int body2);

#endif  // CORE_PHYSICS_COLLISION_GEOM_PAIRS_H_
