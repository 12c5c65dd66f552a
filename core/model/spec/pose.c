// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <string.h>

#include "core/model/spec/pose.h"
#include "core/model/spec/tree.h"

void pose_invert(double ipos[3], double iquat[4], const double pos[3], const double quat[4]) {
  static const double zero[3] = {0, 0, 0};
  double conjugate[4] = {quat[0], -quat[1], -quat[2], -quat[3]};
  double moved[3] = {pos[0], pos[1], pos[2]};
  compile_transform_point(moved, zero, conjugate);
  for (int i = 0; i < 3; i++)
    ipos[i] = -moved[i];
  memcpy(iquat, conjugate, sizeof conjugate);
}

void pose_from_z(double quat[4], const double v[3]) {
  double axis[3] = {-v[1], v[0], 0};
  double sine = compile_normalize(axis, 3);
  if (sine < 1e-10) {
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }
  double half = atan2(sine, v[2]) / 2;
  quat[0] = cos(half);
  for (int i = 0; i < 3; i++)
    quat[i + 1] = sin(half) * axis[i];
}

static int within(const double* a, const double* b, int n, double sign) {
  for (int i = 0; i < n; i++)
    if (!(fabs(a[i] - sign * b[i]) < 1e-6))
      return 0;
  return 1;
}

int pose_same_pos(const double a[3], const double b[3]) { return within(a, b, 3, 1); }

int pose_same_quat(const double a[4], const double b[4]) {
  return within(a, b, 4, 1) || within(a, b, 4, -1);
}

int pose_null_pos(const double pos[3]) {
  static const double zero[3] = {0, 0, 0};
  return pose_same_pos(pos, zero);
}

int pose_null_quat(const double quat[4]) {
  static const double identity[4] = {1, 0, 0, 0};
  return pose_same_quat(quat, identity);
}
