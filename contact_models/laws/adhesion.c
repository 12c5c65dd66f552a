// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Adhesion of elastic spheres (Johnson, Kendall and Roberts 1971; Derjaguin, Muller and Toporov
// 1975).
//
// JKR, with c = sqrt(2 pi w / E*) and contact radius a:
//
//     x(a) = a^2 / R - c sqrt(a)       F(a) = 4 E* a^3 / (3 R) - 2 E* c a^(3/2)
//
// With a = (beta s)^2, s = (c R)^(1/3) and B = x / (c s) the first is the quartic
// beta^4 - beta - B = 0. Its largest root follows from Ferrari's method; y, a root of the cubic
// resolvent y^3 + B y - 1/8 = 0, is corrected by Newton's method where the closed form cancels.

#include <math.h>

#include <fulcrum/math.h>

#include "contact_models/laws/laws.h"

static const mjtNum pi = (mjtNum)3.14159265358979323846;

static mjtNum largest_root(mjtNum B) {
  mjtNum y;
  if (B > 1) {
    // 1/8 = y (B + y^2), so y < 1 / (8 B); Newton's method converges from above
    y = 1 / (8 * B);
  } else {
    mjtNum root = fc_sqrt(fc_max(0, (mjtNum)1 / 256 + B * B * B / 27));
    mjtNum A = (mjtNum)cbrt((mjtNum)0.0625 + root);
    y = A - B / (3 * A);
  }
  for (int i = 0; i < 3 && B > 0; i++)
    y -= (y * (y * y + B) - (mjtNum)0.125) / (3 * y * y + B);
  mjtNum t = 2 * y;
  mjtNum beta = (fc_sqrt(t) + fc_sqrt(fc_max(0, 2 / fc_sqrt(t) - t))) / 2;
  mjtNum slope = 4 * beta * beta * beta - 1;
  if (slope > (mjtNum)1e-6)
    beta -= (beta * (beta * beta * beta - 1) - B) / slope;
  return beta;
}

static mjtNum length_c(const Adhesion* law) { return fc_sqrt(2 * pi * law->work / law->modulus); }

mjtNum jkr_radius(const Adhesion* law, mjtNum x) {
  mjtNum c = length_c(law);
  if (c <= 0)
    return fc_sqrt(law->radius * fc_max(0, x));
  mjtNum s = (mjtNum)cbrt(c * law->radius), root = largest_root(x / (c * s)) * s;
  return root * root;
}

mjtNum jkr_critical_radius(const Adhesion* law) {
  mjtNum R = law->radius;
  return (mjtNum)cbrt(9 * pi * law->work * R * R / (8 * law->modulus));
}

mjtNum pull_off(const Adhesion* law, int hard) {
  return (hard ? 2 : (mjtNum)1.5) * pi * law->work * law->radius;
}

// On the branch, dU/dx = F; beyond the point of largest tension the energy continues as a line.
static void jkr_energy(const Adhesion* law, mjtNum x, mjtNum out[3]) {
  mjtNum E = law->modulus, R = law->radius, c = length_c(law);
  mjtNum a_c = jkr_critical_radius(law), limit = -a_c * a_c / (3 * R);
  int plateau = x < limit;
  mjtNum a = plateau ? a_c : jkr_radius(law, x), root = fc_sqrt(a), a2 = a * a;
  out[0] = 8 * E * a2 * a2 * a / (15 * R * R) - (mjtNum)4 / 3 * E * c / R * a2 * a * root +
           pi * law->work * a2;
  out[1] = 4 * E * a2 * a / (3 * R) - 2 * E * c * a * root;
  // numerator and denominator of dF/dx times sqrt(a)
  out[2] =
      plateau ? 0 : fc_max(0, (4 * E * a2 * root / R - 3 * E * c * a) / (2 * a * root / R - c / 2));
  if (plateau) {
    out[1] = -pull_off(law, 0);
    out[0] += out[1] * (x - limit);
  }
}

void unbonded_energy(const Adhesion* law, mjtNum x, mjtNum out[3]) {
  mjtNum k = hertz_stiffness(law->modulus, law->radius), root = fc_sqrt(fc_max(0, x));
  out[0] = (mjtNum)0.4 * k * root * root * root * root * root;
  out[1] = k * root * root * root;
  out[2] = (mjtNum)1.5 * k * root;
}

void bonded_energy(const Adhesion* law, int hard, mjtNum x, mjtNum out[3]) {
  if (law->work <= 0) {
    unbonded_energy(law, x, out);
  } else if (hard) {
    mjtNum tension = pull_off(law, 1);
    unbonded_energy(law, x, out);
    out[0] -= tension * x;
    out[1] -= tension;
  } else {
    jkr_energy(law, x, out);
  }
}
