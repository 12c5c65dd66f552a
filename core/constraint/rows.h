// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Appending rows to the constraint Jacobian.
//
// Every generator of rows (equality, friction loss, limits, contacts) is one file with two
// functions: one that counts what it is going to make, one that makes it. Between the two the arena
// arrays are allocated. A block is what one generator appends at once; all its rows have one list
// of columns.

#ifndef CORE_CONSTRAINT_ROWS_H_
#define CORE_CONSTRAINT_ROWS_H_

#include <mujoco/mujoco.h>

// Upper bound of what will be made: rows, and stored Jacobian entries of the sparse form.
typedef struct RowCount_ {
  int rows;
  int entries;
} RowCount;

// Construction in progress.
typedef struct RowBuilder_ {
  const mjModel* m;
  mjData* d;
  int sparse;
  int filter;    // 1: something sleeps, rows of sleeping objects are left out
  int max_rows;  // room that was allocated
  int max_entries;
  int* chain;       // nv: columns of the block being made
  int* chain2;      // nv: a second list, to be merged
  mjtNum* scratch;  // MAX_BLOCK x nv: values of the block being made, dense form only
  mjtNum* work;     // 12 x nv: translational and rotational Jacobians
} RowBuilder;

// Most rows that a block can have: a pyramidal contact with condim 6.
#define MAX_BLOCK 10

// What is the same for all rows of a block, or per row where it says so.
typedef struct RowInfo_ {
  int type;  // mjtConstraint
  int id;    // what made it
  mjtNum frictionloss;
  mjtNum margin;
  const mjtNum* pos;  // per row; NULL: 0
} RowInfo;

// Where the values of a block with nrow rows and n columns go: row-major, n numbers per row,
// uninitialised.
mjtNum* rows_values(RowBuilder* builder, int nrow, int n);

// Append the block that was written there. Returns 1, or 0 when the block was empty and was
// dropped. keep: never drop (contacts in the dense form).
int rows_append(RowBuilder* builder, int nrow, int n, const int* columns, const RowInfo* info,
                int keep);

// equality.c
void equality_count(RowBuilder* builder, RowCount* count);
void equality_append(RowBuilder* builder);

// friction.c: dof friction, then tendon friction
void friction_count(RowBuilder* builder, RowCount* count);
void friction_append(RowBuilder* builder);

// limit.c: joint limits, then tendon limits
void limit_count(RowBuilder* builder, RowCount* count);
void limit_append(RowBuilder* builder);

// contact_rows.c
void contact_count(RowBuilder* builder, RowCount* count);
void contact_append(RowBuilder* builder);

// parameters.c: diagApprox of all rows; then KBIP, R, D
void diagonal_approximate(const mjModel* m, mjData* d);
void parameters_set(const mjModel* m, mjData* d);

// Next array inside a block of arena memory, with natural alignment. With at->base NULL it only
// measures.
typedef struct Carver_ {
  char* base;
  size_t offset;
} Carver;

static inline void* carve(Carver* at, size_t count, size_t element) {
  at->offset = (at->offset + element - 1) / element * element;
  char* place = at->base ? at->base + at->offset : NULL;
  at->offset += count * element;
  return place;
}

// Columns of a tendon's Jacobian row and their number.
static inline const int* tendon_columns(const mjModel* m, int tendon, int* n) {
  *n = m->ten_J_rownnz[tendon];
  return m->ten_J_colind + m->ten_J_rowadr[tendon];
}

// Merge two ascending lists without repetition. Returns the length of the result.
int merge_columns(int* result, const int* a, int na, const int* b, int nb);

#endif  // CORE_CONSTRAINT_ROWS_H_
