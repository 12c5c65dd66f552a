// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef INTEGRATORS_IMPLICIT_LU_H_
#define INTEGRATORS_IMPLICIT_LU_H_

#include <mujoco/mujoco.h>

// Sparse matrices with the pattern D of a model: row i holds the dofs that share a kinematic chain
// with dof i, ascending. Eliminating from the last dof to the first creates no fill-in on it,
// because the dofs before i in its row are its ancestors, which are all coupled to each other.

// Factor in place, A = (U + 1) L with U strictly upper triangular and L lower triangular with its
// diagonal. index: the n dofs to process, ascending; NULL: all. Returns 0, or -1 after fc_fail when
// a pivot vanishes or the pattern is not closed. scatter: nv ints of scratch.
int lu_factor(const mjModel* m, mjtNum* A, const int* index, int n, int* scatter);

// x <- A^-1 x with the factors of lu_factor.
void lu_solve(const mjModel* m, const mjtNum* LU, mjtNum* x, const int* index, int n);

#endif  // INTEGRATORS_IMPLICIT_LU_H_
