// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The shapes are built from half spaces and profiles by constructive geometry: the maximum of two
// distances is their intersection, the minimum their union, max(a, -b) is a without b. Rho is the
// distance from the z axis throughout.

#include <math.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "shapes.h"

static const mjtNum half_diagonal = 0.70710678118654752440;  // sqrt(2) / 2

// ---------------------------------------------------------------- bowl

// a sphere cut off at a height: the nearest point is on the shell or on the rim
mjtNum bowl_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum height = a[0], radius = a[1], rho = radius_of(p);
  const mjtNum rim = sqrt(radius * radius - height * height);
  mjtNum shell;
  if (height * rho < rim * p[2])
    shell = sqrt((rho - rim) * (rho - rim) + (p[2] - height) * (p[2] - height));
  else
    shell = fabs(sqrt(rho * rho + p[2] * p[2]) - radius);
  return shell - a[2];
}

// ---------------------------------------------------------------- bolt and nut

// A point in the coordinates of bolts and nuts: angle around the z axis, distance from the
// cylinder.
typedef struct Turned_ {
  const mjtNum* p;
  mjtNum angle, s;
} Turned;

static Turned turned(const mjtNum p[3], mjtNum radius) {
  return (Turned){p, atan2(p[1], p[0]), radius_of(p) - radius};
}

// a helical groove of triangular profile in a cylinder
static mjtNum thread(const Turned* t) {
  const mjtNum turn = 12 * t->p[2] - t->angle / (2 * mjPI);
  const mjtNum profile = fabs(turn - floor(turn) - 0.5);
  return (t->s - profile / 12) * half_diagonal;
}

// Sine of -k pi/3 + pi/2 and of -k pi/3, for k = -3, ..., 3, of the rounded angles, with the
// rounding of the C library.
static const mjtNum hexagon[7][2] = {{-1, 0x1.1a62633145c07p-53},
                                     {-0x1.ffffffffffffbp-2, 0x1.bb67ae8584cabp-1},
                                     {0x1.0000000000003p-1, 0x1.bb67ae8584caap-1},
                                     {1, -0.0},
                                     {0.5, -0x1.bb67ae8584caap-1},
                                     {-0x1.ffffffffffffdp-2, -0x1.bb67ae8584cabp-1},
                                     {-1, -0x1.1a62633145c07p-53}};

// a hexagonal prism with a chamfered edge
static mjtNum head(const Turned* t) {
  const mjtNum* p = t->p;
  const mjtNum k = floor(t->angle * (6 / (2 * mjPI)) + 0.5);
  if (!(k >= -3 && k <= 3))
    return NAN;
  const mjtNum* side = hexagon[(int)k + 3];
  const mjtNum prism = fc_max(p[0] * side[0] - p[1] * side[1] - 0.5, fabs(p[2] + 0.25) - 0.25);
  return fc_max(prism, (p[2] + t->s - 0.22) * half_diagonal);
}

mjtNum bolt_distance(const mjtNum p[3], const mjtNum* a) {
  const Turned t = turned(p, a[0]);
  mjtNum shaft = fc_max(thread(&t), -(0.5 - fabs(p[2] + 0.5)));
  shaft = fc_max(shaft, -((p[2] - t.s) * half_diagonal + half_diagonal));
  return fc_min(shaft, head(&t));
}

mjtNum nut_distance(const mjtNum p[3], const mjtNum* a) {
  const Turned t = turned(p, a[0]);
  const mjtNum cone = (p[2] - t.s) * half_diagonal;
  mjtNum hole = fc_max(thread(&t), -(cone + 0.5 * half_diagonal));
  hole = fc_min(hole, -cone - 0.05 * half_diagonal);
  return fc_max(head(&t), -hole);
}

// ---------------------------------------------------------------- gear

static mjtNum smooth_union(mjtNum a, mjtNum b, mjtNum k) {
  const mjtNum t = fc_min(fc_max(0.5 + 0.5 * (b - a) / k, 0), 1);
  return b * (1 - t) + a * t - k * t * (1 - t);
}

static mjtNum smooth_intersection(mjtNum a, mjtNum b, mjtNum k) {
  return fc_max(fc_max(a, b), -smooth_union(fc_max(a, -b), fc_max(b, -a), k));
}

static mjtNum floored_mod(mjtNum x, mjtNum y) { return x - y * floor(x / y); }

// Planar distance: involute flanks of a tooth repeated around the circle, addendum and root
// circles, bore.
static mjtNum gear_profile(mjtNum x, mjtNum y, const mjtNum* a) {
  const mjtNum diameter = a[1], teeth = a[2];
  const mjtNum psi = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551;
  const mjtNum diametral = teeth / diameter, pitch = mjPI / diametral;
  const mjtNum outer = diameter / 2 + 1 / diametral, depth = 2.2 / diametral;
  const mjtNum inner = a[4] >= 0 ? a[4] / 2 : outer - depth - 0.14 * diameter;
  const mjtNum rho = sqrt(x * x + y * y);

  // far away
  if (inner - rho > 0)
    return inner - rho;
  if (outer - rho < -0.2)
    return rho - outer;

  // flanks
  const mjtNum base = diameter * cos(psi) / 2, radius = diameter / 2;
  const mjtNum phi = atan2(y, x) + a[0], stride = pitch / radius;
  const mjtNum pressure = acos(base / radius), involute = tan(pressure) - pressure;
  const mjtNum shift = stride / 2 - 2 * involute;
  const mjtNum fa = floored_mod(phi + shift / 2, stride) - shift / 2;
  const mjtNum fb = floored_mod(-phi - shift + shift / 2, stride) - shift / 2;
  mjtNum da = -1e6, db = -1e6;
  if (base < rho) {
    const mjtNum angle = acos(base / rho), tangent = sqrt(rho * rho - base * base);
    da = tangent - base * (fa + angle);
    db = tangent - base * (fb + angle);
  }
  const mjtNum walls = fc_max(fa - (stride - shift), fb - (stride - shift));
  mjtNum cogs = fc_max(walls, fc_max(da, db));

  // circles
  cogs = smooth_intersection(rho - outer, cogs, 0.0035 * diameter);
  cogs = smooth_union(rho - (outer - depth), cogs, base - outer + depth);
  return fc_max(cogs, inner - rho);
}

mjtNum gear_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum planar = gear_profile(p[0], p[1], a), axial = fabs(p[2]) - a[3] / 2;
  const mjtNum u = fc_max(planar, 0), v = fc_max(axial, 0);
  return fc_min(fc_max(planar, axial), 0) + sqrt(u * u + v * v);
}

// ---------------------------------------------------------------- gradients

void difference_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a,
                         mjtNum (*distance)(const mjtNum p[3], const mjtNum* a)) {
  const mjtNum step = 1e-8, here = distance(p, a);
  for (int k = 0; k < 3; k++) {
    mjtNum moved[3] = {p[0], p[1], p[2]};
    moved[k] += step;
    gradient[k] = (distance(moved, a) - here) / step;
  }
}
