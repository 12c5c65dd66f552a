// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras of a model as bundles of rays and as projections, as used by range sensors and shown in
// scenes. A camera looks along its -z axis with +y up; rows of pixels count from the top, columns
// from the left. The pose is that of the last mj_kinematics. Arguments are not checked: camera must
// be in 0..ncam-1 and the pixel inside the resolution. [any thread]
//
// Since SDK 1.0.

#ifndef FULCRUM_CAMERA_H_
#define FULCRUM_CAMERA_H_

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

// World origin (m) and unit direction of the ray through the centre of a pixel. Rays of an
// orthographic camera are parallel and fill a square of side cam_fovy.
MJAPI void fc_cameraRay(const mjModel* m, const mjData* d, int camera, int row, int column,
                        mjtNum origin[3], mjtNum direction[3]);

// Pixel coordinates (column, row) of a world point (m); points behind the camera are projected too.
MJAPI void fc_cameraProject(const mjModel* m, const mjData* d, int camera, const mjtNum point[3],
                            mjtNum pixel[2]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_CAMERA_H_
