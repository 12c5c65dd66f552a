// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The Hessian of the primal problem and its factor.
//
//     H = M + sum over QUADRATIC rows of D J'J + sum over CONE contacts of J_c' H_c J_c
//
// H = L' L: eliminating the last dof first keeps the sparsity of kinematic trees, whose dofs come
// after those of their ancestors. Small problems use a padded square (dense.h); large ones store
// rows of the lower triangle, the diagonal last, in a pattern that is determined once per solve from
// M and all rows of J, so that it does not depend on which rows are active.

#ifndef SOLVERS_NEWTON_HESSIAN_H_
#define SOLVERS_NEWTON_HESSIAN_H_

#include <fulcrum/solver.h>

#include "solvers/newton/dense.h"

typedef struct Hessian_ {
  const FcProblem* rows;  // J is sparse when h is
  FcProblem compressed;   // the problem with a sparse J, when that of a large problem is dense
  int n;
  int dense;      // 1: square storage, no index arrays
  int stride;     // numbers in a row of the square; numbers in a vector
  int nnz;        // entries of the matrix, without padding
  int rank_loss;  // a pivot was raised since the last factorisation
  int* rownnz;    // sparse: as in CSR
  int* rowadr;
  int* colind;
  mjtNum* M;        // dense: both triangles
  mjtNum* H;        // M plus quadratic rows
  mjtNum* L;        // factor of H, or of H with cones
  mjtNum* inverse;  // dense: inverse diagonal of L
  int* state;       // nefc: states for which H was assembled
  mjtNum* block;    // scratch: the largest block of rows with common columns, or its square
  mjtNum* cone;     // scratch: 6 x n
  mjtNum* x;        // scratch: `stride` numbers, zero between calls
  int* place;       // scratch: n
  int* coladr;      // sparse: start of the list of rows below that have an entry in a column, n + 1
  int *colrow, *colentry;  // sparse: those rows, ascending, and where their entry is in L
} Hessian;

// pattern.c: choose the storage and allocate. Vectors of a solver have `stride` numbers, zero from n
// on.
void hessian_create(FcProblem* problem, Hessian* h);

// res = M x
void hessian_multiply_inertia(const Hessian* h, mjtNum* res, const mjtNum* x);

// H for the current states, from scratch.
void hessian_assemble(Hessian* h);

// H for the current states, by adding and subtracting the rows that changed.
void hessian_change(Hessian* h);

// L = H plus the cone terms of contacts in the state CONE (not factored yet); without such contacts
// L = H.
void hessian_add_cones(Hessian* h);

// factor.c: factor L in place. Returns 0, or -1 when it is not positive definite (sparse), raising
// tiny pivots instead (dense).
int hessian_factor(Hessian* h);

// L <- factor of the factored matrix + sign v v' for the row `row` scaled to v = sqrt(D) J. Sets
// rank_loss when a pivot had to be raised.
void hessian_update(Hessian* h, int row, int sign);

// x <- solution for the right-hand side x
void hessian_solve(const Hessian* h, mjtNum* x);

#endif  // SOLVERS_NEWTON_HESSIAN_H_
