// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Depth and direction of a penetration.

#ifndef COLLISION_CONVEX_EPA_H_
#define COLLISION_CONVEX_EPA_H_

#include "collision/convex/polytope.h"
#include "collision/convex/result.h"

// Expand until the nearest face is on the surface. Returns the face and in `result` one witness
// pair; -1: failed.
int epa(Polytope* p, Object* a, Object* b, const Options* opt, Result* result);

#endif  // COLLISION_CONVEX_EPA_H_
