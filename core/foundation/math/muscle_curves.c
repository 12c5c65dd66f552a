// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Muscle force F * (activation * FL(L) * FV(V) + FP(L)): a piecewise quadratic Hill-type model.
// Parameters prm[9]: range0, range1 (lengths at the ends of lengthrange, in units of the optimal
// length L0), peak force (or < 0), scale, lmin, lmax, vmax, fpmax, fvmax. L and V are normalised by
// L0.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

enum { RANGE0, RANGE1, FORCE, SCALE, LMIN, LMAX, VMAX, FPMAX, FVMAX };

// peak force: given, or scaled by the inverse of the acceleration that a unit force produces
static mjtNum peak_force(mjtNum acc0, const mjtNum* prm) {
  return prm[FORCE] < 0 ? prm[SCALE] / fc_max(mjMINVAL, acc0) : prm[FORCE];
}

// optimal fibre length in the units of the actuator
static mjtNum optimal_length(const mjtNum* lengthrange, const mjtNum* prm) {
  return (lengthrange[1] - lengthrange[0]) / fc_max(mjMINVAL, prm[RANGE1] - prm[RANGE0]);
}

// normalised length
static mjtNum normalised_length(mjtNum len, mjtNum L0, const mjtNum* lengthrange,
                                const mjtNum* prm) {
  return prm[RANGE0] + (len - lengthrange[0]) / fc_max(mjMINVAL, L0);
}

// distance covered between two points of the length axis, as a fraction
static mjtNum fraction(mjtNum distance, mjtNum whole) { return distance / fc_max(mjMINVAL, whole); }

// active force over length: a bump of four parabolas with peak 1 at L = 1, zero outside [lmin,
// lmax]
static mjtNum force_length(mjtNum L, mjtNum lmin, mjtNum lmax) {
  mjtNum a = (mjtNum)0.5 * (lmin + 1), b = (mjtNum)0.5 * (1 + lmax), x;
  if (L < lmin || L > lmax)
    return 0;
  if (L <= a) {
    x = fraction(L - lmin, a - lmin);
    return (mjtNum)0.5 * x * x;
  }
  if (L <= 1) {
    x = fraction(1 - L, 1 - a);
    return 1 - (mjtNum)0.5 * x * x;
  }
  if (L <= b) {
    x = fraction(L - 1, b - 1);
    return 1 - (mjtNum)0.5 * x * x;
  }
  x = fraction(lmax - L, lmax - b);
  return (mjtNum)0.5 * x * x;
}

// force over velocity: 0 when shortening at full speed, 1 at rest, fvmax when lengthening
static mjtNum force_velocity(mjtNum V, mjtNum fvmax) {
  mjtNum y = fvmax - 1;
  if (V <= -1)
    return 0;
  if (V <= 0)
    return (V + 1) * (V + 1);
  if (V <= y)
    return fvmax - (y - V) * (y - V) / fc_max(mjMINVAL, y);
  return fvmax;
}

mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum* lengthrange, mjtNum acc0,
                      const mjtNum* prm) {
  mjtNum L0 = optimal_length(lengthrange, prm);
  mjtNum L = normalised_length(len, L0, lengthrange, prm);
  mjtNum V = vel / fc_max(mjMINVAL, L0 * prm[VMAX]);
  return -peak_force(acc0, prm) * force_length(L, prm[LMIN], prm[LMAX]) *
         force_velocity(V, prm[FVMAX]);
}

mjtNum mju_muscleBias(mjtNum len, const mjtNum* lengthrange, mjtNum acc0, const mjtNum* prm) {
  mjtNum L0 = optimal_length(lengthrange, prm);
  mjtNum L = normalised_length(len, L0, lengthrange, prm);
  mjtNum passive = peak_force(acc0, prm) * prm[FPMAX];
  mjtNum b = (mjtNum)0.5 * (1 + prm[LMAX]);

  // slack, then a parabola, then its tangent
  if (L <= 1)
    return 0;
  if (L <= b) {
    mjtNum x = fraction(L - 1, b - 1);
    return -passive * (mjtNum)0.5 * x * x;
  }
  return -passive * ((mjtNum)0.5 + fraction(L - b, b - 1));
}

// First-order activation with prm = (time constant up, time constant down, width of the blend).
mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum* prm) {
  mjtNum clipped = fc_clip(act, 0, 1), excess = fc_clip(ctrl, 0, 1) - act;

  // effective time constants depend on the activation (Millard et al., 2013)
  mjtNum factor = (mjtNum)0.5 + (mjtNum)1.5 * clipped;
  mjtNum up = prm[0] * factor, down = prm[1] / factor, tau;
  if (prm[2] < mjMINVAL)
    tau = excess > 0 ? up : down;
  else
    tau = down + (up - down) * mju_sigmoid(excess / prm[2] + (mjtNum)0.5);
  return excess / fc_max(mjMINVAL, tau);
}
