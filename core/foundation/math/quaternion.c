// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The exported quaternion, pose and spatial functions: those that <fulcrum/math.h> has inline, and
// the longer ones (from a matrix, from Euler angles, from a direction, and the derivatives of the
// difference and of the integration).

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

//---------------------------------- exported twins ------------------------------------------------

void mju_rotVecQuat(mjtNum* res, const mjtNum* vec, const mjtNum* quat) {
  fc_rotVecQuat(res, vec, quat);
}

void mju_negQuat(mjtNum* res, const mjtNum* quat) { fc_negQuat(res, quat); }

void mju_mulQuat(mjtNum* res, const mjtNum* quat1, const mjtNum* quat2) {
  fc_mulQuat(res, quat1, quat2);
}

void mju_mulQuatAxis(mjtNum* res, const mjtNum* quat, const mjtNum* axis) {
  fc_mulQuatAxis(res, quat, axis);
}

void mju_axisAngle2Quat(mjtNum* res, const mjtNum* axis, mjtNum angle) {
  fc_axisAngle2Quat(res, axis, angle);
}

void mju_quat2Vel(mjtNum* res, const mjtNum* quat, mjtNum dt) { fc_quat2Vel(res, quat, dt); }

void mju_subQuat(mjtNum* res, const mjtNum* qa, const mjtNum* qb) { fc_subQuat(res, qa, qb); }

void mju_quat2Mat(mjtNum* res, const mjtNum* quat) { fc_quat2Mat(res, quat); }

void mju_derivQuat(mjtNum* res, const mjtNum* quat, const mjtNum* vel) {
  fc_derivQuat(res, quat, vel);
}

void mju_quatIntegrate(mjtNum* quat, const mjtNum* vel, mjtNum scale) {
  fc_quatIntegrate(quat, vel, scale);
}

void mju_mulPose(mjtNum* posres, mjtNum* quatres, const mjtNum* pos1, const mjtNum* quat1,
                 const mjtNum* pos2, const mjtNum* quat2) {
  fc_mulPose(posres, quatres, pos1, quat1, pos2, quat2);
}

void mju_negPose(mjtNum* posres, mjtNum* quatres, const mjtNum* pos, const mjtNum* quat) {
  fc_negPose(posres, quatres, pos, quat);
}

void mju_trnVecPose(mjtNum* res, const mjtNum* pos, const mjtNum* quat, const mjtNum* vec) {
  fc_trnVecPose(res, pos, quat, vec);
}

void mju_transformSpatial(mjtNum* res, const mjtNum* vec, int flg_force, const mjtNum* newpos,
                          const mjtNum* oldpos, const mjtNum* rotnew2old) {
  fc_transformSpatial(res, vec, flg_force, newpos, oldpos, rotnew2old);
}

//---------------------------------- from other representations ------------------------------------

void mju_mat2Quat(mjtNum* quat, const mjtNum* mat) {
  mjtNum m00 = mat[0], m01 = mat[1], m02 = mat[2];
  mjtNum m10 = mat[3], m11 = mat[4], m12 = mat[5];
  mjtNum m20 = mat[6], m21 = mat[7], m22 = mat[8];

  // take the root of the largest of the four squares, the others follow from it by division
  if (m00 + m11 + m22 > 0) {
    mjtNum w = (mjtNum)0.5 * fc_sqrt(1 + m00 + m11 + m22);
    quat[0] = w;
    quat[1] = (mjtNum)0.25 * (m21 - m12) / w;
    quat[2] = (mjtNum)0.25 * (m02 - m20) / w;
    quat[3] = (mjtNum)0.25 * (m10 - m01) / w;
  } else if (m00 > m11 && m00 > m22) {
    mjtNum x = (mjtNum)0.5 * fc_sqrt(1 + m00 - m11 - m22);
    quat[0] = (mjtNum)0.25 * (m21 - m12) / x;
    quat[1] = x;
    quat[2] = (mjtNum)0.25 * (m01 + m10) / x;
    quat[3] = (mjtNum)0.25 * (m02 + m20) / x;
  } else if (m11 > m22) {
    mjtNum y = (mjtNum)0.5 * fc_sqrt(1 - m00 + m11 - m22);
    quat[0] = (mjtNum)0.25 * (m02 - m20) / y;
    quat[1] = (mjtNum)0.25 * (m01 + m10) / y;
    quat[2] = y;
    quat[3] = (mjtNum)0.25 * (m12 + m21) / y;
  } else {
    mjtNum z = (mjtNum)0.5 * fc_sqrt(1 - m00 - m11 + m22);
    quat[0] = (mjtNum)0.25 * (m10 - m01) / z;
    quat[1] = (mjtNum)0.25 * (m02 + m20) / z;
    quat[2] = (mjtNum)0.25 * (m12 + m21) / z;
    quat[3] = z;
  }
  fc_normalize4(quat);
}

void mju_quatZ2Vec(mjtNum* quat, const mjtNum* vec) {
  mjtNum dir[3] = {vec[0], vec[1], vec[2]};
  fc_unit4(quat);
  if (fc_normalize3(dir) < mjMINVAL)
    return;

  // axis = z x dir; its length is the sine of the angle, dir.z the cosine
  const mjtNum z[3] = {0, 0, 1};
  mjtNum axis[3];
  fc_cross(axis, z, dir);
  mjtNum sine = fc_normalize3(axis);
  if (sine >= mjMINVAL) {
    fc_axisAngle2Quat(quat, axis, fc_atan2(sine, dir[2]));
  } else if (dir[2] < 0) {
    quat[0] = 0;
    quat[1] = 1;
  }
}

// Rotation closest to mat, by aligning columns: each round turns the estimate by the rotation
// vector sum_k R_k x M_k, scaled by the alignment sum_k R_k . M_k (Mueller, Bender, Chentanez,
// Macklin: A robust method to extract the rotational part of deformations).
int mju_mat2Rot(mjtNum* quat, const mjtNum* mat) {
  enum { MAX_ROUNDS = 500 };
  const mjtNum tolerance = (mjtNum)1e-9;

  for (int round = 0; round < MAX_ROUNDS; round++) {
    mjtNum rot[9], omega[3] = {0, 0, 0}, align = 0;
    fc_quat2Mat(rot, quat);
    for (int k = 0; k < 3; k++) {
      mjtNum r[3], m[3], rxm[3];
      fc_column3(r, rot, k);
      fc_column3(m, mat, k);
      fc_cross(rxm, r, m);
      fc_addTo3(omega, rxm);
      align += fc_dot3(r, m);
    }
    fc_scl3(omega, omega, 1 / (fc_abs(align) + mjMINVAL));

    mjtNum turn[4], angle = fc_normalize3(omega);
    if (angle < tolerance)
      return round;
    fc_axisAngle2Quat(turn, omega, angle);
    fc_mulQuat(quat, turn, quat);
    fc_normalize4(quat);
  }
  return MAX_ROUNDS;
}

void mju_euler2Quat(mjtNum* quat, const mjtNum* euler, const char* seq) {
  if (strlen(seq) != 3) {
    mju_error("mju_euler2Quat: seq must contain exactly 3 characters");
    return;
  }

  mjtNum res[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    // lower case: axis of the moving frame, upper case: axis of the fixed frame
    const char* axes = "xyzXYZ";
    const char* found = strchr(axes, seq[i]);
    if (!found) {
      mju_error("mju_euler2Quat: seq[%d] is '%c', should be one of x, y, z, X, Y, Z", i, seq[i]);
      return;
    }
    int axis = (int)(found - axes);
    mjtNum rot[4] = {fc_cos(euler[i] * (mjtNum)0.5), 0, 0, 0};
    rot[1 + axis % 3] = fc_sin(euler[i] * (mjtNum)0.5);
    if (axis < 3)
      fc_mulQuat(res, res, rot);
    else
      fc_mulQuat(res, rot, res);
  }
  fc_copy4(quat, res);
}

//---------------------------------- derivatives ---------------------------------------------------

// res = a I + b S + c P
static void combine3(mjtNum res[9], mjtNum a, mjtNum b, const mjtNum S[9], mjtNum c,
                     const mjtNum P[9]) {
  for (int i = 0; i < 9; i++)
    res[i] = b * S[i] + c * P[i] + (i % 4 == 0 ? a : 0);
}

// res = [v]x, the matrix of the cross product v x
static void cross_matrix(mjtNum res[9], const mjtNum v[3]) {
  fc_set3(res, 0, -v[2], v[1]);
  fc_set3(res + 3, v[2], 0, -v[0]);
  fc_set3(res + 6, -v[1], v[0], 0);
}

// Derivative of the difference r = qa - qb (a rotation vector with axis u and half angle h) with
// respect to a local rotation of qa: Da = I + h K + (1 - h / tan h) K K, K = [u]x; and of qb: Db =
// -Da'.
void mjd_subQuat(const mjtNum* qa, const mjtNum* qb, mjtNum* Da, mjtNum* Db) {
  if (!Da && !Db)
    return;
  mjtNum axis[3], K[9], KK[9], D[9];
  fc_subQuat(axis, qa, qb);
  mjtNum half = (mjtNum)0.5 * fc_normalize3(axis);
  cross_matrix(K, axis);
  fc_mulMat3(KK, K, K);

  // 1 - h / tan h is 0 to rounding for small angles
  mjtNum k = half < (mjtNum)6e-8 ? 0 : 1 - half * fc_cos(half) / fc_sin(half);
  combine3(D, 1, half, K, k, KK);
  if (Db) {
    mjtNum DT[9];
    fc_transpose3(DT, D);
    for (int i = 0; i < 9; i++)
      Db[i] = -DT[i];
  }
  if (Da)
    fc_copy9(Da, D);
}

// Derivatives of q = integrate(q, vel, scale) with respect to q, to the rotation vector s = scale *
// vel (not vel), and to scale. With x = |s|, S = -[s]x, P = s s': Dquat = cos x I + b S + c P, Dvel
// = b I + c S + d P, Dscale = Dvel vel, where b = sin x / x, c = (1 - cos x) / x^2, d = (1 - b) /
// x^2.
void mjd_quatIntegrate(const mjtNum* vel, mjtNum scale, mjtNum* Dquat, mjtNum* Dvel,
                       mjtNum* Dscale) {
  mjtNum s[3] = {scale * vel[0], scale * vel[1], scale * vel[2]};
  mjtNum q = fc_dot3(s, s), x = fc_sqrt(q), a = fc_cos(x), b, c, d;

  // three terms of the Taylor series replace the quotients near zero
  if (x <= (mjtNum)1 / 32) {
    b = 1 + q / 6 * (q / 20 * (1 - q / 42) - 1);
    c = (1 + q / 12 * (q / 30 * (1 - q / 56) - 1)) / 2;
    d = (1 + q / 20 * (q / 42 * (1 - q / 72) - 1)) / 6;
  } else {
    b = fc_sin(x) / x;
    c = (1 - a) / q;
    d = (1 - b) / q;
  }

  mjtNum S[9], P[9], V[9];
  mjtNum opposite[3] = {-s[0], -s[1], -s[2]};
  cross_matrix(S, opposite);
  for (int i = 0; i < 9; i++)
    P[i] = s[i / 3] * s[i % 3];
  combine3(V, b, c, S, d, P);
  if (Dscale)
    fc_mulMatVec3(Dscale, V, vel);
  if (Dquat)
    combine3(Dquat, a, b, S, c, P);
  if (Dvel)
    fc_copy9(Dvel, V);
}

//---------------------------------- older names ---------------------------------------------------

// Products of the 2.3 interface, with the vector before the matrix.
void mju_rotVecMat(mjtNum res[3], const mjtNum vec[3], const mjtNum mat[9]) {
  fc_mulMatVec3(res, mat, vec);
}

void mju_rotVecMatT(mjtNum res[3], const mjtNum vec[3], const mjtNum mat[9]) {
  fc_mulMatTVec3(res, mat, vec);
}
