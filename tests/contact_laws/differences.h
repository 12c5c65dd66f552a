// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Derivatives by central differences, and the smallest eigenvalue of a symmetric matrix.

#ifndef TESTS_CONTACT_LAWS_DIFFERENCES_H_
#define TESTS_CONTACT_LAWS_DIFFERENCES_H_

#include "tests/support.h"

typedef void (*VectorFunction)(const void* context, const mjtNum* at, mjtNum* value);

// The nvalue x n derivative of f at a point of n numbers, fourth order.
static inline void differentiate(VectorFunction f, const void* context, const mjtNum* at,
                                 const mjtNum* step, int n, int nvalue, mjtNum* jacobian) {
  mjtNum moved[6], value[4][40];
  for (int j = 0; j < n; j++) {
    static const int far[4] = {-2, -1, 1, 2};
    memcpy(moved, at, (size_t)n * sizeof *at);
    for (int k = 0; k < 4; k++) {
      moved[j] = at[j] + far[k] * step[j];
      f(context, moved, value[k]);
    }
    for (int i = 0; i < nvalue; i++) {
      jacobian[i * n + j] =
          (value[0][i] - 8 * value[1][i] + 8 * value[2][i] - value[3][i]) / (12 * step[j]);
    }
  }
}

// Smallest eigenvalue, by the method of Jacobi.
static inline mjtNum least_eigenvalue(const mjtNum* matrix, int n) {
  mjtNum a[36];
  memcpy(a, matrix, (size_t)(n * n) * sizeof *a);
  for (int sweep = 0; sweep < 30; sweep++) {
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        if (a[p * n + q] == 0)
          continue;
        mjtNum angle = atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]) / 2;
        mjtNum c = cos(angle), s = sin(angle);
        for (int k = 0; k < n; k++) {
          mjtNum x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = c * x - s * y;
          a[k * n + q] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
          mjtNum x = a[p * n + k], y = a[q * n + k];
          a[p * n + k] = c * x - s * y;
          a[q * n + k] = s * x + c * y;
        }
      }
    }
  }
  mjtNum least = a[0];
  for (int i = 1; i < n; i++)
    least = fmin(least, a[i * n + i]);
  return least;
}

static inline mjtNum largest_entry(const mjtNum* a, int n) {
  mjtNum largest = 0;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(a[i]));
  return largest;
}

// Largest difference of n numbers, relative to the largest of the first list and `least`.
static inline mjtNum relative_difference(const mjtNum* a, const mjtNum* b, int n, mjtNum least) {
  mjtNum difference = 0;
  for (int i = 0; i < n; i++)
    difference = fmax(difference, fabs(a[i] - b[i]));
  return difference / fmax(least, largest_entry(a, n));
}

#endif  // TESTS_CONTACT_LAWS_DIFFERENCES_H_
