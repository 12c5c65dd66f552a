// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The number of compiled models: one value of each of several simulations, side by side in a vector
// register. What `fulcrum build` writes, and the headers of this folder, are compiled twice: with
// LANES 1, where a number is a real, and with LANES equal to the widest vector of the processor.
//
// A lane computes what LANES 1 computes, to the last bit: every operation here rounds alike in
// both, and nothing else may depend on LANES. Therefore files that include this header are compiled
// with -ffp-contract=off, and products are fused only where num_mad says so.
//
// Conditions are masks: all bits of a lane are set, or none. There is no branch per lane; both
// sides are computed and num_select takes one of them. any(mask) may skip what no lane needs,
// provided that a lane that does not need it would get the same result.
//
// Compile with LANES (1, 2, 4, 8, 16) and, for single precision, SINGLE.

#ifndef FULCRUM_LANES_NUMBER_H_
#define FULCRUM_LANES_NUMBER_H_

#include <math.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#ifdef SINGLE
#define REAL_BYTES 4
typedef float real;
typedef int32_t bits;
#define FC_WIDEST (FC_VECTOR_BYTES / 4)
#else
#define REAL_BYTES 8
typedef double real;
typedef int64_t bits;
#define FC_WIDEST (FC_VECTOR_BYTES / 8)
#endif

// bytes of the widest vector for which this file is compiled
#if defined(__AVX512F__)
#define FC_VECTOR_BYTES 64
#elif defined(__AVX__)
#define FC_VECTOR_BYTES 32
#else
#define FC_VECTOR_BYTES 16
#endif

#ifndef LANES
#define LANES FC_WIDEST
#endif

// what counts as zero, mjMINVAL
#define LANE_MINVAL ((real)1e-15)

#define LANE_INLINE static inline __attribute__((always_inline, unused))

#if LANES == 1
typedef real num;
typedef bits mask;
#else
typedef real num __attribute__((vector_size(LANES * REAL_BYTES)));
typedef bits mask __attribute__((vector_size(LANES * REAL_BYTES)));
#endif

// ---------------------------------------------------------------- one lane

#if LANES == 1
LANE_INLINE num num_of(real x) { return x; }
LANE_INLINE real lane(num x, int i) { return (void)i, x; }
LANE_INLINE void set_lane(num* x, int i, real value) { *x = ((void)i, value); }
LANE_INLINE int mask_lane(mask m, int i) { return (void)i, m != 0; }
#else
// the same value in all lanes
LANE_INLINE num num_of(real x) { return x - (num){0}; }
LANE_INLINE real lane(num x, int i) { return x[i]; }
LANE_INLINE void set_lane(num* x, int i, real value) { (*x)[i] = value; }
LANE_INLINE int mask_lane(mask m, int i) { return m[i] != 0; }
#endif

// ---------------------------------------------------------------- masks

#if LANES == 1
LANE_INLINE mask less(num a, num b) { return -(bits)(a < b); }
LANE_INLINE mask at_most(num a, num b) { return -(bits)(a <= b); }
LANE_INLINE mask equal(num a, num b) { return -(bits)(a == b); }
LANE_INLINE int any(mask m) { return m != 0; }
LANE_INLINE mask all_lanes(void) { return -1; }
#else
LANE_INLINE mask less(num a, num b) { return (mask)(a < b); }
LANE_INLINE mask at_most(num a, num b) { return (mask)(a <= b); }
LANE_INLINE mask equal(num a, num b) { return (mask)(a == b); }
LANE_INLINE mask all_lanes(void) { return ~(mask){0}; }
LANE_INLINE int any(mask m) {
#if defined(__AVX512DQ__) && !defined(SINGLE) && LANES == 8
  return _mm512_movepi64_mask((__m512i)m) != 0;
#elif defined(__AVX__) && !defined(SINGLE) && LANES == 4
  return _mm256_movemask_pd((__m256d)m) != 0;
#else
  bits found = 0;
  for (int i = 0; i < LANES; i++)
    found |= m[i];
  return found != 0;
#endif
}
#endif
LANE_INLINE int all(mask m) { return !any(~m); }
LANE_INLINE mask no_lane(void) { return ~all_lanes(); }

// a where the mask is set, b elsewhere
LANE_INLINE num num_select(mask m, num a, num b) {
#if LANES == 1
  return m ? a : b;
#else
  mask x, y;
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  x = (x & m) | (y & ~m);
  memcpy(&a, &x, sizeof a);
  return a;
#endif
}

// ---------------------------------------------------------------- arithmetic; + - * / are C's

// a b + c: fused where the processor can, in every width
LANE_INLINE num num_mad(num a, num b, num c) {
#if !defined(__FMA__)
  return a * b + c;
#elif LANES == 1 && defined(SINGLE)
  return __builtin_fmaf(a, b, c);
#elif LANES == 1
  return __builtin_fma(a, b, c);
#elif LANES == 2 && !defined(SINGLE)
  return (num)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
#elif LANES == 4 && !defined(SINGLE)
  return (num)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif LANES == 8 && !defined(SINGLE) && defined(__AVX512F__)
  return (num)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif LANES == 4
  return (num)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
#elif LANES == 8 && defined(SINGLE)
  return (num)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif LANES == 16 && defined(SINGLE) && defined(__AVX512F__)
  return (num)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#else
  for (int i = 0; i < LANES; i++)
    c[i] = REAL_BYTES == 4 ? (real)__builtin_fmaf((float)a[i], (float)b[i], (float)c[i])
                           : (real)__builtin_fma((double)a[i], (double)b[i], (double)c[i]);
  return c;
#endif
}

LANE_INLINE num num_sqrt(num x) {
#if LANES == 1
  return REAL_BYTES == 4 ? (real)sqrtf((float)x) : (real)sqrt((double)x);
#elif LANES == 4 && !defined(SINGLE) && defined(__AVX__)
  return (num)_mm256_sqrt_pd((__m256d)x);
#elif LANES == 8 && !defined(SINGLE) && defined(__AVX512F__)
  return (num)_mm512_sqrt_pd((__m512d)x);
#elif LANES == 8 && defined(SINGLE) && defined(__AVX__)
  return (num)_mm256_sqrt_ps((__m256)x);
#elif LANES == 16 && defined(SINGLE) && defined(__AVX512F__)
  return (num)_mm512_sqrt_ps((__m512)x);
#else
  for (int i = 0; i < LANES; i++)
    x[i] = REAL_BYTES == 4 ? (real)sqrtf((float)x[i]) : (real)sqrt((double)x[i]);
  return x;
#endif
}

LANE_INLINE num num_min(num a, num b) { return num_select(less(a, b), a, b); }
LANE_INLINE num num_max(num a, num b) { return num_select(less(b, a), a, b); }
LANE_INLINE num num_clip(num x, num low, num high) { return num_max(low, num_min(high, x)); }
LANE_INLINE num num_abs(num x) { return num_select(less(x, num_of(0)), -x, x); }

// A function of the C library, lane by lane.
LANE_INLINE num num_each(num x, double (*f)(double)) {
#if LANES == 1
  return (real)f((double)x);
#else
  for (int i = 0; i < LANES; i++)
    x[i] = (real)f((double)x[i]);
  return x;
#endif
}

LANE_INLINE num num_each2(num x, num y, double (*f)(double, double)) {
#if LANES == 1
  return (real)f((double)x, (double)y);
#else
  for (int i = 0; i < LANES; i++)
    x[i] = (real)f((double)x[i], (double)y[i]);
  return x;
#endif
}

#endif  // FULCRUM_LANES_NUMBER_H_
