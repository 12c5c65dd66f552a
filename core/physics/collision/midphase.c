// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Two bodies with several geoms each: descends their bounding volume trees together.
//
// All nodes of a body share one frame, so the relative rotation and its absolute values are
// computed once per body pair, and a comparison is a handful of multiplications. Boxes that contain
// a plane are practically infinite; they are compared in world coordinates with plain projections,
// because there the rounding of their huge coordinates is part of the result.
//
// Geom pairs are found in the order of the descent; the group makes the narrow phase order their
// contacts by geom ids.

#include <fulcrum/math.h>

#include "core/physics/collision/boxes.h"
#include "core/physics/collision/geom_filter.h"
#include "core/physics/collision/midphase.h"
#include "core/physics/collision/pair.h"
#include "core/physics/collision/trees.h"

// Compares the boxes of two geoms, each in the frame of its geom.
static int geoms_disjoint(const mjModel* m, const mjData* d, int g1, int g2, mjtNum margin) {
  Placed a = {d->geom_xpos + 3 * g1, d->geom_xmat + 9 * g1, m->geom_aabb + 6 * g1};
  Placed b = {d->geom_xpos + 3 * g2, d->geom_xmat + 9 * g2, m->geom_aabb + 6 * g2};
  return placed_disjoint(&a, &b, margin);
}

static mjtNum margin_of_bodies(const mjModel* m, int body1, int body2) {
  return m->opt.enableflags & mjENBL_OVERRIDE ? m->opt.o_margin
                                              : m->body_margin[body1] + m->body_margin[body2];
}

int midphase_is_empty(const mjModel* m, const mjData* d, int body1, int body2) {
  Placed a = {d->xipos + 3 * body1, d->ximat + 9 * body1, m->bvh_aabb + 6 * m->body_bvhadr[body1]};
  Placed b = {d->xipos + 3 * body2, d->ximat + 9 * body2, m->bvh_aabb + 6 * m->body_bvhadr[body2]};
  return placed_disjoint(&a, &b, margin_of_bodies(m, body1, body2));
}

// The common case of planes around a scene: 1 when body 1 has nothing but planes and the only geom
// of body 2 is above them all, so that the descent ends without a pair. It then leaves the same
// marks: inner nodes with planes are unbounded in all directions, or else the descent is needed.
static int above_planes(const mjModel* m, const mjData* d, const Tree* t1, const Tree* t2,
                        int body1, int body2) {
  const int first = m->body_geomadr[body1], end = first + m->body_geomnum[body1];
  const int geom = m->body_geomadr[body2];
  if (m->body_geomnum[body2] != 1 || !(m->geom_rbound[geom] > 0))
    return 0;
  for (int g = first; g < end; g++)
    if (m->geom_type[g] != mjGEOM_PLANE ||
        !bounding_spheres_disjoint(m, d, g, geom, margin_of_geoms(m, g, geom)))
      return 0;
  for (int node = 0; node < t1->n && t1->active; node++)
    if (!is_leaf(t1, node) && !infinite(t1->box + 6 * node))
      return 0;
  for (int node = 0; node < t1->n && t1->active; node++)
    if (!is_leaf(t1, node)) {
      mark_active(t1, node);
      mark_active(t2, 0);
    }
  return 1;
}

void midphase(Batch* batch, int body1, int body2, Merged merged) {
  const mjModel* m = batch->m;
  mjData* d = batch->d;
  Tree t1 = tree_of(m, d, body1), t2 = tree_of(m, d, body2);
  const mjtNum *pos1 = d->xipos + 3 * body1, *mat1 = d->ximat + 9 * body1;
  const mjtNum *pos2 = d->xipos + 3 * body2, *mat2 = d->ximat + 9 * body2;
  if (above_planes(m, d, &t1, &t2, body1, body2))
    return;
  mjtNum margin = margin_of_bodies(m, body1, body2);
  Relative room;
  const Relative* relative = NULL;
  Axes axes[2];
  axes_of(axes, mat1, mat2);
  axes_of(axes + 1, mat2, mat1);

  int group = batch_group_begin(batch, midphase_room(m, body1, body2));
  NodeStack stack;
  stack.n = 0;
  push(&stack, 0, 0);
  while (stack.n > 0) {
    int node1 = stack.node[--stack.n][0], node2 = stack.node[stack.n][1];

    // two geoms
    if (is_leaf(&t1, node1) && is_leaf(&t2, node2)) {
      int g1 = t1.leaf[node1], g2 = t2.leaf[node2];
      mjtNum geom_margin = margin_of_geoms(m, g1, g2);
      if (bounding_spheres_disjoint(m, d, g1, g2, geom_margin) ||
          geoms_disjoint(m, d, g1, g2, geom_margin))
        continue;
      geom_pair_dynamic(batch, g1, g2, merged, group, 1);
      mark_active(&t1, node1);
      mark_active(&t2, node2);
      continue;
    }

    // at least one inner node
    const mjtNum *box1 = t1.box + 6 * node1, *box2 = t2.box + 6 * node2;
    Verdict verdict = TOO_CLOSE;
    if (!any_beyond(box1, LARGE_HALF) && !any_beyond(box2, LARGE_HALF)) {
      if (!relative) {
        relative_frame(&room, pos1, mat1, pos2, mat2);
        relative = &room;
      }
      verdict = compare_relative(relative, box1, box2, margin);
    }
    if (verdict == TOO_CLOSE) {
      Placed a = {pos1, mat1, box1}, b = {pos2, mat2, box2};
      verdict = boxes_disjoint(&a, &b, axes, margin) ? DISJOINT : OVERLAP;
    }
    if (verdict == DISJOINT)
      continue;
    mark_active(&t1, node1);
    mark_active(&t2, node2);
    push_children(&stack, &t1, &t2, node1, node2);
  }
  batch_group_end(batch);
}
