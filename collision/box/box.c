// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Box against box: separating axes, then clipping.
//
// Fifteen axes can separate two boxes: three face normals of each and nine products of edges. If
// none does, the axis with the least overlap says what touches: a face of one box and the nearest
// feature of the other (face.c), or an edge of each (edge.c). Contacts that are well outside one
// box without being well inside the other are culled, as are duplicates.

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>

#include "collision/box/boxes.h"
#include "collision/box/edge.h"
#include "collision/box/face.h"
#include "collision/box/frames.h"

// Frame 2 as seen from frame 1, as far as needed, and the overlaps along the face normals. 1 when
// one of them separates the boxes.
static int faces_separate(Boxes* b, mjtNum overlap1[3], mjtNum overlap2[3]) {
  const mjtNum *Q = b->turn, *s1 = b->size[0], *s2 = b->size[1];
  mjtNum between[3];
  fc_sub3(between, b->pos[1], b->pos[0]);
  fc_mulMatTVec3(b->shift1, b->mat[0], between);
  fc_mulMatTMat3(b->turn, b->mat[0], b->mat[1]);
  for (int i = 0; i < 3; i++) {
    mjtNum o = 0;
    for (int j = 0; j < 3; j++)
      o += fc_abs(Q[3 * i + j]) * s2[j];
    overlap1[i] = o + (s1[i] - fc_abs(b->shift1[i]));
  }
  if (overlap1[0] < -b->margin || overlap1[1] < -b->margin || overlap1[2] < -b->margin)
    return 1;
  fc_scl3(between, between, -1);
  fc_mulMatTVec3(b->shift2, b->mat[1], between);
  for (int i = 0; i < 3; i++) {
    mjtNum o = 0;
    for (int j = 0; j < 3; j++)
      o += fc_abs(Q[3 * j + i]) * s1[j];
    overlap2[i] = o + (s2[i] - fc_abs(b->shift2[i]));
  }
  return overlap2[0] < -b->margin || overlap2[1] < -b->margin || overlap2[2] < -b->margin;
}

// The face normal with the least overlap, which is returned.
static mjtNum least_overlap_of_faces(const Boxes* b, const mjtNum overlap1[3],
                                     const mjtNum overlap2[3], Axis* axis) {
  const mjtNum *s1 = b->size[0], *s2 = b->size[1];
  mjtNum least = b->margin + 3 * (s1[0] + s1[1] + s1[2] + s2[0] + s2[1] + s2[2]);
  for (int i = 0; i < 3; i++) {
    if (overlap1[i] < least) {
      least = overlap1[i];
      *axis = (Axis){.box = 0, .i = i, .negative = b->shift1[i] < 0};
    }
    if (overlap2[i] < least) {
      least = overlap2[i];
      *axis = (Axis){.box = 1, .i = i, .negative = b->shift2[i] < 0};
    }
  }
  return least;
}

// Bit j is set when the product of edge i of box 1 and edge j of box 2 may separate the boxes or
// overlap less than `least`. There are no roots and divisions, because boxes that touch have few
// such products; quantities that are not normalised are compared as squares, with a margin for
// rounding. `turn` holds the rows of the relative rotation and `size` the half sizes of box 2, both
// continued cyclically.
static int edge_candidates(const Boxes* b, int i, mjtNum turn[3][6], const mjtNum size[6],
                           mjtNum least) {
  enum { LANES = 4 };  // the fourth lane is idle
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  const mjtNum *u = turn[i1], *v = turn[i2], *w = turn[i];
  mjtNum overlap[LANES], needed[LANES], floor[LANES];
  for (int j = 0; j < LANES; j++) {
    mjtNum reach = b->size[0][i1] * fc_abs(v[j]) + b->size[0][i2] * fc_abs(u[j]) +
                   size[j + 1] * fc_abs(w[j + 2]) + size[j + 2] * fc_abs(w[j + 1]);
    overlap[j] = reach - fc_abs(b->shift1[i2] * u[j] - b->shift1[i1] * v[j]);
    floor[j] = 1e-6 * reach;
    needed[j] = (1 + 1e-6) * least * least * (u[j] * u[j] + v[j] * v[j]);
  }
  int candidates = 0;
  for (int j = 0; j < 3; j++)
    candidates |= !((overlap[j] > floor[j]) & (overlap[j] * overlap[j] > needed[j])) << j;
  return candidates;
}

// One product of edges: axis i of box 1 and axis j of box 2. Updates *least and the axis; marks the
// boxes as apart.
static void overlap_edges(const Boxes* b, int i, int j, mjtNum* least, Axis* axis) {
  const mjtNum* Q = b->turn;
  mjtNum n[3] = {0};
  int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
  n[i1] = -Q[3 * i2 + j];
  n[i2] = Q[3 * i1 + j];
  mjtNum length = fc_sqrt(n[i1] * n[i1] + n[i2] * n[i2]);
  if (length < mjMINVAL)
    return;
  fc_scl3(n, n, 1 / length);

  // keep the order of the sums: when the boxes just touch, the last bit decides
  mjtNum sigma = fc_dot3(b->shift1, n), overlap = 0;
  for (int k = 0; k < 3; k++)
    if (k != i)
      overlap += b->size[0][k] * fc_abs(n[k]);
  for (int k = 0; k < 3; k++)
    if (k != j)
      overlap += b->size[1][k] * fc_abs(Q[3 * i + 3 - k - j]) / length;
  overlap -= fc_abs(sigma);
  if (overlap < -b->margin) {
    axis->box = -1;
    return;
  }
  if (!(overlap < *least * (1 - 1e-12)))
    return;

  // the edges that face each other
  *least = overlap;
  *axis = (Axis){.box = 2, .i = i, .j = j, .negative = sigma < 0};
  fc_copy3(axis->normal, n);
  for (int k = 0; k < 3; k++) {
    if (k != i)
      axis->corner1[k] = (n[k] > 0) ^ axis->negative;
    if (k != j)
      axis->corner2[k] = (Q[3 * i + 3 - k - j] > 0) ^ axis->negative ^ ((k - j + 3) % 3 == 1);
  }
}

// The axis with the least overlap; its box is -1 when one separates.
static Axis least_overlap(Boxes* b) {
  Axis axis = {.box = -1};
  mjtNum overlap1[3], overlap2[3];
  if (faces_separate(b, overlap1, overlap2))
    return axis;
  mjtNum least = least_overlap_of_faces(b, overlap1, overlap2, &axis);
  if (axis.box < 0)
    return axis;
  mjtNum turn[3][6], size[6];
  for (int k = 0; k < 6; k++) {
    size[k] = b->size[1][k % 3];
    for (int i = 0; i < 3; i++)
      turn[i][k] = b->turn[3 * i + k % 3];
  }
  for (int i = 0; i < 3; i++) {
    int candidates = b->margin >= 0 ? edge_candidates(b, i, turn, size, least) : 7;
    for (int j = 0; candidates >> j; j++) {
      if (!(candidates >> j & 1))
        continue;
      overlap_edges(b, i, j, &least, &axis);
      if (axis.box < 0)
        return axis;
    }
  }
  return axis;
}

// Half sizes of the box grown by one percent and its margin, and of the box shrunk likewise.
typedef struct Shell_ {
  mjtNum outer[3], inner[3];
} Shell;

static Shell shell_of(const mjtNum size[3], mjtNum margin) {
  Shell shell;
  for (int k = 0; k < 3; k++) {
    mjtNum s = size[k] + margin;
    shell.outer[k] = 1.01 * s;
    shell.inner[k] = s / 1.01;
  }
  return shell;
}

// -1: outside the larger box, 1: inside the smaller one, 0: near the surface.
static int where_in_box(const mjtNum point[3], const mjtNum pos[3], const mjtNum mat[9],
                        const Shell* shell) {
  mjtNum local[3];
  int outside = 0, inside = 1;
  fc_sub3(local, point, pos);
  fc_mulMatTVec3(local, mat, local);
  for (int k = 0; k < 3; k++) {
    mjtNum x = fc_abs(local[k]);
    outside |= x > shell->outer[k];
    inside &= x < shell->inner[k];
  }
  return outside ? -1 : inside;
}

// Drop implausible and repeated contacts; returns how many are left.
static int cull(FcContactPoint* con, int n, const Boxes* b) {
  int keep[MAX_POINT], kept = 0;
  Shell shell1 = shell_of(b->size[0], b->margin), shell2 = shell_of(b->size[1], b->margin);
  for (int i = 0; i < n; i++) {
    int where1 = where_in_box(con[i].pos, b->pos[0], b->mat[0], &shell1);
    int where2 = where_in_box(con[i].pos, b->pos[1], b->mat[1], &shell2);
    keep[i] = !((where1 < 0 && where2 <= 0) || (where2 < 0 && where1 <= 0));
  }

  // of equal positions the last one is kept
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n && keep[i]; j++) {
      const mjtNum *p = con[i].pos, *q = con[j].pos;
      if (keep[j] && p[0] == q[0] && p[1] == q[1] && p[2] == q[2])
        keep[i] = 0;
    }
    if (keep[i]) {
      if (kept != i)
        con[kept] = con[i];
      kept++;
    }
  }
  return kept;
}

static int box_box(FcContactPoint* con, const mjModel* m, const mjData* d,
                   const FcCandidate* pair) {
  Boxes b = {.margin = pair->margin};
  for (int k = 0; k < 2; k++) {
    int g = pair->geom[k];
    b.pos[k] = d->geom_xpos + 3 * g;
    b.mat[k] = d->geom_xmat + 9 * g;
    b.size[k] = m->geom_size + 3 * g;
  }
  Axis axis = least_overlap(&b);
  if (axis.box < 0)
    return 0;
  int n = axis.box < 2 ? face_contacts(con, &b, &axis) : edge_contacts(con, &b, &axis);
  return n ? cull(con, n, &b) : 0;
}

static int collide(const FcContext* ctx, const FcCandidate* pair, int npair, FcContactSink* sink) {
  for (int i = 0; i < npair; i++) {
    for (int k = 0; k < 2; k++)
      if (ctx->m->geom_type[pair[i].geom[k]] != mjGEOM_BOX)
        return fc_fail("geom %d is not a box", pair[i].geom[k]);
    fc_emitContacts(sink, pair + i, box_box(fc_contactRoom(sink), ctx->m, ctx->d, pair + i));
  }
  return 0;
}

static const FcCollider table = {.size = sizeof(FcCollider),
                                 .flags = FC_COLLIDER_CONVEX_DISTANCE | FC_COLLIDER_CONCURRENT,
                                 .max_contact = MAX_POINT,
                                 .collide = collide};
static const char* const types[] = {"box-box", NULL};
static const FcFace faces[] = {
    {.size = sizeof(FcFace), .kind = FC_COLLIDER, .name = "box", .table = &table, .types = types}};

FC_MODULE_WITH(box, "box", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Box against box: separating axes and clipping", NULL)
