// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras as ray bundles and as projections. A camera looks along its -z axis with +y up.
// Intrinsics given with a sensor size are single precision in the model and are converted to pixels
// in single precision, as the reference does. Projection ignores the principal point and treats
// orthographic cameras as perspective ones (documented behaviour of camprojection).

#include <math.h>

#include <fulcrum/camera.h>
#include <fulcrum/math.h>

#include "core/foundation/data/argument.h"

static int has_sensor_size(const mjModel* m, int camera) {
  return m->cam_sensorsize[2 * camera] != 0 && m->cam_sensorsize[2 * camera + 1] != 0;
}

static mjtNum focal_from_field_of_view(const mjModel* m, int camera) {
  return 0.5 * m->cam_resolution[2 * camera + 1] / tan(m->cam_fovy[camera] * mjPI / 360);
}

// Pinhole of a camera in pixels: focal lengths f and principal point c, x to the right, y down, the
// origin at the top-left corner.
typedef struct Pinhole_ {
  mjtNum fx, fy;
  mjtNum cx, cy;
} Pinhole;

// Focal lengths and principal point from the sensor size where the model has one, from the field of
// view otherwise.
static Pinhole camera_pinhole(const mjModel* m, int camera) {
  const float *size = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
  const int width = m->cam_resolution[2 * camera], height = m->cam_resolution[2 * camera + 1];
  if (has_sensor_size(m, camera)) {
    const float fx = intrinsic[0] / size[0] * (float)width,
                fy = intrinsic[1] / size[1] * (float)height;
    const float cx = intrinsic[2] / size[0] * (float)width,
                cy = intrinsic[3] / size[1] * (float)height;
    return (Pinhole){fx, fy, cx, cy};
  }
  const mjtNum f = focal_from_field_of_view(m, camera);
  return (Pinhole){f, f, 0.5 * width, 0.5 * height};
}

void fc_cameraRay(const mjModel* m, const mjData* d, int camera, int row, int column,
                  mjtNum origin[3], mjtNum direction[3]) {
  if (!is_index(camera, m->ncam, "camera", "fc_cameraRay") ||
      !is_given(origin, "origin", "fc_cameraRay") ||
      !is_given(direction, "direction", "fc_cameraRay"))
    return;
  const mjtNum *pos = d->cam_xpos + 3 * camera, *mat = d->cam_xmat + 9 * camera;
  const int orthographic = m->cam_projection[camera] == mjPROJ_ORTHOGRAPHIC;
  Pinhole p = camera_pinhole(m, camera);
  if (orthographic) {
    p.fx = p.cx = 0.5 * m->cam_resolution[2 * camera];
    p.fy = p.cy = 0.5 * m->cam_resolution[2 * camera + 1];
  }
  const mjtNum x = (column + 0.5 - p.cx) / p.fx, y = -(row + 0.5 - p.cy) / p.fy;
  if (orthographic) {
    // parallel rays through a square of side fovy
    const mjtNum half = 0.5 * m->cam_fovy[camera], offset[3] = {x * half, y * half, 0};
    fc_mulMatVec3(origin, mat, offset);
    fc_addTo3(origin, pos);
    for (int k = 0; k < 3; k++)
      direction[k] = -mat[3 * k + 2];
  } else {
    const mjtNum local[3] = {x, y, -1};
    fc_copy3(origin, pos);
    fc_mulMatVec3(direction, mat, local);
    mju_normalize3(direction);
  }
}

void fc_cameraProject(const mjModel* m, const mjData* d, int camera, const mjtNum point[3],
                      mjtNum pixel[2]) {
  if (!is_index(camera, m->ncam, "camera", "fc_cameraProject") ||
      !is_given(point, "point", "fc_cameraProject") ||
      !is_given(pixel, "pixel", "fc_cameraProject"))
    return;
  mjtNum offset[3], local[3];
  fc_sub3(offset, point, d->cam_xpos + 3 * camera);
  fc_mulMatTVec3(local, d->cam_xmat + 9 * camera, offset);
  const Pinhole p = camera_pinhole(m, camera);

  // homogeneous pixel coordinates; only the divisor is kept away from 0, so that a point at the
  // camera's centre projects to (0, 0)
  const mjtNum z = local[2], divisor = fabs(z) >= mjMINVAL ? z : z < 0 ? -mjMINVAL : mjMINVAL;
  pixel[0] = (0.5 * m->cam_resolution[2 * camera] * z - p.fx * local[0]) / divisor;
  pixel[1] = (0.5 * m->cam_resolution[2 * camera + 1] * z + p.fy * local[1]) / divisor;
}
