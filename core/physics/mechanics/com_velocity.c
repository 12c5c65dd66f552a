// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Body velocities and the rates of the motion axes, root to leaves; subtree momenta, leaves to
// root.
//
// cvel is the spatial velocity of a body in world axes at the reference point of its tree. An axis
// moves with the frame that carries it: its rate uses the velocity before the joint for a hinge or
// slide, and the velocity before all three axes for a ball.
//
// Trees occupy contiguous ranges of bodies and dofs; static bodies have no velocity, and sleeping
// trees are skipped.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/spatial.h"
#include "core/physics/mechanics/trees.h"

// rates of three ball-type dofs, then their contribution to the velocity
static inline void ball_velocity(Spatial* vel, mjtNum* cdof_dot, const mjtNum* cdof,
                                 const mjtNum* qvel) {
  Spatial axis[3], rate, joint = {{0}, {0}};
  for (int k = 0; k < 3; k++) {
    spatial_load(axis + k, cdof + 6 * k);
    spatial_cross_motion(&rate, vel, axis + k);
    spatial_store(cdof_dot + 6 * k, &rate);
  }
  for (int k = 0; k < 3; k++)
    spatial_add_scaled(&joint, axis + k, qvel[k]);
  spatial_add(vel, &joint);
}

static inline void body_velocity(const mjModel* m, mjData* d, int i) {
  const int begin = m->body_jntadr[i], end = begin + m->body_jntnum[i];
  Spatial vel, axis, rate;
  spatial_load(&vel, d->cvel + 6 * m->body_parentid[i]);

  for (int j = begin; j < end; j++) {
    const int dof = m->jnt_dofadr[j];
    const mjtNum *cdof = d->cdof + 6 * dof, *qvel = d->qvel + dof;
    mjtNum* cdof_dot = d->cdof_dot + 6 * dof;
    switch (m->jnt_type[j]) {
      case mjJNT_FREE:
        // translation along fixed axes
        *four(cdof_dot) = *four(cdof_dot + 4) = *four(cdof_dot + 8) = *four(cdof_dot + 12) =
            (Four){0};
        FC_PAIR(cdof_dot + 16) = (FcPair){0};
        load3(&axis.lin, qvel);
        vel.lin += axis.lin;
        ball_velocity(&vel, cdof_dot + 18, cdof + 18, qvel + 3);
        break;

      case mjJNT_BALL: ball_velocity(&vel, cdof_dot, cdof, qvel); break;

      default:
        spatial_load(&axis, cdof);
        spatial_cross_motion(&rate, &vel, &axis);
        spatial_store(cdof_dot, &rate);
        spatial_add_scaled(&vel, &axis, qvel[0]);
        break;
    }
  }
  spatial_store(d->cvel + 6 * i, &vel);
}

static void tree_velocities(void* context, int begin, int end) {
  const TreeLoop* all = context;
  for (int t = begin; t < end; t++) {
    if (tree_is_left_out(all, t))
      continue;
    for (int i = all->m->tree_bodyadr[t]; i < tree_body_end(all->m, t); i++)
      body_velocity(all->m, all->d, i);
  }
}

void mj_comVel(const mjModel* m, mjData* d) {
  TreeLoop all = {m, d, sleep_filters_bodies(m, d)};
  for (int t = 0; t <= m->ntree; t++) {
    const int begin = gap_begin(m, t);
    fc_zero(d->cvel + 6 * begin, 6 * (gap_end(m, t) - begin));
  }
  for_trees(m, d, tree_velocities, &all);
}

// res = R diag(J) R' w
static void angular_momentum(mjtNum res[3], const mjtNum R[9], const mjtNum J[3],
                             const mjtNum w[3]) {
  mjtNum local[3];
  fc_mulMatTVec3(local, R, w);
  fc_set3(local, local[0] * J[0], local[1] * J[1], local[2] * J[2]);
  fc_mulMatVec3(res, R, local);
}

void mj_subtreeVel(const mjModel* m, mjData* d) {
  int nbody = m->nbody, filter = sleep_filters_bodies(m, d);
  mj_markStack(d);
  mjtNum* vel = mj_stackAllocNum(d, 3 * (size_t)nbody);  // of the centre of mass of each body

  // momenta of single bodies
  for (int i = 0; i < nbody; i++) {
    mjtNum motion[6];
    fc_transformSpatial(motion, d->cvel + 6 * i, 0, d->xipos + 3 * i,
                        d->subtree_com + 3 * m->body_rootid[i], NULL);
    fc_copy3(vel + 3 * i, motion + 3);
    fc_scl3(d->subtree_linvel + 3 * i, motion + 3, m->body_mass[i]);
    angular_momentum(d->subtree_angmom + 3 * i, d->ximat + 9 * i, m->body_inertia + 3 * i, motion);
  }

  // linear momentum of subtrees, then divided into velocity
  for (int i = nbody - 1; i >= 0; i--) {
    mjtNum* linvel = d->subtree_linvel + 3 * i;
    if (i)
      fc_addTo3(d->subtree_linvel + 3 * m->body_parentid[i], linvel);
    fc_scl3(linvel, linvel, 1 / fc_max(mjMINVAL, m->body_subtreemass[i]));
  }

  // angular momentum of subtrees about their own centres
  for (int i = nbody - 1; i > 0; i--) {
    // sleeping bodies are skipped, although bodies at rest have angular momentum about a moving
    // centre
    if (filter && d->body_awake[i] == mjS_ASLEEP)
      continue;
    int parent = m->body_parentid[i];
    mjtNum *angmom = d->subtree_angmom + 3 * i, *parent_angmom = d->subtree_angmom + 3 * parent;
    mjtNum arm[3], momentum[3], moment[3];

    // moment of the body's own linear momentum relative to the subtree's
    fc_sub3(arm, d->xipos + 3 * i, d->subtree_com + 3 * i);
    fc_sub3(momentum, vel + 3 * i, d->subtree_linvel + 3 * i);
    fc_scl3(momentum, momentum, m->body_mass[i]);
    fc_cross(moment, arm, momentum);
    fc_addTo3(angmom, moment);

    // moment of the subtree's relative to the parent's
    fc_addTo3(parent_angmom, angmom);
    fc_sub3(arm, d->subtree_com + 3 * i, d->subtree_com + 3 * parent);
    fc_sub3(momentum, d->subtree_linvel + 3 * i, d->subtree_linvel + 3 * parent);
    fc_scl3(momentum, momentum, m->body_subtreemass[i]);
    fc_cross(moment, arm, momentum);
    fc_addTo3(parent_angmom, moment);
  }

  mj_freeStack(d);
  d->flg_subtreevel = 1;
}
