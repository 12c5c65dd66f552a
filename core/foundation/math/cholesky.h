// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_MATH_CHOLESKY_H_
#define CORE_FOUNDATION_MATH_CHOLESKY_H_

#include <mujoco/mjtnum.h>

// Dense Cholesky with a leading dimension: the n x n matrix is the lower triangle of rows that are
// `stride` numbers apart. A = L L' in place; a pivot below mindiag is replaced by mindiag. Returns
// n minus the number of replaced pivots. The strict upper triangle is neither read nor written.
int cholesky_factor(mjtNum* mat, int n, int stride, mjtNum mindiag);

// res = (L L')^-1 vec; res may be vec
void cholesky_solve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n, int stride);

#endif  // CORE_FOUNDATION_MATH_CHOLESKY_H_
