// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of three floats. Matrices are rows.

#ifndef RENDERERS_RAYTRACE_VECTOR_H_
#define RENDERERS_RAYTRACE_VECTOR_H_

#include <math.h>

static inline float dot3(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross3(float res[3], const float a[3], const float b[3]) {
  const float x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
  res[2] = a[0] * b[1] - a[1] * b[0];
  res[0] = x;
  res[1] = y;
}

// a + t b
static inline void add3(float res[3], const float a[3], float t, const float b[3]) {
  for (int k = 0; k < 3; k++)
    res[k] = a[k] + t * b[k];
}

static inline void sub3(float res[3], const float a[3], const float b[3]) { add3(res, a, -1, b); }

// also correct where squares overflow
static inline float norm3(const float a[3]) {
  const float square = dot3(a, a);
  if (isfinite(square))
    return sqrtf(square);
  const double x = (double)a[0], y = (double)a[1], z = (double)a[2];
  return (float)sqrt(x * x + y * y + z * z);
}

// Returns the length; a vector of length 0 is unchanged.
static inline float unit3(float a[3]) {
  const float n = norm3(a);
  for (int k = 0; k < 3 && n > 0; k++)
    a[k] /= n;
  return n;
}

static inline void apply3(float res[3], const float m[9], const float v[3]) {
  const float x = dot3(m, v), y = dot3(m + 3, v);
  res[2] = dot3(m + 6, v);
  res[0] = x;
  res[1] = y;
}

static inline void apply_transposed3(float res[3], const float m[9], const float v[3]) {
  float sum[3];
  for (int k = 0; k < 3; k++)
    sum[k] = m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2];
  for (int k = 0; k < 3; k++)
    res[k] = sum[k];
}

// two unit vectors orthogonal to a third (Duff et al., Building an Orthonormal Basis, Revisited,
// 2017)
static inline void basis3(const float n[3], float u[3], float v[3]) {
  const float sign = copysignf(1, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
  u[0] = 1 + sign * n[0] * n[0] * a;
  u[1] = sign * b;
  u[2] = -sign * n[0];
  v[0] = b;
  v[1] = sign + n[1] * n[1] * a;
  v[2] = -n[1];
}

static inline int finite3(const float a[3]) {
  return isfinite(a[0]) && isfinite(a[1]) && isfinite(a[2]);
}

// 1 when all coordinates are between -most and most, which excludes NaN
static inline int is_below(const float a[3], float most) {
  return fabsf(a[0]) <= most && fabsf(a[1]) <= most && fabsf(a[2]) <= most;
}

// 0 to 255 from 0 to 1
static inline unsigned char byte_of(float value) {
  return (unsigned char)lroundf(255 * fmaxf(0, fminf(1, value)));
}

#endif  // RENDERERS_RAYTRACE_VECTOR_H_
