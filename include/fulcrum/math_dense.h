// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of length n. The loops are written with four-wide packs (a vector type of the compiler),
// so that they use the widest registers of the target at every optimisation level and add in the
// same order everywhere. res may be the same array as an input; ranges that overlap with an offset
// are not allowed.
//
// Order of summation in fc_dot: lane j of the pack holds the products with index = j (mod 4) (above
// FC_DOT_LONG entries there are four such packs), the lanes are combined as (0+2)+(1+3), the
// remaining one to three products are summed left to right and added.

#ifndef FULCRUM_MATH_DENSE_H_
#define FULCRUM_MATH_DENSE_H_

#include <string.h>

#include <fulcrum/math_vec3.h>

// Four numbers processed together; loads and stores need no more than the alignment of one number.
typedef mjtNum FcPack
    __attribute__((vector_size(4 * sizeof(mjtNum)), aligned(sizeof(mjtNum)), may_alias));
#define FC_PACK(p) (*(FcPack*)(p))
#define FC_CPACK(p) (*(const FcPack*)(p))

// From this length on the latency of one chain of additions costs more than combining four chains.
#define FC_DOT_LONG 32

// res = 0
static inline void fc_zero(mjtNum* res, int n) {
  if (n > 0) {
    memset(res, 0, (size_t)n * sizeof(mjtNum));
  }
}

// res = val everywhere
static inline void fc_fill(mjtNum* res, mjtNum val, int n) {
  for (int i = 0; i < n; i++) {
    res[i] = val;
  }
}

// res = vec
static inline void fc_copy(mjtNum* res, const mjtNum* vec, int n) {
  if (n > 0) {
    memmove(res, vec, (size_t)n * sizeof(mjtNum));
  }
}

// sum of the elements, left to right
static inline mjtNum fc_sum(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += vec[i];
  }
  return sum;
}

// sum of the magnitudes, left to right
static inline mjtNum fc_L1(const mjtNum* vec, int n) {
  mjtNum sum = 0;
  for (int i = 0; i < n; i++) {
    sum += fc_abs(vec[i]);
  }
  return sum;
}

// 1 when every element is zero (also for n = 0), else 0
static inline int fc_isZero(const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++) {
    if (vec[i] != 0) {
      return 0;
    }
  }
  return 1;
}

// res = vec * scl
static inline void fc_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    FC_PACK(res + i) = FC_CPACK(vec + i) * scl;
  }
  for (; i < n; i++) {
    res[i] = vec[i] * scl;
  }
}

// res = a + b
static inline void fc_add(mjtNum* res, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    FC_PACK(res + i) = FC_CPACK(a + i) + FC_CPACK(b + i);
  }
  for (; i < n; i++) {
    res[i] = a[i] + b[i];
  }
}

// res = a - b
static inline void fc_sub(mjtNum* res, const mjtNum* a, const mjtNum* b, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    FC_PACK(res + i) = FC_CPACK(a + i) - FC_CPACK(b + i);
  }
  for (; i < n; i++) {
    res[i] = a[i] - b[i];
  }
}

// res = a + b * scl
static inline void fc_addScl(mjtNum* res, const mjtNum* a, const mjtNum* b, mjtNum scl, int n) {
  int i = 0;
  for (; i <= n - 4; i += 4) {
    FC_PACK(res + i) = FC_CPACK(a + i) + FC_CPACK(b + i) * scl;
  }
  for (; i < n; i++) {
    res[i] = a[i] + b[i] * scl;
  }
}

// res += vec
static inline void fc_addTo(mjtNum* res, const mjtNum* vec, int n) { fc_add(res, res, vec, n); }

// res -= vec
static inline void fc_subFrom(mjtNum* res, const mjtNum* vec, int n) { fc_sub(res, res, vec, n); }

// res += vec * scl
static inline void fc_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n) {
  fc_addScl(res, res, vec, scl, n);
}

// a . b
static inline mjtNum fc_dot(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum sum = 0;
  int i = 0;

  // blocks of four, in one chain or in four
  if (n >= 4) {
    FcPack s = FC_CPACK(a) * FC_CPACK(b);
    i = 4;
    if (n >= FC_DOT_LONG) {
      FcPack s1 = FC_CPACK(a + 4) * FC_CPACK(b + 4);
      FcPack s2 = FC_CPACK(a + 8) * FC_CPACK(b + 8);
      FcPack s3 = FC_CPACK(a + 12) * FC_CPACK(b + 12);
      for (i = 16; i <= n - 16; i += 16) {
        s += FC_CPACK(a + i) * FC_CPACK(b + i);
        s1 += FC_CPACK(a + i + 4) * FC_CPACK(b + i + 4);
        s2 += FC_CPACK(a + i + 8) * FC_CPACK(b + i + 8);
        s3 += FC_CPACK(a + i + 12) * FC_CPACK(b + i + 12);
      }
      s = (s + s1) + (s2 + s3);
    }
    for (; i <= n - 4; i += 4) {
      s += FC_CPACK(a + i) * FC_CPACK(b + i);
    }
    sum = (s[0] + s[2]) + (s[1] + s[3]);
  }

  // the remaining one to three
  switch (n - i) {
    case 3:
      return sum + (a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2]);
    case 2:
      return sum + (a[i] * b[i] + a[i + 1] * b[i + 1]);
    case 1:
      return sum + a[i] * b[i];
    default:
      return sum;
  }
}

// |vec|
static inline mjtNum fc_norm(const mjtNum* vec, int n) { return fc_sqrt(fc_dot(vec, vec, n)); }

// vec /= |vec|, or (1,0,...,0) when |vec| < mjMINVAL; returns the length it had
static inline mjtNum fc_normalize(mjtNum* vec, int n) {
  mjtNum norm = fc_norm(vec, n);
  if (norm < mjMINVAL) {
    fc_zero(vec, n);
    if (n > 0) {
      vec[0] = 1;
    }
  } else {
    fc_scl(vec, vec, 1 / norm, n);
  }
  return norm;
}

#endif  // FULCRUM_MATH_DENSE_H_
