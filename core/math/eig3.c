// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Eigenvalues and eigenvectors of a symmetric 3x3 matrix: cyclic-by-size Jacobi rotations (Golub
// and Van Loan, Matrix Computations, 8.5) whose product is kept as a quaternion, so that the
// eigenvectors form a proper rotation by construction. Sorting in descending order is done by 90
// degree rotations.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// quat = normalised quat * turn, turn about one coordinate axis with the given components
static void turn_about(mjtNum quat[4], int axis, mjtNum w, mjtNum component) {
  mjtNum turn[4] = {w, 0, 0, 0};
  turn[1 + axis] = component;
  fc_mulQuat(quat, quat, turn);
  fc_normalize4(quat);
}

// exchange eigenvalues i and i + 1 when they are out of order
static void sort_pair(mjtNum eigval[3], mjtNum quat[4], int i, mjtNum tolerance) {
  const mjtNum half_root = (mjtNum)0.707106781186548;
  if (eigval[i + 1] > eigval[i] + tolerance) {
    mjtNum larger = eigval[i + 1];
    eigval[i + 1] = eigval[i];
    eigval[i] = larger;
    turn_about(quat, (i + 2) % 3, half_root, half_root);
  }
}

int mju_eig3(mjtNum* eigval, mjtNum* eigvec, mjtNum* quat, const mjtNum* mat) {
  enum { max_rounds = 500 };
  const mjtNum tolerance = (mjtNum)1e-12;
  mjtNum D[9], tmp[9];
  int round = 0;

  fc_unit4(quat);
  for (; round < max_rounds; round++) {
    // the matrix in the current axes
    fc_quat2Mat(eigvec, quat);
    fc_mulMatTMat3(tmp, eigvec, mat);
    fc_mulMat3(D, tmp, eigvec);
    fc_set3(eigval, D[0], D[4], D[8]);

    // largest off-diagonal entry
    mjtNum off01 = fc_abs(D[1]), off02 = fc_abs(D[2]), off12 = fc_abs(D[5]);
    int r = 1, c = 2;
    if (off01 > off02 && off01 > off12) {
      r = 0, c = 1;
    } else if (off02 > off12) {
      r = 0;
    }
    mjtNum off = D[3 * r + c];
    if (fc_abs(off) < tolerance) {
      break;
    }

    // tangent of the smaller of the two angles that make it zero
    mjtNum tau = (D[4 * c] - D[4 * r]) / (2 * off), root = fc_sqrt(1 + tau * tau);
    mjtNum t = tau >= 0 ? 1 / (tau + root) : -1 / (root - tau);
    mjtNum cosine = 1 / fc_sqrt(1 + t * t);
    if (cosine > 1 - tolerance) {
      break;
    }

    // rotate about the third axis by half-angle formulas; (0,2) is a left-handed pair
    int axis = 3 - r - c;
    mjtNum half_sine = fc_sqrt((mjtNum)0.5 * (1 - cosine));
    mjtNum half_cosine = fc_sqrt((mjtNum)0.5 * (1 + cosine));
    int negative = (tau >= 0) != (axis == 1);
    turn_about(quat, axis, half_cosine, negative ? -half_sine : half_sine);
  }

  // descending order
  sort_pair(eigval, quat, 0, tolerance);
  sort_pair(eigval, quat, 1, tolerance);
  sort_pair(eigval, quat, 0, tolerance);
  fc_quat2Mat(eigvec, quat);
  return round;
}
