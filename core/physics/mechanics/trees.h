// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops over kinematic trees, which the threads of a pool share (fulcrum/parallel.h). A tree is a
// range of bodies, joints and dofs, and a body of it needs only bodies of the same tree and static
// bodies. Static bodies fill the gaps between trees; they and what trees add to them are done
// before or after the loop.

#ifndef CORE_PHYSICS_MECHANICS_TREES_H_
#define CORE_PHYSICS_MECHANICS_TREES_H_

#include <mujoco/mujoco.h>

#include "core/foundation/data/parallel.h"

// A loop over trees, for functions that need nothing else.
typedef struct TreeLoop_ {
  const mjModel* m;
  mjData* d;
  int filter;  // skip sleeping trees
} TreeLoop;

// Number of trees that make a range: those of some thirty bodies.
static inline int tree_grain(const mjModel* m) { return 1 + (int)(32 * m->ntree / m->nbody); }

static inline __attribute__((always_inline)) void for_trees(const mjModel* m, mjData* d,
                                                            FcRange run, void* context) {
  parallel_for(d, (int)m->ntree, tree_grain(m), run, context);
}

// 1 when the loop is better done at once, over all bodies in order.
static inline int trees_are_whole(const TreeLoop* loop) {
  return !loop->filter && !loop->d->threadpool;
}

static inline int tree_is_left_out(const TreeLoop* loop, int t) {
  return loop->filter && !loop->d->tree_awake[t];
}

static inline int tree_body_end(const mjModel* m, int t) {
  return m->tree_bodyadr[t] + m->tree_bodynum[t];
}

static inline int tree_joint_end(const mjModel* m, int t) {
  return t + 1 < m->ntree ? m->body_jntadr[m->tree_bodyadr[t + 1]] : (int)m->njnt;
}

// Static bodies between tree t - 1 and tree t, 0 <= t <= ntree; the world is the first of all.
static inline int gap_begin(const mjModel* m, int t) { return t ? tree_body_end(m, t - 1) : 0; }
static inline int gap_end(const mjModel* m, int t) {
  return t < m->ntree ? m->tree_bodyadr[t] : (int)m->nbody;
}

#endif  // CORE_PHYSICS_MECHANICS_TREES_H_
