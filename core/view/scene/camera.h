// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_VIEW_SCENE_CAMERA_H_
#define CORE_VIEW_SCENE_CAMERA_H_

#include <mujoco/mujoco.h>

// Extent of a picture from the optical axis at the near plane, in metres. left and right are 0 when
// they follow from the shape of the viewport.
typedef struct CameraExtent_ {
  float top, bottom, left, right;
} CameraExtent;

// Half the height at distance `near` of a vertical field of view of fovy degrees.
float camera_half_height(mjtNum fovy, float near);

// The frustum of a model camera.
CameraExtent camera_extent(const mjModel* m, int camera, float near);

#endif  // CORE_VIEW_SCENE_CAMERA_H_
