// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scalars, 3-vectors, 4-vectors and 3x3 matrices (row-major). Sums run left to right, which fixes
// their rounding. A result may be the same array as an input. Errors and threads: <fulcrum/math.h>.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_VEC3_H_
#define FULCRUM_MATH_VEC3_H_

#include <math.h>

#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>

// C++ has no restrict keyword; GCC and Clang offer it as __restrict.
#ifdef __cplusplus
#define FC_RESTRICT __restrict
#else
#define FC_RESTRICT restrict
#endif

//---------------------------------- scalars -------------------------------------------------------

// a when a <= b, else b; so b when either is NaN
static inline mjtNum fc_min(mjtNum a, mjtNum b) { return a <= b ? a : b; }

// a when a >= b, else b; so b when either is NaN
static inline mjtNum fc_max(mjtNum a, mjtNum b) { return a >= b ? a : b; }

// x limited to [lo, hi]; the lower bound is tested first, NaN stays NaN
static inline mjtNum fc_clip(mjtNum x, mjtNum lo, mjtNum hi) {
  return x < lo ? lo : (x > hi ? hi : x);
}

// the same with the upper bound tested first; the results differ when lo > hi
static inline mjtNum fc_clipUpperFirst(mjtNum x, mjtNum lo, mjtNum hi) {
  return x > hi ? hi : (x < lo ? lo : x);
}

// -1, 0 or 1; 0 for NaN
static inline mjtNum fc_sign(mjtNum x) { return (mjtNum)((x > 0) - (x < 0)); }

// NaN, or larger in magnitude than mjMAXVAL
static inline int fc_isBad(mjtNum x) { return !(x <= (mjtNum)mjMAXVAL && x >= -(mjtNum)mjMAXVAL); }

// functions of <math.h> in the precision of mjtNum; their last bits depend on the C library
#ifndef mjUSESINGLE
static inline mjtNum fc_sqrt(mjtNum x) { return sqrt(x); }
static inline mjtNum fc_abs(mjtNum x) { return fabs(x); }
static inline mjtNum fc_sin(mjtNum x) { return sin(x); }
static inline mjtNum fc_cos(mjtNum x) { return cos(x); }
static inline mjtNum fc_atan2(mjtNum y, mjtNum x) { return atan2(y, x); }
static inline mjtNum fc_exp(mjtNum x) { return exp(x); }
#else
static inline mjtNum fc_sqrt(mjtNum x) { return sqrtf(x); }
static inline mjtNum fc_abs(mjtNum x) { return fabsf(x); }
static inline mjtNum fc_sin(mjtNum x) { return sinf(x); }
static inline mjtNum fc_cos(mjtNum x) { return cosf(x); }
static inline mjtNum fc_atan2(mjtNum y, mjtNum x) { return atan2f(y, x); }
static inline mjtNum fc_exp(mjtNum x) { return expf(x); }
#endif

//---------------------------------- 3-vectors -----------------------------------------------------

// res = 0
static inline void fc_zero3(mjtNum res[3]) { res[0] = res[1] = res[2] = 0; }

// res = (x, y, z)
static inline void fc_set3(mjtNum res[3], mjtNum x, mjtNum y, mjtNum z) {
  res[0] = x;
  res[1] = y;
  res[2] = z;
}

// res = vec
static inline void fc_copy3(mjtNum res[3], const mjtNum vec[3]) {
  fc_set3(res, vec[0], vec[1], vec[2]);
}

// res = vec * scl
static inline void fc_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  fc_set3(res, vec[0] * scl, vec[1] * scl, vec[2] * scl);
}

// res = a + b
static inline void fc_add3(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  fc_set3(res, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}

// res = a - b
static inline void fc_sub3(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  fc_set3(res, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// res += vec
static inline void fc_addTo3(mjtNum res[3], const mjtNum vec[3]) { fc_add3(res, res, vec); }

// res -= vec
static inline void fc_subFrom3(mjtNum res[3], const mjtNum vec[3]) { fc_sub3(res, res, vec); }

// res = a + b * scl
static inline void fc_addScl3(mjtNum res[3], const mjtNum a[3], const mjtNum b[3], mjtNum scl) {
  fc_set3(res, a[0] + b[0] * scl, a[1] + b[1] * scl, a[2] + b[2] * scl);
}

// res += vec * scl
static inline void fc_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl) {
  fc_addScl3(res, res, vec, scl);
}

// a . b
static inline mjtNum fc_dot3(const mjtNum a[3], const mjtNum b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// |vec|
static inline mjtNum fc_norm3(const mjtNum vec[3]) { return fc_sqrt(fc_dot3(vec, vec)); }

// |a - b|
static inline mjtNum fc_dist3(const mjtNum a[3], const mjtNum b[3]) {
  mjtNum d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return fc_norm3(d);
}

// vec /= |vec|, or (1,0,0) when |vec| < mjMINVAL; returns the length before
static inline mjtNum fc_normalize3(mjtNum vec[3]) {
  mjtNum norm = fc_norm3(vec);
  if (norm < mjMINVAL)
    fc_set3(vec, 1, 0, 0);
  else
    fc_scl3(vec, vec, 1 / norm);
  return norm;
}

// res = a x b
static inline void fc_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]) {
  fc_set3(res, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

//---------------------------------- 4-vectors -----------------------------------------------------

// res = 0
static inline void fc_zero4(mjtNum res[4]) { res[0] = res[1] = res[2] = res[3] = 0; }

// res = (1,0,0,0), the unit quaternion
static inline void fc_unit4(mjtNum res[4]) {
  res[0] = 1;
  res[1] = res[2] = res[3] = 0;
}

// res = vec
static inline void fc_copy4(mjtNum res[4], const mjtNum vec[4]) {
  mjtNum v0 = vec[0], v1 = vec[1], v2 = vec[2], v3 = vec[3];
  res[0] = v0;
  res[1] = v1;
  res[2] = v2;
  res[3] = v3;
}

// vec /= |vec|, or (1,0,0,0) when |vec| < mjMINVAL; unchanged when | |vec| - 1 | <= mjMINVAL, so
// that normalising twice gives the same bits as normalising once; returns the length before
static inline mjtNum fc_normalize4(mjtNum vec[4]) {
  mjtNum norm = fc_sqrt(vec[0] * vec[0] + vec[1] * vec[1] + vec[2] * vec[2] + vec[3] * vec[3]);
  if (norm < mjMINVAL) {
    fc_unit4(vec);
  } else if (fc_abs(norm - 1) > mjMINVAL) {
    mjtNum inv = 1 / norm;
    vec[0] *= inv;
    vec[1] *= inv;
    vec[2] *= inv;
    vec[3] *= inv;
  }
  return norm;
}

//---------------------------------- 3x3 matrices --------------------------------------------------

// res = diag(vec)
static inline void fc_diag3(mjtNum res[9], const mjtNum vec[3]) {
  mjtNum a = vec[0], b = vec[1], c = vec[2];
  fc_set3(res, a, 0, 0);
  fc_set3(res + 3, 0, b, 0);
  fc_set3(res + 6, 0, 0, c);
}

// res = identity
static inline void fc_eye3(mjtNum res[9]) {
  fc_set3(res, 1, 0, 0);
  fc_set3(res + 3, 0, 1, 0);
  fc_set3(res + 6, 0, 0, 1);
}

// res = mat
static inline void fc_copy9(mjtNum res[9], const mjtNum mat[9]) {
  fc_copy3(res, mat);
  fc_copy3(res + 3, mat + 3);
  fc_copy3(res + 6, mat + 6);
}

// res = column col of mat, col in 0..2
static inline void fc_column3(mjtNum res[3], const mjtNum mat[9], int col) {
  fc_set3(res, mat[col], mat[col + 3], mat[col + 6]);
}

// res = mat'
static inline void fc_transpose3(mjtNum res[9], const mjtNum mat[9]) {
  mjtNum m01 = mat[1], m02 = mat[2], m12 = mat[5];
  mjtNum m00 = mat[0], m11 = mat[4], m22 = mat[8];
  mjtNum m10 = mat[3], m20 = mat[6], m21 = mat[7];
  fc_set3(res, m00, m10, m20);
  fc_set3(res + 3, m01, m11, m21);
  fc_set3(res + 6, m02, m12, m22);
}

// res = mat * vec
static inline void fc_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  fc_set3(res, fc_dot3(mat, vec), fc_dot3(mat + 3, vec), fc_dot3(mat + 6, vec));
}

// res = mat' * vec
static inline void fc_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]) {
  fc_set3(res, mat[0] * vec[0] + mat[3] * vec[1] + mat[6] * vec[2],
          mat[1] * vec[0] + mat[4] * vec[1] + mat[7] * vec[2],
          mat[2] * vec[0] + mat[5] * vec[1] + mat[8] * vec[2]);
}

// res = a * b
static inline void fc_mulMat3(mjtNum res[9], const mjtNum a[9], const mjtNum b[9]) {
  mjtNum tmp[9];
  fc_mulMatTVec3(tmp, b, a);
  fc_mulMatTVec3(tmp + 3, b, a + 3);
  fc_mulMatTVec3(tmp + 6, b, a + 6);
  fc_copy9(res, tmp);
}

// res = a' * b
static inline void fc_mulMatTMat3(mjtNum res[9], const mjtNum a[9], const mjtNum b[9]) {
  mjtNum tmp[9];
  for (int r = 0; r < 3; r++) {
    mjtNum row[3] = {a[r], a[r + 3], a[r + 6]};
    fc_mulMatTVec3(tmp + 3 * r, b, row);
  }
  fc_copy9(res, tmp);
}

// res = a * b'
static inline void fc_mulMatMatT3(mjtNum res[9], const mjtNum a[9], const mjtNum b[9]) {
  mjtNum tmp[9];
  fc_mulMatVec3(tmp, b, a);
  fc_mulMatVec3(tmp + 3, b, a + 3);
  fc_mulMatVec3(tmp + 6, b, a + 6);
  fc_copy9(res, tmp);
}

#endif  // FULCRUM_MATH_VEC3_H_
