// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Everything of a contact except its geometry.

#ifndef CORE_PHYSICS_COLLISION_MIX_PARAMETERS_H_
#define CORE_PHYSICS_COLLISION_MIX_PARAMETERS_H_

#include <mujoco/mujoco.h>

#include "core/physics/collision/pair.h"

// The parameters of a geom pair: a record that is copied for every contact of the pair.
void contact_parameters(const mjModel* m, const GeomPair* pair, mjContact* con);

// The same for a contact of a flex, whose identity, includemargin (the margin) and, unless it is 0,
// dim are set already. `like` is a contact that may have the same sides, or NULL. Gaps do not count
// for contacts within a flex.
void flex_parameters(const mjModel* m, mjContact* con, const mjContact* like, int internal);

// Completes frame[0..8] from a normal and an optional tangent; calls mju_error when there is no
// normal.
void contact_frame(mjtNum frame[9]);

#endif  // CORE_PHYSICS_COLLISION_MIX_PARAMETERS_H_
