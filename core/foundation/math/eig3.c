// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and eigenvectors of a symmetric 3x3 matrix: cyclic-by-size Jacobi rotations (Golub
// and Van Loan, Matrix Computations, 8.5) whose product is kept as a quaternion, so that the
// eigenvectors form a proper rotation by construction. Sorting in descending order is done by 90
// degree rotations.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// quat = normalised quat * turn, turn about one coordinate axis with the components w and s
static inline void turn_about(mjtNum quat[4], int axis, mjtNum w, mjtNum s) {
  int i = 1 + axis, j = 1 + (axis + 1) % 3, k = 1 + (axis + 2) % 3;
  mjtNum q0 = quat[0], qi = quat[i], qj = quat[j], qk = quat[k];
  quat[0] = q0 * w - qi * s;
  quat[i] = q0 * s + qi * w;
  quat[j] = qj * w + qk * s;
  quat[k] = qk * w - qj * s;
  fc_normalize4(quat);
}

// exchange eigenvalues i and i + 1 when they are out of order; returns whether they were
static int sort_pair(mjtNum eigval[3], mjtNum quat[4], int i, mjtNum tolerance) {
  const mjtNum half_root = (mjtNum)0.707106781186548;
  if (eigval[i + 1] > eigval[i] + tolerance) {
    mjtNum larger = eigval[i + 1];
    eigval[i + 1] = eigval[i];
    eigval[i] = larger;
    turn_about(quat, (i + 2) % 3, half_root, half_root);
    return 1;
  }
  return 0;
}

int mju_eig3(mjtNum* eigval, mjtNum* eigvec, mjtNum* quat, const mjtNum* mat) {
  enum { MAX_ROUNDS = 500 };
  const mjtNum tolerance = (mjtNum)1e-12;
  mjtNum D[9], tmp[9];
  int round = 0;

  fc_unit4(quat);
  for (; round < MAX_ROUNDS; round++) {
    // the matrix in the current axes, which are those of the matrix at first
    fc_quat2Mat(eigvec, quat);
    if (round) {
      fc_mulMatTMat3(tmp, eigvec, mat);
      fc_mulMat3(D, tmp, eigvec);
    } else {
      fc_copy9(D, mat);
    }
    fc_set3(eigval, D[0], D[4], D[8]);

    // largest off-diagonal entry
    mjtNum off01 = fc_abs(D[1]), off02 = fc_abs(D[2]), off12 = fc_abs(D[5]);
    int r = 1, c = 2;
    if (off01 > off02 && off01 > off12) {
      r = 0;
      c = 1;
    } else if (off02 > off12) {
      r = 0;
    }
    mjtNum off = D[3 * r + c];
    if (fc_abs(off) < tolerance)
      break;

    // tangent of the smaller of the two angles that make it zero
    mjtNum tau = (D[4 * c] - D[4 * r]) / (2 * off), root = fc_sqrt(1 + tau * tau);
    mjtNum t = tau >= 0 ? 1 / (tau + root) : -1 / (root - tau);
    mjtNum cosine = 1 / fc_sqrt(1 + t * t);
    if (cosine > 1 - tolerance)
      break;

    // rotate about the third axis by half-angle formulas; (0,2) is a left-handed pair
    int axis = 3 - r - c;
    mjtNum half_sine = fc_sqrt((mjtNum)0.5 - (mjtNum)0.5 * cosine);
    mjtNum half_cosine = fc_sqrt(1 - half_sine * half_sine);
    int negative = (tau >= 0) != (axis == 1);
    turn_about(quat, axis, half_cosine, negative ? -half_sine : half_sine);
  }

  // descending order
  int sorted = sort_pair(eigval, quat, 0, tolerance);
  sorted |= sort_pair(eigval, quat, 1, tolerance);
  sorted |= sort_pair(eigval, quat, 0, tolerance);
  if (sorted || round == MAX_ROUNDS)
    fc_quat2Mat(eigvec, quat);
  return round;
}
