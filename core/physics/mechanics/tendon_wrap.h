// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_TENDON_WRAP_H_
#define CORE_PHYSICS_MECHANICS_TENDON_WRAP_H_

#include <mujoco/mujoco.h>

// Shortest path of a string from x0 to x1 around a sphere or an infinite cylinder (type:
// mjWRAP_SPHERE or mjWRAP_CYLINDER) with the pose xpos, xmat and the given radius. side: a point
// that selects the side of the geom on which the string passes, or NULL; when it lies inside the
// geom, the string is threaded through the geom. Returns the length on the surface and the points
// where the string first touches and leaves, all in global coordinates; -1 when the string does not
// touch.
mjtNum tendon_wrap(mjtNum first[3], mjtNum last[3], const mjtNum x0[3], const mjtNum x1[3],
                   const mjtNum xpos[3], const mjtNum xmat[9], mjtNum radius, int type,
                   const mjtNum* side);

#endif  // CORE_PHYSICS_MECHANICS_TENDON_WRAP_H_
