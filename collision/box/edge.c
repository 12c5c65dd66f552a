// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// An edge of each box.
//
// The reference face is the face of box 1 at its edge whose normal is most aligned with the contact
// normal nu; in its frame the face is the rectangle |x| <= lx, |y| <= ly in z = 0. The incident
// face of box 2, with corners U0..U3, is projected along nu onto that plane, giving V0..V3.
// Contacts are where the projected border crosses that of the rectangle, then at corners of the
// rectangle, then at incident corners. The position is the mean of a point of box 2 and its
// counterpart on the rectangle.
//
// The solution for the rectangle's corners divides by a determinant that is overwritten by the
// squared distance of the last corner examined. This reproduces the results of the reference; it
// does not follow from the geometry.

#include <fulcrum/math.h>

#include "collision/box/edge.h"
#include "collision/box/frames.h"

typedef struct Edge_ {
  mjtNum U[4][3], V[4][3];  // incident corners, and their projections
  mjtNum l[2];
  mjtNum eta;  // height to distance along the normal
  mjtNum margin;
} Edge;

// The two axes other than `axis`, the one with the larger |key| first.
static void other_axes(int axis, const mjtNum key[3], int* first, int* second) {
  static const int order[3][2] = {{1, 2}, {0, 2}, {1, 0}};
  *first = order[axis][0];
  *second = order[axis][1];
  if (fc_abs(key[*first]) < fc_abs(key[*second])) {
    *first = order[axis][1];
    *second = order[axis][0];
  }
}

static void add_point(Points* points, const mjtNum pos[3], mjtNum dist) {
  fc_copy3(points->pos[points->n], pos);
  points->dist[points->n++] = dist;
}

// Crossings of a projected side (org, dir) with the rectangle; orgA, dirA: the side itself.
static void add_crossings(Points* points, const Edge* e, const mjtNum org[3], const mjtNum dir[3],
                          const mjtNum orgA[3], const mjtNum dirA[3]) {
  for (int q = 0; q < 2; q++) {
    if (fc_abs(dir[q]) <= mjMINVAL)
      continue;
    mjtNum inverse = 1 / dir[q];
    for (int side = -1; side <= 1; side += 2) {
      mjtNum t = (side * e->l[q] - org[q]) * inverse;
      mjtNum other = org[1 - q] + t * dir[1 - q];
      if (t < 0 || t > 1 || fc_abs(other) > e->l[1 - q])
        continue;
      if ((orgA[2] + t * dirA[2]) * e->eta > e->margin)
        continue;
      mjtNum point[3], flat[3] = {0};
      fc_addScl3(point, orgA, dirA, t);
      flat[q] = side * e->l[q];
      flat[1 - q] = other;
      fc_addTo3(point, flat);
      fc_scl3(point, point, 0.5);
      add_point(points, point, 2 * point[2] * e->eta);
    }
  }
}

static void add_side_crossings(Points* points, const Edge* e) {
  mjtNum E1[3], E2[3], A1[3], A2[3];
  fc_sub3(E1, e->V[1], e->V[0]);
  fc_sub3(E2, e->V[2], e->V[0]);
  fc_sub3(A1, e->U[1], e->U[0]);
  fc_sub3(A2, e->U[2], e->U[0]);
  mjtNum PE1[3], PE2[3], PA1[3], PA2[3];
  fc_add3(PE1, e->V[0], E1);
  fc_add3(PE2, e->V[0], E2);
  fc_add3(PA1, e->U[0], A1);
  fc_add3(PA2, e->U[0], A2);
  add_crossings(points, e, e->V[0], E1, e->U[0], A1);
  add_crossings(points, e, e->V[0], E2, e->U[0], A2);
  add_crossings(points, e, PE1, E2, PA1, A2);
  add_crossings(points, e, PE2, E1, PA2, A1);
}

static int outside01(mjtNum x) { return x < 0 || x > 1; }

static void add_reference_corners(Points* points, const Edge* e) {
  int nline = points->n;
  const mjtNum* P = e->V[0];
  mjtNum E1[3], E2[3];
  fc_sub3(E1, e->V[1], P);
  fc_sub3(E2, e->V[2], P);
  mjtNum det = E1[0] * E2[1] - E2[0] * E1[1];
  for (int k = 0; k < 4; k++) {
    mjtNum corner[3] = {k & 2 ? e->l[0] : -e->l[0], k & 1 ? e->l[1] : -e->l[1], 0};
    mjtNum x = corner[0] - P[0], y = corner[1] - P[1];
    mjtNum inverse = 1 / det;
    mjtNum u = (x * E2[1] - y * E2[0]) * inverse, v = (y * E1[0] - x * E1[1]) * inverse;
    if (nline == 0 ? outside01(u) && outside01(v) : outside01(u) || outside01(v))
      continue;
    u = fc_clip(u, 0, 1);
    v = fc_clip(v, 0, 1);
    mjtNum W[3], between[3];
    for (int i = 0; i < 3; i++)
      W[i] = (1 - u - v) * e->U[0][i] + u * e->U[1][i] + v * e->U[2][i];
    fc_sub3(between, corner, W);
    det = fc_dot3(between, between);
    if (W[2] > 0 && det > e->margin * e->margin)
      continue;
    mjtNum pos[3];
    fc_add3(pos, corner, W);
    fc_scl3(pos, pos, 0.5);
    add_point(points, pos, W[2] < 0 ? -fc_sqrt(det) : fc_sqrt(det));
  }
}

static void add_incident_corners(Points* points, const Edge* e, int nline) {
  int nfound = points->n;
  for (int k = 0; k < 4; k++) {
    mjtNum x = e->V[k][0], y = e->V[k][1];
    int beyond_x = fc_abs(x) > e->l[0], beyond_y = fc_abs(y) > e->l[1];
    if (nline > 0 ? beyond_x || beyond_y : nfound > 0 && beyond_x && beyond_y)
      continue;
    mjtNum cx = fc_clip(x, -e->l[0], e->l[0]), cy = fc_clip(y, -e->l[1], e->l[1]);
    mjtNum z = e->U[k][2], h = z * e->eta;
    mjtNum dist2 = (x - cx) * (x - cx) + (y - cy) * (y - cy) + h * z * e->eta;
    if (z > 0 && dist2 > e->margin * e->margin)
      continue;
    mjtNum pos[3] = {(cx + e->U[k][0]) / 2, (cy + e->U[k][1]) / 2, z / 2};
    add_point(points, pos, z < 0 ? -fc_sqrt(dist2) : fc_sqrt(dist2));
  }
}

// Corners of the incident face of box 2 in the frame of the reference face, and their projections
// along nu.
static void incident_face(Edge* e, const Boxes* b, const Axis* axis, const FaceFrame* f,
                          const mjtNum p[3], const mjtNum nu[3]) {
  const mjtNum *Q = b->turn, *size = b->size[1];
  int first, second, j = axis->j;
  other_axes(j, Q + 3 * axis->i, &first, &second);
  mjtNum g[3][3];
  for (int k = 0; k < 3; k++) {
    mjtNum column[3];
    fc_column3(column, Q, k);
    to_face(g[k], f, column);
  }
  mjtNum inverse = 1 / nu[2];
  for (int k = 0; k < 4; k++) {
    mjtNum side = k < 2 ? 1 : -1, end = k & 1 ? -1 : 1;
    fc_addScl3(e->U[k], p, g[first], side * (axis->corner2[first] ? size[first] : -size[first]));
    fc_addToScl3(e->U[k], g[second], axis->corner2[second] ? size[second] : -size[second]);
    fc_addToScl3(e->U[k], g[j], end * size[j]);
    fc_addScl3(e->V[k], e->U[k], nu, -e->U[k][2] * inverse);
  }
}

int edge_contacts(FcContactPoint* con, const Boxes* b, const Axis* axis) {
  // reference face
  mjtNum key[3], p[3], nu[3], size[3];
  int first, second;
  fc_column3(key, b->turn, axis->j);
  other_axes(axis->i, key, &first, &second);
  const FaceFrame* f = face_frames + second + (axis->corner1[second] ? 0 : 3);
  to_face(p, f, b->shift1);
  to_face(nu, f, axis->normal);
  size_to_face(size, f, b->size[0]);
  p[2] -= size[2];
  if (fc_abs(nu[2]) < mjMINVAL)
    return 0;

  // points
  Edge e = {.l = {size[0], size[1]}, .eta = (axis->negative ? -1 : 1) / nu[2], .margin = b->margin};
  Points points = {.n = 0};
  incident_face(&e, b, axis, f, p, nu);
  add_side_crossings(&points, &e);
  int nline = points.n;
  add_reference_corners(&points, &e);
  add_incident_corners(&points, &e, nline);

  // to the world
  mjtNum world[9], normal[3];
  face_to_world(world, f, b->mat[0]);
  fc_mulMatVec3(normal, world, nu);
  if (axis->negative)
    fc_scl3(normal, normal, -1);
  for (int i = 0; i < points.n; i++) {
    mjtNum local[3] = {points.pos[i][0], points.pos[i][1], points.pos[i][2] + size[2]};
    point_to_world(con[i].pos, world, b->pos[0], local);
    con[i].dist = points.dist[i];
    fc_copy3(con[i].normal, normal);
    fc_zero3(con[i].tangent);
  }
  return points.n;
}
