// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sine and cosine of four angles at once, each within one unit in the last place.
//
// The angle is reduced by the nearest multiple of pi / 2, which is subtracted in three parts; the
// products of the first two with that multiple are exact. Taylor's series at |r| <= pi / 4 are cut
// where the next term is below the rounding error, and the quadrant decides which series is which
// result and its sign.

#ifndef CORE_FOUNDATION_MATH_SINCOS_H_
#define CORE_FOUNDATION_MATH_SINCOS_H_

#include <stdint.h>

#include "core/foundation/math/four.h"

// Angles beyond this limit, infinite ones and NaN are left to the C library.
#define SINCOS_LIMIT 1e5

static inline void sincos_by_lane(Four* s, Four* c, const Four* x) {
  for (int k = 0; k < 4; k++) {
    (*s)[k] = fc_sin((*x)[k]);
    (*c)[k] = fc_cos((*x)[k]);
  }
}

#ifdef mjUSESINGLE
static inline void four_sincos(Four* s, Four* c, const Four* x) { sincos_by_lane(s, c, x); }
#else
typedef uint64_t FourBits __attribute__((vector_size(4 * sizeof(uint64_t))));

static inline void four_sincos(Four* s, Four* c, const Four* x) {
  const FourBits large = (FourBits)((*x > SINCOS_LIMIT) | (*x < -SINCOS_LIMIT) | (*x != *x));
  if (large[0] | large[1] | large[2] | large[3]) {
    sincos_by_lane(s, c, x);
    return;
  }

  // added to 1.5 2^52, a number is rounded to an integer, which is then in its last bits
  const double integer = 0x1.8p52;
  const Four shifted = *x * 0x1.45f306dc9c883p-1 + integer, n = shifted - integer;
  const Four r = ((*x - n * 0x1.921fb544p+0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  const Four z = r * r;
  Four p = z * (1 / 355687428096000.0) - 1 / 1307674368000.0;
  p = p * z + 1 / 6227020800.0;
  p = p * z - 1 / 39916800.0;
  p = p * z + 1 / 362880.0;
  p = p * z - 1 / 5040.0;
  p = p * z + 1 / 120.0;
  p = p * z - 1 / 6.0;
  Four q = z * (1 / 20922789888000.0) - 1 / 87178291200.0;
  q = q * z + 1 / 479001600.0;
  q = q * z - 1 / 3628800.0;
  q = q * z + 1 / 40320.0;
  q = q * z - 1 / 720.0;
  q = q * z + 1 / 24.0;
  const FourBits sine = (FourBits)(r + r * z * p), cosine = (FourBits)(1 - (z * 0.5 - z * z * q)),
                 quadrant = (FourBits)shifted, odd = -(quadrant & 1);
  *s = (Four)(((sine & ~odd) | (cosine & odd)) ^ ((quadrant & 2) << 62));
  *c = (Four)(((cosine & ~odd) | (sine & odd)) ^ (((quadrant + 1) & 2) << 62));
}
#endif

#endif  // CORE_FOUNDATION_MATH_SINCOS_H_
