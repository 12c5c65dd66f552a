// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_TENDON_ARMATURE_H_
#define CORE_PHYSICS_MECHANICS_TENDON_ARMATURE_H_

#include <mujoco/mujoco.h>

// qfrc += armature J' (dJ/dt qvel) of every awake tendon with armature: what its inertia adds to
// the bias force.
void tendon_armature_bias(const mjModel* m, mjData* d, mjtNum* qfrc);

// Time derivative of tendon t's Jacobian on the pattern of its row in ten_J. A geom in the path is
// a fatal error.
void tendon_jacobian_rate(const mjModel* m, mjData* d, int t, mjtNum* rate);

#endif  // CORE_PHYSICS_MECHANICS_TENDON_ARMATURE_H_
