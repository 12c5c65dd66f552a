// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sphere, capsule and box against a triangle with a thickness, an element of a shell. Triangles
// have two sides, and the position of the sphere's centre selects one, so a sphere that has passed
// through is pushed out on the other side.

#include <fulcrum/math.h>

#include "collision/flex/triangle.h"

// Twice the signed area of the triangle with corners 0, a and b.
static mjtNum area(const mjtNum a[2], const mjtNum b[2]) { return a[0] * b[1] - a[1] * b[0]; }

// The point of the segment from a to b nearest to p, all in a plane. Returns the squared distance.
static mjtNum nearest_on_segment(mjtNum x[2], const mjtNum p[2], const mjtNum a[2],
                                 const mjtNum b[2]) {
  mjtNum ab[2] = {b[0] - a[0], b[1] - a[1]}, ap[2] = {p[0] - a[0], p[1] - a[1]};
  mjtNum t = (ap[0] * ab[0] + ap[1] * ab[1]) / fc_max(mjMINVAL, ab[0] * ab[0] + ab[1] * ab[1]);
  t = fc_clip(t, 0, 1);
  x[0] = a[0] + t * ab[0];
  x[1] = a[1] + t * ab[1];
  mjtNum dx = p[0] - x[0], dy = p[1] - x[1];
  return dx * dx + dy * dy;
}

// 1 when p is on the same side of all three edges of the triangle 0, a, b.
static int is_inside(const mjtNum p[2], const mjtNum a[2], const mjtNum b[2]) {
  mjtNum pa[2] = {a[0] - p[0], a[1] - p[1]}, pb[2] = {b[0] - p[0], b[1] - p[1]};
  mjtNum po[2] = {-p[0], -p[1]};
  mjtNum s0 = fc_sign(area(po, pa)), s1 = fc_sign(area(pa, pb)), s2 = fc_sign(area(pb, po));
  return s0 == s1 && s1 == s2;
}

int sphere_triangle(FcContactPoint* con, const mjtNum center[3], mjtNum radius,
                    const mjtNum corner[9], mjtNum thickness, mjtNum margin) {
  const mjtNum reach = margin + radius + thickness;

  // everything relative to the first corner
  mjtNum u[3], v[3], n[3], s[3];
  fc_sub3(u, corner + 3, corner);
  fc_sub3(v, corner + 6, corner);
  fc_sub3(s, center, corner);
  fc_cross(n, u, v);
  fc_normalize3(n);
  mjtNum height = fc_dot3(n, s);
  if (fc_abs(height) > reach)
    return 0;

  // coordinates in the plane: the first axis goes to the second corner
  mjtNum axis1[3], axis2[3], foot[3];
  fc_cross(axis2, n, u);
  fc_normalize3(axis2);
  fc_copy3(axis1, u);
  const mjtNum o[2] = {0, 0}, a[2] = {fc_normalize3(axis1), 0};
  const mjtNum b[2] = {fc_dot3(v, axis1), fc_dot3(v, axis2)};
  fc_addScl3(foot, s, n, -height);
  const mjtNum p[2] = {fc_dot3(foot, axis1), fc_dot3(foot, axis2)};

  // nearest point: below the centre, or on an edge
  mjtNum nearest[3];
  if (is_inside(p, a, b)) {
    fc_copy3(nearest, foot);
  } else {
    mjtNum x[3][2], dist2[3];
    dist2[0] = nearest_on_segment(x[0], p, o, a);
    dist2[1] = nearest_on_segment(x[1], p, a, b);
    dist2[2] = nearest_on_segment(x[2], p, b, o);
    int edge = dist2[0] < dist2[1] && dist2[0] < dist2[2] ? 0 : dist2[1] < dist2[2] ? 1 : 2;
    fc_scl3(nearest, axis1, x[edge][0]);
    fc_addToScl3(nearest, axis2, x[edge][1]);
  }

  fc_sub3(con->normal, nearest, s);
  mjtNum dist = fc_normalize3(con->normal);
  if (dist > reach)
    return 0;
  con->dist = dist - radius - thickness;
  fc_addScl3(con->pos, center, con->normal, radius + con->dist / 2);
  fc_zero3(con->tangent);
  return 1;
}

int capsule_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                     const mjtNum size[3], const mjtNum corner[9], mjtNum thickness,
                     mjtNum margin) {
  const mjtNum radius = size[0];
  mjtNum axis[3], end[2][3], segment[3];
  fc_column3(axis, mat, 2);
  fc_addScl3(end[0], pos, axis, -size[1]);
  fc_addScl3(end[1], pos, axis, size[1]);
  int n = sphere_triangle(con, end[0], radius, corner, thickness, margin);
  n += sphere_triangle(con + n, end[1], radius, corner, thickness, margin);

  // corners beside the segment
  fc_sub3(segment, end[1], end[0]);
  const mjtNum length2 = 4 * size[1] * size[1];
  for (int i = 0; i < 3; i++) {
    const mjtNum* t = corner + 3 * i;
    mjtNum to[3], on[3];
    fc_sub3(to, t, end[0]);
    mjtNum place = fc_dot3(to, segment) / length2;
    if (!(place > mjMINVAL && place < 1 - mjMINVAL))
      continue;
    fc_addScl3(on, end[0], segment, place);
    fc_sub3(to, t, on);
    mjtNum dist = fc_normalize3(to);
    if (dist > radius + thickness + margin)
      continue;
    FcContactPoint* c = con + n++;
    c->dist = dist - radius - thickness;
    fc_copy3(c->normal, to);
    fc_add3(c->pos, on, t);
    fc_addToScl3(c->pos, to, radius - thickness);
    fc_scl3(c->pos, c->pos, 0.5);
    fc_zero3(c->tangent);
  }
  return n;
}

// A corner of the triangle in or near a box: out through the face that is nearest.
static int corner_in_box(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                         const mjtNum size[3], const mjtNum t[3], mjtNum thickness, mjtNum margin) {
  mjtNum q[3];
  fc_sub3(q, t, pos);
  fc_mulMatTVec3(q, mat, q);
  int face = 0;
  mjtNum most = 0;
  for (int k = 0; k < 3; k++) {
    mjtNum out = fc_abs(q[k]) - size[k];
    if (k == 0 || out > most) {
      most = out;
      face = k;
    }
    if (fc_abs(q[k]) > size[k] + margin + thickness)
      return 0;
  }
  if (most - thickness > margin)
    return 0;
  con->dist = most - thickness;
  fc_column3(con->normal, mat, face);
  if (!(q[face] > 0))
    fc_scl3(con->normal, con->normal, -1);
  fc_addScl3(con->pos, t, con->normal, -(thickness + con->dist / 2));
  fc_zero3(con->tangent);
  return 1;
}

int box_triangle(FcContactPoint* con, const mjtNum pos[3], const mjtNum mat[9],
                 const mjtNum size[3], const mjtNum corner[9], mjtNum thickness, mjtNum margin) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    n += corner_in_box(con + n, pos, mat, size, corner + 3 * i, thickness, margin);
  for (int i = 0; i < 8; i++) {
    mjtNum local[3] = {i & 1 ? size[0] : -size[0], i & 2 ? size[1] : -size[1],
                       i & 4 ? size[2] : -size[2]};
    mjtNum point[3];
    fc_mulMatVec3(point, mat, local);
    fc_addTo3(point, pos);
    n += sphere_triangle(con + n, point, 0, corner, thickness, margin);
  }
  return n;
}
