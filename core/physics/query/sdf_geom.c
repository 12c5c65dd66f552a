// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Signed distance fields of primitives in their own frames, negative inside, and their gradients.
//
// Plane, sphere, capsule and cylinder are exact. An ellipsoid uses the first-order estimate k0 (k0
// - 1) / k1 with k0 = |x / s| and k1 = |x / s^2|. A box is exact outside; inside, the distance is
// measured along the direction that points away from all faces in proportion to the depth of x
// below them, so that descent does not get stuck on the ridges of the exact field.
//
// Where a field has no gradient, at the centre of a sphere or an ellipsoid and on the axis of a
// capsule, the numbers are NaN: there is no direction of descent, and callers stop.

#include <fulcrum/math.h>

#include "core/physics/query/geometry.h"

#define SMALL 1e-10  // lengths are divided by at least this

// ---------------------------------------------------------------- distances

static mjtNum capsule(const mjtNum s[3], const mjtNum x[3]) {
  mjtNum v[3] = {x[0], x[1], x[2] - fc_clip(x[2], -s[1], s[1])};
  return fc_norm3(v) - s[0];
}

static mjtNum ellipsoid(const mjtNum s[3], const mjtNum x[3]) {
  mjtNum u[3] = {x[0] / s[0], x[1] / s[1], x[2] / s[2]};
  mjtNum w[3] = {u[0] / s[0], u[1] / s[1], u[2] / s[2]};
  mjtNum k0 = fc_norm3(u), k1 = fc_norm3(w);
  return k0 * (k0 - 1.0) / k1;
}

// Distances from the wall and from the two ends, positive outside.
static void cylinder_excess(mjtNum a[2], const mjtNum s[3], const mjtNum x[3]) {
  a[0] = fc_sqrt(x[0] * x[0] + x[1] * x[1]) - s[0];
  a[1] = fc_abs(x[2]) - s[1];
}

static mjtNum cylinder(const mjtNum s[3], const mjtNum x[3]) {
  mjtNum a[2];
  cylinder_excess(a, s, x);
  mjtNum b0 = fc_max(a[0], 0), b1 = fc_max(a[1], 0);
  return fc_min(fc_max(a[0], a[1]), 0) + fc_sqrt(b0 * b0 + b1 * b1);
}

// Distances from the three pairs of faces, positive outside; returns the largest.
static mjtNum box_excess(mjtNum a[3], const mjtNum s[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++)
    a[k] = fc_abs(x[k]) - s[k];
  return fc_max(a[0], fc_max(a[1], a[2]));
}

// Direction of the field inside a box.
static void box_radial(mjtNum b[3], const mjtNum a[3], const mjtNum s[3], const mjtNum x[3]) {
  for (int k = 0; k < 3; k++)
    b[k] = x[k] >= 0 ? -s[k] / a[k] : s[k] / a[k];
  fc_normalize3(b);
}

static mjtNum box(const mjtNum s[3], const mjtNum x[3]) {
  mjtNum a[3], b[3];
  if (box_excess(a, s, x) >= 0) {
    mjtNum outside[3] = {fc_max(a[0], 0), fc_max(a[1], 0), fc_max(a[2], 0)};
    return fc_norm3(outside);
  }

  // the first face in that direction
  box_radial(b, a, s, x);
  mjtNum t = mjMAXVAL;
  for (int k = 0; k < 3; k++)
    t = fc_min(t, -a[k] / fc_abs(b[k]));
  return -t * fc_norm3(b);
}

mjtNum sdf_primitive(int geomtype, const mjtNum size[3], const mjtNum x[3]) {
  switch (geomtype) {
    case mjGEOM_PLANE: return x[2];
    case mjGEOM_SPHERE: return fc_norm3(x) - size[0];
    case mjGEOM_CAPSULE: return capsule(size, x);
    case mjGEOM_ELLIPSOID: return ellipsoid(size, x);
    case mjGEOM_CYLINDER: return cylinder(size, x);
    case mjGEOM_BOX: return box(size, x);
    default:
      mju_error(
          "mjc_distance: geom type %d has no signed distance field, expected a plane, sphere, "
          "capsule, ellipsoid, cylinder, box, mesh or sdf",
          geomtype);
      return 0;
  }
}

// ---------------------------------------------------------------- gradients

static void capsule_gradient(const mjtNum s[3], const mjtNum x[3], mjtNum g[3]) {
  mjtNum v[3] = {x[0], x[1], x[2] - fc_clip(x[2], -s[1], s[1])};
  mjtNum length = fc_norm3(v);
  for (int k = 0; k < 3; k++)
    g[k] = v[k] / length;
}

// Products with reciprocals, in this order, round as in the reference: gradient descent amplifies
// differences in the last bit.
static void ellipsoid_gradient(const mjtNum s[3], const mjtNum x[3], mjtNum g[3]) {
  mjtNum u[3], w[3];
  for (int k = 0; k < 3; k++) {
    u[k] = x[k] / s[k];
    w[k] = u[k] / s[k];
  }
  mjtNum k0 = fc_norm3(u), k1 = fc_norm3(w), r0 = 1 / k0, r1 = 1 / k1;
  mjtNum c0 = (2 * k0 - 1) * r1, c1 = k0 * (k0 - 1) * r1 * r1;
  for (int k = 0; k < 3; k++)
    g[k] = w[k] * r0 * c0 - w[k] * r1 / (s[k] * s[k]) * c1;
  fc_scl3(g, g, 1 / fc_norm3(g));
}

static void cylinder_gradient(const mjtNum s[3], const mjtNum x[3], mjtNum g[3]) {
  mjtNum a[2], rho = fc_max(fc_sqrt(x[0] * x[0] + x[1] * x[1]), SMALL);
  mjtNum axial = x[2] > 0 ? 1 : -1;
  cylinder_excess(a, s, x);
  fc_set3(g, x[0] / rho, x[1] / rho, axial);

  // inside: the nearer of the wall and the ends
  if (fc_max(a[0], a[1]) < 0) {
    int wall = a[0] > a[1];
    if (!wall)
      g[0] = g[1] = 0;
    if (wall)
      g[2] = 0;
    return;
  }
  mjtNum b0 = fc_max(a[0], 0), b1 = fc_max(a[1], 0);
  mjtNum length = fc_max(fc_sqrt(b0 * b0 + b1 * b1), SMALL);
  fc_set3(g, g[0] * b0 / length, g[1] * b0 / length, g[2] * b1 / length);
}

static void box_gradient(const mjtNum s[3], const mjtNum x[3], mjtNum g[3]) {
  mjtNum a[3];
  if (box_excess(a, s, x) < 0) {
    box_radial(g, a, s, x);
    return;
  }
  mjtNum outside[3] = {fc_max(a[0], 0), fc_max(a[1], 0), fc_max(a[2], 0)};
  mjtNum length = fc_norm3(outside);
  for (int k = 0; k < 3; k++)
    g[k] = a[k] > 0 ? outside[k] / length * x[k] / fc_abs(x[k]) : 0;
}

void sdf_primitive_gradient(int geomtype, const mjtNum size[3], const mjtNum x[3],
                            mjtNum gradient[3]) {
  switch (geomtype) {
    case mjGEOM_PLANE: fc_set3(gradient, 0, 0, 1); break;
    case mjGEOM_SPHERE: fc_scl3(gradient, x, 1 / fc_norm3(x)); break;
    case mjGEOM_CAPSULE: capsule_gradient(size, x, gradient); break;
    case mjGEOM_ELLIPSOID: ellipsoid_gradient(size, x, gradient); break;
    case mjGEOM_CYLINDER: cylinder_gradient(size, x, gradient); break;
    case mjGEOM_BOX: box_gradient(size, x, gradient); break;
    default:
      mju_error(
          "mjc_gradient: geom type %d has no signed distance field, expected a plane, sphere, "
          "capsule, ellipsoid, cylinder, box, mesh or sdf",
          geomtype);
  }
}
