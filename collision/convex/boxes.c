// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every geom is enclosed in a box along the axes of its frame. Two boxes are compared along one face
// normal of each, which takes a small part of the time of GJK. A gap counts when it exceeds by far
// what rounding and the tolerance of GJK amount to, so that contacts are the same with and without
// this test.

#include <fulcrum/math.h>

#include "collision/convex/boxes.h"
#include "collision/convex/support.h"

#define CLEARLY 1e-5   // gap relative to the radii of the geoms
#define TOLERANCES 10  // and in units of the tolerance

typedef struct Box_ {
  const mjtNum *center, *half;  // in the frame of the geom
  const mjtNum *pos, *mat;
} Box;

// Box of a geom, 0 if there is none. That of a mesh is the one around its hull; `room` is for half
// sizes that the model does not hold.
static inline int box_of(Box* box, mjtNum room[3], const FcContext* ctx, int geom) {
  static const mjtNum origin[3] = {0};
  const mjModel* m = ctx->m;
  const mjtNum* size = m->geom_size + 3 * geom;
  box->pos = ctx->d->geom_xpos + 3 * geom;
  box->mat = ctx->d->geom_xmat + 9 * geom;
  box->center = origin;
  box->half = room;
  switch (m->geom_type[geom]) {
    case mjGEOM_MESH: {
      const Hull* hull = hull_of(ctx, geom);
      if (!hull)
        return 0;
      box->center = hull->center;
      box->half = hull->half;
      return 1;
    }
    case mjGEOM_SPHERE: fc_set3(room, size[0], size[0], size[0]); return 1;
    case mjGEOM_CAPSULE: fc_set3(room, size[0], size[0], size[0] + size[1]); return 1;
    case mjGEOM_CYLINDER: fc_set3(room, size[0], size[0], size[1]); return 1;
    default: box->half = size; return 1;
  }
}

// 1 when the gap along an axis of the first box exceeds a limit: the axis along which the other
// geom lies farthest.
static inline int gap_exceeds(const Box* a, const Box* b, mjtNum limit) {
  mjtNum between[3], t[3], n[3];
  fc_sub3(between, b->pos, a->pos);
  fc_mulMatTVec3(t, a->mat, between);
  const mjtNum x = fc_abs(t[0]), y = fc_abs(t[1]), z = fc_abs(t[2]);
  const int k = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  fc_column3(n, a->mat, k);
  fc_mulMatTVec3(n, b->mat, n);
  const mjtNum reach = a->half[k] + fc_abs(n[0]) * b->half[0] + fc_abs(n[1]) * b->half[1] +
                       fc_abs(n[2]) * b->half[2];
  return fc_abs(t[k] - a->center[k] + fc_dot3(n, b->center)) > reach + limit;
}

int boxes_separate(const FcContext* ctx, const FcCandidate* pair) {
  const mjtNum *rbound = ctx->m->geom_rbound, margin = fc_max(pair->margin, 0);
  Box a, b;
  mjtNum room[2][3];
  if (!box_of(&a, room[0], ctx, pair->geom[0]) || !box_of(&b, room[1], ctx, pair->geom[1]))
    return 0;
  const mjtNum limit = margin + CLEARLY * (rbound[pair->geom[0]] + rbound[pair->geom[1]] + margin) +
                       TOLERANCES * ctx->m->opt.ccd_tolerance;
  return gap_exceeds(&a, &b, limit) || gap_exceeds(&b, &a, limit);
}
