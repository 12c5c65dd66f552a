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

#include "core/foundation/data/argument.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/foundation/math/four.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/mechanics/trees.h"
#include "core/physics/mechanics/world_geoms.h"

typedef struct Pose_ {
  Four pos;
  Four quat;
} Pose;

// normalised copy of a quaternion found in the state
static inline void unit_quat(Four* res, const mjtNum quat[4]) {
  *res = *cfour(quat);
  four_normalize(res);
}

// pose of body i before its joints move it
static inline void rest_pose(const mjModel* m, const mjData* d, int i, Pose* pose) {
  const int parent = m->body_parentid[i], mocap = m->body_mocapid[i];
  const mjtNum* pos = m->body_pos + 3 * i;

  // mocap bodies take their pose from the user
  if (mocap >= 0) {
    pos = d->mocap_pos + 3 * mocap;
    unit_quat(&pose->quat, d->mocap_quat + 4 * mocap);
  } else {
    pose->quat = *cfour(m->body_quat + 4 * i);
  }

  if (parent) {
    mjtNum global[3];
    fc_mulMatVec3(global, d->xmat + 9 * parent, pos);
    fc_addTo3(global, d->xpos + 3 * parent);
    load3(&pose->pos, global);
    four_mul_quat(&pose->quat, cfour(d->xquat + 4 * parent), &pose->quat);
  } else {
    load3(&pose->pos, pos);
  }
}

// Sine and cosine of half the angle of each hinge, kept in xanchor until the joint is applied:
// calls of the C library would move the pose from registers to memory.
static void turn_hinges(const mjModel* m, mjData* d, int begin, int end) {
  for (int j = begin; j < end; j++) {
    if (m->jnt_type[j] == mjJNT_HINGE) {
      const int adr = m->jnt_qposadr[j];
      const mjtNum half = (d->qpos[adr] - m->qpos0[adr]) * (mjtNum)0.5;
      d->xanchor[3 * j] = fc_sin(half);
      d->xanchor[3 * j + 1] = fc_cos(half);
    }
  }
}

// move the pose through one joint, record the joint's axis and anchor
static inline void apply_joint(const mjModel* m, mjData* d, int j, Pose* pose) {
  const mjtNum *jnt_pos = m->jnt_pos + 3 * j, *qpos = d->qpos + m->jnt_qposadr[j];
  const int centred = jnt_pos[0] == 0 && jnt_pos[1] == 0 && jnt_pos[2] == 0;
  const mjtNum turned[2] = {d->xanchor[3 * j], d->xanchor[3 * j + 1]};
  Four axis, xaxis, offset, anchor = pose->pos, turn;

  load3(&axis, m->jnt_axis + 3 * j);
  four_rotate(&xaxis, &axis, &pose->quat);
  store3(d->xaxis + 3 * j, &xaxis);
  if (!centred) {
    load3(&offset, jnt_pos);
    four_rotate(&anchor, &offset, &pose->quat);
    anchor += pose->pos;
  }
  store3(d->xanchor + 3 * j, &anchor);

  switch (m->jnt_type[j]) {
    case mjJNT_SLIDE: pose->pos += xaxis * (qpos[0] - m->qpos0[m->jnt_qposadr[j]]); return;

    case mjJNT_HINGE:
      turn = FOUR_LANES(axis, 2, 0, 1, 2) * turned[0];
      turn[0] = turned[1];
      break;

    default: unit_quat(&turn, qpos); break;
  }

  // rotate about the anchor
  four_mul_quat(&pose->quat, &pose->quat, &turn);
  if (!centred) {
    four_rotate(&offset, &offset, &pose->quat);
    pose->pos = anchor - offset;
  }
}

// pose of body i, with the axes and anchors of its joints
static inline void body_pose(const mjModel* m, mjData* d, int i, Pose* pose) {
  const int jnt = m->body_jntadr[i], njnt = m->body_jntnum[i];

  // a free joint replaces the pose
  if (njnt == 1 && m->jnt_type[jnt] == mjJNT_FREE) {
    const mjtNum* qpos = d->qpos + m->jnt_qposadr[jnt];
    load3(&pose->pos, qpos);
    unit_quat(&pose->quat, qpos + 3);
    store3(d->xanchor + 3 * jnt, &pose->pos);
    fc_copy3(d->xaxis + 3 * jnt, m->jnt_axis + 3 * jnt);
    return;
  }

  rest_pose(m, d, i, pose);
  for (int j = jnt; j < jnt + njnt; j++)
    apply_joint(m, d, j, pose);
  four_normalize(&pose->quat);
}

// Where the frames go; `moved` marks the trees of sleeping bodies that were moved.
typedef struct Frames_ {
  const mjModel* m;
  mjData* d;
  mjtByte* moved;
} Frames;

static __attribute__((noinline)) void some_frames(const Frames* frames, int begin, int end) {
  const mjModel* m = frames->m;
  mjData* d = frames->d;
  const int sleep = m->opt.enableflags & mjENBL_SLEEP;
  for (int i = begin; i < end; i++) {
    int state = sleep ? d->body_awake[i] : mjS_AWAKE;
    mjtNum *xpos = d->xpos + 3 * i, *xquat = d->xquat + 4 * i;
    Pose pose;
    Four row[3];
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
      if (m->body_jntnum[i])
        frames->moved[m->body_treeid[i]] = 1;
    }

    store3(xpos, &pose.pos);
    *four(xquat) = pose.quat;
    four_to_mat(row, &pose.quat);
    store_rows(d->xmat + 9 * i, row);
  }
}

static void tree_frames(void* context, int begin, int end) {
  const Frames* frames = context;
  const mjModel* m = frames->m;
  turn_hinges(m, frames->d, m->body_jntadr[m->tree_bodyadr[begin]], tree_joint_end(m, end - 1));
  for (int t = begin; t < end; t++)
    some_frames(frames, m->tree_bodyadr[t], tree_body_end(m, t));
}

// frames of all bodies but the world
static void body_frames(const mjModel* m, mjData* d, mjtByte* moved) {
  Frames frames = {m, d, moved};
  if (!parallel_wanted(d)) {
    turn_hinges(m, d, 0, (int)m->njnt);
    some_frames(&frames, 1, (int)m->nbody);
    return;
  }
  for (int t = 0; t <= m->ntree; t++)
    some_frames(&frames, t ? gap_begin(m, t) : 1, gap_end(m, t));
  for_trees(m, d, tree_frames, &frames);
}

static inline void copy_mat(mjtNum* restrict res, const mjtNum* restrict mat) {
  *four(res) = *cfour(mat);
  *four(res + 4) = *cfour(mat + 4);
  res[8] = mat[8];
}

// The frame of the world is the identity.

// global position of an object attached to body i
static inline void attached_pos(const mjData* d, mjtNum* restrict xpos, const mjtNum* pos, int i,
                                int sameframe) {
  if (sameframe == mjSAMEFRAME_BODY) {
    fc_copy3(xpos, d->xpos + 3 * i);
  } else if (sameframe == mjSAMEFRAME_INERTIA) {
    fc_copy3(xpos, d->xipos + 3 * i);
  } else {
    if (i) {
      fc_mulMatVec3(xpos, d->xmat + 9 * i, pos);
      fc_addTo3(xpos, d->xpos + 3 * i);
    } else {
      fc_copy3(xpos, pos);
    }
  }
}

// its global orientation
static inline void attached_mat(const mjData* d, mjtNum* restrict xmat, const mjtNum* quat, int i,
                                int sameframe) {
  if (sameframe == mjSAMEFRAME_NONE) {
    Four global = *cfour(quat), row[3];
    if (i)
      four_mul_quat(&global, cfour(d->xquat + 4 * i), &global);
    four_to_mat(row, &global);
    store_rows(xmat, row);
  } else if (sameframe == mjSAMEFRAME_BODY || sameframe == mjSAMEFRAME_BODYROT) {
    copy_mat(xmat, d->xmat + 9 * i);
  } else {
    copy_mat(xmat, d->ximat + 9 * i);
  }
}

void mj_local2Global(mjData* d, mjtNum* xpos, mjtNum* xmat, const mjtNum* pos, const mjtNum* quat,
                     int body, mjtByte sameframe) {
  if (!is_index(body, data_record(d)->nbody, "body", "mj_local2Global"))
    return;
  if (xpos && pos)
    attached_pos(d, xpos, pos, body, sameframe);
  if (xmat && quat)
    attached_mat(d, xmat, quat, body, sameframe);
}

// inertial frames, of static bodies too
static void inertial_frames(void* context, int begin, int end) {
  const TreeLoop* all = context;
  const mjModel* m = all->m;
  mjData* d = all->d;
  for (int k = begin; k < end; k++) {
    int i = all->filter ? d->body_awake_ind[k] : k;
    if (i) {
      attached_pos(d, d->xipos + 3 * i, m->body_ipos + 3 * i, i, m->body_sameframe[i]);
      attached_mat(d, d->ximat + 9 * i, m->body_iquat + 4 * i, i, m->body_sameframe[i]);
    }
  }
}

// The frames of geoms from `first` on.
typedef struct GeomLoop_ {
  const mjModel* m;
  mjData* d;
  int filter, first;
} GeomLoop;

static void geom_frames(void* context, int begin, int end) {
  const GeomLoop* some = context;
  const mjModel* m = some->m;
  mjData* d = some->d;
  for (int g = some->first + begin; g < some->first + end; g++) {
    int i = m->geom_bodyid[g];
    if (!some->filter || d->body_awake[i] == mjS_AWAKE) {
      attached_pos(d, d->geom_xpos + 3 * g, m->geom_pos + 3 * g, i, m->geom_sameframe[g]);
      attached_mat(d, d->geom_xmat + 9 * g, m->geom_quat + 4 * g, i, m->geom_sameframe[g]);
    }
  }
}

static void site_frames(void* context, int begin, int end) {
  const TreeLoop* all = context;
  const mjModel* m = all->m;
  mjData* d = all->d;
  for (int s = begin; s < end; s++) {
    int i = m->site_bodyid[s];
    if (!all->filter || d->body_awake[i] == mjS_AWAKE) {
      attached_pos(d, d->site_xpos + 3 * s, m->site_pos + 3 * s, i, m->site_sameframe[s]);
      attached_mat(d, d->site_xmat + 9 * s, m->site_quat + 4 * s, i, m->site_sameframe[s]);
    }
  }
}

// inertial frames, geoms and sites from the body frames
static void attached_frames(const mjModel* m, mjData* d) {
  enum { GRAIN = 128 };
  TreeLoop all = {m, d, sleep_filters_bodies(m, d)};
  parallel_for(d, all.filter ? d->nbody_awake : (int)m->nbody, GRAIN, inertial_frames, &all);
  GeomLoop some = {m, d, all.filter, all.filter ? 0 : world_geoms_settled(m, d)};
  parallel_for(d, (int)m->ngeom - some.first, GRAIN, geom_frames, &some);
  parallel_for(d, (int)m->nsite, GRAIN, site_frames, &all);
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
