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

// centre of mass of every subtree, by accumulation from the leaves
static inline void subtree_centres(const mjModel* m, mjData* d, int filter) {
  const int *parentid = m->body_parentid, *awake_ind = d->body_awake_ind;
  const int nbody = filter ? d->nbody_awake : (int)m->nbody;
  const mjtNum *xipos = d->xipos, *mass = m->body_mass, *subtreemass = m->body_subtreemass;
  mjtNum* com = d->subtree_com;
  for (int k = 0; k < nbody; k++) {
    const int i = filter ? awake_ind[k] : k;
    fc_scl3(com + 3 * i, xipos + 3 * i, mass[i]);
  }

  // a sleeping child contributes the sum from when it fell asleep
  const int nchild = filter ? d->nparent_awake : (int)m->nbody - 1;
  for (int k = nchild - 1; k >= 0; k--) {
    const int i = filter ? d->parent_awake_ind[k] : k + 1;
    mjtNum* parent = com + 3 * parentid[i];
    if (filter && d->body_awake[i] == mjS_ASLEEP)
      fc_addToScl3(parent, com + 3 * i, subtreemass[i]);
    else
      fc_addTo3(parent, com + 3 * i);
  }

  for (int k = 0; k < nbody; k++) {
    const int i = filter ? awake_ind[k] : k;
    if (subtreemass[i] < mjMINVAL)
      fc_copy3(com + 3 * i, xipos + 3 * i);
    else
      fc_scl3(com + 3 * i, com + 3 * i, 1 / subtreemass[i]);
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

// filter: skip sleeping bodies; a constant at each call, so that the usual case has no overhead
static inline void com_position(const mjModel* m, mjData* d, int filter) {
  const int nbody = filter ? d->nbody_awake : (int)m->nbody, *rootid = m->body_rootid,
            *bodyid = m->jnt_bodyid, *dofadr = m->jnt_dofadr, njnt = (int)m->njnt;
  mjtNum *cdof = d->cdof, *cinert = d->cinert;
  const mjtNum* com = d->subtree_com;
  subtree_centres(m, d, filter);

  fc_zero(cinert, 10);
  for (int k = 1; k < nbody; k++) {
    const int i = filter ? d->body_awake_ind[k] : k;
    com_inertia(cinert + 10 * i, m->body_inertia + 3 * i, d->ximat + 9 * i, d->xipos + 3 * i,
                com + 3 * rootid[i], m->body_mass[i]);
  }

  for (int j = 0; j < njnt; j++)
    if (!filter || d->body_awake[bodyid[j]] != mjS_ASLEEP)
      joint_axes(m, d, j, com + 3 * rootid[bodyid[j]], cdof + 6 * dofadr[j]);
}

void mj_comPos(const mjModel* m, mjData* d) {
  if (sleep_filters_bodies(m, d))
    com_position(m, d, 1);
  else
    com_position(m, d, 0);
}
