// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which elements of flexes can touch.

#ifndef CORE_PHYSICS_COLLISION_ELEMENTS_H_
#define CORE_PHYSICS_COLLISION_ELEMENTS_H_

#include <mujoco/mujoco.h>

// 1 when two elements share a body and therefore do not collide.
static inline int flex_share_body(const mjModel* m, int flex1, int element1, int flex2,
                                  int element2) {
  int dim1 = m->flex_dim[flex1], dim2 = m->flex_dim[flex2];
  const int* v1 = m->flex_elem + m->flex_elemdataadr[flex1] + element1 * (dim1 + 1);
  const int* v2 = m->flex_elem + m->flex_elemdataadr[flex2] + element2 * (dim2 + 1);
  const int* body1 = m->flex_vertbodyid + m->flex_vertadr[flex1];
  const int* body2 = m->flex_vertbodyid + m->flex_vertadr[flex2];
  for (int i = 0; i <= dim1; i++) {
    int body = body1[v1[i]];
    for (int j = 0; j <= dim2 && body >= 0; j++)
      if (body2[v2[j]] == body)
        return 1;
  }
  return 0;
}

// Boxes with centres and half sizes along the axes of the world.
static inline int flex_boxes_disjoint(const mjtNum* a, const mjtNum* b, mjtNum margin) {
  for (int k = 0; k < 3; k++) {
    mjtNum between = a[k] - b[k];
    if ((between < 0 ? -between : between) > a[3 + k] + b[3 + k] + margin)
      return 1;
  }
  return 0;
}

static inline int flex_is_active(const mjModel* m, int flex, int element) {
  return m->flex_dim[flex] < 3 ||
         m->flex_elemlayer[m->flex_elemadr[flex] + element] < m->flex_activelayers[flex];
}

#endif  // CORE_PHYSICS_COLLISION_ELEMENTS_H_
