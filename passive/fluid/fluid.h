// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PASSIVE_FLUID_FLUID_H_
#define PASSIVE_FLUID_FLUID_H_

#include <mujoco/mujoco.h>

// Both models give the local force frc (torque, force), and add its 6 x 6 derivative with respect
// to the local velocity vel (w, v) relative to the medium to B, row-major.

// on a body, in the frame of its inertia
void fluid_box_force(const mjModel* m, int body, const mjtNum vel[6], mjtNum frc[6]);
void fluid_box_derivative(const mjModel* m, int body, const mjtNum vel[6], mjtNum B[36]);

// on a geom, in its frame
void fluid_ellipsoid_force(const mjModel* m, int geom, const mjtNum vel[6], mjtNum frc[6]);
void fluid_ellipsoid_derivative(const mjModel* m, int geom, const mjtNum vel[6], mjtNum B[36]);

#endif  // PASSIVE_FLUID_FLUID_H_
