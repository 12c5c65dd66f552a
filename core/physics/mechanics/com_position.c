// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Centres of mass, and the spatial inertias and joint axes expressed about them.
//
// All bodies of one kinematic root share one reference point: the centre of mass of the root's
// subtree. About that point, in world axes, body i has the spatial inertia cinert (rotational part
// Ixx Iyy Izz Ixy Ixz Iyz, mass times offset, mass) and each dof has the motion axis cdof
// (rotation, then translation). With a common point inertias of bodies simply add, and velocities
// and accelerations need no transport between bodies.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/math/four.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/trees.h"

// first moments of bodies, in the end of whole subtrees
static inline void first_moments(const mjModel* m, mjData* d, int begin, int end) {
  for (int i = begin; i < end; i++)
    fc_scl3(d->subtree_com + 3 * i, d->xipos + 3 * i, m->body_mass[i]);
}

// adds those of the bodies after the first one to those of their parents
static inline void add_moments(const mjModel* m, mjData* d, int begin, int end) {
  const int* parentid = m->body_parentid;
  mjtNum* moment = d->subtree_com;
  for (int i = end - 1; i > begin; i--)
    fc_addTo3(moment + 3 * parentid[i], moment + 3 * i);
}

static void tree_moments(void* context, int begin, int end) {
  const TreeLoop* all = context;
  const mjModel* m = all->m;
  for (int t = begin; t < end; t++) {
    if (tree_is_left_out(all, t))
      continue;
    first_moments(m, all->d, m->tree_bodyadr[t], tree_body_end(m, t));
    add_moments(m, all->d, m->tree_bodyadr[t], tree_body_end(m, t));
  }
}

// what static bodies get from those that they carry
static void static_moments(const TreeLoop* all) {
  const mjModel* m = all->m;
  mjtNum* com = all->d->subtree_com;
  for (int t = 0; t <= m->ntree; t++)
    first_moments(m, all->d, gap_begin(m, t), gap_end(m, t));
  for (int t = (int)m->ntree; t >= 0; t--) {
    for (int i = gap_end(m, t) - 1; i >= gap_begin(m, t) && i > 0; i--)
      fc_addTo3(com + 3 * m->body_parentid[i], com + 3 * i);
    if (!t)
      continue;
    const int root = m->tree_bodyadr[t - 1], parent = m->body_parentid[root];
    // a sleeping tree has its centre from when it fell asleep
    if (tree_is_left_out(all, t - 1))
      fc_addToScl3(com + 3 * parent, com + 3 * root, m->body_subtreemass[root]);
    else
      fc_addTo3(com + 3 * parent, com + 3 * root);
  }
}

static inline void subtree_centres(const mjModel* m, mjData* d, int begin, int end) {
  for (int i = begin; i < end; i++) {
    mjtNum* com = d->subtree_com + 3 * i;
    if (m->body_subtreemass[i] < mjMINVAL)
      fc_copy3(com, d->xipos + 3 * i);
    else
      fc_scl3(com, com, 1 / m->body_subtreemass[i]);
  }
}

// spatial inertia about `origin` of a body with diagonal inertia J in the frame R at xipos
static inline void com_inertia(mjtNum* restrict res, const mjtNum* restrict J,
                               const mjtNum* restrict R, const mjtNum* restrict xipos,
                               const mjtNum* restrict origin, mjtNum mass) {
  mjtNum x = xipos[0] - origin[0], y = xipos[1] - origin[1], z = xipos[2] - origin[2];
  mjtNum mx = mass * x, my = mass * y, mz = mass * z;

  // rotational part: R diag(J) R' + mass (|c|^2 1 - c c')
  Four row[3], inertia;
  row[0] = *cfour(R);
  row[1] = *cfour(R + 3);
  load3(row + 2, R + 6);
  load3(&inertia, J);
  const Four xx = row[0] * (inertia * row[0]), yy = row[1] * (inertia * row[1]),
             zz = row[2] * (inertia * row[2]), xy = row[0] * (inertia * row[1]),
             xz = row[0] * (inertia * row[2]), yz = row[1] * (inertia * row[2]);
  res[0] = ((xx[0] + xx[1]) + xx[2]) + mass * (y * y + z * z);
  res[1] = ((yy[0] + yy[1]) + yy[2]) + mass * (x * x + z * z);
  res[2] = ((zz[0] + zz[1]) + zz[2]) + mass * (x * x + y * y);
  res[3] = ((xy[0] + xy[1]) + xy[2]) - mx * y;
  res[4] = ((xz[0] + xz[1]) + xz[2]) - mx * z;
  res[5] = ((yz[0] + yz[1]) + yz[2]) - my * z;
  res[6] = mx;
  res[7] = my;
  res[8] = mz;
  res[9] = mass;
}

// rotation about the axis a through a point at -arm: (a, a x arm)
static inline void rotation_axis(mjtNum* restrict res, mjtNum a0, mjtNum a1, mjtNum a2,
                                 const mjtNum arm[3]) {
  res[0] = a0;
  res[1] = a1;
  res[2] = a2;
  res[3] = a1 * arm[2] - a2 * arm[1];
  res[4] = a2 * arm[0] - a0 * arm[2];
  res[5] = a0 * arm[1] - a1 * arm[0];
}

// three rotations about the columns of the body's frame
static void ball_axes(mjtNum* restrict cdof, const mjtNum xmat[9], const mjtNum arm[3]) {
  for (int k = 0; k < 3; k++)
    rotation_axis(cdof + 6 * k, xmat[k], xmat[k + 3], xmat[k + 6], arm);
}

// motion axes of the dofs of one joint, about the centre `com`
static inline void joint_axes(const mjModel* m, const mjData* d, int j, const mjtNum com[3],
                              mjtNum* restrict cdof) {
  const mjtNum *anchor = d->xanchor + 3 * j, *axis = d->xaxis + 3 * j;
  mjtNum arm[3] = {com[0] - anchor[0], com[1] - anchor[1], com[2] - anchor[2]};

  switch (m->jnt_type[j]) {
    case mjJNT_HINGE: rotation_axis(cdof, axis[0], axis[1], axis[2], arm); break;

    case mjJNT_SLIDE:
      fc_zero3(cdof);
      fc_copy3(cdof + 3, axis);
      break;

    case mjJNT_BALL: ball_axes(cdof, d->xmat + 9 * m->jnt_bodyid[j], arm); break;

    default:
      // translation along the axes of the world
      *four(cdof) = (Four){0, 0, 0, 1};
      *four(cdof + 4) = *four(cdof + 12) = (Four){0};
      *four(cdof + 8) = (Four){0, 0, 1, 0};
      FC_PAIR(cdof + 16) = (FcPair){0, 1};
      ball_axes(cdof + 18, d->xmat + 9 * m->jnt_bodyid[j], arm);
      break;
  }
}

static inline void com_inertias(const mjModel* m, mjData* d, int begin, int end) {
  const int* rootid = m->body_rootid;
  mjtNum* cinert = d->cinert;
  for (int i = begin; i < end; i++)
    com_inertia(cinert + 10 * i, m->body_inertia + 3 * i, d->ximat + 9 * i, d->xipos + 3 * i,
                d->subtree_com + 3 * rootid[i], m->body_mass[i]);
}

// from moments to all results, for consecutive bodies and joints
static inline void centres(const mjModel* m, mjData* d, int body, int body_end, int joint,
                           int joint_end) {
  const int *rootid = m->body_rootid, *bodyid = m->jnt_bodyid, *dofadr = m->jnt_dofadr;
  const mjtNum* com = d->subtree_com;
  mjtNum* cdof = d->cdof;
  subtree_centres(m, d, body, body_end);
  com_inertias(m, d, body ? body : 1, body_end);
  for (int j = joint; j < joint_end; j++)
    joint_axes(m, d, j, com + 3 * rootid[bodyid[j]], cdof + 6 * dofadr[j]);
}

static void tree_centres(void* context, int begin, int end) {
  const TreeLoop* all = context;
  const mjModel* m = all->m;
  for (int t = begin; t < end; t++) {
    const int root = m->tree_bodyadr[t];
    if (!tree_is_left_out(all, t))
      centres(m, all->d, root, tree_body_end(m, t), m->body_jntadr[root], tree_joint_end(m, t));
  }
}

void mj_comPos(const mjModel* m, mjData* d) {
  TreeLoop all = {m, d, sleep_filters_bodies(m, d)};
  fc_zero(d->cinert, 10);
  if (trees_are_whole(&all)) {
    first_moments(m, d, 0, (int)m->nbody);
    add_moments(m, d, 0, (int)m->nbody);
    centres(m, d, 0, (int)m->nbody, 0, (int)m->njnt);
    return;
  }
  for_trees(m, d, tree_moments, &all);
  static_moments(&all);
  for (int t = 0; t <= m->ntree; t++)
    centres(m, d, gap_begin(m, t), gap_end(m, t), 0, 0);
  for_trees(m, d, tree_centres, &all);
}
