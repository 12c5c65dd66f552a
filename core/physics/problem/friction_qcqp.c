// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Friction force inside an ellipse, for force-space solvers: minimise 1/2 x'Ax + x'b subject to sum
// (x_j / mu_j)^2 <= radius^2.
//
// Scaling by mu turns the ellipse into a ball. On its boundary the optimality condition is (A +
// lambda I) x = -b with lambda >= 0 such that |x| = radius; |x(lambda)|^2 decreases with lambda, so
// Newton's method from lambda = 0 approaches the solution from below.

#include <math.h>

#include <fulcrum/math.h>
#include <fulcrum/solver.h>
#include <mujoco/mujoco.h>

#define MAX_PASSES 20
#define TOLERANCE ((mjtNum)1e-10)

// fc_dot, without its general part when n is a small constant
static inline mjtNum dot(const mjtNum* a, const mjtNum* b, int n) {
  return n == 2 ? a[0] * b[0] + a[1] * b[1] : fc_dot(a, b, n);
}

// P = inverse of the symmetric n x n matrix A + lambda I; 0 when that is not positive definite.
// Closed forms for n = 2 and 3.
static inline int invert_closed(mjtNum* P, const mjtNum* A, mjtNum lambda, int n) {
  if (n == 2) {
    mjtNum a = A[0] + lambda, b = A[1], c = A[3] + lambda, det = a * c - b * b;
    if (det < TOLERANCE)
      return 0;
    mjtNum inverse = 1 / det;
    P[0] = c * inverse;
    P[1] = P[2] = -b * inverse;
    P[3] = a * inverse;
    return 1;
  }
  mjtNum a = A[0] + lambda, b = A[1], c = A[2], e = A[4] + lambda, f = A[5], i = A[8] + lambda;
  mjtNum p00 = e * i - f * f, p01 = c * f - b * i, p02 = b * f - c * e;
  mjtNum det = a * p00 + b * p01 + c * p02;
  if (det < TOLERANCE)
    return 0;
  mjtNum inverse = 1 / det;
  P[0] = p00 * inverse;
  P[1] = P[3] = p01 * inverse;
  P[2] = P[6] = p02 * inverse;
  P[4] = (a * i - c * c) * inverse;
  P[5] = P[7] = (b * c - a * f) * inverse;
  P[8] = (a * e - b * b) * inverse;
  return 1;
}

// Lower Cholesky factor of A + lambda I; 0 when a pivot is too small.
static int factor(mjtNum* L, const mjtNum* A, mjtNum lambda, int n) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++) {
      mjtNum x = A[i * n + j] - fc_dot(L + i * n, L + j * n, j);
      if (j < i)
        L[i * n + j] = x / L[j * n + j];
      else if (x + lambda < TOLERANCE)
        return 0;
      else
        L[i * n + i] = fc_sqrt(x + lambda);
    }
  }
  return 1;
}

static void substitute(mjtNum* x, const mjtNum* L, const mjtNum* y, int n) {
  for (int i = 0; i < n; i++)
    x[i] = (y[i] - fc_dot(L + i * n, x, i)) / L[i * n + i];
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= L[j * n + i] * x[j];
    x[i] /= L[i * n + i];
  }
}

// x = -(A + lambda I)^-1 b and y = (A + lambda I)^-1 x; 0 when not positive definite.
static inline int solve_shifted(mjtNum* x, mjtNum* y, const mjtNum* A, const mjtNum* b,
                                mjtNum lambda, int n) {
  mjtNum P[25];
  if (n > 3) {
    if (!factor(P, A, lambda, n))
      return 0;
    substitute(x, P, b, n);
    fc_scl(x, x, -1, n);
    substitute(y, P, x, n);
    return 1;
  }
  if (!invert_closed(P, A, lambda, n))
    return 0;
  for (int i = 0; i < n; i++)
    x[i] = -dot(P + i * n, b, n);
  for (int i = 0; i < n; i++)
    y[i] = dot(P + i * n, x, n);
  return 1;
}

// n should be a constant.
static inline __attribute__((always_inline)) int solve_for(mjtNum* x, const mjtNum* A,
                                                           const mjtNum* b, const mjtNum* mu,
                                                           mjtNum radius, int n) {
  mjtNum As[25], bs[5], y[5], lambda = 0;
  for (int i = 0; i < n; i++) {
    bs[i] = b[i] * mu[i];
    for (int j = 0; j < n; j++)
      As[i * n + j] = A[i * n + j] * mu[i] * mu[j];
  }
  for (int pass = 0; pass < MAX_PASSES; pass++) {
    if (!solve_shifted(x, y, As, bs, lambda, n)) {
      fc_zero(x, n);
      return 0;
    }

    // Newton step on |x|^2 = radius^2
    mjtNum excess = dot(x, x, n) - radius * radius;
    if (excess < TOLERANCE)
      break;
    mjtNum step = excess / (2 * dot(x, y, n));
    if (step < TOLERANCE)
      break;
    lambda += step;
  }
  for (int i = 0; i < n; i++)
    x[i] *= mu[i];
  return lambda != 0;
}

int fc_frictionQCQP(mjtNum* x, const mjtNum* A, const mjtNum* b, const mjtNum* mu, mjtNum radius,
                    int n) {
  return n == 2 ? solve_for(x, A, b, mu, radius, 2) : solve_for(x, A, b, mu, radius, n);
}
