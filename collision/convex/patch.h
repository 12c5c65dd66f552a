// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Several contacts from the faces that touch.

#ifndef COLLISION_CONVEX_PATCH_H_
#define COLLISION_CONVEX_PATCH_H_

#include "collision/convex/polytope.h"
#include "collision/convex/result.h"

// Replace the witness pair of a penetration by several, when the features of the nearest face show
// that faces touch.
void patch(const Polytope* p, int face, const Object* a, const Object* b, const Options* opt,
           Result* result);

#endif  // COLLISION_CONVEX_PATCH_H_
