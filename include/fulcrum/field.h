// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields evaluated at many points near each other, as in a descent. The results are
// those of mjc_distance and mjc_gradient to the last bit (tests/collision/check_sdf); they are
// found faster because the search in the octree of a mesh begins in the cell of the last point, and
// because two fields evaluated at a point are not evaluated again for the gradient there.
//
// Lengths in m. Distances are negative inside. mjtSDFType in <mujoco/mjmodel.h> says how an mjSDF
// combines its one or two fields.
//
// Since SDK 1.0.

#ifndef FULCRUM_FIELD_H_
#define FULCRUM_FIELD_H_

#include <mujoco/mjexport.h>
#include <mujoco/mjplugin.h>

#ifdef __cplusplus
extern "C" {
#endif

// Cache between evaluations of one mjSDF: the cells and the last point. Zero it and set its size
// before the first evaluation, use one per mjSDF and thread, and set `known` to 0 when a pose or a
// field may have changed.
typedef struct FcFieldPlace_ {
  uint32_t size;       // sizeof(FcFieldPlace)
  int cell[2];         // cells of the last point in the octrees of the two fields; 0: the root
  int known;           // nonzero: point and distance are set
  mjtNum point[3];     // in the frame of the first field
  mjtNum distance[2];  // of both fields at the point
} FcFieldPlace;

// Distance at x (in the frame of the first field), and its gradient with respect to x, both in that
// frame. An unknown s->type raises mju_error; if the handler returns, the result is 0. [any thread
// that owns d and place; no heap]
MJAPI mjtNum fc_fieldDistance(const mjModel* m, const mjData* d, const mjSDF* s,
                              FcFieldPlace* place, const mjtNum x[3]);
MJAPI void fc_fieldGradient(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                            mjtNum gradient[3], const mjtNum x[3]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_FIELD_H_
