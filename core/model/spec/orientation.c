// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Orientations and poses as the compiler computes them.
//
// Everything is in double precision. A vector whose squared length is below 1e-14 counts as zero,
// and a vector of unit length is not changed, so that the numbers of a user survive compilation bit
// for bit. Every quaternion product is normalised. Directions are rotated with t = w v + u x v, v +
// 2 u x t, and points with the rotation matrix: the two differ in rounding.

#include <math.h>
#include <string.h>

#include "core/model/spec/tree.h"

static const double threshold = 1e-14;

// ---------------------------------------------------------------- small algebra

double compile_normalize(double* v, int n) {
  double square = 0;
  for (int i = 0; i < n; i++)
    square += v[i] * v[i];
  if (square < threshold)
    return 0;
  double length = sqrt(square);
  if (fabs(length - 1) > threshold)
    for (int i = 0; i < n; i++)
      v[i] /= length;
  return length;
}

static void cross(double res[3], const double a[3], const double b[3]) {
  double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  memcpy(res, c, sizeof c);
}

void compile_quat_mul(double res[4], const double a[4], const double b[4]) {
  double q[4] = {
      a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
      a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
      a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
      a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  };
  compile_normalize(q, 4);
  memcpy(res, q, sizeof q);
}

static int is_identity(const double q[4]) {
  return q[0] == 1 && q[1] == 0 && q[2] == 0 && q[3] == 0;
}

void compile_rotate_dir(double v[3], const double q[4]) {
  if ((v[0] == 0 && v[1] == 0 && v[2] == 0) || is_identity(q))
    return;
  const double* u = q + 1;
  double t[3], twist[3];
  cross(t, u, v);
  for (int i = 0; i < 3; i++)
    t[i] += q[0] * v[i];
  cross(twist, u, t);
  for (int i = 0; i < 3; i++)
    v[i] += 2 * twist[i];
}

void compile_quat_to_mat(double mat[9], const double q[4]) {
  double w = q[0], x = q[1], y = q[2], z = q[3];
  if (is_identity(q)) {
    static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(mat, identity, sizeof identity);
    return;
  }
  mat[0] = w * w + x * x - y * y - z * z;
  mat[4] = w * w - x * x + y * y - z * z;
  mat[8] = w * w - x * x - y * y + z * z;
  mat[1] = 2 * (x * y - w * z);
  mat[2] = 2 * (x * z + w * y);
  mat[3] = 2 * (x * y + w * z);
  mat[5] = 2 * (y * z - w * x);
  mat[6] = 2 * (x * z - w * y);
  mat[7] = 2 * (y * z + w * x);
}

void compile_transform_point(double v[3], const double pos[3], const double q[4]) {
  double mat[9], r[3];
  compile_quat_to_mat(mat, q);
  for (int i = 0; i < 3; i++)
    r[i] = mat[3 * i] * v[0] + mat[3 * i + 1] * v[1] + mat[3 * i + 2] * v[2];
  for (int i = 0; i < 3; i++)
    v[i] = pos[i] + r[i];
}

void compile_frame_accumulate(const double pos[3], const double quat[4], double childpos[3],
                              double childquat[4]) {
  compile_transform_point(childpos, pos, quat);
  compile_quat_mul(childquat, quat, childquat);
}

// rotation whose matrix has the columns x, y, z
void compile_mat_to_quat(double q[4], const double x[3], const double y[3], const double z[3]) {
  double trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    q[0] = 0.5 * sqrt(1 + trace);
    q[1] = 0.25 * (y[2] - z[1]) / q[0];
    q[2] = 0.25 * (z[0] - x[2]) / q[0];
    q[3] = 0.25 * (x[1] - y[0]) / q[0];
  } else if (x[0] > y[1] && x[0] > z[2]) {
    q[1] = 0.5 * sqrt(1 + x[0] - y[1] - z[2]);
    q[0] = 0.25 * (y[2] - z[1]) / q[1];
    q[2] = 0.25 * (y[0] + x[1]) / q[1];
    q[3] = 0.25 * (z[0] + x[2]) / q[1];
  } else if (y[1] > z[2]) {
    q[2] = 0.5 * sqrt(1 - x[0] + y[1] - z[2]);
    q[0] = 0.25 * (z[0] - x[2]) / q[2];
    q[1] = 0.25 * (y[0] + x[1]) / q[2];
    q[3] = 0.25 * (z[1] + y[2]) / q[2];
  } else {
    q[3] = 0.5 * sqrt(1 - x[0] - y[1] + z[2]);
    q[0] = 0.25 * (x[1] - y[0]) / q[3];
    q[1] = 0.25 * (z[0] + x[2]) / q[3];
    q[2] = 0.25 * (z[1] + y[2]) / q[3];
  }
  compile_normalize(q, 4);
}

// ---------------------------------------------------------------- the alternatives

static double radians(double angle, mjtByte degree) { return degree ? angle / 180 * mjPI : angle; }

static const char* from_axisangle(double quat[4], mjtByte degree, const double axisangle[4]) {
  double axis[3] = {axisangle[0], axisangle[1], axisangle[2]};
  if (compile_normalize(axis, 3) == 0)
    return "axisangle too small";
  double half = radians(axisangle[3], degree) / 2;
  quat[0] = cos(half);
  for (int i = 0; i < 3; i++)
    quat[i + 1] = sin(half) * axis[i];
  return NULL;
}

static const char* from_xyaxes(double quat[4], const double xyaxes[6]) {
  double x[3], y[3], z[3];
  memcpy(x, xyaxes, sizeof x);
  memcpy(y, xyaxes + 3, sizeof y);
  if (compile_normalize(x, 3) == 0)
    return "xaxis too small";
  double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (int i = 0; i < 3; i++)
    y[i] -= along * x[i];
  if (compile_normalize(y, 3) == 0)
    return "yaxis too small";
  cross(z, x, y);
  if (compile_normalize(z, 3) == 0)
    return "cross(xaxis, yaxis) too small";
  compile_mat_to_quat(quat, x, y, z);
  return NULL;
}

static const char* from_zaxis(double quat[4], const double zaxis[3]) {
  double z[3] = {zaxis[0], zaxis[1], zaxis[2]};
  if (compile_normalize(z, 3) == 0)
    return "zaxis too small";

  // shortest rotation that takes the z axis there
  static const double up[3] = {0, 0, 1};
  double axis[3];
  cross(axis, up, z);
  double sine = compile_normalize(axis, 3);
  if (sine < 1e-10) {
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }
  double half = atan2(sine, z[2]) / 2;
  quat[0] = cos(half);
  for (int i = 0; i < 3; i++)
    quat[i + 1] = sin(half) * axis[i];
  return NULL;
}

static const char* from_euler(double quat[4], mjtByte degree, const char* sequence,
                              const double euler[3]) {
  double q[4] = {1, 0, 0, 0};
  for (int i = 0; i < 3; i++) {
    // only the first three letters count, terminated or not
    char letter = sequence[i];
    int lower = letter >= 'x' && letter <= 'z';
    if (!lower && !(letter >= 'X' && letter <= 'Z'))
      return "euler sequence can only contain x, y, z, X, Y, Z";
    double half = radians(euler[i], degree) / 2;
    double turn[4] = {cos(half), 0, 0, 0};
    turn[1 + letter - (lower ? 'x' : 'X')] = sin(half);

    // lower case: about the axes as they move; upper case: about the fixed axes
    if (lower)
      compile_quat_mul(q, q, turn);
    else
      compile_quat_mul(q, turn, q);
  }
  compile_normalize(q, 4);
  memcpy(quat, q, sizeof q);
  return NULL;
}

const char* mjs_resolveOrientation(double* quat, mjtByte degree, const char* sequence,
                                   const mjsOrientation* orientation) {
  switch (orientation->type) {
    case mjORIENTATION_AXISANGLE: return from_axisangle(quat, degree, orientation->axisangle);
    case mjORIENTATION_XYAXES: return from_xyaxes(quat, orientation->xyaxes);
    case mjORIENTATION_ZAXIS: return from_zaxis(quat, orientation->zaxis);
    case mjORIENTATION_EULER: return from_euler(quat, degree, sequence, orientation->euler);
    default: return NULL;
  }
}

// ---------------------------------------------------------------- frames

const char* frame_pose(const Frame* f, double pos[3], double quat[4]) {
  if (!f) {
    memset(pos, 0, 3 * sizeof *pos);
    quat[0] = 1;
    quat[1] = quat[2] = quat[3] = 0;
    return NULL;
  }

  // own orientation
  double own_pos[3], own_quat[4];
  memcpy(own_pos, f->pub.pos, sizeof own_pos);
  memcpy(own_quat, f->pub.quat, sizeof own_quat);
  const mjsCompiler* compiler = element_compiler(&f->base);
  const char* problem =
      mjs_resolveOrientation(own_quat, compiler->degree, compiler->eulerseq, &f->pub.alt);
  if (problem)
    return problem;
  compile_normalize(own_quat, 4);

  // inside the frames around it
  if (f->base.frame) {
    problem = frame_pose(f->base.frame, pos, quat);
    if (problem)
      return problem;
    compile_frame_accumulate(pos, quat, own_pos, own_quat);
  }
  memcpy(pos, own_pos, sizeof own_pos);
  memcpy(quat, own_quat, sizeof own_quat);
  return NULL;
}
