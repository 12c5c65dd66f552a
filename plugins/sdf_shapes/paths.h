// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The ways that descents on the field of one geom took in the last collision, for pictures of them.

#ifndef PLUGINS_SDF_SHAPES_PATHS_H_
#define PLUGINS_SDF_SHAPES_PATHS_H_

#include <mujoco/mujoco.h>

typedef struct Paths_ Paths;

// Room for what the options of m ask for, at most 1000 paths of 1000 steps; NULL when there is no
// memory.
Paths* paths_make(const mjModel* m);
void paths_free(Paths* paths);

// Forget all paths; begin one; the point where its descent is (3, m, frame of the geom). Points of
// no path, and those for which there is no room, are left out.
void paths_clear(Paths* paths);
void paths_begin(Paths* paths);
void paths_add(Paths* paths, const mjtNum point[3]);

// Append them to a scene: where each began, blue, where it ended, red, and the steps between.
// `pos` and `mat` are the pose of the geom, `radius` that of the ends (m).
void paths_draw(const Paths* paths, mjvScene* scn, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum radius);

#endif  // PLUGINS_SDF_SHAPES_PATHS_H_
