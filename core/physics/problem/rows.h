// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Appending rows to the constraint Jacobian.
//
// Every provider of rows has two functions: one that counts the rows, and one that makes them; the
// arena arrays are allocated in between (make_constraint.c). Contact rows are made by
// contact_rows.c, all other rows by the faces of <fulcrum/constraint.h>. A block is what is
// appended at once; all its rows have the same columns.

#ifndef CORE_PHYSICS_PROBLEM_ROWS_H_
#define CORE_PHYSICS_PROBLEM_ROWS_H_

#include <fulcrum/constraint.h>
#include <mujoco/mujoco.h>

#include "core/physics/problem/constraint_plan.h"

// Upper bound of the size: rows, and stored Jacobian entries of the sparse form.
typedef struct RowCount_ {
  int rows;
  int entries;
} RowCount;

// Response of a block: what follows from solref and solimp, kept because most elements have those
// of the element before, and what follows from these and the residual.
typedef struct BlockResponse_ {
  int group;                              // mjtConstraint; -1: nothing yet
  mjtNum solref[mjNREF], solimp[mjNIMP];  // as given
  mjtNum safe[mjNIMP], gain[2];           // within bounds; stiffness and damping
  mjtNum pos, margin, imp[2];             // impedance at this residual and margin
} BlockResponse;

// Construction in progress.
typedef struct RowBuilder_ {
  FcRows rows;  // the part that faces see; the first member
  const mjModel* m;
  mjData* d;
  const ConstraintPlan* plan;
  int sparse;
  int filter;    // 1: something sleeps, and rows of sleeping objects are left out
  int max_rows;  // room that was allocated
  int max_entries;
  int max_block;
  int group;               // mjtConstraint of the rows being made
  BlockResponse response;  // of the block before
  int* active;             // equalities that make rows at present
  int nactive;
  unsigned counted;            // bit k: the k-th group of the plan counted rows
  int* chain;                  // 2 nv: columns of the block being made
  mjtNum* scratch;             // max_block x nv: values of the block being made, dense form only
  mjtNum* work;                // 12 x nv: translational and rotational Jacobians
  int shared;                  // values of contact rows are filled in by several threads afterwards
  mjtNum* motion;              // MOTION_SIZE(nv): motion axes of a pair of bodies
  const struct Bound_* model;  // contact model; NULL: there are no contacts
  int way;                     // FC_CONTACT_: how the model defines its force
  int elliptic;                // 1: contacts have elliptic rows
} RowBuilder;

// Most rows that a block of contacts can have: a pyramidal contact with condim 6.
#define MAX_BLOCK 10

// -1 with fc_lastError when the allocated room is too small for a block.
int rows_too_many(const RowBuilder* builder, int nrow, int n);
static inline int rows_exceeded(const RowBuilder* builder, int nrow, int n) {
  const mjData* d = builder->d;
  if (d->nefc + nrow <= builder->max_rows && nrow <= builder->max_block &&
      (builder->sparse ? d->nJ + nrow * n <= builder->max_entries
                       : nrow * n <= builder->max_block * builder->m->nv))
    return 0;
  return rows_too_many(builder, nrow, n);
}

// Called when the arena cannot hold the rows: warns once per step and continues without
// constraints.
void constraint_overflow(const mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_PROBLEM_ROWS_H_
