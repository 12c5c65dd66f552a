// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Mass properties of primitives and of assemblies.
//
// Solids follow the textbook formulas. A shell spreads its mass evenly over the surface: a capsule
// is a tube and two hemispheres, a cylinder a tube and two discs, a box six plates, an ellipsoid
// the difference of two solids 1e-6 apart. The principal axes of an assembly come from Jacobi
// rotations that are accumulated as a quaternion: each one zeroes the largest off-diagonal entry of
// R(q)' A R(q). The eigenvalues are then sorted by adjacent swaps, each a quarter turn, so that
// equal moments are never permuted.

#include <math.h>
#include <string.h>

#include "core/model/assets/shape_inertia.h"
#include "core/model/spec/pose.h"
#include "core/model/spec/tree.h"

double shape_volume(mjtGeom type, const double s[3], int shell) {
  double r = s[0], h = s[1];
  switch (type) {
    case mjGEOM_SPHERE: return shell ? 4 * mjPI * r * r : 4 * mjPI * r * r * r / 3;
    case mjGEOM_CAPSULE:
      return shell ? 4 * mjPI * r * r + 2 * mjPI * r * 2 * h
                   : mjPI * (r * r * 2 * h + 4 * r * r * r / 3);
    case mjGEOM_CYLINDER:
      return shell ? 2 * mjPI * r * r + 2 * mjPI * r * 2 * h : mjPI * r * r * 2 * h;
    case mjGEOM_ELLIPSOID: {
      if (!shell)
        return 4 * mjPI * s[0] * s[1] * s[2] / 3;
      const double p = 1.6075;
      double mean = (pow(s[0] * s[1], p) + pow(s[1] * s[2], p) + pow(s[2] * s[0], p)) / 3;
      return 4 * mjPI * pow(mean, 1 / p);
    }
    case mjGEOM_BOX:
    case mjGEOM_HFIELD:
      return shell ? 8 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]) : 8 * s[0] * s[1] * s[2];
    default: return 0;
  }
}

static void capsule_inertia(double inertia[3], double r, double half, double mass, int shell) {
  double height = 2 * half;
  if (shell) {
    double area = shape_volume(mjGEOM_CAPSULE, (double[3]){r, half, 0}, 1);
    double caps = mass * 4 * mjPI * r * r / area, tube = mass - caps, arm = half + r / 2;
    inertia[0] = tube * (6 * r * r + height * height) / 12 + 2 * caps * r * r / 3 +
                 caps * (arm * arm - r * r / 4);
    inertia[2] = tube * r * r + 2 * caps * r * r / 3;
  } else {
    double caps = mass * 4 * r / (4 * r + 3 * height), tube = mass - caps;
    inertia[0] = tube * (3 * r * r + height * height) / 12 + 2 * caps * r * r / 5 +
                 caps * height * (3 * r + 2 * height) / 8;
    inertia[2] = tube * r * r / 2 + 2 * caps * r * r / 5;
  }
  inertia[1] = inertia[0];
}

static void cylinder_inertia(double inertia[3], double r, double half, double mass, int shell) {
  double height = 2 * half;
  if (shell) {
    double area = shape_volume(mjGEOM_CYLINDER, (double[3]){r, half, 0}, 1);
    double disc = mass * mjPI * r * r / area, tube = mass - 2 * disc;
    inertia[0] =
        tube * (6 * r * r + height * height) / 12 + 2 * (disc * r * r / 4 + disc * half * half);
    inertia[2] = tube * r * r + disc * r * r;
  } else {
    inertia[0] = mass * (3 * r * r + height * height) / 12;
    inertia[2] = mass * r * r / 2;
  }
  inertia[1] = inertia[0];
}

static void solid_ellipsoid_inertia(double inertia[3], const double s[3], double mass) {
  for (int i = 0; i < 3; i++) {
    double b = s[(i + 1) % 3], c = s[(i + 2) % 3];
    inertia[i] = mass * (b * b + c * c) / 5;
  }
}

static void ellipsoid_inertia(double inertia[3], const double s[3], double mass, int shell) {
  if (!shell) {
    solid_ellipsoid_inertia(inertia, s, mass);
    return;
  }
  // a thin shell is a larger solid without the smaller one, both of the density that gives the mass
  double larger[3] = {s[0] + 1e-6, s[1] + 1e-6, s[2] + 1e-6}, inner[3];
  double outside = shape_volume(mjGEOM_ELLIPSOID, larger, 0),
         inside = shape_volume(mjGEOM_ELLIPSOID, s, 0);
  double density = mass / (outside - inside);
  solid_ellipsoid_inertia(inertia, larger, density * outside);
  solid_ellipsoid_inertia(inner, s, density * inside);
  for (int i = 0; i < 3; i++)
    inertia[i] -= inner[i];
}

static void box_inertia(double inertia[3], const double s[3], double mass, int shell) {
  if (!shell) {
    for (int i = 0; i < 3; i++) {
      double b = s[(i + 1) % 3], c = s[(i + 2) % 3];
      inertia[i] = mass * (b * b + c * c) / 3;
    }
    return;
  }
  // three pairs of plates, numbered by the axes they span: xy, yz, zx
  double lx = 2 * s[0], ly = 2 * s[1], lz = 2 * s[2], xx = lx * lx, yy = ly * ly, zz = lz * lz;
  double area[3] = {lx * ly, ly * lz, lz * lx}, total = 2 * (area[0] + area[1] + area[2]);
  double m0 = mass * area[0] / total, m1 = mass * area[1] / total, m2 = mass * area[2] / total;
  double aa = s[0] * s[0], bb = s[1] * s[1], cc = s[2] * s[2];
  inertia[0] = 2 * (m0 * cc + m2 * bb + m0 * yy / 12 + m1 * (yy + zz) / 12 + m2 * zz / 12);
  inertia[1] = 2 * (m0 * cc + m1 * aa + m0 * xx / 12 + m1 * zz / 12 + m2 * (xx + zz) / 12);
  inertia[2] = 2 * (m1 * aa + m2 * bb + m0 * (xx + yy) / 12 + m1 * yy / 12 + m2 * xx / 12);
}

void shape_inertia(double inertia[3], mjtGeom type, const double s[3], double mass, int shell) {
  switch (type) {
    case mjGEOM_SPHERE:
      inertia[0] = inertia[1] = inertia[2] = 2 * mass * s[0] * s[0] / (shell ? 3 : 5);
      return;
    case mjGEOM_CAPSULE: capsule_inertia(inertia, s[0], s[1], mass, shell); return;
    case mjGEOM_CYLINDER: cylinder_inertia(inertia, s[0], s[1], mass, shell); return;
    case mjGEOM_ELLIPSOID: ellipsoid_inertia(inertia, s, mass, shell); return;
    case mjGEOM_BOX:
    case mjGEOM_HFIELD: box_inertia(inertia, s, mass, shell); return;
    default: inertia[0] = inertia[1] = inertia[2] = 0;
  }
}

double shape_radius(mjtGeom type, const double s[3]) {
  switch (type) {
    case mjGEOM_SPHERE: return s[0];
    case mjGEOM_CAPSULE: return s[0] + s[1];
    case mjGEOM_CYLINDER: return sqrt(s[0] * s[0] + s[1] * s[1]);
    case mjGEOM_ELLIPSOID: return fmax(fmax(s[0], s[1]), s[2]);
    case mjGEOM_BOX: return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    default: return 0;
  }
}

void shape_box(double aabb[6], mjtGeom type, const double s[3]) {
  memset(aabb, 0, 6 * sizeof *aabb);
  double* half = aabb + 3;
  switch (type) {
    case mjGEOM_SPHERE: half[0] = half[1] = half[2] = s[0]; return;
    case mjGEOM_CAPSULE:
      half[0] = half[1] = s[0];
      half[2] = s[0] + s[1];
      return;
    case mjGEOM_CYLINDER:
      half[0] = half[1] = s[0];
      half[2] = s[1];
      return;
    case mjGEOM_PLANE:
      aabb[2] = -mjMAXVAL / 2;
      half[0] = half[1] = mjMAXVAL;
      half[2] = mjMAXVAL / 2;
      return;
    default: memcpy(half, s, 3 * sizeof *half);
  }
}

void inertia_accumulate(double full[6], double mass, const double d[3], const double inertia[3],
                        const double quat[4]) {
  double r[9], dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  compile_quat_to_mat(r, quat);
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    const double *a = r + 3 * row[k], *b = r + 3 * col[k];
    full[k] += a[0] * inertia[0] * b[0] + a[1] * inertia[1] * b[1] + a[2] * inertia[2] * b[2];
    full[k] += mass * ((row[k] == col[k] ? dd : 0) - d[row[k]] * d[col[k]]);
  }
}

// entries (0,0) (1,1) (2,2) (0,1) (0,2) (1,2) of (R(q)' A) R(q), rounded in this order
static void rotated(double out[6], const double full[6], const double quat[4]) {
  double r[9], ra[9];
  double a[9] = {full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2]};
  compile_quat_to_mat(r, quat);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      ra[3 * i + j] = r[i] * a[j] + r[3 + i] * a[3 + j] + r[6 + i] * a[6 + j];
  static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    const double* left = ra + 3 * row[k];
    out[k] = left[0] * r[col[k]] + left[1] * r[3 + col[k]] + left[2] * r[6 + col[k]];
  }
}

// the quarter turn about one axis, to 15 digits as it has always been
static void quarter_turn(double quat[4], int axis) {
  double turn[4] = {0.707106781186548, 0, 0, 0};
  turn[axis + 1] = 0.707106781186548;
  compile_quat_mul(quat, quat, turn);
}

const char* inertia_principal(double quat[4], double inertia[3], const double full[6]) {
  double d[6];
  memcpy(quat, (double[4]){1, 0, 0, 0}, 4 * sizeof *quat);
  for (int iteration = 0; iteration < 500; iteration++) {
    rotated(d, full, quat);
    memcpy(inertia, d, 3 * sizeof *inertia);

    // pivot: rows r and c, rotation axis k; off-diagonal entries are numbered 01, 02, 12
    double e01 = fabs(d[3]), e02 = fabs(d[4]), e12 = fabs(d[5]);
    int r = 0, c = 1, k = 2;
    if (!(e01 > e02 && e01 > e12)) {
      r = e02 > e12 ? 0 : 1;
      c = 2;
      k = 1 - r;
    }
    double off = d[2 + r + c];
    if (fabs(off) < 1e-12)
      break;

    // half-angle form of the Jacobi rotation
    double tau = (d[c] - d[r]) / (2 * off);
    double t = tau >= 0 ? 1 / (tau + sqrt(1 + tau * tau)) : -1 / (-tau + sqrt(1 + tau * tau));
    double cosine = 1 / sqrt(1 + t * t);
    if (cosine > 1 - 1e-12)
      break;
    double turn[4] = {0, 0, 0, 0}, sine = sqrt(0.5 - 0.5 * cosine);
    if ((tau >= 0) != (k == 1))
      sine = -sine;
    turn[k + 1] = sine;
    turn[0] = sqrt(1 - sine * sine);
    compile_normalize(turn, 4);
    compile_quat_mul(quat, quat, turn);
  }

  // descending order by three adjacent comparisons
  for (int pass = 0; pass < 3; pass++) {
    int j = pass % 2;
    if (inertia[j] + 1e-12 < inertia[j + 1]) {
      double swap = inertia[j];
      inertia[j] = inertia[j + 1];
      inertia[j + 1] = swap;
      quarter_turn(quat, (j + 2) % 3);
    }
  }
  return inertia[2] < COMPILE_EPS || inertia[2] != inertia[2]
             ? "inertia must have positive eigenvalues"
             : NULL;
}
