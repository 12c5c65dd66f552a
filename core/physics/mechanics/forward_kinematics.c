// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Forward kinematics: from qpos to the global poses of bodies, inertial frames, geoms and sites.
//
// Bodies are numbered depth first, so one pass in increasing id finds every parent before its
// children. A body starts at its pose relative to the parent; each joint in turn then moves the
// frame: a slide translates it, a hinge or ball rotates it about the joint's anchor. The stored
// axis and anchor are those before the joint's own motion. Quaternions in qpos and mocap_quat are
// normalised in copies; the state itself is not changed.
//
// With sleep enabled the frames of static bodies are those computed at reset. The pose of a
// sleeping body is computed but stored only when it differs from the pose in which the body fell
// asleep. Such a difference means that the user moved the body, and wakes its tree.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/memory.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/world_geoms.h"

typedef struct Pose_ {
  mjtNum pos[3];
  mjtNum quat[4];
} Pose;

// normalised copy of a quaternion found in the state
static void unit_quat(mjtNum res[4], const mjtNum quat[4]) {
  fc_copy4(res, quat);
  fc_normalize4(res);
}

// pose of body i before its joints move it
static void rest_pose(const mjModel* m, const mjData* d, int i, Pose* pose) {
  const mjtNum *pos = m->body_pos + 3 * i, *quat = m->body_quat + 4 * i;
  int parent = m->body_parentid[i];
  mjtNum mocap_quat[4];

  // mocap bodies take their pose from the user
  if (m->body_mocapid[i] >= 0) {
    pos = d->mocap_pos + 3 * m->body_mocapid[i];
    unit_quat(mocap_quat, d->mocap_quat + 4 * m->body_mocapid[i]);
    quat = mocap_quat;
  }

  if (parent) {
    fc_mulMatVec3(pose->pos, d->xmat + 9 * parent, pos);
    fc_addTo3(pose->pos, d->xpos + 3 * parent);
    fc_mulQuat(pose->quat, d->xquat + 4 * parent, quat);
  } else {
    fc_copy3(pose->pos, pos);
    fc_copy4(pose->quat, quat);
  }
}

// move the pose through one joint, record the joint's axis and anchor
static void apply_joint(const mjModel* m, mjData* d, int j, Pose* pose) {
  const mjtNum *axis = m->jnt_axis + 3 * j, *offset = m->jnt_pos + 3 * j;
  const mjtNum* qpos = d->qpos + m->jnt_qposadr[j];
  mjtNum *xanchor = d->xanchor + 3 * j, *xaxis = d->xaxis + 3 * j;
  mjtNum turn[4], moved[4];
  int centred = offset[0] == 0 && offset[1] == 0 && offset[2] == 0;

  fc_rotVecQuat(xaxis, axis, pose->quat);
  if (centred) {
    fc_copy3(xanchor, pose->pos);
  } else {
    fc_rotVecQuat(xanchor, offset, pose->quat);
    fc_addTo3(xanchor, pose->pos);
  }

  switch (m->jnt_type[j]) {
    case mjJNT_SLIDE: fc_addToScl3(pose->pos, xaxis, qpos[0] - m->qpos0[m->jnt_qposadr[j]]); return;

    case mjJNT_HINGE: fc_axisAngle2Quat(turn, axis, qpos[0] - m->qpos0[m->jnt_qposadr[j]]); break;

    default: unit_quat(turn, qpos); break;
  }

  // rotate about the anchor
  fc_mulQuat(moved, pose->quat, turn);
  fc_copy4(pose->quat, moved);
  if (!centred) {
    mjtNum arm[3];
    fc_rotVecQuat(arm, offset, pose->quat);
    fc_sub3(pose->pos, xanchor, arm);
  }
}

// pose of body i, with the axes and anchors of its joints
static void body_pose(const mjModel* m, mjData* d, int i, Pose* pose) {
  int jnt = m->body_jntadr[i], njnt = m->body_jntnum[i];

  // a free joint replaces the pose
  if (njnt == 1 && m->jnt_type[jnt] == mjJNT_FREE) {
    const mjtNum* qpos = d->qpos + m->jnt_qposadr[jnt];
    fc_copy3(pose->pos, qpos);
    unit_quat(pose->quat, qpos + 3);
    fc_copy3(d->xanchor + 3 * jnt, pose->pos);
    fc_copy3(d->xaxis + 3 * jnt, m->jnt_axis + 3 * jnt);
    return;
  }

  rest_pose(m, d, i, pose);
  for (int j = jnt; j < jnt + njnt; j++)
    apply_joint(m, d, j, pose);
  fc_normalize4(pose->quat);
}

// frames of all bodies; marks the trees of sleeping bodies that were moved, returns nonzero if
// there are any
static int body_frames(const mjModel* m, mjData* d, mjtByte* moved) {
  int sleep = m->opt.enableflags & mjENBL_SLEEP, nmoved = 0;
  for (int i = 1; i < m->nbody; i++) {
    int state = sleep ? d->body_awake[i] : mjS_AWAKE;
    mjtNum *xpos = d->xpos + 3 * i, *xquat = d->xquat + 4 * i;
    Pose pose;
    if (state == mjS_STATIC)
      continue;
    body_pose(m, d, i, &pose);

    // an unchanged sleeping body needs nothing more
    if (state == mjS_ASLEEP) {
      int same = xpos[0] == pose.pos[0] && xpos[1] == pose.pos[1] && xpos[2] == pose.pos[2] &&
                 xquat[0] == pose.quat[0] && xquat[1] == pose.quat[1] && xquat[2] == pose.quat[2] &&
                 xquat[3] == pose.quat[3];
      if (same)
        continue;
      if (m->body_jntnum[i]) {
        moved[m->body_treeid[i]] = 1;
        nmoved++;
      }
    }

    fc_copy3(xpos, pose.pos);
    fc_copy4(xquat, pose.quat);
    fc_quat2Mat(d->xmat + 9 * i, pose.quat);
  }
  return nmoved;
}

// global pose of an object attached to body i; either output may be NULL
static inline void attached_pose(const mjData* d, mjtNum* restrict xpos, mjtNum* restrict xmat,
                                 const mjtNum* pos, const mjtNum* quat, int i, int sameframe) {
  if (xpos && pos) {
    if (sameframe == mjSAMEFRAME_BODY) {
      fc_copy3(xpos, d->xpos + 3 * i);
    } else if (sameframe == mjSAMEFRAME_INERTIA) {
      fc_copy3(xpos, d->xipos + 3 * i);
    } else {
      fc_mulMatVec3(xpos, d->xmat + 9 * i, pos);
      fc_addTo3(xpos, d->xpos + 3 * i);
    }
  }

  if (xmat && quat) {
    if (sameframe == mjSAMEFRAME_NONE) {
      mjtNum global[4];
      fc_mulQuat(global, d->xquat + 4 * i, quat);
      fc_quat2Mat(xmat, global);
    } else if (sameframe == mjSAMEFRAME_BODY || sameframe == mjSAMEFRAME_BODYROT) {
      memcpy(xmat, d->xmat + 9 * i, 9 * sizeof(mjtNum));
    } else {
      memcpy(xmat, d->ximat + 9 * i, 9 * sizeof(mjtNum));
    }
  }
}

void mj_local2Global(mjData* d, mjtNum* xpos, mjtNum* xmat, const mjtNum* pos, const mjtNum* quat,
                     int body, mjtByte sameframe) {
  attached_pose(d, xpos, xmat, pos, quat, body, sameframe);
}

// inertial frames, geoms and sites from the body frames
static void attached_frames(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);

  // inertial frames, of static bodies too
  int nbody = filter ? d->nbody_awake : m->nbody;
  for (int k = 0; k < nbody; k++) {
    int i = filter ? d->body_awake_ind[k] : k;
    if (i) {
      attached_pose(d, d->xipos + 3 * i, d->ximat + 9 * i, m->body_ipos + 3 * i,
                    m->body_iquat + 4 * i, i, m->body_sameframe[i]);
    }
  }

  for (int g = filter ? 0 : world_geoms_settled(m, d); g < m->ngeom; g++) {
    int i = m->geom_bodyid[g];
    if (!filter || d->body_awake[i] == mjS_AWAKE) {
      attached_pose(d, d->geom_xpos + 3 * g, d->geom_xmat + 9 * g, m->geom_pos + 3 * g,
                    m->geom_quat + 4 * g, i, m->geom_sameframe[g]);
    }
  }

  for (int s = 0; s < m->nsite; s++) {
    int i = m->site_bodyid[s];
    if (!filter || d->body_awake[i] == mjS_AWAKE) {
      attached_pose(d, d->site_xpos + 3 * s, d->site_xmat + 9 * s, m->site_pos + 3 * s,
                    m->site_quat + 4 * s, i, m->site_sameframe[s]);
    }
  }
}

void mj_kinematics(const mjModel* m, mjData* d) {
  static const mjtNum identity_quat[4] = {1, 0, 0, 0};
  static const mjtNum identity_mat[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  // the world never moves
  fc_zero3(d->xpos);
  fc_zero3(d->xipos);
  fc_copy4(d->xquat, identity_quat);
  memcpy(d->xmat, identity_mat, sizeof identity_mat);
  memcpy(d->ximat, identity_mat, sizeof identity_mat);

  // a tree wakes when the user moved it, pushed it, or switched sleeping off
  if (d->ntree_awake < m->ntree) {
    mj_markStack(d);
    mjtByte* moved = mj_stackAllocByte(d, (size_t)m->ntree, 1);
    memset(moved, 0, (size_t)m->ntree);
    body_frames(m, d, moved);
    if (sleep_wake_disturbed(m, d, moved))
      sleep_arrays_update(m, d);
    mj_freeStack(d);
  } else {
    body_frames(m, d, NULL);
  }

  attached_frames(m, d);
}
