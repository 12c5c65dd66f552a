// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Distance of two objects, or a simplex that contains the origin of their Minkowski difference.

#ifndef COLLISION_CONVEX_GJK_H_
#define COLLISION_CONVEX_GJK_H_

#include "collision/convex/result.h"
#include "collision/convex/simplex.h"

// Distance of two objects, or FAR when it exceeds the cutoff. With a cutoff of 0, only an overlap
// is detected. Outputs the simplex, and the nearest points in x1, x2.
mjtNum gjk(Simplex* s, Object* a, Object* b, mjtNum cutoff, const Options* opt, mjtNum x1[3],
           mjtNum x2[3]);

#endif  // COLLISION_CONVEX_GJK_H_
