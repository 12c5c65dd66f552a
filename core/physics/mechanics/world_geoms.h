// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_WORLD_GEOMS_H_
#define CORE_PHYSICS_MECHANICS_WORLD_GEOMS_H_

#include <mujoco/mujoco.h>

// Number of geoms, from the first one on, whose frames need not be computed: they belong to the
// world, and their frames are those of an earlier call, since which neither the model's numbers
// were edited nor d was reset. After a call the caller makes sure that they are valid.
int world_geoms_settled(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_MECHANICS_WORLD_GEOMS_H_
