// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Geometry of flexes: positions of vertices, boxes of elements, bounding-volume trees. Edges and
// quantities for constraints are in flex_jacobian.c.
//
// A vertex is a point of a body, usually its origin (flex_centered), or a point between the nodes
// of a cell (fulcrum/flex.h).

#include <fulcrum/constraint.h>
#include <fulcrum/flex.h>
#include <fulcrum/host.h>
#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/parallel.h"
#include "core/physics/mechanics/flex.h"

// ---------------------------------------------------------------- points

// n points of bodies: their origins, or places `local` in their frames
static void body_points(const mjData* d, int n, const int* body, const mjtNum* local,
                        mjtNum* FC_RESTRICT point) {
  for (int i = 0; i < n; i++) {
    const mjtNum* pos = d->xpos + 3 * body[i];
    if (local) {
      fc_mulMatVec3(point + 3 * i, d->xmat + 9 * body[i], local + 3 * i);
      fc_addTo3(point + 3 * i, pos);
    } else {
      fc_copy3(point + 3 * i, pos);
    }
  }
}

int fc_flexNodes(const mjModel* m, const mjData* d, int flex, mjtNum* node) {
  const int adr = m->flex_nodeadr[flex], n = m->flex_nodenum[flex], p = m->flex_interp[flex];
  if (p < 1 || p > 2 || n != (p + 1) * (p + 1) * (p + 1))
    return fc_fail(
        "flex %d: an interpolation of order %d with %d nodes, expected order 1 with 8 "
        "nodes or order 2 with 27",
        flex, p, n);
  body_points(d, n, m->flex_nodebodyid + adr,
              m->flex_centered[flex] ? NULL : m->flex_node + 3 * adr, node);
  return n;
}

void fc_flexRotation(const mjModel* m, int flex, const mjtNum* node, mjtNum quat[4]) {
  // polynomials and their slopes at the centre of the cell
  static const mjtNum value[2][3] = {{0.5, 0.5}, {0, 1, 0}}, slope[2][3] = {{-1, 1}, {-1, 0, 1}};
  const int p = m->flex_interp[flex];
  const mjtNum *f = value[p - 1], *g = slope[p - 1];
  mjtNum gradient[9] = {0};
  for (int i = 0; i <= p; i++) {
    for (int j = 0; j <= p; j++) {
      for (int k = 0; k <= p; k++, node += 3) {
        const mjtNum weight[3] = {g[i] * f[j] * f[k], f[i] * g[j] * f[k], f[i] * f[j] * g[k]};
        for (int r = 0; r < 3; r++)
          fc_addToScl3(gradient + 3 * r, weight, node[r]);
      }
    }
  }
  mjtNum turn[4];
  fc_unit4(turn);
  mju_mat2Rot(turn, gradient);
  fc_negQuat(quat, turn);
}

// One flex, and where its nodes are.
typedef struct Flex_ {
  const mjModel* m;
  mjData* d;
  int id, nnode;
  mjtNum node[3 * mjMAXFLEXNODES];
} Flex;

// vertices of a flex that is interpolated; `n` is (p + 1)^3 and a constant where this is inlined
static inline void interpolate(int vertnum, const mjtNum* vert0, const mjtNum* node, int p, int n,
                               mjtNum* FC_RESTRICT xpos) {
  for (int v = 0; v < vertnum; v++) {
    mjtNum weight[mjMAXFLEXNODES], x = 0, y = 0, z = 0;
    fc_flexWeights(weight, vert0 + 3 * v, p);
    for (int j = 0; j < n; j++) {
      x += weight[j] * node[3 * j];
      y += weight[j] * node[3 * j + 1];
      z += weight[j] * node[3 * j + 2];
    }
    fc_set3(xpos + 3 * v, x, y, z);
  }
}

static void some_vertices(void* context, int begin, int end) {
  const Flex* flex = context;
  const mjModel* m = flex->m;
  const int first = m->flex_vertadr[flex->id] + begin, n = end - begin;
  mjtNum* xpos = flex->d->flexvert_xpos + 3 * first;
  const mjtNum* vert0 = m->flex_vert0 + 3 * first;
  switch (flex->nnode) {
    case 8: interpolate(n, vert0, flex->node, 1, 8, xpos); break;
    case 27: interpolate(n, vert0, flex->node, 2, 27, xpos); break;
    default:
      body_points(flex->d, n, m->flex_vertbodyid + first,
                  m->flex_centered[flex->id] ? NULL : m->flex_vert + 3 * first, xpos);
  }
}

static void vertices(Flex* flex) {
  const mjModel* m = flex->m;
  flex->nnode = m->flex_interp[flex->id] ? fc_flexNodes(m, flex->d, flex->id, flex->node) : 0;
  if (flex->nnode < 0)
    mju_error("mj_flex: %s", fc_lastError());
  else
    parallel_for(flex->d, m->flex_vertnum[flex->id], flex->nnode ? 64 : 512, some_vertices, flex);
}

// ---------------------------------------------------------------- boxes: centre, half sizes

// boxes of elements with n vertices, which is a constant where this is inlined
static inline void element_boxes(int elemnum, const int* elem, int n, const mjtNum* xpos,
                                 mjtNum radius, mjtNum* FC_RESTRICT box) {
  for (int e = 0; e < elemnum; e++, elem += n, box += 6) {
    mjtNum low[3], high[3];
    fc_copy3(low, xpos + 3 * elem[0]);
    fc_copy3(high, low);
    for (int i = 1; i < n; i++) {
      for (int k = 0; k < 3; k++) {
        const mjtNum x = xpos[3 * elem[i] + k];
        low[k] = fc_min(low[k], x);
        high[k] = fc_max(high[k], x);
      }
    }
    for (int k = 0; k < 3; k++) {
      box[k] = 0.5 * (high[k] + low[k]);
      box[3 + k] = 0.5 * (high[k] - low[k]) + radius;
    }
  }
}

static void some_boxes(void* context, int begin, int end) {
  const Flex* flex = context;
  const mjModel* m = flex->m;
  const int id = flex->id, dim = m->flex_dim[id], n = end - begin;
  const int* elem = m->flex_elem + m->flex_elemdataadr[id] + (dim + 1) * begin;
  const mjtNum *xpos = flex->d->flexvert_xpos + 3 * m->flex_vertadr[id],
               radius = m->flex_radius[id];
  mjtNum* box = flex->d->flexelem_aabb + 6 * (m->flex_elemadr[id] + begin);
  switch (dim) {
    case 1: element_boxes(n, elem, 2, xpos, radius, box); break;
    case 2: element_boxes(n, elem, 3, xpos, radius, box); break;
    default: element_boxes(n, elem, 4, xpos, radius, box); break;
  }
}

// The tree over the elements: leaves take their boxes, inner nodes enclose those of their children,
// which have larger indices.
static void tree(const mjModel* m, mjData* d, int flex) {
  const int adr = m->flex_bvhadr[flex], *leaf = m->bvh_nodeid + adr,
            *child = m->bvh_child + 2 * adr;
  const mjtNum* elembox = d->flexelem_aabb + 6 * m->flex_elemadr[flex];
  mjtNum* box = d->bvh_aabb_dyn + 6 * (adr - (int)m->nbvhstatic);
  for (int i = m->flex_bvhnum[flex] - 1; i >= 0; i--) {
    mjtNum* own = box + 6 * i;
    if (leaf[i] >= 0) {
      fc_copy6(own, elembox + 6 * leaf[i]);
      continue;
    }
    const mjtNum *a = box + 6 * child[2 * i], *b = box + 6 * child[2 * i + 1];
    for (int k = 0; k < 3; k++) {
      const mjtNum low = fc_min(a[k] - a[3 + k], b[k] - b[3 + k]);
      const mjtNum high = fc_max(a[k] + a[3 + k], b[k] + b[3 + k]);
      own[k] = 0.5 * (high + low);
      own[3 + k] = 0.5 * (high - low);
    }
  }
}

// ---------------------------------------------------------------- all flexes

void mj_flex(const mjModel* m, mjData* d) {
  const int nflex = (int)m->nflex;
  if (!nflex)
    return;
  fc_zero(d->flexvert_J, 2 * (int)m->nJfv);
  fc_zero(d->flexedge_J, (int)m->nJfe);
  for (int f = 0; f < nflex; f++) {
    Flex flex = {.m = m, .d = d, .id = f};
    vertices(&flex);
    parallel_for(d, m->flex_elemnum[f], 512, some_boxes, &flex);
    if (m->flex_bvhnum[f] && !mjDISABLED(mjDSBL_MIDPHASE))
      tree(m, d, f);
    if (m->flex_rigid[f] || m->flex_interp[f])
      continue;
    flex_edges(m, d, f);
    if (m->flex_dim[f] == 2 && m->flex_edgeequality[f] == FC_FLEX_VERTICES)
      flex_vertex_strains(m, d, f);
  }
}
