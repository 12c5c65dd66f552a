// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The shapes are built from half spaces and profiles by constructive geometry: the maximum of two
// distances is their intersection, the minimum their union, max(a, -b) is a without b. Rho is the
// distance from the z axis throughout.

#include "shapes.h"

#include <math.h>

#include <mujoco/mujoco.h>

static const mjtNum half_diagonal = 0.70710678118654752440;  // sqrt(2) / 2

static mjtNum radius_of(const mjtNum p[3]) { return sqrt(p[0] * p[0] + p[1] * p[1]); }

// ---------------------------------------------------------------- torus and bowl

mjtNum torus_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum q = radius_of(p) - a[0];
  return sqrt(q * q + p[2] * p[2]) - a[1];
}

// NaN on the axis, where the nearest point is not unique
void torus_gradient(mjtNum gradient[3], const mjtNum p[3], const mjtNum* a) {
  const mjtNum rho = radius_of(p), q = rho - a[0];
  const mjtNum norm = fmax(sqrt(q * q + p[2] * p[2]), mjMINVAL);
  gradient[0] = q * (p[0] / rho) / norm;
  gradient[1] = q * (p[1] / rho) / norm;
  gradient[2] = p[2] / norm;
}

// a sphere cut off at a height: the nearest point is on the shell or on the rim
mjtNum bowl_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum height = a[0], radius = a[1], rho = radius_of(p);
  const mjtNum rim = sqrt(radius * radius - height * height);
  mjtNum shell;
  if (height * rho < rim * p[2]) {
    shell = sqrt((rho - rim) * (rho - rim) + (p[2] - height) * (p[2] - height));
  } else {
    shell = fabs(sqrt(rho * rho + p[2] * p[2]) - radius);
  }
  return shell - a[2];
}

// ---------------------------------------------------------------- bolt and nut

// a helical groove of triangular profile in a cylinder; s is the distance from the cylinder
static mjtNum thread(const mjtNum p[3], mjtNum s) {
  const mjtNum turn = 12 * p[2] - atan2(p[1], p[0]) / (2 * mjPI);
  const mjtNum profile = fabs(turn - floor(turn) - 0.5);
  return (s - profile / 12) * half_diagonal;
}

// a hexagonal prism with a chamfered edge
static mjtNum head(const mjtNum p[3], mjtNum s) {
  const mjtNum sixth = 6 / (2 * mjPI);
  const mjtNum angle = -floor(atan2(p[1], p[0]) * sixth + 0.5) / sixth;
  const mjtNum side = p[0] * sin(angle + mjPI / 2) - p[1] * sin(angle) - 0.5;
  const mjtNum prism = fmax(side, fabs(p[2] + 0.25) - 0.25);
  return fmax(prism, (p[2] + s - 0.22) * half_diagonal);
}

mjtNum bolt_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum s = radius_of(p) - a[0];
  mjtNum shaft = fmax(thread(p, s), -(0.5 - fabs(p[2] + 0.5)));
  shaft = fmax(shaft, -((p[2] - s) * half_diagonal + half_diagonal));
  return fmin(shaft, head(p, s));
}

mjtNum nut_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum s = radius_of(p) - a[0], cone = (p[2] - s) * half_diagonal;
  mjtNum hole = fmax(thread(p, s), -(cone + 0.5 * half_diagonal));
  hole = fmin(hole, -cone - 0.05 * half_diagonal);
  return fmax(head(p, s), -hole);
}

// ---------------------------------------------------------------- gear

static mjtNum smooth_union(mjtNum a, mjtNum b, mjtNum k) {
  const mjtNum t = fmin(fmax(0.5 + 0.5 * (b - a) / k, 0), 1);
  return b * (1 - t) + a * t - k * t * (1 - t);
}

static mjtNum smooth_intersection(mjtNum a, mjtNum b, mjtNum k) {
  return fmax(fmax(a, b), -smooth_union(fmax(a, -b), fmax(b, -a), k));
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
  const mjtNum walls = fmax(fa - (stride - shift), fb - (stride - shift));
  mjtNum cogs = fmax(walls, fmax(da, db));

  // circles
  cogs = smooth_intersection(rho - outer, cogs, 0.0035 * diameter);
  cogs = smooth_union(rho - (outer - depth), cogs, base - outer + depth);
  return fmax(cogs, inner - rho);
}

mjtNum gear_distance(const mjtNum p[3], const mjtNum* a) {
  const mjtNum planar = gear_profile(p[0], p[1], a), axial = fabs(p[2]) - a[3] / 2;
  const mjtNum u = fmax(planar, 0), v = fmax(axial, 0);
  return fmin(fmax(planar, axial), 0) + sqrt(u * u + v * v);
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
