// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distances of the shapes: negative inside, in the frame of the shape. `a` holds the
// attributes of the plugin in their declared order.

#ifndef PLUGINS_SDF_SHAPES_SHAPES_H_
#define PLUGINS_SDF_SHAPES_SHAPES_H_

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mjmodel.h>

// Distance from the z axis.
static inline mjtNum radius_of(const mjtNum p[3]) { return sqrt(p[0] * p[0] + p[1] * p[1]); }

// Torus: radius1, radius2. Inline, because it is cheap.
static inline mjtNum torus_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum q = radius_of(p) - a[0];
  return sqrt(q * q + p[2] * p[2]) - a[1];
}

// NaN on the axis, where the nearest point is not unique
static inline void torus_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a) {
  const mjtNum rho = radius_of(p), q = rho - a[0];
  const mjtNum norm = fc_max(sqrt(q * q + p[2] * p[2]), mjMINVAL);
  gradient[0] = q * (p[0] / rho) / norm;
  gradient[1] = q * (p[1] / rho) / norm;
  gradient[2] = p[2] / norm;
}

mjtNum bowl_distance(const mjtNum p[3], const mjtNum* a);  // height, radius, thickness
mjtNum bolt_distance(const mjtNum p[3], const mjtNum* a);  // radius
mjtNum nut_distance(const mjtNum p[3], const mjtNum* a);   // radius
mjtNum gear_distance(const mjtNum p[3], const mjtNum* a);  // alpha, diameter, teeth, thickness,
                                                           // innerdiameter

// Gradient of any of them by forward differences, step 1e-8.
void difference_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a,
                         mjtNum (*distance)(const mjtNum p[3], const mjtNum* a));

#endif  // PLUGINS_SDF_SHAPES_SHAPES_H_
