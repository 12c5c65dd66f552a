// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of this folder, beyond the public API.

#ifndef CORE_PHYSICS_PROBLEM_CONSTRAINT_H_
#define CORE_PHYSICS_PROBLEM_CONSTRAINT_H_

#include <fulcrum/contact_model.h>
#include <fulcrum/solver.h>
#include <mujoco/mujoco.h>

#include "core/kernel/binding/binding.h"
#include "core/physics/problem/constraint_plan.h"

// What the services of a problem need and solvers do not see.
typedef struct ProblemHost_ {
  const mjModel* m;
  mjData* d;
  const Bound* contact_law;  // contact model with potentials; NULL: none
  int law_failed;            // it reported an error; fc_lastError
  const void* columns;       // J by columns, for products while a solver runs; NULL: none
} ProblemHost;

static inline ProblemHost* problem_host(const FcProblem* p) { return p->host; }

// A problem with its host, which is at the same place.
typedef struct Problem_ {
  FcProblem shown;
  ProblemHost host;
} Problem;

// View of the whole system as a convex problem, with the limits and tolerances of the main solver.
// Arrays that do not exist (yet) are NULL.
void problem_whole(const mjModel* m, mjData* d, Problem* problem);

// View of one island. Statistics go to its slot; islands beyond the last slot record none.
void problem_island(const mjModel* m, mjData* d, int island, Problem* problem);

// The constraint law alone: force, state and cost, without qfrc_constraint.
mjtNum law_evaluate(FcProblem* problem, const mjtNum* jar, int cone_hessian);

// The sum (M a - f)'(a - a0) at qacc; Ma is M qacc.
mjtNum problem_gauss(const FcProblem* problem, const mjtNum* Ma);

// Contacts with potentials: their first row; the contacts from there on and their
// first rows, whose number is returned; cost, force and Hessian of some of them. A failure is
// recorded in the host of the problem, because solvers run in threads; law_check reports it.
int first_contact_row(const FcProblem* p);
int potentials_list(const FcProblem* p, int first, int* contact, int* row);
void potentials_evaluate(FcProblem* p, FcPotentialBatch* at);
void law_check(const FcProblem* p);

// res = J' vec, row after row, skipping zeros of vec.
void problem_mul_transposed(const FcProblem* problem, mjtNum* res, const mjtNum* vec);

// efc_vel = J qvel
void problem_row_velocities(const mjModel* m, mjData* d);

// Builds J by columns, for the products of a solver, where that pays off; on the stack of d.
void problem_turn(FcProblem* problem);

// 1 when there is one island with all dofs, so that it is the whole system in the same order.
static inline int island_is_whole(const mjModel* m, const mjData* d) {
  return d->nisland == 1 && d->nidof == m->nv;
}

// res = J vec for the rows from `first` on that are edges (columns.c), when J is available by
// columns. Returns their number, or 0.
int columns_mul_edges(const FcProblem* problem, mjtNum* res, const mjtNum* vec, int first);

// Kinematic trees that a row touches, ascending, into trees (room for ntree); static bodies are not
// listed. Returns their number. plan: that of d, NULL when there are no equality rows.
int row_trees(const ConstraintPlan* plan, const mjModel* m, const mjData* d, int sparse, int row,
              int* trees);

#endif  // CORE_PHYSICS_PROBLEM_CONSTRAINT_H_
