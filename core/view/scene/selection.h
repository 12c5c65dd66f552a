// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_SCENE_SELECTION_H_
#define CORE_VIEW_SCENE_SELECTION_H_

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// The point of the selected body that a perturbation holds, in the world.
static inline void selection_point(mjtNum point[3], const mjData* d, const mjvPerturb* pert) {
  fc_mulMatVec3(point, d->xmat + 9 * pert->select, pert->localpos);
  fc_addTo3(point, d->xpos + 3 * pert->select);
}

#endif  // CORE_VIEW_SCENE_SELECTION_H_
