// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_CONSTANTS_SPARSITY_H_
#define CORE_MODEL_CONSTANTS_SPARSITY_H_

#include <mujoco/mujoco.h>

// Bodies and dofs as a forest, by id; bodies are numbered depth first. The arrays are borrowed.
typedef struct DofForest_ {
  int nbody, nv;
  const int *body_parentid, *body_dofadr, *body_dofnum;
  const int *dof_parentid, *dof_bodyid, *dof_simplenum;
  int* depth;  // nv: ancestors of a dof, itself included
  int* begin;  // nbody: the dofs of a subtree are begin .. end-1
  int* end;
} DofForest;

// Fill depth, begin and end.
void forest_measure(DofForest* forest);

// Sizes of the patterns: legacy inertia matrix, body-dof, compressed inertia matrix, symmetric
// matrix of velocity derivatives.
void sparsity_sizes(const DofForest* forest, mjtSize* nM, mjtSize* nB, mjtSize* nC, mjtSize* nD);

// Fill dof_Madr and the arrays M_*, D_*, B_*, mapM2M, mapM2D, mapD2M of a model of these sizes.
void sparsity_fill(const DofForest* forest, mjModel* m);

// Last dof that moves a body, -1 for a static one. Its chain of ancestors is all that moves the
// body.
int forest_last_dof(const DofForest* forest, int body);

// Append the dofs that move a body to `list` unless they are marked, marking what is appended;
// returns the new count.
int forest_add_chain(const DofForest* forest, int body, int* list, int count, unsigned char* mark);

// Ascending order.
void sort_dofs(int* dof, int n);

// Number of dofs that move exactly one of two bodies.
int forest_difference(const DofForest* forest, int body1, int body2);

#endif  // CORE_MODEL_CONSTANTS_SPARSITY_H_
