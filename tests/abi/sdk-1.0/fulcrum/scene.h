// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Geoms that modules and engine plugins add to a scene, in `visualize` (FcFace, mjpPlugin).
//
// Since SDK 1.0.

#ifndef FULCRUM_SCENE_H_
#define FULCRUM_SCENE_H_

#include <mujoco/mujoco.h>

#ifdef __cplusplus
extern "C" {
#endif

// Append a decoration to a scene, a geom that is not part of the model (mjCAT_DECOR,
// mjOBJ_UNKNOWN): its index in the scene is its segmentation id, `objid` is chosen by the caller,
// all other fields are as set by mjv_initGeom; it casts no shadow. `type` is an mjtGeom; size (3,
// m; of lines the width in pixels, which mjv_connector sets), pos (3, m, world), mat (3 x 3,
// row-major, axes of the geom as columns) and rgba (4) may be NULL for 0.1 each, the origin, the
// identity, and grey. The geom belongs to the scene until the next update. NULL when the scene is
// full, which its status then shows. [thread of the scene; no heap]
MJAPI mjvGeom* fc_addGeom(mjvScene* scn, int type, int objid, const mjtNum size[3],
                          const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_SCENE_H_
