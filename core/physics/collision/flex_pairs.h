// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes against bodies and against each other. A flex takes part in the broad phase like a body,
// with the number nbody + f.

#ifndef CORE_PHYSICS_COLLISION_FLEX_PAIRS_H_
#define CORE_PHYSICS_COLLISION_FLEX_PAIRS_H_

#include "core/physics/collision/narrow_phase.h"

// All contacts of a body (a number from nbody on is a flex) and a flex.
void flex_pair(Batch* batch, int body, int flex);

#endif  // CORE_PHYSICS_COLLISION_FLEX_PAIRS_H_
