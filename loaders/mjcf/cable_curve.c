// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The line of a cable: its points, and the frames of the segments between them.
//
// The points are given, or generated from one function of arc length per axis. They are stored as
// floats, as the reference does, and bodies show that rounding. The frames of the segments have the
// tangent as x axis; the first normal follows from the first two tangents, later ones are carried
// along by the smallest rotation from tangent to tangent (Bergou et al. 2008, "Discrete elastic
// rods", section 4.2.2), so that the cable begins without twist. A cable that begins straight has
// no normal: its frames are then any rotation that takes x to the tangent.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/math.h>

#include "composite.h"

// squares of lengths below this are zero
static const double tiny = 1e-14;

// length of a vector of n numbers, which is divided by it unless it is zero or one but for rounding
static mjtNum normalize(mjtNum* v, int n) {
  const mjtNum square = mju_dot(v, v, n);
  if (square < tiny)
    return 0;
  const mjtNum length = sqrt(square);
  if (fabs(length - 1) > tiny)
    for (int i = 0; i < n; i++)
      v[i] /= length;
  return length;
}

// ---------------------------------------------------------------- points

int read_curve(Reader* r, const XmlElement* e, CurveShape shape[3]) {
  static const char* const words[] = {"0", "s", "cos(s)", "sin(s)"};
  const char* text = xml_attribute(e, "curve");
  int n = 0;
  shape[0] = shape[1] = shape[2] = CURVE_ZERO;
  for (text = text ? text : ""; *(text += strspn(text, " \t\r\n")); n++) {
    const size_t length = strcspn(text, " \t\r\n");
    int word = 3;
    if (n == 3)
      return fail_at(r, e, "curve", "curve has more than 3 components, expected one per axis");
    while (word >= 0 && (strlen(words[word]) != length || strncmp(words[word], text, length) != 0))
      word--;
    if (word < 0) {
      return fail_at(r, e, "curve",
                     "curve has an invalid shape '%.*s', expected s, cos(s), sin(s) or 0",
                     length < 40 ? (int)length : 40, text);
    }
    shape[n] = (CurveShape)word;
    text += length;
  }
  return 0;
}

static double along(CurveShape shape, const double size[3], int i, int n) {
  switch (shape) {
    case CURVE_LINE: return i * size[0] / (n - 1);
    case CURVE_COS: return size[1] * cos(mjPI * i * size[2] / (n - 1));
    case CURVE_SIN: return size[1] * sin(mjPI * i * size[2] / (n - 1));
    default: return 0;
  }
}

int generate_points(Reader* r, Cable* cable, const CurveShape shape[3], const double quat[4]) {
  const mjtNum turn[4] = {quat[0], quat[1], quat[2], quat[3]};
  cable->point = malloc(3 * sizeof(float) * (size_t)cable->npoint);
  if (!cable->point)
    return fail_at(r, cable->e, NULL, "out of memory");
  for (int i = 0; i < cable->npoint; i++) {
    mjtNum p[3];
    for (int k = 0; k < 3; k++)
      p[k] = along(shape[k], cable->size, i, cable->npoint);
    mju_rotVecQuat(p, p, turn);
    for (int k = 0; k < 3; k++)
      cable->point[3 * i + k] = (float)p[k];
  }
  return 0;
}

int take_points(Reader* r, Cable* cable, int n) {
  if (n % 3 || n < 6) {
    return fail_at(r, cable->e, "vertex",
                   "vertex of a cable must have 3 numbers for each of 2 or more vertices: %d given",
                   n);
  }
  cable->npoint = n / 3;
  cable->point = malloc(sizeof(float) * (size_t)n);
  if (!cable->point)
    return fail_at(r, cable->e, NULL, "out of memory");
  memcpy(cable->point, r->floats, sizeof(float) * (size_t)n);
  return 0;
}

// segment i, the difference rounded to float like the points
static void edge(const Cable* cable, int i, mjtNum e[3]) {
  const float* p = cable->point + 3 * i;
  for (int k = 0; k < 3; k++)
    e[k] = (mjtNum)(p[3 + k] - p[k]);
}

int check_points(Reader* r, const Cable* cable) {
  const char* attribute = xml_attribute(cable->e, "vertex") ? "vertex" : "curve";
  for (int i = 0; i < 3 * cable->npoint; i++)
    if (!isfinite(cable->point[i]))
      return fail_at(r, cable->e, attribute, "vertex %d of the cable is not finite", i / 3);
  for (int i = 0; i + 1 < cable->npoint; i++) {
    mjtNum e[3];
    edge(cable, i, e);
    if (normalize(e, 3) == 0) {
      return fail_at(r, cable->e, attribute,
                     "vertices %d and %d of the cable are at the same place, expected segments of "
                     "positive length",
                     i, i + 1);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- frames

// Quaternion of the rotation with the columns t, n, b, from the largest of its squared components.
// The columns may be zero where a cable has no normal; the result is still a rotation. Sums go from
// left to right, which matches the reference to the last bit.
static void frame_quaternion(const mjtNum t[3], const mjtNum n[3], const mjtNum b[3],
                             mjtNum quat[4]) {
  const mjtNum* column[3] = {t, n, b};
  const mjtNum off[3] = {n[2] - b[1], b[0] - t[2], t[1] - n[0]};
  if (t[0] + n[1] + b[2] > 0) {
    quat[0] = sqrt(1 + t[0] + n[1] + b[2]) / 2;
    for (int k = 0; k < 3; k++)
      quat[1 + k] = off[k] / (4 * quat[0]);
  } else {
    const int i = t[0] > n[1] && t[0] > b[2] ? 0 : n[1] > b[2] ? 1 : 2;
    mjtNum square = 1;
    for (int k = 0; k < 3; k++)
      square += k == i ? column[k][k] : -column[k][k];
    const mjtNum largest = sqrt(square) / 2;
    for (int k = 0; k < 3; k++)
      quat[1 + k] = k == i ? largest : (column[i][k] + column[k][i]) / (4 * largest);
    quat[0] = off[i] / (4 * largest);
  }
  normalize(quat, 4);
}

mjtNum turn_frame(const Cable* cable, int i, int n, mjtNum tangent[3], mjtNum normal[3],
                  mjtNum quat[4]) {
  mjtNum t[3], binormal[3];
  edge(cable, i, t);
  const mjtNum length = normalize(t, 3);
  if (i == 0) {
    mjtNum next[3] = {0};
    if (n > 1) {
      edge(cable, 1, next);
      normalize(next, 3);
    }
    mju_cross(binormal, t, next);
    normalize(binormal, 3);
    mju_cross(normal, binormal, t);
    normalize(normal, 3);
  } else {
    mjtNum turn[4], axis[3];
    mju_cross(axis, tangent, t);
    const mjtNum angle = fc_atan2(fc_norm3(axis), fc_dot3(tangent, t));
    normalize(axis, 3);
    mju_axisAngle2Quat(turn, axis, angle);
    mju_rotVecQuat(normal, normal, turn);
    normalize(normal, 3);
    mju_cross(binormal, t, normal);
    normalize(binormal, 3);
  }
  frame_quaternion(t, normal, binormal, quat);
  fc_copy3(tangent, t);
  return length;
}
