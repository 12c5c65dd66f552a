// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Depth is reversed: 1 at the near plane n, 0 at the far plane f, for a distance d along the axis
//
//     w = n (f - d) / (d (f - n))   perspective,      w = (f - d) / (f - n)   orthographic
//
// because floating-point numbers are dense near 0, where perspective compresses distances.
//
// For lines in both the shadow map and the picture, the last bits of these matrices decide which is
// nearer, so they are computed from the usual matrices of OpenGL step by step, in single precision
// (tests/view/draw/check_pictures.c, wireframe). That leaves an error of 3e-8 in w, and one of d^2
// / n times as much in d: 7 mm at 50 m with n = 1 cm. Pictures of depth (mjRND_DEPTH) have exact
// ones.

#include <math.h>
#include <string.h>

#include "view.h"

// from the depth of OpenGL, -1 near and 1 far, to 1 near and 0 far or, without clip control, to 1
// near and -1 far
static void reverse_depth(float matrix[16], int clip_control) {
  for (int k = 2; k < 16; k += 4)
    matrix[k] = clip_control ? 0.5f * matrix[k + 1] - 0.5f * matrix[k] : -matrix[k];
}

void gl_projection(float res[16], float left, float right, float bottom, float top, float near,
                   float far, int orthographic, int clip_control) {
  memset(res, 0, 16 * sizeof *res);
  const float scale = orthographic ? 1 : near;
  res[0] = 2 * scale / (right - left);
  res[5] = 2 * scale / (top - bottom);
  if (orthographic) {
    res[12] = -(right + left) / (right - left);
    res[13] = -(top + bottom) / (top - bottom);
    res[10] = -2 / (far - near);
    res[14] = -(far + near) / (far - near);
    res[15] = 1;
  } else {
    res[8] = (right + left) / (right - left);
    res[9] = (top + bottom) / (top - bottom);
    res[10] = -(far + near) / (far - near);
    res[14] = -2 * far * near / (far - near);
    res[11] = -1;
  }
  reverse_depth(res, clip_control);
}

void gl_sharpen_depth(float res[16], float near, float far, int orthographic) {
  const double n = (double)near, f = (double)far, range = f - n;
  res[10] = (float)((orthographic ? 1 : n) / range);
  res[14] = (float)((orthographic ? 1 : n) * f / range);
}

void gl_cross(float res[3], const float a[3], const float b[3]) {
  for (int k = 0; k < 3; k++)
    res[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void unit(float res[3], const float v[3]) {
  const float scale = 1 / sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (int k = 0; k < 3; k++)
    res[k] = v[k] * scale;
}

void gl_look_at(float res[16], const float pos[3], const float forward[3], const float up[3]) {
  float ahead[3], right[3], above[3], product[3];
  unit(ahead, forward);
  gl_cross(product, ahead, up);
  unit(right, product);
  gl_cross(product, right, ahead);
  unit(above, product);
  memset(res, 0, 16 * sizeof *res);
  for (int k = 0; k < 3; k++) {
    res[4 * k] = right[k];
    res[4 * k + 1] = above[k];
    res[4 * k + 2] = -ahead[k];
  }
  for (int i = 0; i < 3; i++)
    res[12 + i] = -(res[i] * pos[0] + res[4 + i] * pos[1] + res[8 + i] * pos[2]);
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
