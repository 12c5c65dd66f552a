// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Poses while a model is compiled.
//
// The compiler has its own rules of rounding, and therefore its own small algebra
// (compile_normalize and friends in core/model/spec/tree.h: every quaternion product is normalised,
// vectors shorter than 1e-7 count as zero). This header has the operations that only compilation
// needs. Quaternions are (w,x,y,z), matrices row-major, poses map child to parent.

#ifndef CORE_MODEL_SPEC_POSE_H_
#define CORE_MODEL_SPEC_POSE_H_

// the compiler's threshold for "zero"
#define COMPILE_EPS 1e-14

// (ipos, iquat) is the inverse of (pos, quat).
void pose_invert(double ipos[3], double iquat[4], const double pos[3], const double quat[4]);

// The shortest rotation that takes the z axis to the unit vector v.
void pose_from_z(double quat[4], const double v[3]);

// 1 when every component is within 1e-6 of zero; 1 when q is within 1e-6 per component of plus or
// minus the identity.
int pose_null_pos(const double pos[3]);
int pose_null_quat(const double quat[4]);

// 1 when two poses agree within 1e-6 per component, quaternions up to sign.
int pose_same_pos(const double a[3], const double b[3]);
int pose_same_quat(const double a[4], const double b[4]);

#endif  // CORE_MODEL_SPEC_POSE_H_
