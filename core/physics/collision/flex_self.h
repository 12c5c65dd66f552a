// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Flexes against themselves.

#ifndef CORE_PHYSICS_COLLISION_FLEX_SELF_H_
#define CORE_PHYSICS_COLLISION_FLEX_SELF_H_

#include "core/physics/collision/narrow_phase.h"

// All contacts within flexes and of flexes with themselves.
void flex_self(Batch* batch);

#endif  // CORE_PHYSICS_COLLISION_FLEX_SELF_H_
