// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Quaternions (w, x, y, z) and poses (position and quaternion). Quaternions have unit length and
// map local to global coordinates; a function normalises only where its comment says so. Angles are
// in radians. A result may be the same array as an input. Errors and threads: <fulcrum/math.h>.
//
// Products, exponential, logarithm, time derivative and integration follow Sola, "Quaternion
// kinematics for the error-state Kalman filter" (2017), chapters 1, 2 and 4, with Hamilton's
// convention ij = k.
//
// Since SDK 1.0.

#ifndef FULCRUM_MATH_QUAT_H_
#define FULCRUM_MATH_QUAT_H_

#include <fulcrum/math_vec3.h>

// 1 when the quaternion is exactly (1,0,0,0). The functions below then copy their argument bit by
// bit.
static inline int fc_isUnitQuat(const mjtNum quat[4]) {
  return quat[0] == 1 && quat[1] == 0 && quat[2] == 0 && quat[3] == 0;
}

// res = vec rotated by quat = (w, q): v + 2 q x (w v + q x v), the formula of Euler and Rodrigues
static inline void fc_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]) {
  // two cases whose result is exact: a zero vector, no rotation
  if (vec[0] == 0 && vec[1] == 0 && vec[2] == 0) {
    fc_zero3(res);
    return;
  }
  if (fc_isUnitQuat(quat)) {
    fc_copy3(res, vec);
    return;
  }

  mjtNum t[3] = {quat[0] * vec[0] + quat[2] * vec[2] - quat[3] * vec[1],
                 quat[0] * vec[1] + quat[3] * vec[0] - quat[1] * vec[2],
                 quat[0] * vec[2] + quat[1] * vec[1] - quat[2] * vec[0]};
  fc_set3(res, vec[0] + 2 * (quat[2] * t[2] - quat[3] * t[1]),
          vec[1] + 2 * (quat[3] * t[0] - quat[1] * t[2]),
          vec[2] + 2 * (quat[1] * t[1] - quat[2] * t[0]));
}

// res = conjugate of quat, the inverse rotation
static inline void fc_negQuat(mjtNum res[4], const mjtNum quat[4]) {
  mjtNum w = quat[0], x = quat[1], y = quat[2], z = quat[3];
  res[0] = w;
  res[1] = -x;
  res[2] = -y;
  res[3] = -z;
}

// res = a * b, the Hamilton product: a rotation by b followed by one by a
static inline void fc_mulQuat(mjtNum res[4], const mjtNum a[4], const mjtNum b[4]) {
  mjtNum w = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  mjtNum x = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  mjtNum y = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  mjtNum z = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  res[0] = w;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

// res = quat * (0, axis), the Hamilton product with a pure quaternion
static inline void fc_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]) {
  mjtNum w = -quat[1] * axis[0] - quat[2] * axis[1] - quat[3] * axis[2];
  mjtNum x = quat[0] * axis[0] + quat[2] * axis[2] - quat[3] * axis[1];
  mjtNum y = quat[0] * axis[1] + quat[3] * axis[0] - quat[1] * axis[2];
  mjtNum z = quat[0] * axis[2] + quat[1] * axis[1] - quat[2] * axis[0];
  res[0] = w;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

// res = (cos(angle/2), axis sin(angle/2)), the rotation by angle about the unit vector axis;
// exactly (1,0,0,0) for angle 0
static inline void fc_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle) {
  if (angle == 0) {
    fc_unit4(res);
    return;
  }
  mjtNum s = fc_sin(angle * (mjtNum)0.5), c = fc_cos(angle * (mjtNum)0.5);
  mjtNum x = axis[0] * s, y = axis[1] * s, z = axis[2] * s;
  res[0] = c;
  res[1] = x;
  res[2] = y;
  res[3] = z;
}

// res = constant angular velocity (local frame) that turns (1,0,0,0) into quat in time dt != 0, the
// logarithm of quat over dt; its angle is in (-pi, pi]
static inline void fc_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt) {
  mjtNum w = quat[0];
  mjtNum axis[3] = {quat[1], quat[2], quat[3]};
  mjtNum angle = 2 * fc_atan2(fc_normalize3(axis), w);
  if (angle > (mjtNum)mjPI)
    angle -= 2 * (mjtNum)mjPI;
  fc_scl3(res, axis, angle / dt);
}

// res = rotation vector, in the frame of qb, that turns qb into qa: qb * exp(res) = qa
static inline void fc_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]) {
  mjtNum dif[4];
  fc_negQuat(dif, qb);
  fc_mulQuat(dif, dif, qa);
  fc_quat2Vel(res, dif, 1);
}

// res = rotation matrix of quat (3x3); exactly the identity for (1,0,0,0); a quaternion whose
// length is not 1 gives the rotation matrix times |quat|^2
static inline void fc_quat2Mat(mjtNum res[9], const mjtNum quat[4]) {
  if (fc_isUnitQuat(quat)) {
    fc_eye3(res);
    return;
  }

  mjtNum w = quat[0], x = quat[1], y = quat[2], z = quat[3];
  mjtNum ww = w * w, wx = w * x, wy = w * y, wz = w * z;
  mjtNum xx = x * x, xy = x * y, xz = x * z;
  mjtNum yy = y * y, yz = y * z, zz = z * z;
  fc_set3(res, ww + xx - yy - zz, 2 * (xy - wz), 2 * (xz + wy));
  fc_set3(res + 3, 2 * (xy + wz), ww - xx + yy - zz, 2 * (yz - wx));
  fc_set3(res + 6, 2 * (xz - wy), 2 * (yz + wx), ww - xx - yy + zz);
}

// res = time derivative of a quaternion whose angular velocity in the *global* frame is vel:
// (0, vel) * quat / 2
static inline void fc_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]) {
  mjtNum w = -vel[0] * quat[1] - vel[1] * quat[2] - vel[2] * quat[3];
  mjtNum x = vel[0] * quat[0] + vel[1] * quat[3] - vel[2] * quat[2];
  mjtNum y = -vel[0] * quat[3] + vel[1] * quat[0] + vel[2] * quat[1];
  mjtNum z = vel[0] * quat[2] - vel[1] * quat[1] + vel[2] * quat[0];
  res[0] = w * (mjtNum)0.5;
  res[1] = x * (mjtNum)0.5;
  res[2] = y * (mjtNum)0.5;
  res[3] = z * (mjtNum)0.5;
}

// quat = quat/|quat| * exp(vel scale / 2): rotate for the time `scale` with the constant angular
// velocity vel in the *local* frame
static inline void fc_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale) {
  mjtNum turn[4], axis[3] = {vel[0], vel[1], vel[2]};
  mjtNum angle = scale * fc_normalize3(axis);
  fc_axisAngle2Quat(turn, axis, angle);
  fc_normalize4(quat);
  fc_mulQuat(quat, quat, turn);
}

//---------------------------------- poses ---------------------------------------------------------

// composition of two poses: posres = rot(quat1) pos2 + pos1, quatres = quat1 * quat2, normalised
static inline void fc_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                              const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]) {
  mjtNum pos[3];
  fc_rotVecQuat(pos, pos2, quat1);
  fc_add3(pos, pos, pos1);
  fc_mulQuat(quatres, quat1, quat2);
  fc_normalize4(quatres);
  fc_copy3(posres, pos);
}

// inverse pose: quatres = conjugate of quat, posres = -rot(quatres) pos
static inline void fc_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                              const mjtNum quat[4]) {
  fc_negQuat(quatres, quat);
  fc_rotVecQuat(posres, pos, quatres);
  fc_scl3(posres, posres, -1);
}

// res = rot(quat) vec + pos: global coordinates of the point vec of the local frame
static inline void fc_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                                 const mjtNum vec[3]) {
  mjtNum rotated[3];
  fc_rotVecQuat(rotated, vec, quat);
  fc_add3(res, rotated, pos);
}

#endif  // FULCRUM_MATH_QUAT_H_
