// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Frames of bodies and of what is attached to them. Include after model.h.

#ifndef FULCRUM_LANES_KINEMATICS_H_
#define FULCRUM_LANES_KINEMATICS_H_

#include <fulcrum/lanes/spatial.h>

// the frame of a body while its joints move it
typedef struct Pose_ {
  num pos[3], quat[4];
} Pose;

LANE_INLINE void world_frame(Sim* s) {
  zero(s->xpos, 3);
  zero(s->xipos, 3);
  zero(s->xquat, 4);
  s->xquat[0] = num_of(1);
  LANE_EACH(k, 9) s->xmat[k] = s->ximat[k] = num_of(k % 4 == 0);
}

// the frame of a body relative to its parent, by the model or by the user
LANE_INLINE void rest_pose(Sim* s, Pose* p, const int parent, const num* pos, const num* quat) {
  if (parent) {
    mat_times(p->pos, s->xmat + 9 * parent, pos);
    add_to(p->pos, s->xpos + 3 * parent, 3);
    quat_times(p->quat, s->xquat + 4 * parent, quat);
  } else {
    copy(p->pos, pos, 3);
    copy(p->quat, quat, 4);
  }
}

LANE_INLINE void mocap_pose(Sim* s, Pose* p, const int parent, const num* pos, const num* quat) {
  num unit[4];
  copy(unit, quat, 4);
  quat_normalize(unit);
  rest_pose(s, p, parent, pos, unit);
}

LANE_INLINE void free_joint(Sim* s, Pose* p, const int joint, const int qpos) {
  copy(p->pos, s->qpos + qpos, 3);
  copy(p->quat, s->qpos + qpos + 3, 4);
  quat_normalize(p->quat);
  copy(s->xanchor + 3 * joint, p->pos, 3);
  copy(s->xaxis + 3 * joint, s->jnt_axis + 3 * joint, 3);
}

LANE_INLINE void record_axis(Sim* s, Pose* p, const int joint) {
  quat_rotate(s->xaxis + 3 * joint, s->jnt_axis + 3 * joint, p->quat);
  if (any(nonzero(s->jnt_pos + 3 * joint, 3))) {
    num arm[3];
    quat_rotate(arm, s->jnt_pos + 3 * joint, p->quat);
    LANE_EACH(k, 3) s->xanchor[3 * joint + k] = p->pos[k] + arm[k];
  } else {
    copy(s->xanchor + 3 * joint, p->pos, 3);
  }
}

// turns the frame about the anchor of a joint
LANE_INLINE void turn_pose(Sim* s, Pose* p, const int joint, const num* turn) {
  num quat[4];
  quat_times(quat, p->quat, turn);
  copy(p->quat, quat, 4);
  if (any(nonzero(s->jnt_pos + 3 * joint, 3))) {
    num arm[3];
    const mask apart = nonzero(s->jnt_pos + 3 * joint, 3);
    quat_rotate(arm, s->jnt_pos + 3 * joint, p->quat);
    LANE_EACH(k, 3)
    p->pos[k] = num_select(apart, s->xanchor[3 * joint + k] - arm[k], p->pos[k]);
  }
}

LANE_INLINE void hinge_joint(Sim* s, Pose* p, const int joint, const int qpos) {
  num turn[4], sine;
  sine_cosine((s->qpos[qpos] - s->qpos0[qpos]) * num_of((real)0.5), &sine, turn);
  LANE_EACH(k, 3) turn[1 + k] = s->jnt_axis[3 * joint + k] * sine;
  record_axis(s, p, joint);
  turn_pose(s, p, joint, turn);
}

LANE_INLINE void ball_joint(Sim* s, Pose* p, const int joint, const int qpos) {
  num turn[4];
  copy(turn, s->qpos + qpos, 4);
  quat_normalize(turn);
  record_axis(s, p, joint);
  turn_pose(s, p, joint, turn);
}

LANE_INLINE void slide_joint(Sim* s, Pose* p, const int joint, const int qpos) {
  record_axis(s, p, joint);
  add_scaled(p->pos, s->xaxis + 3 * joint, s->qpos[qpos] - s->qpos0[qpos], 3);
}

// stores the frame; turned: by joints or a parent, so that its quaternion is normalised
LANE_INLINE void body_frame(Sim* s, Pose* p, const int body, const int turned) {
  if (turned)
    quat_normalize(p->quat);
  copy(s->xpos + 3 * body, p->pos, 3);
  copy(s->xquat + 4 * body, p->quat, 4);
  quat_to_mat(s->xmat + 9 * body, p->quat);
}

// a frame of its own on a body; the world: body 0
LANE_INLINE void attached_pos(Sim* s, num* xpos, const int body, const num* pos) {
  if (body) {
    mat_times(xpos, s->xmat + 9 * body, pos);
    add_to(xpos, s->xpos + 3 * body, 3);
  } else {
    copy(xpos, pos, 3);
  }
}
LANE_INLINE void attached_mat(Sim* s, num* xmat, const int body, const num* quat) {
  num q[4];
  if (body)
    quat_times(q, s->xquat + 4 * body, quat);
  else
    copy(q, quat, 4);
  quat_to_mat(xmat, q);
}

#endif  // FULCRUM_LANES_KINEMATICS_H_
