// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance of a mesh from its octree. Every cell stores the distance at its eight corners;
// the value at a point is interpolated trilinearly in the leaf that contains it. A point outside
// the root is first moved into it, and the distance moved is added.
//
// The leaf of a point is found by descending from the root, where every box determines the child
// that contains the point. That is a long chain of loads and sums, and would take nearly all the
// time of a collision. But children halve their parent, so the binary digits of the point's
// position in the root give the whole path at once. This path is correct if the point is well
// inside the leaf where it ends. On a border the result depends on how the corners of the boxes
// were rounded, so there the boxes themselves are tested. For the same reason no path is needed
// when the point is well inside a known leaf that contains another point nearby.
//
// Inside, the gradient is that of the interpolation weights with respect to the leaf's own
// coordinates, which run from 0 to 1. It is not divided by the size of the leaf, so it is skewed in
// a leaf that is not a cube. Contacts of the reference depend on this, so it is kept.

#include <float.h>

#include <fulcrum/math.h>

#include "core/physics/query/geometry.h"

#define INSET 1e-6       // depth inside the root to which outside points are moved
#define DIFFERENCE 1e-8  // step of finite differences outside

enum { DIGITS = 24 };  // length of a path found from digits; deeper than any tree

// Half the width of a border, relative to coordinates in the root: far above the rounding errors of
// the sums that decide about a child, each of them half an epsilon.
#define BORDER (64 * (sizeof(mjtNum) == sizeof(float) ? (mjtNum)FLT_EPSILON : (mjtNum)DBL_EPSILON))

// The octree of a mesh.
typedef struct Octree_ {
  const int* child;
  const mjtNum* box;
  const mjtNum* coeff;
} Octree;

// Sets up the octree of a mesh; 0 after mju_error.
static int octree_of(Octree* o, const mjModel* m, int mesh) {
  int adr = m->mesh_octadr[mesh];
  if (adr < 0) {
    mju_error("mjc_distance: mesh %d has no octree, signed distances need needsdf=\"true\"", mesh);
    return 0;
  }
  *o = (Octree){m->oct_child + 8 * adr, m->oct_aabb + 6 * adr, m->oct_coeff + 8 * adr};
  return 1;
}

// ---------------------------------------------------------------- the leaf of a point

// Moves a point into the root. Returns the distance moved; 0 or less when it was inside.
static inline mjtNum enter_root(const mjtNum* root, mjtNum x[3]) {
  mjtNum q[3], most = -mjMAXVAL, sum = 0;
  for (int k = 0; k < 3; k++) {
    q[k] = fc_abs(x[k] - root[k]) - root[3 + k];
    most = fc_max(most, q[k]);
  }
  if (most <= 0)
    return most;
  for (int k = 0; k < 3; k++) {
    if (q[k] < 0)
      continue;
    sum += q[k] * q[k];
    x[k] -= x[k] > root[k] ? q[k] + INSET : -(q[k] + INSET);
  }
  return fc_sqrt(sum);
}

// Coordinate of a point in a box, 0 .. 1.
static inline mjtNum coordinate(const mjtNum* box, mjtNum x, int k) {
  mjtNum lo = box[k] - box[3 + k], hi = box[k] + box[3 + k];
  return (x - lo) / (hi - lo);
}

// Octant of a box that contains a point. A rounded quotient is at least one half if and only if its
// numerator is at least half its denominator, so no division is needed.
static inline unsigned octant_of(const mjtNum* box, const mjtNum x[3]) {
  unsigned octant = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum lo = box[k] - box[3 + k], hi = box[k] + box[3 + k];
    octant |= (unsigned)(x[k] - lo >= 0.5 * (hi - lo)) << k;
  }
  return octant;
}

// The leaf that contains a point, box by box.
static int ask_boxes(const Octree* o, const mjtNum x[3]) {
  for (int node = 0;;) {
    int next = o->child[8 * node + (int)octant_of(o->box + 6 * node, x)];
    if (next < 0)
      return node;
    node = next;
  }
}

// 1 when a point is inside a box and not near its border.
static inline int well_inside(const Octree* o, int node, const mjtNum x[3]) {
  const mjtNum *root = o->box, *box = o->box + 6 * node;
  int inside = 1;
  for (int k = 0; k < 3; k++)
    inside &= fc_abs(x[k] - box[k]) < box[3 + k] - BORDER * (fc_abs(root[k]) + root[3 + k]);
  return inside;
}

// The same, from the binary digits.
static int find_leaf(const Octree* o, const mjtNum x[3]) {
  int way[3], node = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum u = coordinate(o->box, x[k], k);
    if (!(u >= 0 && u < 1))
      return ask_boxes(o, x);
    way[k] = (int)(u * (1 << DIGITS));
  }
  for (int digit = DIGITS - 1; digit >= 0; digit--) {
    int octant = 0;
    for (int k = 0; k < 3; k++)
      octant |= (way[k] >> digit & 1) << k;
    int next = o->child[8 * node + octant];
    if (next < 0)
      return well_inside(o, node, x) ? node : ask_boxes(o, x);
    node = next;
  }
  return ask_boxes(o, x);
}

static inline int is_leaf(const Octree* o, int node) {
  int all = -1;
  for (int k = 0; k < 8; k++)
    all &= o->child[8 * node + k];
  return all < 0;
}

// The leaf that contains a point: the given cell, or another.
static inline int leaf_of(const Octree* o, int cell, const mjtNum x[3]) {
  return well_inside(o, cell, x) && is_leaf(o, cell) ? cell : find_leaf(o, x);
}

// ---------------------------------------------------------------- the field

// Position of a point in an octree, as its field needs it.
typedef struct Spot_ {
  const mjtNum* coeff;  // of the leaf
  mjtNum t[3];          // the point in the leaf
  mjtNum outside;       // > 0: distance of the point from the root
} Spot;

// Tries a cell first; it becomes the leaf.
__attribute__((always_inline)) static inline Spot find_spot(const Octree* o, int* cell,
                                                            const mjtNum x[3]) {
  mjtNum p[3];
  fc_copy3(p, x);
  mjtNum outside = enter_root(o->box, p);
  *cell = leaf_of(o, *cell, p);
  const mjtNum* box = o->box + 6 * *cell;
  return (Spot){.coeff = o->coeff + 8 * *cell,
                .t = {coordinate(box, p[0], 0), coordinate(box, p[1], 1), coordinate(box, p[2], 2)},
                .outside = outside};
}

static inline mjtNum distance_of(const Spot* spot) {
  const mjtNum *c = spot->coeff, *t = spot->t;
  mjtNum sum = 0;
  for (int j = 0; j < 8; j++)
    sum += (j & 1 ? t[0] : 1 - t[0]) * (j & 2 ? t[1] : 1 - t[1]) * (j & 4 ? t[2] : 1 - t[2]) * c[j];
  return spot->outside > 0 ? spot->outside + sum : sum;
}

mjtNum octree_distance(const mjModel* m, int mesh, int* cell, const mjtNum x[3]) {
  Octree o;
  if (!octree_of(&o, m, mesh))
    return 0;
  Spot spot = find_spot(&o, cell, x);
  return distance_of(&spot);
}

mjtNum octree_gradient(const mjModel* m, int mesh, int* cell, const mjtNum x[3],
                       mjtNum gradient[3]) {
  Octree o;
  fc_zero3(gradient);
  if (!octree_of(&o, m, mesh))
    return 0;
  Spot spot = find_spot(&o, cell, x);
  mjtNum here = distance_of(&spot);
  if (spot.outside > 0) {
    for (int k = 0; k < 3; k++) {
      mjtNum p[3];
      int there = *cell;
      fc_copy3(p, x);
      p[k] += DIFFERENCE;
      Spot beside = find_spot(&o, &there, p);
      gradient[k] = (distance_of(&beside) - here) / DIFFERENCE;
    }
    return here;
  }

  // derivatives of the weights
  const mjtNum *c = spot.coeff, *t = spot.t;
  for (int j = 0; j < 8; j++) {
    mjtNum w0 = j & 1 ? t[0] : 1 - t[0], w1 = j & 2 ? t[1] : 1 - t[1], w2 = j & 4 ? t[2] : 1 - t[2];
    gradient[0] += (j & 1 ? 1 : -1) * w1 * w2 * c[j];
    gradient[1] += w0 * (j & 2 ? 1 : -1) * w2 * c[j];
    gradient[2] += w0 * w1 * (j & 4 ? 1 : -1) * c[j];
  }
  return here;
}
