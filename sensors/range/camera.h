// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SENSORS_RANGE_CAMERA_H_
#define SENSORS_RANGE_CAMERA_H_

#include <mujoco/mujoco.h>

// Pinhole of a camera in pixels: focal lengths f and principal point c, x to the right, y down, the
// origin at the top-left corner.
typedef struct Pinhole_ {
  mjtNum fx, fy;
  mjtNum cx, cy;
} Pinhole;

// Focal lengths and principal point from the sensor size where the model has one, from the field of
// view otherwise.
Pinhole camera_pinhole(const mjModel* m, int camera);

// World origin and unit direction of the ray through the centre of a pixel.
void camera_ray(const mjModel* m, const mjData* d, int camera, int row, int column,
                mjtNum origin[3], mjtNum direction[3]);

// Pixel coordinates of a world point; points behind the camera are projected too.
void camera_project(const mjModel* m, const mjData* d, int camera, const mjtNum point[3],
                    mjtNum pixel[2]);

#endif  // SENSORS_RANGE_CAMERA_H_
