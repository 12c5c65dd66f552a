// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance of a mesh from its octree. Every cell stores the distance at its eight corners;
// the value at a point is interpolated trilinearly in the leaf that holds it. A point outside of
// the root is first moved into it, and the way is added.
//
// Inside, the gradient is that of the interpolation weights with respect to the leaf's own
// coordinates, which run from 0 to 1: it is not divided by the size of the leaf, so in a leaf that
// is no cube it is skewed. Contacts depend on it, and so it is kept.

#include <fulcrum/math.h>

#include "core/geometry/geometry.h"

#define INSET 1e-6        // points from outside land this deep below the surface of the root
#define DIFFERENCE 1e-8   // step of finite differences outside

// The octree of a mesh.
typedef struct Octree_ {
  const int* child;
  const mjtNum* box;
  const mjtNum* coeff;
} Octree;

// 0 after mju_error.
static int octree_of(Octree* o, const mjModel* m, int mesh) {
  int adr = m->mesh_octadr[mesh];
  if (adr < 0) {
    mju_error("mjc_distance: mesh %d has no octree, signed distances need needsdf=\"true\"", mesh);
    return 0;
  }
  *o = (Octree){m->oct_child + 8 * adr, m->oct_aabb + 6 * adr, m->oct_coeff + 8 * adr};
  return 1;
}

// Move a point into the root. Returns how far it had to go, 0 or less: it was inside.
static mjtNum enter_root(const mjtNum* root, mjtNum x[3]) {
  mjtNum q[3], most = -mjMAXVAL, sum = 0;
  for (int k = 0; k < 3; k++) {
    q[k] = fc_abs(x[k] - root[k]) - root[3 + k];
    most = fc_max(most, q[k]);
  }
  if (most <= 0) return most;
  for (int k = 0; k < 3; k++) {
    if (q[k] < 0) continue;
    sum += q[k] * q[k];
    x[k] -= x[k] > root[k] ? q[k] + INSET : -(q[k] + INSET);
  }
  return fc_sqrt(sum);
}

// The leaf that holds a point, and the point's coordinates in it, 0 .. 1.
static int find_leaf(const Octree* o, const mjtNum x[3], mjtNum t[3]) {
  for (int node = 0;;) {
    const mjtNum* box = o->box + 6 * node;
    const int* child = o->child + 8 * node;
    int leaf = 1, octant = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum lo = box[k] - box[3 + k], hi = box[k] + box[3 + k];
      t[k] = (x[k] - lo) / (hi - lo);
      octant |= (t[k] >= 0.5) << k;
    }
    for (int k = 0; k < 8 && leaf; k++) leaf = child[k] < 0;
    if (leaf || child[octant] < 0) return node;
    node = child[octant];
  }
}

static mjtNum interpolate(const mjtNum* c, const mjtNum t[3]) {
  mjtNum sum = 0;
  for (int j = 0; j < 8; j++) {
    sum += (j & 1 ? t[0] : 1 - t[0]) * (j & 2 ? t[1] : 1 - t[1]) * (j & 4 ? t[2] : 1 - t[2]) * c[j];
  }
  return sum;
}

static mjtNum distance_at(const Octree* o, const mjtNum x[3]) {
  mjtNum p[3], t[3];
  fc_copy3(p, x);
  mjtNum outside = enter_root(o->box, p);
  mjtNum dist = interpolate(o->coeff + 8 * find_leaf(o, p, t), t);
  return outside > 0 ? outside + dist : dist;
}

mjtNum octree_distance(const mjModel* m, int mesh, const mjtNum x[3]) {
  Octree o;
  return octree_of(&o, m, mesh) ? distance_at(&o, x) : 0;
}

void octree_gradient(const mjModel* m, int mesh, const mjtNum x[3], mjtNum gradient[3]) {
  Octree o;
  mjtNum p[3], t[3];
  fc_zero3(gradient);
  if (!octree_of(&o, m, mesh)) return;
  fc_copy3(p, x);
  if (enter_root(o.box, p) > 0) {
    mjtNum here = distance_at(&o, x);
    for (int k = 0; k < 3; k++) {
      fc_copy3(p, x);
      p[k] += DIFFERENCE;
      gradient[k] = (distance_at(&o, p) - here) / DIFFERENCE;
    }
    return;
  }

  // derivatives of the weights
  const mjtNum* c = o.coeff + 8 * find_leaf(&o, p, t);
  for (int j = 0; j < 8; j++) {
    mjtNum w0 = j & 1 ? t[0] : 1 - t[0], w1 = j & 2 ? t[1] : 1 - t[1], w2 = j & 4 ? t[2] : 1 - t[2];
    gradient[0] += (j & 1 ? 1 : -1) * w1 * w2 * c[j];
    gradient[1] += w0 * (j & 2 ? 1 : -1) * w2 * c[j];
    gradient[2] += w0 * w1 * (j & 4 ? 1 : -1) * c[j];
  }
}
