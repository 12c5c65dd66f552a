// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Single abstract geoms: defaults and connectors, without checks of the type.

#ifndef CORE_VIEW_SCENE_GEOM_H_
#define CORE_VIEW_SCENE_GEOM_H_

#include <string.h>

#include <mujoco/mujoco.h>

// Converts numbers of the simulation to numbers of the scene.
static inline void copy_to_float(float* to, const mjtNum* from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (float)from[i];
}

static inline void copy_float(float* to, const float* from, int n) {
  memcpy(to, from, (size_t)n * sizeof *to);
}

// The defaults of mjv_initGeom, without size, pose and colour.
static inline void geom_clear(mjvGeom* geom, int type) {
  geom->type = type;
  geom->dataid = -1;
  geom->matid = -1;
  geom->texcoord = 0;
  geom->emission = 0;
  geom->specular = 0.5f;
  geom->shininess = 0.5f;
  geom->reflectance = 0;
  geom->label[0] = 0;
  geom->modelrbound = 0;
}

// Converts the sizes of a model shape to those of a scene shape; NULL: 0.1 each.
static inline void geom_set_size(mjvGeom* geom, const mjtNum* size) {
  if (!size) {
    geom->size[0] = geom->size[1] = geom->size[2] = 0.1f;
    return;
  }
  // capsules and cylinders have two sizes, spheres one
  const int type = geom->type;
  const int round = type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
  const int three = !round && type != mjGEOM_SPHERE;
  geom->size[0] = (float)size[0];
  geom->size[1] = (float)size[three];
  geom->size[2] = (float)size[round + 2 * three];
}

// Size and pose of a shape drawn from one point to another. Capsules and cylinders are centred
// between the points, everything else starts at the first.
void geom_connect(mjvGeom* geom, mjtNum width, const mjtNum from[3], const mjtNum to[3]);

#endif  // CORE_VIEW_SCENE_GEOM_H_
