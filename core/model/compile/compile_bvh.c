// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bounding-volume trees of bodies, over the geoms that may collide.
//
// Models with fused bodies contain traces of earlier trees: every fusion that enlarged a tree
// leaves one unused node at the end, after the trees of meshes, and inner nodes keep the geom that
// a leaf with their number had earlier. Neither is ever read, but both are part of a model's sizes
// and arrays, so the trees before and after each fusion are built and recorded.

#include <string.h>

#include "core/model/assets/bvh.h"
#include "core/model/compile/compile.h"

int compile_leaf_count(const Compile* c, const BodyRecord* b) {
  int n = 0;
  for (int k = b->geom; k >= 0; k = c->geom[k].next)
    n += c->geom[k].pub->contype || c->geom[k].pub->conaffinity;
  return n;
}

// the tree of a body in its inertial frame; leaves name geom records, which are in list order
static void build_tree(const Compile* c, const BodyRecord* b, BvhLeaf* leaf, BvhNode* node) {
  const double conjugate[4] = {b->iquat[0], -b->iquat[1], -b->iquat[2], -b->iquat[3]};
  int n = 0;
  for (int k = b->geom; k >= 0; k = c->geom[k].next) {
    const GeomRecord* g = c->geom + k;
    if (!g->pub->contype && !g->pub->conaffinity)
      continue;
    double quat[4];
    leaf[n].id = k;
    for (int i = 0; i < 3; i++)
      leaf[n].point[i] = g->pos[i] - b->ipos[i];
    compile_rotate_dir(leaf[n].point, conjugate);
    compile_quat_mul(quat, conjugate, g->quat);
    bvh_leaf_box(leaf + n, g->aabb, leaf[n].point, quat);
    n++;
  }
  bvh_build(node, leaf, n);
}

void compile_remember_tree(Compile* c, BodyRecord* b) {
  const int leaves = compile_leaf_count(c, b), n = bvh_size(leaves);
  BvhLeaf* leaf = COMPILE_NEW(c, BvhLeaf, leaves);
  BvhNode* node = COMPILE_NEW(c, BvhNode, n);
  int* trace = COMPILE_NEW(c, int, n);
  build_tree(c, b, leaf, node);
  for (int i = 0; i < n; i++)
    trace[i] = node[i].id >= 0 ? node[i].id : i < b->ntrace ? b->trace[i] : -1;
  b->trace = trace;
  b->ntrace = n;
}

void compile_emit_bvh(Compile* c, mjModel* m) {
  int most = 0;
  for (int id = 0; id < c->body_count; id++) {
    const BodyRecord* b = c->body + c->body_order[id];
    if (b->bvhnum > most)
      most = b->bvhnum;
  }
  BvhLeaf* leaf = COMPILE_NEW(c, BvhLeaf, most);
  BvhNode* node = COMPILE_NEW(c, BvhNode, most);
  for (int id = 0; id < c->body_count; id++) {
    const BodyRecord* b = c->body + c->body_order[id];
    build_tree(c, b, leaf, node);
    for (int i = 0; i < b->bvhnum; i++) {
      const int at = b->bvhadr + i;
      const int geom = node[i].id >= 0 ? node[i].id : i < b->ntrace ? b->trace[i] : -1;
      m->bvh_depth[at] = node[i].depth;
      m->bvh_nodeid[at] = geom >= 0 ? c->geom[geom].id : -1;
      memcpy(m->bvh_child + 2 * at, node[i].child, sizeof node[i].child);
      memcpy(m->bvh_aabb + 6 * at, node[i].aabb, sizeof node[i].aabb);
    }
  }
}
