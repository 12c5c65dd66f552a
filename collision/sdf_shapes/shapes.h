// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distances of the shapes: negative inside, in the frame of the shape. `a` holds the
// attributes of the plugin in their declared order.

#ifndef COLLISION_SDF_SHAPES_SHAPES_H_
#define COLLISION_SDF_SHAPES_SHAPES_H_

#include <mujoco/mjtnum.h>

mjtNum torus_distance(const mjtNum p[3], const mjtNum* a);  // radius1, radius2
mjtNum bowl_distance(const mjtNum p[3], const mjtNum* a);   // height, radius, thickness
mjtNum bolt_distance(const mjtNum p[3], const mjtNum* a);   // radius
mjtNum nut_distance(const mjtNum p[3], const mjtNum* a);    // radius
mjtNum gear_distance(const mjtNum p[3], const mjtNum* a);   // alpha, diameter, teeth, thickness,
                                                            // innerdiameter

void torus_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a);

// The forward difference of any of them, step 1e-8.
void difference_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a,
                         mjtNum (*distance)(const mjtNum p[3], const mjtNum* a));

#endif  // COLLISION_SDF_SHAPES_SHAPES_H_
