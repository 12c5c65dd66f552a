// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_INERTIA_H_
#define CORE_PHYSICS_MECHANICS_INERTIA_H_

#include <mujoco/mujoco.h>

// The joint-space inertia matrix M and its factorisation M = L' D L (Featherstone's "LTL", last dof
// first, no fill-in).
//
// M and every matrix with its pattern (qLD, qH) are compressed rows of the lower triangle: row i
// holds the ancestors of dof i in ascending order and its diagonal last; M_rownnz, M_rowadr and
// M_colind describe it. A factored matrix holds D on the diagonal and the unit lower triangular L
// below. 1/D is kept in an array of its own.

// mj_makeM and mj_factorM without their timer.
void inertia_make(const mjModel* m, mjData* d);
void inertia_factor_all(const mjModel* m, mjData* d);

// Factor the rows of awake trees in place. diaginv[i] = 1 / D_i.
void inertia_factor(const mjModel* m, mjData* d, mjtNum* LD, mjtNum* diaginv);

// x <- (L' D L)^-1 x for one vector; filter: only the dofs of awake trees.
void inertia_solve(const mjModel* m, mjData* d, const mjtNum* LD, const mjtNum* diaginv, mjtNum* x,
                   int filter);

// X <- (L' D L)^-1 X for n vectors stored one after the other, nv numbers each. work: 4 nv numbers.
void inertia_solve_many(const mjModel* m, const mjtNum* LD, const mjtNum* diaginv, mjtNum* X, int n,
                        mjtNum* work);

// x <- D^-1/2 L^-T x for n vectors: half of a solve, so that the dot product of two results is x'
// M^-1 y. sqrtinvD: nv numbers. work: 4 nv numbers.
void inertia_half_solve_many(const mjModel* m, const mjtNum* LD, const mjtNum* sqrtinvD, mjtNum* X,
                             int n, mjtNum* work);

// The same half solve for one sparse vector: values x[k] at dofs colind[k], ascending, k < n. The
// set must be closed under the ancestors that M's pattern knows (see inertia_closure). scatter: nv
// numbers, all zero on entry and on return.
void inertia_half_solve_sparse(const mjModel* m, const mjtNum* LD, const mjtNum* sqrtinvD, int n,
                               const int* colind, mjtNum* x, mjtNum* scatter);

// Smallest closed set that contains the dofs colind[0..n): the pattern of a half-solved vector,
// ascending. Returns its size. mark: nv bytes, all zero on entry and on return. closure: up to nv
// ints.
int inertia_closure(const mjModel* m, int n, const int* colind, int* closure, mjtByte* mark);

#endif  // CORE_PHYSICS_MECHANICS_INERTIA_H_
