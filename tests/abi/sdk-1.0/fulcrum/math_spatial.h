// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Spatial algebra: motion vectors (angular w, linear v) and force vectors (torque t, force f), both
// 6 numbers with the rotational part first, in the axes of one frame and at one reference point.
// Featherstone, "Rigid Body Dynamics Algorithms" (2008), chapter 2, below by section. A result may
// be the same array as an input. Errors and threads: <fulcrum/math.h>.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_SPATIAL_H_
#define FULCRUM_MATH_SPATIAL_H_

#include <fulcrum/math_vec3.h>

// res = 0
static inline void fc_zero6(mjtNum res[6]) {
  fc_zero3(res);
  fc_zero3(res + 3);
}

// res = vec
static inline void fc_copy6(mjtNum res[6], const mjtNum vec[6]) {
  fc_copy3(res, vec);
  fc_copy3(res + 3, vec + 3);
}

// res += vec
static inline void fc_addTo6(mjtNum res[6], const mjtNum vec[6]) {
  for (int i = 0; i < 6; i++)
    res[i] += vec[i];
}

// res += vec * scl
static inline void fc_addToScl6(mjtNum res[6], const mjtNum vec[6], mjtNum scl) {
  for (int i = 0; i < 6; i++)
    res[i] += vec[i] * scl;
}

// a . b; of a motion and a force it is a power (2.6). Summed in the order of fc_dot(a, b, 6).
static inline mjtNum fc_dot6(const mjtNum a[6], const mjtNum b[6]) {
  return ((a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

// res = vel x motion = (w x a, w x b + v x a), with vel = (w, v) and motion = (a, b) (2.9): the
// time derivative of a motion vector that moves with velocity vel
static inline void fc_crossMotion(mjtNum res[6], const mjtNum vel[6], const mjtNum motion[6]) {
  mjtNum rot[3], lin[3], tmp[3];
  fc_cross(rot, vel, motion);
  fc_cross(lin, vel, motion + 3);
  fc_cross(tmp, vel + 3, motion);
  fc_add3(res + 3, lin, tmp);
  fc_copy3(res, rot);
}

// res = vel x* force = (w x t + v x f, w x f), with vel = (w, v) and force = (t, f) (2.9): the same
// for a force vector
static inline void fc_crossForce(mjtNum res[6], const mjtNum vel[6], const mjtNum force[6]) {
  mjtNum rot[3], lin[3], tmp[3];
  fc_cross(rot, vel, force);
  fc_cross(tmp, vel + 3, force + 3);
  fc_cross(lin, vel, force + 3);
  fc_add3(res, rot, tmp);
  fc_copy3(res + 3, lin);
}

// res = spatial inertia times motion vector = momentum: (I w + c x v, m v - c x w) (2.13). inert =
// (Ixx, Iyy, Izz, Ixy, Ixz, Iyz, c = mass * centre of mass (3), mass m), with I about the reference
// point: the layout of mjData.cinert and crb.
static inline void fc_mulInertVec(mjtNum res[6], const mjtNum inert[10], const mjtNum vec[6]) {
  const mjtNum* I = inert;
  const mjtNum* c = inert + 6;
  mjtNum w0 = vec[0], w1 = vec[1], w2 = vec[2], v0 = vec[3], v1 = vec[4], v2 = vec[5];
  mjtNum t0 = I[0] * w0 + I[3] * w1 + I[4] * w2 - c[2] * v1 + c[1] * v2;
  mjtNum t1 = I[3] * w0 + I[1] * w1 + I[5] * w2 + c[2] * v0 - c[0] * v2;
  mjtNum t2 = I[4] * w0 + I[5] * w1 + I[2] * w2 - c[1] * v0 + c[0] * v1;
  mjtNum f0 = c[2] * w1 - c[1] * w2 + inert[9] * v0;
  mjtNum f1 = c[0] * w2 - c[2] * w0 + inert[9] * v1;
  mjtNum f2 = c[1] * w0 - c[0] * w1 + inert[9] * v2;
  fc_set3(res, t0, t1, t2);
  fc_set3(res + 3, f0, f1, f2);
}

// res = vec with its reference point moved from oldpos to newpos, both in the old frame (2.8): with
// d = newpos - oldpos a motion becomes (w, v - d x w), a force (flg_force nonzero) (t - d x f, f).
// Both halves are then multiplied by rotnew2old', unless rotnew2old (3x3) is NULL.
static inline void fc_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                       const mjtNum newpos[3], const mjtNum oldpos[3],
                                       const mjtNum* rotnew2old) {
  mjtNum d[3], shift[3], out[6];
  fc_sub3(d, newpos, oldpos);
  fc_copy6(out, vec);
  if (flg_force) {
    fc_cross(shift, d, vec + 3);
    fc_subFrom3(out, shift);
  } else {
    fc_cross(shift, d, vec);
    fc_subFrom3(out + 3, shift);
  }
  if (rotnew2old) {
    fc_mulMatTVec3(res, rotnew2old, out);
    fc_mulMatTVec3(res + 3, rotnew2old, out + 3);
  } else {
    fc_copy6(res, out);
  }
}

#endif  // FULCRUM_MATH_SPATIAL_H_
