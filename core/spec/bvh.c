// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bounding-volume hierarchy of a body's geoms (or of a mesh's faces).
//
// Median split along the longest side of the node's box: the floor(n/2) leaves with the smallest
// reference coordinate go to the first child, the rest to the second. A later axis wins only when
// it is longer by COMPILE_EPS, and coordinates closer than that are ordered by id, so the tree does
// not depend on rounding or on the order of the input. Only which leaves go left matters, not their
// order, so a selection in expected linear time replaces sorting. The split is even: the depth
// never passes 31.

#include "core/spec/bvh.h"

#include <math.h>

#include "core/spec/pose.h"
#include "core/spec/tree.h"

void bvh_leaf_box(BvhLeaf* leaf, const double aabb[6], const double pos[3], const double quat[4]) {
  for (int corner = 0; corner < 8; corner++) {
    double v[3];
    for (int i = 0; i < 3; i++) v[i] = aabb[i] + (corner >> i & 1 ? aabb[3 + i] : -aabb[3 + i]);
    compile_rotate_dir(v, quat);
    for (int i = 0; i < 3; i++) {
      v[i] += pos[i];
      if (corner == 0 || v[i] < leaf->low[i]) leaf->low[i] = v[i];
      if (corner == 0 || v[i] > leaf->high[i]) leaf->high[i] = v[i];
    }
  }
}

static int before(const BvhLeaf* a, const BvhLeaf* b, int axis) {
  double difference = a->point[axis] - b->point[axis];
  return fabs(difference) > COMPILE_EPS ? difference < 0 : a->id < b->id;
}

// reorder so that the m smallest leaves along the axis come first (quickselect, middle element as
// pivot)
static void select_smallest(BvhLeaf* leaf, int n, int m, int axis) {
  int low = 0, high = n - 1;
  while (low < high) {
    BvhLeaf pivot = leaf[low + (high - low) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (i < high && before(leaf + i, &pivot, axis)) i++;
      while (j > low && before(&pivot, leaf + j, axis)) j--;
      if (i <= j) {
        BvhLeaf swap = leaf[i];
        leaf[i++] = leaf[j];
        leaf[j--] = swap;
      }
    }
    if (m <= j) {
      high = j;
    } else if (m >= i) {
      low = i;
    } else {
      return;
    }
  }
}

// append the subtree over leaf[0..n); returns the number of the first unused node
static int build(BvhNode* nodes, int next, BvhLeaf* leaf, int n, int depth) {
  BvhNode* node = nodes + next;
  double low[3], high[3];
  for (int i = 0; i < 3; i++) {
    low[i] = leaf[0].low[i];
    high[i] = leaf[0].high[i];
    for (int k = 1; k < n; k++) {
      low[i] = fmin(low[i], leaf[k].low[i]);
      high[i] = fmax(high[i], leaf[k].high[i]);
    }
    // a flat box gets a little thickness
    if (fabs(high[i] - low[i]) < COMPILE_EPS) {
      low[i] -= COMPILE_EPS;
      high[i] += COMPILE_EPS;
    }
    node->aabb[i] = (high[i] + low[i]) / 2;
    node->aabb[3 + i] = (high[i] - low[i]) / 2;
  }
  node->child[0] = node->child[1] = -1;
  node->id = n == 1 ? leaf[0].id : -1;
  node->depth = depth;
  next++;
  if (n == 1) return next;

  int axis = 0;
  for (int i = 1; i < 3; i++) {
    if (high[i] - low[i] >= high[axis] - low[axis] + COMPILE_EPS) axis = i;
  }
  int half = n / 2;
  select_smallest(leaf, n, half, axis);
  node->child[0] = next;
  next = build(nodes, next, leaf, half, depth + 1);
  node->child[1] = next;
  return build(nodes, next, leaf + half, n - half, depth + 1);
}

void bvh_build(BvhNode* node, BvhLeaf* leaf, int n) {
  if (n > 0) build(node, 0, leaf, n, 0);
}
