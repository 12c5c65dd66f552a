// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bounding-volume hierarchy of a body's geoms (or of a mesh's faces).
//
// Median split along the longest side of the node's box: the floor(n/2) leaves with the smallest
// reference coordinate go to the first child, the rest to the second. A later axis is chosen only
// when it is longer by COMPILE_EPS, and coordinates closer than that are ordered by id, so the tree
// does not depend on rounding or on the order of the input. Only the set of leaves on each side
// matters, not their order, so a selection in expected linear time replaces sorting. The split is
// even: the depth never exceeds 31.
//
// Faces without area have coordinates that are NaN, and those make the order inconsistent. The
// result then depends on the steps of the selection, which are the reference's (median of three,
// selection sort below eight), with bounds that hold whatever the comparisons return.

#include <math.h>

#include "core/model/assets/bvh.h"
#include "core/model/spec/pose.h"
#include "core/model/spec/tree.h"

void bvh_leaf_box(BvhLeaf* leaf, const double aabb[6], const double pos[3], const double quat[4]) {
  for (int corner = 0; corner < 8; corner++) {
    double v[3];
    for (int i = 0; i < 3; i++)
      v[i] = aabb[i] + (corner >> i & 1 ? aabb[3 + i] : -aabb[3 + i]);
    compile_rotate_dir(v, quat);
    for (int i = 0; i < 3; i++) {
      v[i] += pos[i];
      if (corner == 0 || v[i] < leaf->low[i])
        leaf->low[i] = v[i];
      if (corner == 0 || v[i] > leaf->high[i])
        leaf->high[i] = v[i];
    }
  }
}

enum { SELECTION_SORT = 7 };

static int before(const BvhLeaf* a, const BvhLeaf* b, int axis) {
  double difference = a->point[axis] - b->point[axis];
  return fabs(difference) > COMPILE_EPS ? difference < 0 : a->id < b->id;
}

static void exchange(BvhLeaf* a, BvhLeaf* b) {
  BvhLeaf leaf = *a;
  *a = *b;
  *b = leaf;
}

// put three leaves in order; returns the number of exchanges
static int order_three(BvhLeaf* a, BvhLeaf* b, BvhLeaf* c, int axis) {
  if (before(b, a, axis)) {
    if (before(c, b, axis)) {
      exchange(a, c);
      return 1;
    }
    exchange(a, b);
    if (!before(c, b, axis))
      return 1;
    exchange(b, c);
    return 2;
  }
  if (!before(c, b, axis))
    return 0;
  exchange(b, c);
  if (!before(b, a, axis))
    return 1;
  exchange(a, b);
  return 2;
}

static void selection_sort(BvhLeaf* leaf, int n, int axis) {
  for (int i = 0; i < n - 1; i++) {
    int least = i;
    for (int k = i + 1; k < n; k++)
      if (before(leaf + k, leaf + least, axis))
        least = k;
    if (least != i)
      exchange(leaf + i, leaf + least);
  }
}

static int is_sorted(const BvhLeaf* leaf, int low, int high, int axis) {
  for (int i = low + 1; i < high; i++)
    if (before(leaf + i, leaf + i - 1, axis))
      return 0;
  return 1;
}

// when nothing in [low + 1, high) comes before the first leaf: collects what is not after it on the
// left. Returns where the rest starts, or -1 otherwise.
static int gather_equal(BvhLeaf* leaf, int low, int high, int axis) {
  int i = low + 1, j = high - 1;
  if (!before(leaf + low, leaf + j, axis)) {
    for (; i < j && !before(leaf + low, leaf + i, axis); i++) {
    }
    if (i == j)
      return -1;
    exchange(leaf + i++, leaf + j);
  }
  if (i == j)
    return -1;
  for (;; i++) {
    while (i < high - 1 && !before(leaf + low, leaf + i, axis))
      i++;
    do {
      j--;
    } while (j > low && before(leaf + low, leaf + j, axis));
    if (i >= j)
      return i;
    exchange(leaf + i, leaf + j);
  }
}

// reorder so that the leaf at `nth` along the axis is there, none after it to its left
static void select_nth(BvhLeaf* leaf, int n, int nth, int axis) {
  int low = 0, high = n;
  while (high - low > SELECTION_SORT) {
    int middle = low + (high - low) / 2, i = low, j = high - 1;
    int swaps = order_three(leaf + low, leaf + middle, leaf + j, axis);

    // a leaf below the median for the first place, which stops the search from the right
    if (!before(leaf + low, leaf + middle, axis)) {
      do {
        j--;
      } while (j > low && !before(leaf + j, leaf + middle, axis));
      if (j == low) {
        int rest = gather_equal(leaf, low, high, axis);
        if (rest < 0 || nth < rest)
          return;
        low = rest;
        continue;
      }
      exchange(leaf + low, leaf + j);
      swaps++;
    }

    // partition; the median may move
    i++;
    if (i < j) {
      for (;; i++) {
        while (i < high - 1 && before(leaf + i, leaf + middle, axis))
          i++;
        do {
          j--;
        } while (j > low && !before(leaf + j, leaf + middle, axis));
        if (i >= j)
          break;
        exchange(leaf + i, leaf + j);
        swaps++;
        if (middle == i)
          middle = j;
      }
    }
    if (i != middle && before(leaf + middle, leaf + i, axis)) {
      exchange(leaf + i, leaf + middle);
      swaps++;
    }
    if (nth == i)
      return;
    if (!swaps && (nth < i ? is_sorted(leaf, low, i, axis) : is_sorted(leaf, i, high, axis)))
      return;
    if (nth < i)
      high = i;
    else
      low = i + 1;
  }
  if (high - low == 3)
    order_three(leaf + low, leaf + low + 1, leaf + low + 2, axis);
  else
    selection_sort(leaf + low, high - low, axis);
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
    node->aabb[3 + i] = high[i] - node->aabb[i];
  }
  node->child[0] = node->child[1] = -1;
  node->id = n == 1 ? leaf[0].id : -1;
  node->depth = depth;
  next++;
  if (n == 1)
    return next;

  int axis = 0;
  for (int i = 1; i < 3; i++)
    if (high[i] - low[i] >= high[axis] - low[axis] + COMPILE_EPS)
      axis = i;
  int half = n / 2;
  select_nth(leaf, n, half, axis);
  node->child[0] = next;
  next = build(nodes, next, leaf, half, depth + 1);
  node->child[1] = next;
  return build(nodes, next, leaf + half, n - half, depth + 1);
}

void bvh_build(BvhNode* node, BvhLeaf* leaf, int n) {
  if (n > 0)
    build(node, 0, leaf, n, 0);
}
