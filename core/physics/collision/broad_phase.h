// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Boxes of bodies, and the pairs of bodies whose boxes overlap.

#ifndef CORE_PHYSICS_COLLISION_BROAD_PHASE_H_
#define CORE_PHYSICS_COLLISION_BROAD_PHASE_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"

// Distinct pairs of bodies that may touch, as (smaller id << 16) + larger id, ascending, on the
// stack of d. Returns their number. Sets *compared to 1 when the bounding spheres of single geoms
// are known to overlap, except in pairs with the world.
int broad_phase(const mjModel* m, mjData* d, uint32_t** keys, int* compared);

// What a sweep would say about single pairs of bodies. The frame of its boxes is computed for the
// first one.
typedef struct Judge_ {
  const Bound* module;
  int has_frame;
  mjtNum frame[9];
} Judge;

// 1 when the boxes of two bodies, the smaller id first, overlap in the sweep.
int judge_pair(Judge* judge, const mjModel* m, mjData* d, int body1, int body2);

#endif  // CORE_PHYSICS_COLLISION_BROAD_PHASE_H_
