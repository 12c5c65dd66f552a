// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of length n. The loops are written with packs (the vector extension of GCC and Clang) as
// wide as the registers of the target, so that they are vectorised at every optimisation level. res
// may be the same array as an input; ranges that overlap with an offset are not allowed. Errors and
// threads: <fulcrum/math.h>.
//
// Order of summation in fc_dot, the same at every optimisation level and register width: four
// partial sums, the k-th of the products with index = k (mod 4), are combined as (0+2)+(1+3); the
// one to three remaining products are summed left to right and added last.
// tests/foundation/math/check_golden compares the results bit by bit with recorded ones.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_DENSE_H_
#define FULCRUM_MATH_DENSE_H_

#include <string.h>

#include <fulcrum/math_vec3.h>

// Numbers processed together: as many as fit into a vector register of the target, at most four,
// because there are four partial sums.
#ifdef __AVX__
#define FC_LANES 4
#else
#define FC_LANES 2
#endif

// A pack of FC_LANES numbers, and a pair. They may be loaded and stored at any address that is
// aligned for one number.
typedef mjtNum FcPack
    __attribute__((vector_size(FC_LANES * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));
typedef mjtNum FcPair
    __attribute__((vector_size(2 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));

// The pack or pair at an address, for reading and writing, or for reading only (C).
#define FC_PACK(p) (*(FcPack*)(p))
#define FC_CPACK(p) (*(const FcPack*)(p))
#define FC_PAIR(p) (*(FcPair*)(p))
#define FC_CPAIR(p) (*(const FcPair*)(p))

// Four numbers, in one register or two: code in fours has the same order of sums at every register
// width.
typedef mjtNum FcFour
    __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));
#define FC_FOUR(p) (*(FcFour*)(p))
#define FC_CFOUR(p) (*(const FcFour*)(p))

// the lanes of a pack of four added down to two, (0+2, 1+3); a pack of two as it is
static inline FcPair fc_foldPack(const FcPack* s) {
#if FC_LANES == 4
  FcPair low = {(*s)[0], (*s)[1]}, high = {(*s)[2], (*s)[3]};
  return low + high;
#else
  return *s;
#endif
}

// res = 0
static inline void fc_zero(mjtNum* res, int n) {
  if (n > 0)
    memset(res, 0, (size_t)n * sizeof(mjtNum));
}

// res = val everywhere
static inline void fc_fill(mjtNum* res, mjtNum val, int n) {
  for (int i = 0; i < n; i++)
    res[i] = val;
}

// res = vec
static inline void fc_copy(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0)
    memmove(res, vec, (size_t)n * sizeof(mjtNum));
}

// sum of the elements, left to right
static inline mjtNum fc_sum(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++)
    sum += vec[i];
  return sum;
}

// sum of the magnitudes, left to right
static inline mjtNum fc_L1(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++)
    sum += fc_abs(vec[i]);
  return sum;
}

// 1 when every element is zero (also for n <= 0), else 0
static inline int fc_isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++)
    if (vec[i] != 0)
      return 0;
  return 1;
}

// res = vec * scl
static inline void fc_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  int i = 0;
  for (; i <= n - FC_LANES; i += FC_LANES)
    FC_PACK(res + i) = FC_CPACK(vec + i) * scl;
  if (i <= n - 2) {
    FC_PAIR(res + i) = FC_CPAIR(vec + i) * scl;
    i += 2;
  }
  if (i < n)
    res[i] = vec[i] * scl;
}

// res = a + b
static inline void fc_add(mjtNum* res, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i <= n - FC_LANES; i += FC_LANES)
    FC_PACK(res + i) = FC_CPACK(a + i) + FC_CPACK(b + i);
  if (i <= n - 2) {
    FC_PAIR(res + i) = FC_CPAIR(a + i) + FC_CPAIR(b + i);
    i += 2;
  }
  if (i < n)
    res[i] = a[i] + b[i];
}

// res = a - b
static inline void fc_sub(mjtNum* res, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i <= n - FC_LANES; i += FC_LANES)
    FC_PACK(res + i) = FC_CPACK(a + i) - FC_CPACK(b + i);
  if (i <= n - 2) {
    FC_PAIR(res + i) = FC_CPAIR(a + i) - FC_CPAIR(b + i);
    i += 2;
  }
  if (i < n)
    res[i] = a[i] - b[i];
}

// res = a + b * scl
static inline void fc_addScl(mjtNum* res, const mjtNum* a, const mjtNum* b, mjtNum scl, int n) {
  int i = 0;
  for (; i <= n - 2 * FC_LANES; i += 2 * FC_LANES) {
    FcPack sum = FC_CPACK(a + i) + FC_CPACK(b + i) * scl;
    FcPack next = FC_CPACK(a + i + FC_LANES) + FC_CPACK(b + i + FC_LANES) * scl;
    FC_PACK(res + i) = sum;
    FC_PACK(res + i + FC_LANES) = next;
  }
  if (i <= n - FC_LANES) {
    FC_PACK(res + i) = FC_CPACK(a + i) + FC_CPACK(b + i) * scl;
    i += FC_LANES;
  }
  if (i <= n - 2) {
    FC_PAIR(res + i) = FC_CPAIR(a + i) + FC_CPAIR(b + i) * scl;
    i += 2;
  }
  if (i < n)
    res[i] = a[i] + b[i] * scl;
}

// res += vec
static inline void fc_addTo(mjtNum* res, const mjtNum* vec, int n) { fc_add(res, res, vec, n); }

// res -= vec
static inline void fc_subFrom(mjtNum* res, const mjtNum* vec, int n) { fc_sub(res, res, vec, n); }

// res += vec * scl
static inline void fc_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  fc_addScl(res, res, vec, scl, n);
}

// Four partial sums, in one pack or two. It never crosses the boundary.
typedef struct FcQuad_ {
  FcPack part[4 / FC_LANES];
} FcQuad;

// q += a[0..3] * b[0..3], lane by lane
static inline void fc_addProducts(FcQuad* q, const mjtNum* a, const mjtNum* b) {
  for (int i = 0; i < 4 / FC_LANES; i++)
    q->part[i] += FC_CPACK(a + i * FC_LANES) * FC_CPACK(b + i * FC_LANES);
}

// res[k] = sum of the lanes of s[k], as (0+2)+(1+3)
static inline void fc_sumFours(FcFour* res, const FcFour s[4]) {
  const FcFour a = __builtin_shufflevector(s[0], s[1], 0, 1, 4, 5) +
                   __builtin_shufflevector(s[0], s[1], 2, 3, 6, 7),
               b = __builtin_shufflevector(s[2], s[3], 0, 1, 4, 5) +
                   __builtin_shufflevector(s[2], s[3], 2, 3, 6, 7);
  *res = __builtin_shufflevector(a, b, 0, 2, 4, 6) + __builtin_shufflevector(a, b, 1, 3, 5, 7);
}

// res = dot products of four rows with x, over n columns; n is a multiple of four
static inline void fc_dotFours(FcFour* res, const mjtNum* row, int stride, const mjtNum* x, int n) {
  const mjtNum *r0 = row, *r1 = r0 + stride, *r2 = r1 + stride, *r3 = r2 + stride;
  FcFour s[4] = {{0}};
  for (int i = 0; i < n; i += 4) {
    const FcFour xi = FC_CFOUR(x + i);
    s[0] += FC_CFOUR(r0 + i) * xi;
    s[1] += FC_CFOUR(r1 + i) * xi;
    s[2] += FC_CFOUR(r2 + i) * xi;
    s[3] += FC_CFOUR(r3 + i) * xi;
  }
  fc_sumFours(res, s);
}

// (0+2, 1+3)
static inline FcPair fc_foldQuad(const FcQuad* q) {
#if FC_LANES == 4
  return fc_foldPack(q->part);
#else
  return q->part[0] + q->part[1];
#endif
}

// (0+2)+(1+3)
static inline mjtNum fc_sumQuad(const FcQuad* q) {
  FcPair fold = fc_foldQuad(q);
  return fold[0] + fold[1];
}

// a . b
static inline mjtNum fc_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  int i = 0;
  if (n >= 4) {
    FcQuad q = {0};
    for (; i <= n - 4; i += 4)
      fc_addProducts(&q, a + i, b + i);
    sum = fc_sumQuad(&q);
  }

  // the remaining products, at most three
  switch (n - i) {
    case 3: return sum + (a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2]);
    case 2: return sum + (a[i] * b[i] + a[i + 1] * b[i + 1]);
    case 1: return sum + a[i] * b[i];
    default: return sum;
  }
}

// res[j] = a[j] . b[j] for k <= 4 pairs of vectors, each as by fc_dot. Each addition of a sum
// depends on the previous one, so several sums computed together take the time of one. k should be
// a constant.
static inline void fc_dots(mjtNum* res, int k, const mjtNum* const* a, const mjtNum* const* b,
                           int n) {
  FcQuad q[4] = {{{{0}}}};
  int i = 0;
  for (; i <= n - 4; i += 4)
    for (int j = 0; j < k; j++)
      fc_addProducts(q + j, a[j] + i, b[j] + i);
  for (int j = 0; j < k; j++)
    res[j] = (n >= 4 ? fc_sumQuad(q + j) : 0) + fc_dot(a[j] + i, b[j] + i, n - i);
}

// a . b in the order of fc_dotSparse: the products after the last four are added one by one, so the
// last bits may differ from those of fc_dot
static inline mjtNum fc_dotRange(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  int i = 0;
  if (n >= 4) {
    FcQuad q = {0};
    for (; i <= n - 4; i += 4)
      fc_addProducts(&q, a + i, b + i);
    sum = fc_sumQuad(&q);
  }
  for (; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

// |vec|
static inline mjtNum fc_norm(const mjtNum* vec, int n) { return fc_sqrt(fc_dot(vec, vec, n)); }

// vec /= |vec|, or (1,0,...,0) when |vec| < mjMINVAL; returns the length before
static inline mjtNum fc_normalize(mjtNum* vec, int n) {
  mjtNum norm = fc_norm(vec, n);
  if (norm < mjMINVAL) {
    fc_zero(vec, n);
    if (n > 0)
      vec[0] = 1;
  } else {
    fc_scl(vec, vec, 1 / norm, n);
  }
  return norm;
}

#endif  // FULCRUM_MATH_DENSE_H_
