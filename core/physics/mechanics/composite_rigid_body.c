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

#include "core/foundation/data/scratch.h"
#include "core/foundation/data/timer.h"
#include "core/foundation/math/four.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/spatial.h"
#include "core/physics/mechanics/trees.h"

// sum += vec, ten numbers
static inline void add_inertia(mjtNum* restrict sum, const mjtNum* restrict vec) {
  *four(sum) += *cfour(vec);
  *four(sum + 4) += *cfour(vec + 4);
  FC_PAIR(sum + 8) += FC_CPAIR(vec + 8);
}

// inertia of every subtree of consecutive bodies, as far as its bodies are among them
static void some_inertias(const mjModel* m, mjData* d, int begin, int end) {
  const int* parentid = m->body_parentid;
  mjtNum* crb = d->crb;
  fc_copy(crb + 10 * begin, d->cinert + 10 * begin, 10 * (end - begin));
  for (int i = end - 1; i > begin; i--)
    if (parentid[i])
      add_inertia(crb + 10 * parentid[i], crb + 10 * i);
}

static void add_to_parent(const mjModel* m, mjData* d, int i) {
  if (m->body_parentid[i])
    add_inertia(d->crb + 10 * m->body_parentid[i], d->crb + 10 * i);
}

// The same for static bodies. A sleeping tree contributes its inertia from when it fell asleep.
static void static_inertias(const mjModel* m, mjData* d) {
  for (int t = 0; t <= m->ntree; t++) {
    const int begin = gap_begin(m, t);
    fc_copy(d->crb + 10 * begin, d->cinert + 10 * begin, 10 * (gap_end(m, t) - begin));
  }
  for (int t = (int)m->ntree; t >= 0; t--) {
    for (int i = gap_end(m, t) - 1; i >= gap_begin(m, t); i--)
      add_to_parent(m, d, i);
    if (t)
      add_to_parent(m, d, m->tree_bodyadr[t - 1]);
  }
}

// The axes of a dof and its ancestors are kept in packs of four ancestors, component by component:
// component k of the ancestor at depth p is at 24 (p / 4) + 4 k + p % 4. Dofs are numbered depth
// first, so that the places before the depth of a dof always belong to its ancestors. Those behind
// it are not defined.
enum { PACK = 24 };

// products of four axes with a force, summed like fc_dot6
static inline void products(Four* res, const mjtNum axis[PACK], const Spatial* f) {
  *res = ((*cfour(axis) * f->rot[0] + *cfour(axis + 8) * f->rot[2]) +
          (*cfour(axis + 4) * f->rot[1] + *cfour(axis + 12) * f->lin[0])) +
         (*cfour(axis + 16) * f->lin[1] + *cfour(axis + 20) * f->lin[2]);
}

// Row of M of dof i, on a subtree with the given inertia. qM has the same numbers in the opposite
// order.
static inline void inertia_row(const mjModel* m, mjData* d, int i, const Inertia* inertia,
                               mjtNum* path) {
  const mjtNum* cdof = d->cdof + 6 * i;
  const unsigned n = (unsigned)m->M_rownnz[i], last = n - 1;
  mjtNum *row = d->M + m->M_rowadr[i], *legacy = d->qM + m->dof_Madr[i] + last;
  mjtNum* own = path + PACK * (last / 4) + last % 4;
  const mjtNum armature = m->dof_armature[i];
  Spatial axis, force;
  Four pack;
  for (int k = 0; k < 6; k++)
    own[4 * k] = cdof[k];

  // force for a unit acceleration
  spatial_load(&axis, cdof);
  inertia_times(&force, inertia, &axis);
  for (unsigned c = n / 4; c; c--, row += 4, legacy -= 4, path += PACK) {
    products(&pack, path, &force);
    *four(row) = pack;
    *four(legacy - 3) = FOUR_LANES(pack, 3, 2, 1, 0);
  }

  // up to three more
  if (n % 4) {
    products(&pack, path, &force);
    for (unsigned c = 0; c < 3 && c < n % 4; c++)
      *row++ = *legacy-- = pack[c];
  }
  row[-1] = legacy[1] = row[-1] + armature;
}

// Rows of M of the simple dofs from i on, before `end`; returns the next dof. dof_simplenum may
// have been edited, so a longer row is filled with zeros.
static int simple_rows(const mjModel* m, mjData* d, int i, int end) {
  const int *simple = m->dof_simplenum, *rownnz = m->M_rownnz, *rowadr = m->M_rowadr,
            *legacyadr = m->dof_Madr;
  const mjtNum* M0 = m->dof_M0;
  mjtNum *M = d->M, *qM = d->qM;
  for (; i < end && simple[i]; i++) {
    mjtNum *row = M + rowadr[i], *legacy = qM + legacyadr[i];
    int last = rownnz[i] - 1;
    legacy[last] = row[0] = M0[i];
    for (; last > 0; last--)
      row[last] = *legacy++ = 0;
  }
  return i;
}

// longest row of M that some trees may need
static int longest_row(const mjModel* m, int begin, int end) {
  int size = 1;
  for (int t = begin; t < end; t++)
    if (m->tree_dofnum[t] > size)
      size = m->tree_dofnum[t];
  return size;
}

// rows of consecutive dofs, the first of which has no ancestors
static void some_rows(const mjModel* m, mjData* d, int begin, int end, mjtNum* path) {
  const int* bodyid = m->dof_bodyid;
  Inertia inertia;
  inertia_load(&inertia, d->crb);
  for (int i = begin, loaded = 0; (i = simple_rows(m, d, i, end)) < end; i++) {
    if (loaded != bodyid[i]) {
      loaded = bodyid[i];
      inertia_load(&inertia, d->crb + 10 * loaded);
    }
    inertia_row(m, d, i, &inertia, path);
  }
}

static void tree_rows(void* context, int begin, int end) {
  const TreeLoop* all = context;
  const mjModel* m = all->m;
  mjData* d = all->d;
  const StackPlace place = scratch_begin(d);
  mjtNum* path = scratch_nums(d, PACK * (longest_row(m, begin, end) / 4 + 1));
  if (trees_are_whole(all)) {
    some_inertias(m, d, 0, (int)m->nbody);
    some_rows(m, d, 0, (int)m->nv, path);
    begin = end;
  }
  for (int t = begin; t < end; t++) {
    const int dof = m->tree_dofadr[t];
    if (tree_is_left_out(all, t))
      continue;
    some_inertias(m, d, m->tree_bodyadr[t], tree_body_end(m, t));
    some_rows(m, d, dof, dof + m->tree_dofnum[t], path);
  }
  scratch_end(d, place);
}

void mj_crb(const mjModel* m, mjData* d) {
  TreeLoop all = {m, d, sleep_filters_dofs(m, d)};
  for_trees(m, d, tree_rows, &all);
  if (!m->ntree || !trees_are_whole(&all))
    static_inertias(m, d);
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
// pattern and are dropped. Returns 1 when there are any.
static int tendon_inertia(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d), added = 0;
  for (int t = 0; t < m->ntendon; t++) {
    mjtNum armature = m->tendon_armature[t];
    if (armature == 0 || (filter && sleep_tendon(m, d, t) != mjS_AWAKE))
      continue;
    added = 1;
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
  return added;
}

void inertia_make(const mjModel* m, mjData* d) {
  mj_crb(m, d);
  if (!tendon_inertia(m, d))
    return;
  for (int k = 0; k < m->nC; k++)
    d->qM[m->mapM2M[k]] = d->M[k];
}

void mj_makeM(const mjModel* m, mjData* d) {
  const mjtNum start = timer_now(d);
  inertia_make(m, d);
  timer_lap(d, mjTIMER_POS_INERTIA, start, 1);
}
