// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bounding volume trees, and the joint descent of two of them.

#ifndef CORE_PHYSICS_COLLISION_TREES_H_
#define CORE_PHYSICS_COLLISION_TREES_H_

#include <mujoco/mujoco.h>

enum { STACK_ROOM = 512 };

// A tree, as needed to walk it.
typedef struct Tree_ {
  const mjtNum* box;  // 6 per node
  const int* child;   // 2 per node
  const int* leaf;    // geom or element of a leaf; inner nodes of fused bodies may have one too
  mjtByte* active;    // marks for the visualiser, or NULL
  int n;
} Tree;

static inline Tree tree_of(const mjModel* m, mjData* d, int body) {
  int adr = m->body_bvhadr[body];
  return (Tree){.box = m->bvh_aabb + 6 * adr,
                .child = m->bvh_child + 2 * adr,
                .leaf = m->bvh_nodeid + adr,
                .active = m->vis.global.bvactive ? d->bvh_active + adr : NULL,
                .n = m->body_bvhnum[body]};
}

// The tree of a flex; its boxes are those of the current step, in world coordinates.
static inline Tree tree_of_flex(const mjModel* m, mjData* d, int flex) {
  int adr = m->flex_bvhadr[flex];
  return (Tree){.box = d->bvh_aabb_dyn + 6 * (adr - (int)m->nbvhstatic),
                .child = m->bvh_child + 2 * adr,
                .leaf = m->bvh_nodeid + adr,
                .active = m->vis.global.bvactive ? d->bvh_active + adr : NULL,
                .n = m->flex_bvhnum[flex]};
}

static inline int is_leaf(const Tree* t, int node) { return t->child[2 * node] < 0; }

// Marks a node for the visualiser; threads may share a tree.
static inline void mark_active(const Tree* t, int node) {
  if (t->active)
    __atomic_store_n(t->active + node, 1, __ATOMIC_RELAXED);
}

// Size by which the larger of two boxes is selected for splitting. It is computed from the distance
// of the positive corner from the origin rather than from the half sizes; it affects only the order
// of the descent.
static inline mjtNum split_measure(const mjtNum* box) {
  mjtNum x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x * y + y * z + z * x;
}

// Stack of the pairs of nodes that are still to be compared.
typedef struct NodeStack_ {
  int n;
  int node[STACK_ROOM][2];
} NodeStack;

static inline void push(NodeStack* stack, int node1, int node2) {
  if (stack->n >= STACK_ROOM) {
    mju_error("mj_collision: bounding volume tree is too deep");
    return;
  }
  stack->node[stack->n][0] = node1;
  stack->node[stack->n++][1] = node2;
}

static inline void push_children(NodeStack* stack, const Tree* t1, const Tree* t2, int node1,
                                 int node2) {
  int leaf1 = is_leaf(t1, node1), leaf2 = is_leaf(t2, node2);
  int first =
      leaf2 || (!leaf1 && split_measure(t1->box + 6 * node1) > split_measure(t2->box + 6 * node2));
  const int* child = first ? t1->child + 2 * node1 : t2->child + 2 * node2;
  for (int k = 0; k < 2; k++) {
    if (child[k] < 0)
      continue;
    if (first)
      push(stack, child[k], node2);
    else
      push(stack, node1, child[k]);
  }
}

#endif  // CORE_PHYSICS_COLLISION_TREES_H_
