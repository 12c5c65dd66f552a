// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The catenary: the curve of a rope that hangs between two points.
//
// In the vertical plane through the points, with t along the horizontal from the first point to the
// second, which are h apart horizontally and v vertically, the height over the first point is
//
//   z(t) = beta cosh((t - o) / beta) + w.
//
// The rope's length l fixes the scale: sqrt(l^2 - v^2) = 2 beta sinh(h / (2 beta)), which with
// b = beta / h and c = 1 / sqrt(sqrt(l^2 - v^2) / h - 1) is written
//
//   f(b) = 1 / sqrt(2 b sinh(1 / (2 b)) - 1) - c = 0,
//
// because f is almost linear: for large b it is sqrt(24) b. Offsets o and w follow from the ends.

#include <fulcrum/math.h>

#include "core/view/scene/catenary.h"

static mjtNum residual(mjtNum b, mjtNum c) {
  return 1 / fc_sqrt(2 * b * sinh(1 / (2 * b)) - 1) - c;
}

static mjtNum slope(mjtNum b) {
  const mjtNum a = 1 / (2 * b), inside = 2 * b * sinh(a) - 1;
  const mjtNum rate = 2 * sinh(a) - cosh(a) / b;
  return -0.5 * rate / (inside * fc_sqrt(inside));
}

// Newton's method; a step that does not bring f closer to zero is halved.
static mjtNum solve_scale(mjtNum c) {
  mjtNum b = c / fc_sqrt(24), f = residual(b, c);
  for (int i = 0; i < 50 && fc_abs(f) >= 1e-9; i++) {
    mjtNum step = -f / slope(b), next = residual(b + step, c);
    for (int k = 0; k < 10 && !(fc_abs(next) < fc_abs(f)); k++) {
      step /= 2;
      next = residual(b + step, c);
    }
    b += step;
    f = next;
  }
  return b;
}

int catenary(mjtNum point[][3], int n, const mjtNum x0[3], const mjtNum x1[3],
             const mjtNum gravity[3], mjtNum length) {
  mjtNum span[3], up[3], along[3];
  fc_sub3(span, x1, x0);
  if (fc_norm3(span) > length) {
    fc_copy3(point[0], x0);
    fc_copy3(point[1], x1);
    return 2;
  }

  // vertical and horizontal
  fc_scl3(up, gravity, -1 / fc_norm3(gravity));
  fc_addScl3(along, span, up, -fc_dot3(span, up));
  if (fc_normalize3(along) < mjMINVAL)
    fc_zero3(along);
  const mjtNum h = fc_dot3(span, along), v = fc_dot3(span, up);

  // a rope that hangs almost vertically, down and up again
  if (length > 100 * h) {
    const mjtNum depth = -0.5 * (fc_sqrt(length * length - h * h) - v);
    fc_copy3(point[0], x0);
    fc_addScl3(point[1], x0, up, depth);
    if (h > 0)
      fc_addToScl3(point[1], along, h * depth / (2 * depth - v));
    fc_copy3(point[2], x1);
    return 3;
  }

  const mjtNum c = 1 / fc_sqrt(fc_sqrt(length * length - v * v) / h - 1);
  const mjtNum beta = h * solve_scale(c);
  const mjtNum o = -0.5 * (beta * log((length + v) / (length - v)) - h);
  const mjtNum w = -beta * cosh(o / beta);
  for (int i = 0; i < n; i++) {
    const mjtNum t = i * h / n;
    fc_addScl3(point[i], x0, along, t);
    fc_addToScl3(point[i], up, beta * cosh((t - o) / beta) + w);
  }
  if (n > 0)
    fc_copy3(point[0], x0);
  if (n > 1)
    fc_copy3(point[n - 1], x1);
  return n;
}
