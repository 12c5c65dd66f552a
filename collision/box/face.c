// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A face of one box and the nearest corner, edge or face of the other.
//
// In the frame of the reference face (the face is the rectangle |x| <= lx, |y| <= ly in the plane z
// = 0) the other box is described by its lowest corner P and the edges from there that are not
// steep: none, one, or two that span a parallelogram. Contacts are where these edges cross the
// border of the rectangle, corners of the rectangle under the parallelogram, and corners of the
// parallelogram inside the rectangle.

#include <fulcrum/math.h>

#include "collision/box/face.h"
#include "collision/box/frames.h"

// The incident feature, and the rectangle.
typedef struct Incident_ {
  mjtNum corner[3];
  mjtNum edge[2][3];
  int nedge;
  mjtNum l[2];
} Incident;

static void add_point(Points* points, mjtNum x, mjtNum y, mjtNum z) {
  fc_set3(points->pos[points->n++], x, y, z);
}

// Where the segment org + t dir, 0 <= t <= 1, crosses the lines x = -lx, lx and y = -ly, ly inside
// the rectangle.
static void add_crossings(Points* points, const Incident* in, const mjtNum org[3],
                          const mjtNum dir[3]) {
  for (int q = 0; q < 2; q++) {
    if (fc_abs(dir[q]) <= mjMINVAL)
      continue;
    mjtNum inverse = 1 / dir[q];
    for (int side = -1; side <= 1; side += 2) {
      mjtNum t = (side * in->l[q] - org[q]) * inverse;
      mjtNum other = org[1 - q] + t * dir[1 - q];
      if (t < 0 || t > 1 || fc_abs(other) > in->l[1 - q])
        continue;
      mjtNum point[3];
      fc_addScl3(point, org, dir, t);
      add_point(points, point[0], point[1], point[2]);
    }
  }
}

// Corners of the rectangle below the parallelogram.
static void add_reference_corners(Points* points, const Incident* in) {
  const mjtNum *P = in->corner, *E = in->edge[0], *F = in->edge[1];
  mjtNum inv = 1 / (E[0] * F[1] - E[1] * F[0]);
  for (int k = 0; k < 4; k++) {
    mjtNum x = k & 2 ? in->l[0] : -in->l[0], y = k & 1 ? in->l[1] : -in->l[1];
    mjtNum u = ((x - P[0]) * F[1] - (y - P[1]) * F[0]) * inv;
    mjtNum v = ((y - P[1]) * E[0] - (x - P[0]) * E[1]) * inv;
    if (u > 0 && u < 1 && v > 0 && v < 1)
      add_point(points, x, y, P[2] + u * E[2] + v * F[2]);
  }
}

static void add_if_inside(Points* points, const Incident* in, const mjtNum p[3]) {
  if (fc_abs(p[0]) < in->l[0] && fc_abs(p[1]) < in->l[1])
    add_point(points, p[0], p[1], p[2]);
}

static void collect(Points* points, const Incident* in) {
  const mjtNum *P = in->corner, *E = in->edge[0], *F = in->edge[1];
  mjtNum PE[3], PF[3], PEF[3];
  fc_add3(PE, P, E);
  fc_add3(PF, P, F);
  fc_add3(PEF, PE, F);
  if (in->nedge > 0)
    add_crossings(points, in, P, E);
  if (in->nedge > 1) {
    add_crossings(points, in, P, F);
    add_crossings(points, in, PE, F);
    add_crossings(points, in, PF, E);
    add_reference_corners(points, in);
  }
  add_point(points, P[0], P[1], P[2]);
  if (in->nedge > 0)
    add_if_inside(points, in, PE);
  if (in->nedge > 1) {
    add_if_inside(points, in, PF);
    add_if_inside(points, in, PEF);
  }
}

int face_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis) {
  int r = axis->box;
  const FaceFrame* f = face_frames + axis->i + (axis->negative ? 3 : 0);
  const mjtNum *Q = b->turn, *other = b->size[1 - r];

  // the other box in the frame of the face
  mjtNum p[3], size[3];
  to_face(p, f, r == 0 ? b->shift1 : b->shift2);
  size_to_face(size, f, b->size[r]);
  p[2] -= size[2];
  Incident in = {.l = {size[0], size[1]}};
  fc_copy3(in.corner, p);
  for (int k = 0; k < 3; k++) {
    mjtNum column[3] = {r == 0 ? Q[k] : Q[3 * k], r == 0 ? Q[3 + k] : Q[3 * k + 1],
                        r == 0 ? Q[6 + k] : Q[3 * k + 2]};
    mjtNum g[3];
    to_face(g, f, column);
    int up = g[2] < 0;
    fc_addToScl3(in.corner, g, up ? other[k] : -other[k]);
    if (fc_abs(g[2]) < 0.5 && in.nedge < 2)
      fc_scl3(in.edge[in.nedge++], g, (up ? -2 : 2) * other[k]);
  }

  // points, to the world
  Points points = {.n = 0};
  collect(&points, &in);
  mjtNum world[9], normal[3];
  face_to_world(world, f, b->mat[r]);
  fc_column3(normal, world, 2);
  if (r == 1)
    fc_scl3(normal, normal, -1);
  int n = 0;
  for (int i = 0; i < points.n; i++) {
    mjtNum dist = points.pos[i][2];
    if (dist > b->margin)
      continue;
    mjtNum local[3] = {points.pos[i][0], points.pos[i][1], dist / 2 + size[2]};
    point_to_world(con[n].pos, world, b->pos[r], local);
    con[n].dist = dist;
    fc_copy3(con[n].normal, normal);
    fc_zero3(con[n].tangent);
    n++;
  }
  return n;
}
