// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_NEWTON_EULER_H_
#define CORE_PHYSICS_MECHANICS_NEWTON_EULER_H_

#include <mujoco/mujoco.h>

// cacc and cfrc_int, the acceleration of each body and the force that its parent exerts on it, from
// qacc and the external forces cfrc_ext.
void newton_euler_forces(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_MECHANICS_NEWTON_EULER_H_
