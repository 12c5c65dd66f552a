// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// From two bodies with volume trees to pairs of geoms.

#ifndef CORE_PHYSICS_COLLISION_MIDPHASE_H_
#define CORE_PHYSICS_COLLISION_MIDPHASE_H_

#include <mujoco/mujoco.h>

#include "core/physics/collision/geom_filter.h"

void midphase(Batch* batch, int body1, int body2, Merged merged);

// 1 when the descent ends at the roots of the trees, before any pair or mark is made.
int midphase_is_empty(const mjModel* m, const mjData* d, int body1, int body2);

#endif  // CORE_PHYSICS_COLLISION_MIDPHASE_H_
