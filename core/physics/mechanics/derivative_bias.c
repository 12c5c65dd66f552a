// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Derivative of the Newton-Euler bias force with respect to velocity, by differentiating the
// recursion.
//
// Forward, the velocity of body i depends on the dofs of its chain only; V and A are the
// derivatives of cvel and of the acceleration with respect to them, one column (6 numbers) per dof
// of the chain:
//   V_i = V_parent + cdof at the body's own dofs,   A_i = A_parent + cdof_dot at its own dofs +
//   qvel_j (V x cdof_j) summed over them, F_i = I A_i + V_i x* (I v) + v x* (I V_i).
// Backward, forces add up into the parent and reach the dofs of the subtree too, so F has a column
// for every entry of the body's row of the pattern B. That row is the chain followed by the dofs of
// the subtree, which are a contiguous range: columns of a child's row map to the parent's by two
// block copies. Row j of D has the pattern of row body(j) of B.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/derivative_bias.h"
#include "core/physics/mechanics/jacobian.h"
#include "core/physics/mechanics/sleep.h"

// derivatives for all bodies; the row of body i starts at column B_rowadr[i]
typedef struct BiasColumns_ {
  mjtNum* V;
  mjtNum* A;
  mjtNum* F;
} BiasColumns;

// A += qvel V x cdof, for the first n columns
static void add_axis_rate(mjtNum* A, const mjtNum* V, const mjtNum cdof[6], mjtNum qvel, int n) {
  for (int c = 0; c < n; c++) {
    mjtNum rate[6];
    fc_crossMotion(rate, V + 6 * c, cdof);
    fc_addToScl6(A + 6 * c, rate, qvel);
  }
}

// Forward pass for ndof dofs of one joint that all use the velocity before the joint; n columns are
// filled already.
static void joint_columns(const mjData* d, int dof, int ndof, int fixed_axes, int n, mjtNum* V,
                          mjtNum* A) {
  for (int k = 0; k < ndof && !fixed_axes; k++)
    add_axis_rate(A, V, d->cdof + 6 * (dof + k), d->qvel[dof + k], n);
  for (int k = 0; k < ndof; k++) {
    fc_copy6(V + 6 * (n + k), d->cdof + 6 * (dof + k));
    fc_copy6(A + 6 * (n + k), d->cdof_dot + 6 * (dof + k));
  }
}

static void body_columns(const mjModel* m, const mjData* d, int i, int begin,
                         const BiasColumns* cols) {
  int parent = m->body_parentid[i], n = 0;
  mjtNum *V = cols->V + 6 * m->B_rowadr[i], *A = cols->A + 6 * m->B_rowadr[i],
         *F = cols->F + 6 * m->B_rowadr[i];
  if (i != begin) {
    body_chain(m, parent, &n);
    fc_copy(V, cols->V + 6 * m->B_rowadr[parent], 6 * n);
    fc_copy(A, cols->A + 6 * m->B_rowadr[parent], 6 * n);
  }

  int end = m->body_jntadr[i] + m->body_jntnum[i];
  for (int j = m->body_jntadr[i]; j < end; j++) {
    int dof = m->jnt_dofadr[j];
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        joint_columns(d, dof, 3, 1, n, V, A);
        joint_columns(d, dof + 3, 3, 0, n + 3, V, A);
        n += 6;
        break;
      case mjJNT_BALL:
        joint_columns(d, dof, 3, 0, n, V, A);
        n += 3;
        break;
      default:
        joint_columns(d, dof, 1, 0, n, V, A);
        n++;
        break;
    }
  }

  // force of the body itself, for the dofs of its chain; the subtree is added later
  const mjtNum *I = d->cinert + 10 * i, *cvel = d->cvel + 6 * i;
  mjtNum momentum[6];
  fc_mulInertVec(momentum, I, cvel);
  for (int c = 0; c < n; c++) {
    mjtNum dmomentum[6], term[6];
    fc_mulInertVec(F + 6 * c, I, A + 6 * c);
    fc_crossForce(term, V + 6 * c, momentum);
    fc_addTo6(F + 6 * c, term);
    fc_mulInertVec(dmomentum, I, V + 6 * c);
    fc_crossForce(term, cvel, dmomentum);
    fc_addTo6(F + 6 * c, term);
  }
  fc_zero(F + 6 * n, 6 * (m->B_rownnz[i] - n));
}

// add the force columns of body i to those of its parent, in the same tree
static void accumulate_columns(const mjModel* m, int i, const BiasColumns* cols) {
  int parent = m->body_parentid[i], n, nnz = m->B_rownnz[i], rest;
  const int *col = m->B_colind + m->B_rowadr[i], *parent_col = m->B_colind + m->B_rowadr[parent];
  const mjtNum* F = cols->F + 6 * m->B_rowadr[i];
  mjtNum* parentF = cols->F + 6 * m->B_rowadr[parent];
  body_chain(m, parent, &n);
  rest = nnz - n;
  fc_addTo(parentF, F, 6 * n);
  if (rest > 0)
    fc_addTo(parentF + 6 * (n + col[n] - parent_col[n]), F + 6 * n, 6 * rest);
}

void derivative_subtract_bias(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  mj_markStack(d);
  BiasColumns cols = {mj_stackAllocNum(d, 6 * (size_t)m->nB),
                      mj_stackAllocNum(d, 6 * (size_t)m->nB),
                      mj_stackAllocNum(d, 6 * (size_t)m->nB)};

  for (int t = 0; t < m->ntree; t++) {
    int begin = m->tree_bodyadr[t], end = begin + m->tree_bodynum[t];
    if (filter && !d->tree_awake[t])
      continue;
    for (int i = begin; i < end; i++)
      body_columns(m, d, i, begin, &cols);
    for (int i = end - 1; i > begin; i--)
      accumulate_columns(m, i, &cols);
    int dofend = m->tree_dofadr[t] + m->tree_dofnum[t];
    for (int j = m->tree_dofadr[t]; j < dofend; j++) {
      mjtNum* row = d->qDeriv + m->D_rowadr[j];
      const mjtNum* F = cols.F + 6 * m->B_rowadr[m->dof_bodyid[j]];
      for (int c = 0; c < m->D_rownnz[j]; c++)
        row[c] -= fc_dot6(d->cdof + 6 * j, F + 6 * c);
    }
  }
  mj_freeStack(d);
}
