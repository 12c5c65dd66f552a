// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A sphere against sphere, capsule, cylinder and box: find the point of the other shape's core
// nearest to the centre, which leaves two spheres, or a sphere and a plane.

#include "collision/forms/forms.h"

int spheres_at(FcContactPoint* con, const mjtNum center1[3], mjtNum radius1, const Shape* s1,
               const mjtNum center2[3], mjtNum radius2, const Shape* s2, mjtNum margin) {
  mjtNum between[3], reach = margin + radius1 + radius2;
  fc_sub3(between, center2, center1);
  mjtNum dist2 = fc_dot3(between, between);
  if (dist2 > reach * reach)
    return 0;

  mjtNum len = fc_normalize3(between);
  if (len < mjMINVAL) {
    mjtNum axis1[3], axis2[3];
    fc_column3(axis1, s1->mat, 2);
    fc_column3(axis2, s2->mat, 2);
    fc_cross(between, axis1, axis2);
    fc_normalize3(between);
  }
  con->dist = len - radius1 - radius2;
  fc_copy3(con->normal, between);
  fc_addScl3(con->pos, center1, between, radius1 + con->dist / 2);
  fc_zero3(con->tangent);
  return 1;
}

int sphere_sphere(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  return spheres_at(con, s1->pos, s1->size[0], s1, s2->pos, s2->size[0], s2, margin);
}

int sphere_capsule(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  mjtNum axis[3], between[3], nearest[3];
  fc_column3(axis, s2->mat, 2);
  fc_sub3(between, s1->pos, s2->pos);
  mjtNum t = fc_clip(fc_dot3(axis, between), -s2->size[1], s2->size[1]);
  fc_addScl3(nearest, s2->pos, axis, t);
  return spheres_at(con, s1->pos, s1->size[0], s1, nearest, s2->size[0], s2, margin);
}

// Sphere against one disk of the cylinder, seen as a plane with outward normal n.
static int sphere_disk(FcContactPoint* con, const Shape* s1, const mjtNum center[3],
                       const mjtNum n[3], mjtNum margin) {
  mjtNum v[3], radius = s1->size[0];
  fc_sub3(v, s1->pos, center);
  mjtNum c = fc_dot3(v, n);
  if (c > margin + radius)
    return 0;
  con->dist = c - radius;
  fc_addScl3(con->pos, s1->pos, n, -(con->dist / 2 + radius));
  fc_scl3(con->normal, n, -1);
  fc_zero3(con->tangent);
  return 1;
}

int sphere_cylinder(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  mjtNum radius = s2->size[0], half = s2->size[1];
  mjtNum axis[3], between[3], radial[3], point[3];
  fc_column3(axis, s2->mat, 2);
  fc_sub3(between, s1->pos, s2->pos);
  mjtNum x = fc_dot3(axis, between);
  fc_addScl3(radial, between, axis, -x);
  mjtNum radial2 = fc_dot3(radial, radial);

  // beside the wall or above a disk; inside both, the nearer one counts
  int side = fc_abs(x) < half, cap = radial2 < radius * radius;
  if (side && cap) {
    if (half - fc_abs(x) < radius - fc_sqrt(radial2))
      side = 0;
    else
      cap = 0;
  }
  if (side) {
    fc_addScl3(point, s2->pos, axis, x);
    return spheres_at(con, s1->pos, s1->size[0], s1, point, radius, s2, margin);
  }
  mjtNum sign = x > 0 ? 1 : -1;
  if (cap) {
    fc_addScl3(point, s2->pos, axis, sign * half);
    fc_scl3(axis, axis, sign);
    return sphere_disk(con, s1, point, axis, margin);
  }

  // rim
  fc_scl3(radial, radial, radius / fc_sqrt(radial2));
  fc_addToScl3(radial, axis, sign * half);
  fc_add3(point, s2->pos, radial);
  return spheres_at(con, s1->pos, s1->size[0], s1, point, 0, s2, margin);
}

// The centre is inside the box: out through the nearest face.
static void centre_inside_box(FcContactPoint* con, const mjtNum center[3], mjtNum radius,
                              const mjtNum size[3]) {
  mjtNum nearest = 2 * (size[0] + size[1] + size[2]);
  int face = 0;
  for (int k = 0; k < 6; k++) {
    mjtNum depth = fc_abs((k & 1 ? size[k / 2] : -size[k / 2]) - center[k / 2]);
    if (depth < nearest) {
      nearest = depth;
      face = k;
    }
  }
  fc_zero3(con->normal);
  con->normal[face / 2] = face & 1 ? -1 : 1;
  fc_addScl3(con->pos, center, con->normal, (radius - nearest) / 2);
  con->dist = -nearest - radius;
}

int sphere_box(FcContactPoint* con, const Shape* s1, const Shape* s2, mjtNum margin) {
  const mjtNum* size = s2->size;
  mjtNum center[3], nearest[3], n[3], radius = s1->size[0];
  fc_sub3(center, s1->pos, s2->pos);
  fc_mulMatTVec3(center, s2->mat, center);
  for (int k = 0; k < 3; k++)
    nearest[k] = size[k] > 0 ? fc_clip(center[k], -size[k], size[k]) : center[k];
  fc_sub3(n, nearest, center);
  mjtNum dist = fc_normalize3(n);
  if (dist - radius > margin)
    return 0;
  if (dist > mjMINVAL) {
    for (int k = 0; k < 3; k++)
      con->pos[k] = (radius * n[k] + center[k] + nearest[k]) / 2;
    fc_copy3(con->normal, n);
    con->dist = dist - radius;
  } else {
    centre_inside_box(con, center, radius, size);
  }

  // to the world
  fc_mulMatVec3(con->pos, s2->mat, con->pos);
  fc_addTo3(con->pos, s2->pos);
  fc_mulMatVec3(con->normal, s2->mat, con->normal);
  fc_zero3(con->tangent);
  return 1;
}
