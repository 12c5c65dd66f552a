// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Every geom is enclosed in a box along the axes of its frame. Two boxes are compared along one
// axis of each, which takes a small part of the time of GJK. A gap counts when it exceeds by far
// what rounding and the tolerance of GJK amount to, so that contacts are the same with and without
// this test.

#include <fulcrum/math.h>

#include "collision/convex/boxes.h"
#include "collision/convex/support.h"

#define CLEARLY 1e-5   // gap relative to the radii of the geoms
#define TOLERANCES 10  // and in units of the tolerance
#define UNIT 1e-6      // squared lengths of axes are at most 1 up to this

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

// Half the extent of a box along a direction; adds the coordinate of its centre as seen from the
// origin of its frame.
static inline mjtNum reach_along(const mjtNum n[3], const Box* box, mjtNum* center) {
  const mjtNum* half = box->half;
  mjtNum along[3];
  fc_mulMatTVec3(along, box->mat, n);
  *center += fc_dot3(along, box->center);
  return fc_abs(along[0]) * half[0] + fc_abs(along[1]) * half[1] + fc_abs(along[2]) * half[2];
}

// 1 when the gap along an axis of the first box exceeds a limit: the axis along which the other
// geom lies farthest. Edited quaternions that are not unit make frames that are not orthonormal;
// projections hold for these as well, but lengths only for axes of unit length.
static inline int gap_exceeds(const Box* a, const Box* b, mjtNum limit) {
  mjtNum between[3], t[3], n[3], center1 = 0, center2 = 0;
  fc_sub3(between, b->pos, a->pos);
  fc_mulMatTVec3(t, a->mat, between);
  const mjtNum x = fc_abs(t[0]), y = fc_abs(t[1]), z = fc_abs(t[2]);
  const int k = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  fc_column3(n, a->mat, k);
  const mjtNum reach = reach_along(n, a, &center1) + reach_along(n, b, &center2);
  return fc_dot3(n, n) < 1 + UNIT && fc_abs(t[k] + center2 - center1) > reach + limit;
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
