// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Compliance and dissipation along the normal.
//
// With H = theta h and X = x - H z the impulse of a step is
//
//     n(z) = h k X^p (1 - d z)        where X > 0 and 1 - d z > 0, else 0
//
// and l(z) is its integral from z to the end of contact. Both factors fall with z, so l is convex.
// Contact ends at X = Xe: 0, or, when the dissipation ends it first, Xe = x - H / d > 0. There
// 1 - d z = (d / H) (X - Xe), and l is written in w = X - Xe, because differences of powers of X
// and Xe cancel.

#include <math.h>

#include <fulcrum/math.h>

#include "contact_models/laws/laws.h"

static inline mjtNum power(mjtNum x, mjtNum p) {
  return p == 1 ? x : p == 2 ? x * x : p == (mjtNum)1.5 ? x * fc_sqrt(x) : (mjtNum)pow(x, p);
}

// Integral of (e + s)^p s over s in [0, w], e > 0.
static mjtNum moment(mjtNum p, mjtNum e, mjtNum w) {
  if (p == 1)
    return w * w * (e / 2 + w / 3);
  mjtNum ratio = w / e;
  if (ratio > (mjtNum)0.125) {
    mjtNum X = e + w, a = power(X, p) * X, b = power(e, p) * e;
    return (a * X - b * e) / (p + 2) - e * (a - b) / (p + 1);
  }
  // binomial series
  mjtNum term = 1, sum = (mjtNum)0.5;
  for (int j = 1; j < 24; j++) {
    term *= (p - j + 1) / j * ratio;
    sum += term / (j + 2);
  }
  return power(e, p) * w * w * sum;
}

void normal_potential(const NormalLaw* law, mjtNum h, mjtNum theta, mjtNum x, mjtNum z,
                      mjtNum out[3]) {
  mjtNum k = law->stiffness, p = law->exponent, d = law->dissipation, H = theta * h;
  mjtNum factor = 1 - d * z;
  out[0] = out[1] = out[2] = 0;
  if (factor <= 0)
    return;

  // explicit spring
  if (H == 0) {
    mjtNum force = x > 0 ? h * k * power(x, p) : 0;
    out[0] = d > 0 ? force * factor * factor / (2 * d) : -force * z;
    out[1] = force * factor;
    out[2] = force * d;
    return;
  }

  mjtNum end = d > 0 ? x - H / d : -1;
  mjtNum w = end > 0 ? H / d * factor : x - H * z, X = end > 0 ? end + w : w;
  if (w <= 0)
    return;
  mjtNum Xp = power(X, p);
  if (end > 0) {
    out[0] = k / theta * (d / H) * moment(p, end, w);
  } else {
    mjtNum rest = d > 0 ? 1 - d * x / H : 1;
    out[0] = k / theta * Xp * X * (rest / (p + 1) + d / H * X / (p + 2));
  }
  out[1] = h * k * Xp * factor;
  out[2] = h * k * (H * p * (p == 1 ? 1 : Xp / X) * factor + d * Xp);
}

mjtNum normal_force(const NormalLaw* law, mjtNum x, mjtNum xdot, mjtNum derivative[2]) {
  mjtNum factor = 1 + law->dissipation * xdot;
  derivative[0] = derivative[1] = 0;
  if (x <= 0 || factor <= 0)
    return 0;
  mjtNum elastic = law->stiffness * power(x, law->exponent);
  derivative[0] = law->exponent * elastic / x * factor;
  derivative[1] = elastic * law->dissipation;
  return elastic * factor;
}

// With D = d v the energy lost between touch and release relates D to the restitution e:
//
//     f(D) = ln(1 + D) - ln(1 - e D) - (1 + e) D = 0,   0 < D < 1 / e
//
// f falls from 0 and then rises to infinity. f / D^2 = sum over n >= 2 of ((-1)^(n+1) + e^n)
// D^(n-2) / n is used where logarithms would cancel, with 1 - e^n as a geometric sum.
mjtNum dissipation_of(mjtNum restitution, mjtNum speed) {
  mjtNum e = restitution, lo = 0, hi = 1 / e, D = fc_min(3 * (1 - e) / (2 * e), hi / 2);
  for (int i = 0; i < 200; i++) {
    mjtNum f, slope;
    if (D < (mjtNum)0.5) {
      mjtNum a = 1, b = e, sum = 1;
      f = slope = 0;
      for (int n = 2; n < 54; n++) {
        sum += b;
        b *= e;
        mjtNum c = n % 2 ? 1 + b : -(1 - e) * sum;
        f += c * a / n;
        slope += n > 2 ? c * (n - 2) * a / (D * n) : 0;
        a *= D;
      }
    } else {
      mjtNum D2 = D * D, value = (mjtNum)(log1p(D) - log1p(-e * D)) - (1 + e) * D;
      f = value / D2;
      slope = (1 / (1 + D) + e / (1 - e * D) - (1 + e)) / D2 - 2 * f / D;
    }
    if (f > 0)
      hi = D;
    else
      lo = D;
    mjtNum next = slope > 0 ? D - f / slope : lo;
    if (!(next > lo && next < hi))
      next = (lo + hi) / 2;
    if (fc_abs(next - D) <= (mjtNum)4e-16 * D || next == lo || next == hi) {
      D = next;
      break;
    }
    D = next;
  }
  return D / speed;
}

mjtNum hertz_stiffness(mjtNum modulus, mjtNum radius) {
  return (mjtNum)4 / 3 * modulus * fc_sqrt(radius);
}

NormalLaw contact_normal(const FcContext* context, const mjContact* con, const mjtNum* param) {
  NormalLaw law = {param[NORMAL_STIFFNESS], param[NORMAL_EXPONENT], param[NORMAL_DISSIPATION]};
  mjtNum radius = param[NORMAL_YOUNG] > 0 ? contact_radius(context->m, context->d, con) : 0;
  if (radius > 0) {
    law.exponent = (mjtNum)1.5;
    law.stiffness =
        hertz_stiffness(contact_modulus(param[NORMAL_YOUNG], param[NORMAL_POISSON]), radius);
  }
  if (param[NORMAL_RESTITUTION] > 0)
    law.dissipation = dissipation_of(param[NORMAL_RESTITUTION], param[NORMAL_REF_SPEED]);
  return law;
}
