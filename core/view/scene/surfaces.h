// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vertices, faces and normals of flexes and skins in their present state, in the buffers of a
// scene.

#ifndef CORE_VIEW_SCENE_SURFACES_H_
#define CORE_VIEW_SCENE_SURFACES_H_

#include <mujoco/mujoco.h>

// Vertices and faces of all flexes, and which parts of them are shown. The scene must have been
// made for the model. Uses the stack of d.
void update_flexes(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn);

// Vertices and normals of all skins; those of hidden skins are zero.
void update_skins(const mjModel* m, const mjData* d, const mjvOption* opt, mjvScene* scn);

#endif  // CORE_VIEW_SCENE_SURFACES_H_
