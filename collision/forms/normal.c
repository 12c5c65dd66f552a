// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Normals of round geoms. The portal is a flat triangle, so its normal only approximates that of
// the surface. The outward normals of the round sides at the contact position are more accurate and
// replace it.

#include "collision/forms/forms.h"

enum { MAX_ITERATIONS = 30 };
#define CONVERGED 1e-6
#define NEAR_CAP 0.95  // fraction of a cylinder's half height beyond which the cap begins
#define NEAR_RIM 0.25

// Point inside an ellipsoid: follow the candidate normal to the surface and take the normal there
// as the next candidate, until it no longer changes. Returns 0 when no step was possible.
static int ellipsoid_inside(mjtNum n[3], const mjtNum p[3], const mjtNum weight[3]) {
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    mjtNum a = 0, b = 0, c = 0, next[3];
    for (int k = 0; k < 3; k++) {
      a += n[k] * n[k] * weight[k];
      b += p[k] * n[k] * weight[k];
      c += p[k] * p[k] * weight[k];
    }
    c -= 1;
    mjtNum det = b * b - a * c;
    if (det < mjMINVAL || a < mjMINVAL)
      return i > 0;
    mjtNum x = (-b + fc_sqrt(det)) / a;
    if (x < 0)
      return i > 0;
    for (int k = 0; k < 3; k++)
      next[k] = (p[k] + x * n[k]) * weight[k];
    fc_normalize3(next);
    mjtNum change = fc_dist3(next, n);
    fc_copy3(n, next);
    if (change < CONVERGED)
      break;
  }
  return 1;
}

// Point outside: its projection on the ellipsoid is p s^2 / (s^2 + lambda), lambda by Newton.
static void ellipsoid_outside(mjtNum n[3], const mjtNum p[3], const mjtNum s2[3]) {
  mjtNum lambda = 0;
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    mjtNum value = 0, slope = 0;
    for (int k = 0; k < 3; k++) {
      mjtNum inv = 1 / (s2[k] + lambda), term = p[k] * p[k] * s2[k] * inv * inv;
      value += term;
      slope -= 2 * term * inv;
    }
    value -= 1;
    if (value < CONVERGED || slope > -mjMINVAL)
      break;
    mjtNum step = -value / slope;
    if (step < CONVERGED)
      break;
    lambda += step;
  }
  for (int k = 0; k < 3; k++)
    n[k] = p[k] / (s2[k] + lambda);
  fc_normalize3(n);
}

static int ellipsoid_normal(mjtNum n[3], const mjtNum p[3], const mjtNum s[3]) {
  mjtNum s2[3], weight[3], level = 0;
  if (s[0] < mjMINVAL || s[1] < mjMINVAL || s[2] < mjMINVAL)
    return 0;
  for (int k = 0; k < 3; k++) {
    s2[k] = s[k] * s[k];
    weight[k] = 1 / s2[k];
    level += p[k] * p[k] * weight[k];
  }
  fc_normalize3(n);
  if (level <= 1)
    return ellipsoid_inside(n, p, weight);
  ellipsoid_outside(n, p, s2);
  return 1;
}

// Outward normal of one side in its frame, given the candidate n. Returns 0 when there is none.
static int local_normal(mjtNum n[3], const mjtNum p[3], const Surface* o) {
  const mjtNum* s = o->size;
  mjtNum rho;
  switch (o->type) {
    case mjGEOM_SPHERE: fc_copy3(n, p); break;
    case mjGEOM_CAPSULE: fc_set3(n, p[0], p[1], p[2] - fc_clip(p[2], -s[1], s[1])); break;
    case mjGEOM_ELLIPSOID:
      if (!ellipsoid_normal(n, p, s))
        return 0;
      break;
    case mjGEOM_CYLINDER:
      rho = fc_sqrt(p[0] * p[0] + p[1] * p[1]);
      if (fc_abs(p[2]) > NEAR_CAP * s[1] ||
          fc_abs(s[1] - fc_abs(p[2])) < NEAR_RIM * fc_abs(s[0] - rho))
        return 0;
      fc_set3(n, p[0], p[1], 0);
      break;
    default: return 0;
  }
  fc_normalize3(n);
  return 1;
}

static int outward_normal(mjtNum n[3], const mjtNum candidate[3], const mjtNum pos[3],
                          const Surface* o) {
  mjtNum p[3], local[3];
  if (o->type < 0)
    return 0;
  fc_sub3(p, pos, o->pos);
  fc_mulMatTVec3(p, o->mat, p);
  fc_mulMatTVec3(local, o->mat, candidate);
  if (!local_normal(local, p, o))
    return 0;
  fc_mulMatVec3(n, o->mat, local);
  return 1;
}

void correct_normal(mjtNum normal[3], const mjtNum pos[3], const Surface* a, const Surface* b) {
  mjtNum na[3], nb[3], opposite[3];
  fc_scl3(opposite, normal, -1);
  int from_a = outward_normal(na, normal, pos, a), from_b = outward_normal(nb, opposite, pos, b);
  if (from_a && from_b) {
    fc_sub3(normal, na, nb);
    fc_normalize3(normal);
  } else if (from_a) {
    fc_copy3(normal, na);
  } else if (from_b) {
    fc_scl3(normal, nb, -1);
  }
}
