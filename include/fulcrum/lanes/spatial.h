// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Vectors, quaternions, rotation matrices and spatial vectors of numbers. Results may overlap
// arguments unless a comment says otherwise.

#ifndef FULCRUM_LANES_SPATIAL_H_
#define FULCRUM_LANES_SPATIAL_H_

#include <fulcrum/lanes/number.h>

#define LANE_EACH(k, n) _Pragma("GCC unroll 16") for (int k = 0; k < (n); k++)

// the least length or mass that is not taken as zero, and the largest number of a sound state
#define LANE_MAXVAL ((real)1e10)

// ---------------------------------------------------------------- sums

LANE_INLINE void copy(num* res, const num* a, const int n) { LANE_EACH(k, n) res[k] = a[k]; }
LANE_INLINE void zero(num* res, const int n) { LANE_EACH(k, n) res[k] = num_of(0); }
LANE_INLINE void add_to(num* res, const num* a, const int n) {
  LANE_EACH(k, n) res[k] = res[k] + a[k];
}
LANE_INLINE void add_scaled(num* res, const num* a, num scale, const int n) {
  LANE_EACH(k, n) res[k] = num_mad(a[k], scale, res[k]);
}
LANE_INLINE num dot3(const num* a, const num* b) {
  return num_mad(a[2], b[2], num_mad(a[1], b[1], a[0] * b[0]));
}
LANE_INLINE num dot6(const num* a, const num* b) {
  return num_mad(a[2], b[2], num_mad(a[1], b[1], a[0] * b[0])) +
         num_mad(a[5], b[5], num_mad(a[4], b[4], a[3] * b[3]));
}
// 1 where one of n numbers is not zero
LANE_INLINE mask nonzero(const num* a, int n) {
  mask zeros = all_lanes();
  for (int k = 0; k < n; k++)
    zeros &= equal(a[k], num_of(0));
  return ~zeros;
}
// 1 where a number is not finite or huge
LANE_INLINE mask unsound(const num* a, int n) {
  mask sound = all_lanes();
  for (int k = 0; k < n; k++)
    sound &= at_most(num_abs(a[k]), num_of(LANE_MAXVAL));
  return ~sound;
}

// ---------------------------------------------------------------- vectors

LANE_INLINE void cross(num* res, const num* a, const num* b) {
  const num x = num_mad(a[1], b[2], -(a[2] * b[1])), y = num_mad(a[2], b[0], -(a[0] * b[2])),
            z = num_mad(a[0], b[1], -(a[1] * b[0]));
  res[0] = x;
  res[1] = y;
  res[2] = z;
}
LANE_INLINE void subtract(num* res, const num* a, const num* b) {
  LANE_EACH(k, 3) res[k] = a[k] - b[k];
}
// returns the length; a vector without one becomes (1, 0, 0)
LANE_INLINE num normalize3(num* v) {
  const num length = num_sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  const mask none = less(length, num_of(LANE_MINVAL));
  const num inverse = num_of(1) / length;
  LANE_EACH(k, 3) v[k] = num_select(none, num_of(k == 0), v[k] * inverse);
  return length;
}
// R v; res is not v
LANE_INLINE void mat_times(num* res, const num* R, const num* v) {
  LANE_EACH(k, 3) res[k] = dot3(R + 3 * k, v);
}
// R' v; res is not v
LANE_INLINE void mat_transposed_times(num* res, const num* R, const num* v) {
  LANE_EACH(k, 3) res[k] = num_mad(R[6 + k], v[2], num_mad(R[3 + k], v[1], R[k] * v[0]));
}

// ---------------------------------------------------------------- sine and cosine

LANE_INLINE num lane_round(num x) {
  const num magic = num_of(REAL_BYTES == 8 ? (real)6755399441055744.0 : (real)12582912.0f);
  return (x + magic) - magic;
}

// Both of x: an octant's series after the multiples of pi/2 are subtracted in three parts. Huge
// angles are left to the C library.
LANE_INLINE void sine_cosine(num x, num* sine, num* cosine) {
  const num limit = num_of((real)1e5), given = x;
  const num k = lane_round(x * num_of((real)0.63661977236758134308));
  num r = num_mad(k, num_of(-(real)0x1.921fb544p+0), x);
  r = num_mad(k, num_of(-(real)0x1.0b4611a6p-34), r);
  r = num_mad(k, num_of(-(real)0x1.3198a2e037073p-69), r);
  const num z = r * r, half = z * num_of((real)0.5), w = num_of(1) - half;
  num S = num_of((real)(1.0 / 355687428096000.0)), C = num_of((real)(1.0 / 20922789888000.0));
  S = num_mad(S, z, num_of((real)(-1.0 / 1307674368000.0)));
  S = num_mad(S, z, num_of((real)(1.0 / 6227020800.0)));
  S = num_mad(S, z, num_of((real)(-1.0 / 39916800.0)));
  S = num_mad(S, z, num_of((real)(1.0 / 362880.0)));
  S = num_mad(S, z, num_of((real)(-1.0 / 5040.0)));
  S = num_mad(S, z, num_of((real)(1.0 / 120.0)));
  S = num_mad(S, z, num_of((real)(-1.0 / 6.0)));
  C = num_mad(C, z, num_of((real)(-1.0 / 87178291200.0)));
  C = num_mad(C, z, num_of((real)(1.0 / 479001600.0)));
  C = num_mad(C, z, num_of((real)(-1.0 / 3628800.0)));
  C = num_mad(C, z, num_of((real)(1.0 / 40320.0)));
  C = num_mad(C, z, num_of((real)(-1.0 / 720.0)));
  C = num_mad(C, z, num_of((real)(1.0 / 24.0)));
  const num s = num_mad(r * z, S, r);
  const num c = w + num_mad(z * z, C, (num_of(1) - w) - half);

  // quadrant: k modulo 4, from -2 to 2
  const num q = k - num_of(4) * lane_round(k * num_of((real)0.25));
  const num size = num_abs(q);
  const mask odd = equal(size, num_of(1)), turned = equal(size, num_of(2));
  const mask back = turned | equal(q, num_of(-1)), left = turned | equal(q, num_of(1));
  const num a = num_select(odd, c, s), b = num_select(odd, s, c);
  *sine = num_select(back, -a, a);
  *cosine = num_select(left, -b, b);
  const mask huge = less(limit, num_abs(given));
  if (any(huge)) {
    *sine = num_select(huge, num_each(given, sin), *sine);
    *cosine = num_select(huge, num_each(given, cos), *cosine);
  }
}

// ---------------------------------------------------------------- quaternions

// res = a b; res is not an argument
LANE_INLINE void quat_times(num* res, const num* a, const num* b) {
  res[0] = num_mad(-a[3], b[3], num_mad(-a[2], b[2], num_mad(-a[1], b[1], a[0] * b[0])));
  res[1] = num_mad(-a[3], b[2], num_mad(a[2], b[3], num_mad(a[1], b[0], a[0] * b[1])));
  res[2] = num_mad(a[3], b[1], num_mad(a[2], b[0], num_mad(-a[1], b[3], a[0] * b[2])));
  res[3] = num_mad(a[3], b[0], num_mad(-a[2], b[1], num_mad(a[1], b[2], a[0] * b[3])));
}
LANE_INLINE void quat_conjugate(num* res, const num* q) {
  res[0] = q[0];
  LANE_EACH(k, 3) res[1 + k] = -q[1 + k];
}
LANE_INLINE void quat_normalize(num* q) {
  const num norm = num_sqrt(((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]);
  const mask none = less(norm, num_of(LANE_MINVAL)),
             unit = at_most(num_abs(norm - num_of(1)), num_of(LANE_MINVAL));
  const num scale = num_select(unit, num_of(1), num_of(1) / norm);
  LANE_EACH(k, 4) q[k] = num_select(none, num_of(k == 0), q[k] * scale);
}
// v turned by the unit quaternion q; res is not v
LANE_INLINE void quat_rotate(num* res, const num* v, const num* q) {
  num t[3], u[3];
  cross(t, q + 1, v);
  LANE_EACH(k, 3) t[k] = num_mad(q[0], v[k], t[k]);
  cross(u, q + 1, t);
  LANE_EACH(k, 3) res[k] = v[k] + (u[k] + u[k]);
}
LANE_INLINE void quat_to_mat(num* R, const num* q) {
  const num w = q[0], x = q[1], y = q[2], z = q[3];
  const num ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const num x2 = x + x, y2 = y + y, z2 = z + z;
  const num wx = w * x2, wy = w * y2, wz = w * z2, xy = x * y2, xz = x * z2, yz = y * z2;
  R[0] = ww + xx - yy - zz;
  R[1] = xy - wz;
  R[2] = xz + wy;
  R[3] = xy + wz;
  R[4] = ww - xx + yy - zz;
  R[5] = yz - wx;
  R[6] = xz - wy;
  R[7] = yz + wx;
  R[8] = ww - xx - yy + zz;
}
// the rotation vector of a unit quaternion, of an angle in (-pi, pi]
LANE_INLINE void quat_to_vector(num* res, const num* q) {
  const num pi = num_of((real)3.14159265358979323846);
  num axis[3] = {q[1], q[2], q[3]};
  const num length = normalize3(axis);
  num angle = num_of(2) * num_each2(length, q[0], atan2);
  angle = num_select(less(pi, angle), angle - num_of(2) * pi, angle);
  LANE_EACH(k, 3) res[k] = axis[k] * angle;
}
// the rotation vector, in the frame of b, that turns b into a
LANE_INLINE void quat_difference(num* res, const num* a, const num* b) {
  num back[4], q[4];
  quat_conjugate(back, b);
  quat_times(q, back, a);
  quat_to_vector(res, q);
}
// q, normalised, turns with the velocity v of its own frame for the time h
LANE_INLINE void quat_integrate(num* q, const num* v, num h) {
  num axis[3] = {v[0], v[1], v[2]}, turn[4], unit[4] = {q[0], q[1], q[2], q[3]}, s, c;
  const num angle = h * normalize3(axis);
  sine_cosine(angle * num_of((real)0.5), &s, &c);
  turn[0] = c;
  LANE_EACH(k, 3) turn[1 + k] = axis[k] * s;
  quat_normalize(unit);
  quat_times(q, unit, turn);
}

// ---------------------------------------------------------------- spatial vectors: rotation first

// velocity x motion; res is not an argument
LANE_INLINE void cross_motion(num* res, const num* v, const num* m) {
  num moved[3];
  cross(res, v, m);
  cross(moved, v + 3, m);
  cross(res + 3, v, m + 3);
  add_to(res + 3, moved, 3);
}
// res += velocity x* force
LANE_INLINE void add_cross_force(num* res, const num* v, const num* f) {
  num a[3], b[3], c[3];
  cross(a, v, f);
  cross(b, v + 3, f + 3);
  cross(c, v, f + 3);
  LANE_EACH(k, 3) res[k] = res[k] + (a[k] + b[k]);
  add_to(res + 3, c, 3);
}
// Inertia (Ixx Iyy Izz Ixy Ixz Iyz, mass times offset, mass) times motion; res is not an argument.
LANE_INLINE void inertia_times(num* res, const num* I, const num* v) {
  num moment[3], force[3];
  cross(moment, I + 6, v + 3);
  cross(force, v, I + 6);
  res[0] = num_mad(I[4], v[2], num_mad(I[3], v[1], I[0] * v[0])) + moment[0];
  res[1] = num_mad(I[5], v[2], num_mad(I[1], v[1], I[3] * v[0])) + moment[1];
  res[2] = num_mad(I[2], v[2], num_mad(I[5], v[1], I[4] * v[0])) + moment[2];
  LANE_EACH(k, 3) res[3 + k] = num_mad(I[9], v[3 + k], force[k]);
}

#endif  // FULCRUM_LANES_SPATIAL_H_
