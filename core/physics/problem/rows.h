// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Appending rows to the constraint Jacobian.
//
// Every provider of rows has two functions: one that counts the rows, and one that makes them; the
// arena arrays are allocated in between. Contact rows are made here, all other rows by the faces of
// <fulcrum/constraint.h>. A block is what is appended at once; all its rows have the same columns.

#ifndef CORE_PHYSICS_PROBLEM_ROWS_H_
#define CORE_PHYSICS_PROBLEM_ROWS_H_

#include <stdint.h>

#include <fulcrum/constraint.h>
#include <mujoco/mujoco.h>

#include "core/physics/problem/constraint_plan.h"

// Upper bound of the size: rows, and stored Jacobian entries of the sparse form.
typedef struct RowCount_ {
  int rows;
  int entries;
} RowCount;

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
  int group;    // mjtConstraint of the rows being made
  int* active;  // equalities that make rows at present
  int nactive;
  unsigned counted;            // bit k: the k-th group of the plan counted rows
  int* chain;                  // 2 nv: columns of the block being made
  mjtNum* scratch;             // max_block x nv: values of the block being made, dense form only
  mjtNum* work;                // 12 x nv: translational and rotational Jacobians
  const struct Bound_* model;  // contact model; NULL: there are no contacts
  int way;                     // FC_CONTACT_: how the model defines its force
  int elliptic;                // 1: contacts have elliptic rows
} RowBuilder;

// Most rows that a block of contacts can have: a pyramidal contact with condim 6.
#define MAX_BLOCK 10

// Where to write the values of a block with nrow rows and n columns: row-major, n numbers per row,
// uninitialised.
mjtNum* rows_values(RowBuilder* builder, int nrow, int n);

// Appends the block that was written there, as rows of a type (mjtConstraint). Returns 1, or 0 when
// the block was zero and was dropped. keep: never drop (contacts in the dense form).
int rows_append(RowBuilder* builder, int type, int nrow, int n, const int* columns,
                const FcRowBlock* block, int keep);

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

// providers.c: all rows except those of contacts. Counting also finds the active equalities.
void provided_count(RowBuilder* builder, RowCount* count);
void provided_append(RowBuilder* builder);

// contact_rows.c
void contact_count(RowBuilder* builder, RowCount* count);
void contact_append(RowBuilder* builder);

// Components J_0..J_{dim-1} (dim x n) of a contact on the columns in builder->chain; bodies: NULL
// for two geoms.
struct ContactBodies_;
void contact_components(const RowBuilder* builder, const mjContact* con,
                        const struct ContactBodies_* bodies, int n, mjtNum* J);

// flex_contact.c: contacts with a flex on at least one side, and thus possibly many bodies
typedef struct ContactBodies_ {
  int n, n0;  // bodies of both sides; of side 0, which come first
  int body[2 * mjMAXFLEXNODES];
  mjtNum weight[2 * mjMAXFLEXNODES];  // share of the motion of the contact point, side 0 negative
} ContactBodies;

static inline int has_flex(const mjContact* con) { return con->geom[0] < 0 || con->geom[1] < 0; }

// Checks that both sides of contact i exist. 0, or -1 after mju_error.
int flex_contact_check(const RowBuilder* builder, int i);

// 1 when one of its flexes is passive, so that the contact makes a force but no rows.
int flex_contact_passive(const mjModel* m, const mjContact* con);

// Upper bound of the columns of its rows.
int flex_contact_bound(const mjModel* m, const mjContact* con);

// Bodies of contact i. 0, or -1 after mju_error.
int flex_contact_bodies(const RowBuilder* builder, int i, ContactBodies* bodies);

// Columns of its rows, ascending, into builder->chain. Returns their number.
int flex_contact_columns(const RowBuilder* builder, const ContactBodies* bodies);

// Components J_0..J_{dim-1} of contact_rows.c (dim x n).
void flex_contact_jacobian(const RowBuilder* builder, const mjContact* con,
                           const ContactBodies* bodies, int n, mjtNum* J);

// Translational and rotational inverse weights of both sides.
void flex_contact_weights(const mjModel* m, const ContactBodies* bodies, mjtNum weight[2]);

// regularization.c: KBIP, R, D and diagApprox of a block that was appended at `row`; of nrow rows
// of equality `id` that are blocks of their own and whose efc_diagApprox holds the diagonal; of all
// contacts
void block_parameters(const RowBuilder* builder, int row, int nrow, const FcRowBlock* block);
void run_parameters(const RowBuilder* builder, int row, int nrow, int id);
void contact_rows_parameters(const mjModel* m, mjData* d);

// Diagonal of the rows of one contact, of a type (mjtConstraint), from the translational and the
// rotational inverse weights of its sides.
void contact_diagonal(const mjContact* con, int type, mjtNum tran, mjtNum rot, mjtNum* diag);

// Arrays inside one block of arena memory, one after the other, with natural alignment. They are
// laid out before the block exists: `carve` returns the offset of the next array in place of its
// address, and `place` turns it into an address.
static inline void* carve(size_t* offset, size_t count, size_t element) {
  const size_t at = (*offset + element - 1) / element * element;
  *offset = at + count * element;
  return (void*)(uintptr_t)at;
}

static inline void* place(const void* offset, char* base) { return base + (uintptr_t)offset; }

#endif  // CORE_PHYSICS_PROBLEM_ROWS_H_
