// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_SCENE_CATENARY_H_
#define CORE_VIEW_SCENE_CATENARY_H_

#include <mujoco/mujoco.h>

enum { CATENARY_MAX = 100 };

// The curve of a rope of given length between two points under gravity (not zero). Writes at most n
// <= CATENARY_MAX points and returns their number: n, or 2 for a taut rope, or 3 for one that hangs
// almost straight down.
int catenary(mjtNum point[][3], int n, const mjtNum x0[3], const mjtNum x1[3],
             const mjtNum gravity[3], mjtNum length);

#endif  // CORE_VIEW_SCENE_CATENARY_H_
