// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_ASSETS_BVH_H_
#define CORE_MODEL_ASSETS_BVH_H_

// A future leaf, in the axes of the tree.
typedef struct BvhLeaf_ {
  int id;           // id to store in the leaf node
  double point[3];  // reference point, decides on which side of a split the leaf is
  double low[3];    // box
  double high[3];
} BvhLeaf;

typedef struct BvhNode_ {
  double aabb[6];  // centre, half sizes
  int child[2];    // node numbers within this tree, -1: none
  int id;          // leaf id, -1 for inner nodes
  int depth;
} BvhNode;

// Nodes of a tree over n leaves.
static inline int bvh_size(int n) { return n > 0 ? 2 * n - 1 : 0; }

// Build the tree over leaf[0..n) in node[0..bvh_size(n)), numbered in pre-order. Reorders the
// leaves.
void bvh_build(BvhNode* node, BvhLeaf* leaf, int n);

// Sets low and high of a leaf to the bounds of a box (centre, half sizes) at pose (pos, quat) in
// tree axes.
void bvh_leaf_box(BvhLeaf* leaf, const double aabb[6], const double pos[3], const double quat[4]);

#endif  // CORE_MODEL_ASSETS_BVH_H_
