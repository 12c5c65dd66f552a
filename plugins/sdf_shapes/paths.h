// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The paths of descents on the field of one geom in the last collision, for visualisation.

#ifndef PLUGINS_SDF_SHAPES_PATHS_H_
#define PLUGINS_SDF_SHAPES_PATHS_H_

#include <mujoco/mujoco.h>

typedef struct Paths_ Paths;

// Allocate for the options of m, at most 1000 paths of 1000 steps; NULL when out of memory.
Paths* paths_make(const mjModel* m);
void paths_free(Paths* paths);

// Clear all paths; begin a path; add a point of its descent (3, m, frame of the geom). Points
// outside a path, and those for which there is no room, are dropped.
void paths_clear(Paths* paths);
void paths_begin(Paths* paths);
void paths_add(Paths* paths, const mjtNum point[3]);

// Append the paths to a scene: the start of each in blue, its end in red, and the steps between.
// `pos` and `mat` are the pose of the geom, `radius` that of the ends (m).
void paths_draw(const Paths* paths, mjvScene* scn, const mjtNum pos[3], const mjtNum mat[9],
                mjtNum radius);

#endif  // PLUGINS_SDF_SHAPES_PATHS_H_
