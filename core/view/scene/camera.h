// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_SCENE_CAMERA_H_
#define CORE_VIEW_SCENE_CAMERA_H_

#include <mujoco/mujoco.h>

// How far a picture reaches from the optical axis at the near plane, in metres. left and right are
// 0 where the shape of the viewport decides.
typedef struct CameraExtent_ {
  float top, bottom, left, right;
} CameraExtent;

// Half the height at distance `near` that a vertical field of view of fovy degrees spans.
float camera_half_height(mjtNum fovy, float near);

// The extent of a model camera.
CameraExtent camera_extent(const mjModel* m, int camera, float near);

#endif  // CORE_VIEW_SCENE_CAMERA_H_
