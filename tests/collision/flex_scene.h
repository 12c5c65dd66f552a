// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The model of tests/data/collision/flex.xml at qpos0. Vertices and boxes of its flexes are
// computed here, so that what is tested with it is the search for contacts alone.

#ifndef TESTS_COLLISION_FLEX_SCENE_H_
#define TESTS_COLLISION_FLEX_SCENE_H_

#include "tests/collision/support.h"

// Vertices where their bodies carry them, boxes of elements around them, boxes of trees around
// those.
static inline void place_flexes(const mjModel* m, mjData* d) {
  for (int v = 0; v < m->nflexvert; v++) {
    const int body = m->flex_vertbodyid[v];
    mju_mulMatVec3(d->flexvert_xpos + 3 * v, d->xmat + 9 * body, m->flex_vert + 3 * v);
    mju_addTo3(d->flexvert_xpos + 3 * v, d->xpos + 3 * body);
  }
  for (int f = 0; f < m->nflex; f++) {
    for (int e = 0; e < m->flex_elemnum[f]; e++) {
      const int n = m->flex_dim[f] + 1, *v = m->flex_elem + m->flex_elemdataadr[f] + e * n;
      mjtNum* box = d->flexelem_aabb + 6 * (m->flex_elemadr[f] + e);
      for (int k = 0; k < 3; k++) {
        mjtNum lo = mjMAXVAL, hi = -mjMAXVAL;
        for (int i = 0; i < n; i++) {
          const mjtNum x = d->flexvert_xpos[3 * (m->flex_vertadr[f] + v[i]) + k];
          lo = x < lo ? x : lo;
          hi = x > hi ? x : hi;
        }
        box[k] = 0.5 * (lo + hi);
        box[3 + k] = 0.5 * (hi - lo) + m->flex_radius[f];
      }
    }
    // children come after their parents
    for (int node = m->flex_bvhnum[f] - 1; node >= 0; node--) {
      const int adr = m->flex_bvhadr[f] + node;
      mjtNum* box = d->bvh_aabb_dyn + 6 * (adr - (int)m->nbvhstatic);
      const int leaf = m->bvh_nodeid[adr];
      if (leaf >= 0) {
        memcpy(box, d->flexelem_aabb + 6 * (m->flex_elemadr[f] + leaf), 6 * sizeof(mjtNum));
        continue;
      }
      const mjtNum *a = box + 6 * (m->bvh_child[2 * adr] - node),
                   *b = box + 6 * (m->bvh_child[2 * adr + 1] - node);
      for (int k = 0; k < 3; k++) {
        const mjtNum lo = mju_min(a[k] - a[3 + k], b[k] - b[3 + k]);
        const mjtNum hi = mju_max(a[k] + a[3 + k], b[k] + b[3 + k]);
        box[k] = 0.5 * (lo + hi);
        box[3 + k] = 0.5 * (hi - lo);
      }
    }
  }
}

static inline Scene scene_flex(mjtSize arena) {
  char error[1000] = "";
  Scene s = {
      mj_loadXML(TEST_SOURCE_DIR "/tests/data/collision/flex.xml", NULL, error, sizeof error),
      NULL};
  ck_assert_msg(s.m != NULL, "%s", error);
  if (arena)
    s.m->narena = arena;
  s.d = mj_makeData(s.m);
  ck_assert_ptr_nonnull(s.d);
  mj_kinematics(s.m, s.d);
  mj_comPos(s.m, s.d);
  place_flexes(s.m, s.d);
  return s;
}

static inline int flex_named(const mjModel* m, const char* name) {
  const int id = mj_name2id(m, mjOBJ_FLEX, name);
  ck_assert_msg(id >= 0, "no flex %s", name);
  return id;
}

#endif  // TESTS_COLLISION_FLEX_SCENE_H_
