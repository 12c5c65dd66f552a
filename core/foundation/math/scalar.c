// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scalar functions, element-wise conversions, sorting, friction pyramids.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

mjtNum mju_min(mjtNum a, mjtNum b) { return fc_min(a, b); }

mjtNum mju_max(mjtNum a, mjtNum b) { return fc_max(a, b); }

mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max) { return fc_clip(x, min, max); }

mjtNum mju_sign(mjtNum x) { return fc_sign(x); }

// nearest integer; halves go up
int mju_round(mjtNum x) {
  mjtNum lower = (mjtNum)floor((double)x), upper = (mjtNum)ceil((double)x);
  return (int)(x - lower < upper - x ? lower : upper);
}

int mju_isBad(mjtNum x) { return fc_isBad(x); }

// quintic step from 0 to 1 with zero slope and curvature at both ends
mjtNum mju_sigmoid(mjtNum x) {
  if (x <= 0)
    return 0;
  if (x >= 1)
    return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}

// position after time dt of x'' = -Kp x - Kv x' from (pos0, vel0)
mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt) {
  mjtNum det = Kv * Kv - 4 * Kp, mean = (mjtNum)-0.5 * Kv;
  mjtNum slope = vel0 - mean * pos0;

  // overdamped: two exponentials
  if (det > mjMINVAL) {
    mjtNum w = (mjtNum)0.5 * fc_sqrt(det), r1 = mean + w, r2 = mean - w;
    mjtNum c1 = (pos0 * r2 - vel0) / (r2 - r1), c2 = (pos0 * r1 - vel0) / (r1 - r2);
    return c1 * fc_exp(r1 * dt) + c2 * fc_exp(r2 * dt);
  }

  // underdamped: decaying oscillation
  if (det < -mjMINVAL) {
    mjtNum w = (mjtNum)0.5 * fc_sqrt(-det);
    return fc_exp(mean * dt) * (pos0 * fc_cos(w * dt) + slope / w * fc_sin(w * dt));
  }

  // critically damped
  return fc_exp(mean * dt) * (pos0 + slope * dt);
}

//---------------------------------- friction pyramids ---------------------------------------------

// Edge pair i of the pyramid is n +- mu_i t_i; pyramid has 2 (dim-1) entries, force has dim.
void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim) {
  mjtNum a = force[0] / (mjtNum)(dim - 1);
  for (int i = 0; i < dim - 1; i++) {
    mjtNum b = fc_min(a, force[i + 1] / mu[i]);
    pyramid[2 * i] = (mjtNum)0.5 * (a + b);
    pyramid[2 * i + 1] = (mjtNum)0.5 * (a - b);
  }
}

void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim) {
  if (dim == 1) {
    force[0] = pyramid[0];
    return;
  }
  force[0] = fc_sum(pyramid, 2 * (dim - 1));
  for (int i = 0; i < dim - 1; i++)
    force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i];
}

//---------------------------------- conversion ----------------------------------------------------

void mju_f2n(mjtNum* res, const float* vec, int n) {
  for (int i = 0; i < n; i++)
    res[i] = (mjtNum)vec[i];
}

void mju_n2f(float* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++)
    res[i] = (float)vec[i];
}

void mju_d2n(mjtNum* res, const double* vec, int n) {
  for (int i = 0; i < n; i++)
    res[i] = (mjtNum)vec[i];
}

void mju_n2d(double* res, const mjtNum* vec, int n) {
  for (int i = 0; i < n; i++)
    res[i] = (double)vec[i];
}

//---------------------------------- sorting -------------------------------------------------------

// Insertion sorts: ascending, stable, fast for lists that are almost in order.
void mju_insertionSort(mjtNum* list, int n) {
  for (int i = 1; i < n; i++) {
    mjtNum x = list[i];
    int j = i;
    for (; j > 0 && list[j - 1] > x; j--)
      list[j] = list[j - 1];
    list[j] = x;
  }
}

void mju_insertionSortInt(int* list, int n) {
  for (int i = 1; i < n; i++) {
    int x = list[i], j = i;
    for (; j > 0 && list[j - 1] > x; j--)
      list[j] = list[j - 1];
    list[j] = x;
  }
}
