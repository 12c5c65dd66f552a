// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Laws of actuators.

#ifndef FULCRUM_LANES_FORCE_H_
#define FULCRUM_LANES_FORCE_H_

#include <fulcrum/lanes/spatial.h>

// as fc_clip: the lower limit wins
LANE_INLINE num clip_range(num x, const num* range) { return num_clip(x, range[0], range[1]); }

// ---------------------------------------------------------------- activations

LANE_INLINE num time_constant(num tau) { return num_max(tau, num_of(LANE_MINVAL)); }

LANE_INLINE num filter_rate(num ctrl, num act, num tau) {
  return (ctrl - act) / time_constant(tau);
}

LANE_INLINE num filterexact_next(num act, num rate, num tau, num h) {
  const num t = time_constant(tau);
  return act + rate * t * (num_of(1) - num_each(-h / t, exp));
}

LANE_INLINE num smooth_step(num x) {
  const num y = num_clip(x, num_of(0), num_of(1));
  return y * y * y * (num_of(6) * y * y - num_of(15) * y + num_of(10));
}

LANE_INLINE num muscle_rate(num ctrl, num act, const num* prm) {
  const num zero = num_of(0), one = num_of(1), half = num_of((real)0.5);
  const num excess = num_clip(ctrl, zero, one) - act,
            factor = half + num_of((real)1.5) * num_clip(act, zero, one);
  const num up = prm[0] * factor, down = prm[1] / factor;
  const mask sharp = less(prm[2], num_of(LANE_MINVAL));
  const num width = num_select(sharp, one, prm[2]);
  const num blend = down + (up - down) * smooth_step(excess / width + half);
  const num tau = num_select(sharp, num_select(less(zero, excess), up, down), blend);
  return excess / num_max(num_of(LANE_MINVAL), tau);
}

// ---------------------------------------------------------------- gains and biases

LANE_INLINE num affine_law(const num* prm, num length, num velocity) {
  return prm[0] + prm[1] * length + prm[2] * velocity;
}

LANE_INLINE num muscle_peak(num acc0, const num* prm) {
  return num_select(less(prm[2], num_of(0)), prm[3] / num_max(num_of(LANE_MINVAL), acc0), prm[2]);
}
LANE_INLINE num muscle_optimal_length(const num* range, const num* prm) {
  return (range[1] - range[0]) / num_max(num_of(LANE_MINVAL), prm[1] - prm[0]);
}
LANE_INLINE num muscle_length(num length, num L0, const num* range, const num* prm) {
  return prm[0] + (length - range[0]) / num_max(num_of(LANE_MINVAL), L0);
}
LANE_INLINE num muscle_fraction(num distance, num whole) {
  return distance / num_max(num_of(LANE_MINVAL), whole);
}

LANE_INLINE num muscle_gain(num length, num velocity, const num* range, num acc0, const num* prm) {
  const num one = num_of(1), half = num_of((real)0.5), zero = num_of(0);
  const num L0 = muscle_optimal_length(range, prm), L = muscle_length(length, L0, range, prm),
            V = velocity / num_max(num_of(LANE_MINVAL), L0 * prm[6]);

  // four parabolas over length
  const num lmin = prm[4], lmax = prm[5], a = half * (lmin + one), b = half * (one + lmax);
  const num x1 = muscle_fraction(L - lmin, a - lmin), x2 = muscle_fraction(one - L, one - a),
            x3 = muscle_fraction(L - one, b - one), x4 = muscle_fraction(lmax - L, lmax - b);
  num FL = num_select(at_most(L, b), one - half * x3 * x3, half * x4 * x4);
  FL = num_select(at_most(L, one), one - half * x2 * x2, FL);
  FL = num_select(at_most(L, a), half * x1 * x1, FL);
  FL = num_select(less(L, lmin) | less(lmax, L), zero, FL);

  // over velocity
  const num y = prm[8] - one;
  num FV = num_select(at_most(V, y), prm[8] - (y - V) * (y - V) / num_max(num_of(LANE_MINVAL), y),
                      prm[8]);
  FV = num_select(at_most(V, zero), (V + one) * (V + one), FV);
  FV = num_select(at_most(V, -one), zero, FV);
  return -muscle_peak(acc0, prm) * FL * FV;
}

LANE_INLINE num muscle_bias(num length, const num* range, num acc0, const num* prm) {
  const num one = num_of(1), half = num_of((real)0.5);
  const num L0 = muscle_optimal_length(range, prm), L = muscle_length(length, L0, range, prm),
            passive = muscle_peak(acc0, prm) * prm[7], b = half * (one + prm[5]);
  const num x = muscle_fraction(L - one, b - one);
  const num stretched = num_select(at_most(L, b), -passive * half * x * x,
                                   -passive * (half + muscle_fraction(L - b, b - one)));
  return num_select(at_most(L, one), num_of(0), stretched);
}

// what scales the forces of the actuators of a tendon so that their total stays in its range
LANE_INLINE num tendon_force_scale(num total, const num* range) {
  const mask within =
      equal(total, num_of(0)) | (at_most(range[0], total) & at_most(total, range[1]));
  const num limit = num_select(less(total, range[0]), range[0], range[1]);
  return num_select(within, num_of(1), limit / num_select(within, num_of(1), total));
}

#endif  // FULCRUM_LANES_FORCE_H_
