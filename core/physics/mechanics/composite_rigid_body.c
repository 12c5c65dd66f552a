// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Composite rigid body algorithm: the joint-space inertia matrix M (Featherstone, Rigid Body
// Dynamics Algorithms, 6.2).
//
// The composite inertia of a body is that of its whole subtree as one rigid body; with the
// reference point shared by the tree it is a plain sum, accumulated from the leaves. A unit
// acceleration of dof i then needs the force F_i = crb cdof_i on the subtree, and M_ij = cdof_j'
// F_i for each ancestor j. Row i of M lists the ancestors in ascending order, so it is written
// front to back.
//
// The inertia of a simple body is diagonal and constant: dof_M0, computed with the model.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/timer.h"
#include "core/physics/mechanics/sleep.h"

// inertia of every subtree, all bodies or the awake and static ones
static void composite_inertias(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  mjtNum* crb = d->crb;
  if (filter) {
    for (int k = 0; k < d->nbody_awake; k++) {
      int i = d->body_awake_ind[k];
      fc_copy(crb + 10 * i, d->cinert + 10 * i, 10);
    }
  } else {
    fc_copy(crb, d->cinert, 10 * (int)m->nbody);
  }

  // a sleeping child contributes its inertia from when it fell asleep
  int nchild = filter ? d->nparent_awake : m->nbody - 1;
  for (int k = nchild - 1; k >= 0; k--) {
    int i = filter ? d->parent_awake_ind[k] : k + 1, parent = m->body_parentid[i];
    if (parent)
      fc_addTo(crb + 10 * parent, crb + 10 * i, 10);
  }
}

// Up to LANES consecutive dofs of one chain are worked on together: each ancestor's axis is loaded
// once and multiplies the forces of all of them, which lie side by side.
enum { LANES = 4 };
typedef mjtNum Lanes __attribute__((vector_size(LANES * sizeof(mjtNum))));

// number of dofs from i on that form a block: each is the parent of the next and has one entry more
// in its row; 1 for simple dofs. The rows of dofs that were simple when the model was compiled have
// one entry, even if dof_simplenum was edited since.
static inline int block_size(const mjModel* m, int i) {
  int n = 1;
  while (n < LANES && i + n < m->nv && m->dof_parentid[i + n] == i + n - 1 &&
         !m->dof_simplenum[i + n] && m->M_rownnz[i + n] == m->M_rownnz[i] + n)
    n++;
  return m->dof_simplenum[i] ? 1 : n;
}

// product of an axis with the force in each lane, summed like fc_dot6
static inline void lane_product(Lanes* sum, const mjtNum* cdof, const Lanes force[6]) {
  *sum = ((cdof[0] * force[0] + cdof[2] * force[2]) + (cdof[1] * force[1] + cdof[3] * force[3])) +
         (cdof[4] * force[4] + cdof[5] * force[5]);
}

// rows of a block, off-diagonal entries at the `ncol` dofs that precede it
static inline void shared_ancestors(const mjData* d, mjtNum* const row[LANES], const int* col,
                                    int ncol, const Lanes force[6]) {
  for (int c = 0; c < ncol; c++) {
    Lanes sum;
    lane_product(&sum, d->cdof + 6 * col[c], force);
    row[0][c] = sum[0];
    row[1][c] = sum[1];
    row[2][c] = sum[2];
    row[3][c] = sum[3];
  }
}

// force for a unit acceleration along one axis
static inline void unit_force(mjtNum f[6], const mjtNum I[10], const mjtNum v[6]) {
  const mjtNum* c = I + 6;
  f[0] = I[0] * v[0] + I[3] * v[1] + I[4] * v[2] - c[2] * v[4] + c[1] * v[5];
  f[1] = I[3] * v[0] + I[1] * v[1] + I[5] * v[2] + c[2] * v[3] - c[0] * v[5];
  f[2] = I[4] * v[0] + I[5] * v[1] + I[2] * v[2] - c[1] * v[3] + c[0] * v[4];
  f[3] = c[2] * v[1] - c[1] * v[2] + I[9] * v[3];
  f[4] = c[0] * v[2] - c[2] * v[0] + I[9] * v[4];
  f[5] = c[1] * v[0] - c[0] * v[1] + I[9] * v[5];
}

// the same in each lane
static inline void lane_forces(Lanes f[6], const mjtNum* const inertia[LANES],
                               const mjtNum* const axis[LANES]) {
  Lanes I[10], v[6];
  for (int k = 0; k < 10; k++)
    I[k] = (Lanes){inertia[0][k], inertia[1][k], inertia[2][k], inertia[3][k]};
  for (int k = 0; k < 6; k++)
    v[k] = (Lanes){axis[0][k], axis[1][k], axis[2][k], axis[3][k]};
  const Lanes* c = I + 6;
  f[0] = I[0] * v[0] + I[3] * v[1] + I[4] * v[2] - c[2] * v[4] + c[1] * v[5];
  f[1] = I[3] * v[0] + I[1] * v[1] + I[5] * v[2] + c[2] * v[3] - c[0] * v[5];
  f[2] = I[4] * v[0] + I[5] * v[1] + I[2] * v[2] - c[1] * v[3] + c[0] * v[4];
  f[3] = c[2] * v[1] - c[1] * v[2] + I[9] * v[3];
  f[4] = c[0] * v[2] - c[2] * v[0] + I[9] * v[4];
  f[5] = c[1] * v[0] - c[0] * v[1] + I[9] * v[5];
}

// row of M of a dof that forms a block of its own
static void inertia_row(const mjModel* m, mjData* d, int i) {
  mjtNum force[6], *row = d->M + m->M_rowadr[i];
  const int* col = m->M_colind + m->M_rowadr[i];
  int n = m->M_rownnz[i];
  unit_force(force, d->crb + 10 * m->dof_bodyid[i], d->cdof + 6 * i);
  for (int c = 0; c < n; c++)
    row[c] = fc_dot6(d->cdof + 6 * col[c], force);
  row[n - 1] += m->dof_armature[i];
}

// rows of M of the n dofs from i on, n > 1
static void inertia_rows(const mjModel* m, mjData* d, int i, int n) {
  const int ncol = m->M_rownnz[i] - 1;
  const mjtNum *inertia[LANES], *axis[LANES];
  mjtNum* row[LANES];
  Lanes force[6];

  // unused lanes repeat the last dof and write the same numbers to its row
  for (int l = 0; l < LANES; l++) {
    const int k = i + (l < n ? l : n - 1);
    inertia[l] = d->crb + 10 * m->dof_bodyid[k];
    axis[l] = d->cdof + 6 * k;
    row[l] = d->M + m->M_rowadr[k];
  }
  lane_forces(force, inertia, axis);

  // inside the block: each axis with the forces of itself and of all that follow
  for (int k = 0; k < n; k++) {
    Lanes sum;
    lane_product(&sum, axis[k], force);
    if (k == 0)
      row[0][ncol] = sum[0];
    if (k <= 1)
      row[1][ncol + k] = sum[1];
    if (k <= 2)
      row[2][ncol + k] = sum[2];
    row[3][ncol + k] = sum[3];
    row[k][ncol + k] += m->dof_armature[i + k];
  }
  shared_ancestors(d, row, m->M_colind + m->M_rowadr[i], ncol, force);
}

// Row of M of a simple dof. dof_simplenum may have been edited, so a longer row is filled with
// zeros.
static void simple_row(const mjModel* m, mjData* d, int i) {
  mjtNum* row = d->M + m->M_rowadr[i];
  row[0] = m->dof_M0[i];
  for (int c = 1; c < m->M_rownnz[i]; c++)
    row[c] = 0;
}

void mj_crb(const mjModel* m, mjData* d) {
  int filter = sleep_filters_dofs(m, d);
  composite_inertias(m, d);
  for (int i = 0, n; i < m->nv; i += n) {
    n = block_size(m, i);
    if (filter && !d->tree_awake[m->dof_treeid[i]])
      continue;
    if (m->dof_simplenum[i])
      simple_row(m, d, i);
    else if (n == 1)
      inertia_row(m, d, i);
    else
      inertia_rows(m, d, i, n);
  }
}

// row += scl * (val at the columns ind), only where the row has the column; both lists ascend
static void add_where_present(mjtNum* row, const int* col, int n, const mjtNum* val, const int* ind,
                              int nnz, mjtNum scl) {
  for (int c = 0, k = 0; c < n && k < nnz;)
    if (col[c] == ind[k])
      row[c++] += scl * val[k++];
    else if (col[c] < ind[k])
      c++;
    else
      k++;
}

// M += armature J'J for tendons with armature; couplings between branches or trees are not in M's
// pattern and are dropped
static void tendon_inertia(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = m->tendon_armature[t];
    if (armature == 0 || (filter && sleep_tendon(m, d, t) != mjS_AWAKE))
      continue;
    int nnz = m->ten_J_rownnz[t], adr = m->ten_J_rowadr[t];
    const int* ind = m->ten_J_colind + adr;
    const mjtNum* J = d->ten_J + adr;
    for (int k = 0; k < nnz; k++) {
      int i = ind[k];
      if (J[k] != 0) {
        add_where_present(d->M + m->M_rowadr[i], m->M_colind + m->M_rowadr[i], m->M_rownnz[i], J,
                          ind, k + 1, armature * J[k]);
      }
    }
  }
}

void inertia_make(const mjModel* m, mjData* d) {
  mj_crb(m, d);
  tendon_inertia(m, d);

  // the same numbers in the layout of qM
  for (int k = 0; k < m->nC; k++)
    d->qM[m->mapM2M[k]] = d->M[k];
}

void mj_makeM(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  inertia_make(m, d);
  timer_lap(d, mjTIMER_POS_INERTIA, start, 1);
}
