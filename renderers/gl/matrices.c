// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Depth is reversed: 1 at the near plane n, 0 at the far plane f, for a distance d along the axis
//
//     w = n (f - d) / (d (f - n))   perspective,      w = (f - d) / (f - n)   orthographic
//
// because floating-point numbers are dense near 0, where perspective crowds distances.

#include <math.h>
#include <string.h>

#include "view.h"

void gl_projection(float res[16], float left, float right, float bottom, float top, float near,
                   float far, int orthographic, int clip_control) {
  memset(res, 0, 16 * sizeof *res);
  const float scale = orthographic ? 1 : near;
  res[0] = 2 * scale / (right - left);
  res[5] = 2 * scale / (top - bottom);
  if (orthographic) {
    res[12] = -(right + left) / (right - left);
    res[13] = -(top + bottom) / (top - bottom);
    res[10] = 1 / (far - near);
    res[14] = far / (far - near);
    res[15] = 1;
  } else {
    res[8] = (right + left) / (right - left);
    res[9] = (top + bottom) / (top - bottom);
    res[10] = near / (far - near);
    res[14] = near * far / (far - near);
    res[11] = -1;
  }
  // from -1 to 1, which OpenGL takes to between 0 and 1
  for (int k = 2; k < 16 && !clip_control; k += 4)
    res[k] = 2 * res[k] - res[k + 1];
}

void gl_look_at(float res[16], const float pos[3], const float forward[3], const float up[3]) {
  const float right[3] = {forward[1] * up[2] - forward[2] * up[1],
                          forward[2] * up[0] - forward[0] * up[2],
                          forward[0] * up[1] - forward[1] * up[0]};
  const float* axis[3] = {right, up, forward};
  memset(res, 0, 16 * sizeof *res);
  for (int i = 0; i < 3; i++) {
    const float sign = i == 2 ? -1 : 1;
    for (int k = 0; k < 3; k++)
      res[4 * k + i] = sign * axis[i][k];
    res[12 + i] = -sign * (axis[i][0] * pos[0] + axis[i][1] * pos[1] + axis[i][2] * pos[2]);
  }
  res[15] = 1;
}

void gl_multiply(float res[16], const float a[16], const float b[16]) {
  for (int c = 0; c < 4; c++) {
    for (int r = 0; r < 4; r++) {
      double sum = 0;
      for (int k = 0; k < 4; k++)
        sum += (double)a[4 * k + r] * (double)b[4 * c + k];
      res[4 * c + r] = (float)sum;
    }
  }
}

void gl_pose(float res[16], const float pos[3], const float mat[9]) {
  for (int c = 0; c < 3; c++) {
    for (int r = 0; r < 3; r++)
      res[4 * c + r] = mat[3 * r + c];
    res[4 * c + 3] = 0;
    res[12 + c] = pos[c];
  }
  res[15] = 1;
}

void gl_room_transform(float res[16], const mjvScene* scn) {
  mjtNum quat[4], mat[9];
  float rotation[9];
  for (int k = 0; k < 4; k++)
    quat[k] = scn->rotate[k];
  mju_quat2Mat(mat, quat);
  for (int k = 0; k < 9; k++)
    rotation[k] = (float)mat[k] * scn->scale;
  gl_pose(res, scn->translate, rotation);
}

// p - 2 n n'(p - point)
void gl_mirror(float res[16], const float point[3], const float normal[3]) {
  const float height = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2];
  for (int c = 0; c < 4; c++) {
    for (int r = 0; r < 4; r++) {
      const float identity = r == c;
      res[4 * c + r] = r == 3   ? identity
                       : c == 3 ? 2 * height * normal[r]
                                : identity - 2 * normal[r] * normal[c];
    }
  }
}
