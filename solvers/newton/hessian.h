// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The Hessian of the primal problem and its factor.
//
//     H = M + sum over QUADRATIC rows of D J'J + sum over CONE contacts of J_c' H_c J_c
//
// H = L' L: eliminating the last dof first keeps the sparsity of kinematic trees, whose dofs come
// after those of their ancestors. Small problems use a padded square (dense.h). In large ones the
// dofs are divided into nodes, runs of a few dofs that all rows of J contain together, such as
// those of a free body. The pattern of nodes is determined once per solve from M and all rows of
// J, so that it does not depend on which rows are active. Rows of a node are stored one behind the
// other, with the columns of the nodes before it in its pattern, then all of its own, of which
// only those up to the diagonal are used.

#ifndef SOLVERS_NEWTON_HESSIAN_H_
#define SOLVERS_NEWTON_HESSIAN_H_

#include <fulcrum/solver.h>

#include "solvers/newton/dense.h"

// Dofs of a node, at most: those of a free body.
#define NODE_MAX 6

typedef struct Hessian_ {
  const FcProblem* rows;  // J is sparse when h is
  FcProblem compressed;   // the problem with a sparse J, when that of a large problem is dense
  int n;
  int dense;      // 1: square storage, no index arrays
  int stride;     // numbers in a row of the square; numbers in a vector
  int nnz;        // entries of the matrix, or of its lower triangle, without padding
  int size;       // stored numbers
  int rank_loss;  // a pivot was raised since the last factorisation

  // the matrix, its factor
  mjtNum* M;        // dense: see dense_multiply
  mjtNum* H;        // M plus quadratic rows
  mjtNum* L;        // factor of H, or of H with cones
  mjtNum* inverse;  // dense: inverse diagonal of L
  int* state;       // nefc: states for which H was assembled
  mjtNum* x;        // scratch: `stride` numbers, zero between calls

  // sparse: nodes
  int nnode;
  int *node, *start, *width;        // node of a dof; first dof of a node and their number
  int *rownnz, *rowadr, *colind;    // pattern of nodes as CSR, lower triangle
  int* offset;                      // of an entry of the pattern: its columns in rows of the node
  int *adr, *length;                // of a node: where its rows start, numbers in a row
  int *coladr, *colrow, *colentry;  // by column: nodes below, ascending, and the entry in their row
  struct Run_* run;                 // scratch: nnode
  mjtNum *cone, *buffer;            // scratch: 6 x n, n
} Hessian;

// pattern.c: choose the storage and allocate. Vectors of a solver have `stride` numbers, zero from
// n on.
void hessian_create(FcProblem* problem, Hessian* h);

// The inertia, which everything below needs.
void hessian_load_inertia(Hessian* h);

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
