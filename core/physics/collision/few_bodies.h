// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The broad phase of small models, which needs no sweep.

#ifndef CORE_PHYSICS_COLLISION_FEW_BODIES_H_
#define CORE_PHYSICS_COLLISION_FEW_BODIES_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// What broad_phase returns, for models with few pairs of bodies that may collide; -1 for others.
// bound_choice must have resolved the broad phase.
int few_bodies_near(const mjModel* m, mjData* d, uint32_t** keys);

// Makes the plan that the first call would make.
void few_bodies_prepare(const mjModel* m, mjData* d);

// Room on the stack for the keys of all pairs, unless that is more than half of what is free.
// nplane: number of static bodies with a plane. How much it is determines which contacts still fit
// when the arena is nearly full.
uint32_t* key_room(const mjModel* m, mjData* d, size_t nplane, int* capacity);

#endif  // CORE_PHYSICS_COLLISION_FEW_BODIES_H_
