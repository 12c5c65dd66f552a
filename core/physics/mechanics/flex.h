// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_FLEX_H_
#define CORE_PHYSICS_MECHANICS_FLEX_H_

#include <mujoco/mujoco.h>

// flexedge_length and flexedge_J of a flex with free vertices, whose rows of flexedge_J are zeroed
// beforehand.
void flex_edges(const mjModel* m, mjData* d, int flex);

// flexvert_length and flexvert_J of a flex of dimension 2, whose rows of flexvert_J are zeroed
// beforehand.
void flex_vertex_strains(const mjModel* m, mjData* d, int flex);

#endif  // CORE_PHYSICS_MECHANICS_FLEX_H_
