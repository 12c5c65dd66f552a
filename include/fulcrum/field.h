// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields asked at many points that are near each other, as in a descent: the same
// numbers as mjc_distance and mjc_gradient give, to the last bit, but the octree of a mesh is
// entered where it was left, and searched from its root only when the point is elsewhere; and two
// fields that are asked about one point again, for a gradient there, are evaluated once.

#ifndef FULCRUM_FIELD_H_
#define FULCRUM_FIELD_H_

#include <mujoco/mjexport.h>
#include <mujoco/mjplugin.h>

#ifdef __cplusplus
extern "C" {
#endif

// The last point at which the two fields of an mjSDF were asked. Zero to begin with; the caller
// keeps it, takes another one for other fields, and makes `known` 0 when these may have changed.
typedef struct FcFieldPlace_ {
  int cell[2];  // where it is in their octrees
  int known;    // nonzero: the rest is set
  mjtNum point[3];
  mjtNum distance[2];
} FcFieldPlace;

MJAPI mjtNum fc_fieldDistance(const mjModel* m, const mjData* d, const mjSDF* s,
                              FcFieldPlace* place, const mjtNum x[3]);
MJAPI void fc_fieldGradient(const mjModel* m, const mjData* d, const mjSDF* s, FcFieldPlace* place,
                            mjtNum gradient[3], const mjtNum x[3]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_FIELD_H_
