// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef INTEGRATORS_IMPLICIT_CELLS_H_
#define INTEGRATORS_IMPLICIT_CELLS_H_

#include <mujoco/mujoco.h>

// The dense system of the dofs that move the nodes of interpolated flexes, on the stack of mjData.
typedef struct Cells_ {
  int n;         // dofs, 0: no system
  int* dof;      // their numbers
  int* place;    // nv: place of a dof in the system, -1: not in it
  mjtNum* A;     // n x n: rows of the matrix of the integrator plus stiffness; then its factor
  mjtNum* pull;  // n: change of the elastic force over a step due to velocities
  int ncouple;   // entries of the rows of A at dofs outside the system
  int* row;      // ncouple: their row in the system
  int* col;      // ncouple: their dof
  mjtNum* value;
} Cells;

// A matrix of the integrator in compressed rows: all of it, or the lower triangle.
typedef struct Rows_ {
  const mjtNum* value;
  const int *nnz, *adr, *col;
} Rows;

// Set up and factor the system from the matrix of the integrator, before that matrix is factored.
// The caller marks the stack and frees it after cells_solve. Returns 0, or the result of fc_fail.
int cells_setup(const mjModel* m, mjData* d, const Rows* rows, Cells* cells);

// Replace the accelerations of the dofs of the system, given those of all others.
void cells_solve(const mjData* d, const Cells* cells, mjtNum* qacc);

#endif  // INTEGRATORS_IMPLICIT_CELLS_H_
