// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which face makes which constraint rows, determined once per mjData, and what lower layers need
// from these faces: the trees that an equality ties together.

#ifndef CORE_PHYSICS_PROBLEM_CONSTRAINT_PLAN_H_
#define CORE_PHYSICS_PROBLEM_CONSTRAINT_PLAN_H_

#include <stdint.h>

#include <fulcrum/constraint.h>

#include "core/kernel/binding/binding.h"

// A face that makes rows.
typedef struct RowProvider_ {
  const Bound* bound;
  FcConstraint table;
} RowProvider;

#define NROWGROUP (mjCNSTR_LIMIT_TENDON + 1)

// A group of rows other than equalities, and the number of objects that may have such rows.
typedef struct RowGroup_ {
  const RowProvider* provider;
  int group;    // mjtConstraint
  int disable;  // mjtDisableBit
  int n;
} RowGroup;

typedef struct ConstraintPlan_ {
  int neq;
  int* seen;                     // copy of the input: NSEEN arrays of neq (is_valid)
  uint64_t cells[16];            // fingerprint of the nodes of flexes
  const RowProvider** equality;  // neq; NULL: the element cannot be served
  RowGroup group[NROWGROUP];     // those with n > 0, in the order of rows
  int ngroup;
  int unserved;           // number of elements that cannot be served
  int names_trees;        // some face has the function `trees`
  int block;              // largest number of rows of one element
  RowProvider* provider;  // all of them
  int nprovider;
} ConstraintPlan;

// The plan of d, kept up to date with the types and objects of equalities and the nodes of flexes,
// which may be edited between steps. NULL after mju_error.
const ConstraintPlan* constraint_plan(const mjModel* m, mjData* d);

// Reports why equality i cannot be served: calls mju_error with the name of the function that
// noticed, the element, its type and the reason.
void equality_unserved(const mjModel* m, int i, const char* function);

// Type of the objects at the ends of equality i.
static inline int equality_end_type(const RowProvider* provider, const mjModel* m, int i) {
  return provider->table.nends == 1 ? (int)provider->table.ends->type : m->eq_objtype[i];
}

// Sleep state of equality i: awake when one of its ends is awake, or one of the trees that its face
// names.
int sleep_equality_of(const RowProvider* provider, const mjModel* m, mjData* d, int i);

// Trees of two bodies, ascending, without static ones. Returns their number.
int body_pair_trees(const mjModel* m, int body1, int body2, int* trees);

// 1 when only the columns of its rows determine which trees equality i ties together.
static inline int equality_by_columns(const RowProvider* provider, const mjModel* m, int i) {
  const int type = equality_end_type(provider, m, i);
  return !provider->table.trees && type != mjOBJ_BODY && type != mjOBJ_SITE;
}

// Trees that equality i ties together, ascending, into trees (room for ntree). Returns their
// number, -1 when only the columns determine them.
static inline int equality_trees(const RowProvider* provider, const mjModel* m, int i, int* trees) {
  return equality_by_columns(provider, m, i) ? -1
         : provider->table.trees
             ? provider->table.trees(&provider->bound->context, i, trees)
             : body_pair_trees(m, fc_endBody(m, i, 0), fc_endBody(m, i, 1), trees);
}

#endif  // CORE_PHYSICS_PROBLEM_CONSTRAINT_PLAN_H_
