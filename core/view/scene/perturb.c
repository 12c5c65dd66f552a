// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Perturbation of a body by the user: a reference pose that the mouse moves, and the forces of a
// critically damped spring that pull the selected body towards it.

#include <fulcrum/math.h>

#include "core/view/scene/move.h"
#include "core/view/scene/selection.h"

static int selects_moving_body(const mjModel* m, const mjvPerturb* pert) {
  return pert->select > 0 && pert->select < m->nbody;
}

// orientation of the inertial frame
static void inertial_quat(mjtNum quat[4], const mjModel* m, const mjData* d, int body) {
  fc_mulQuat(quat, d->xquat + 4 * body, m->body_iquat + 4 * body);
}

// ---------------------------------------------------------------- beginning

// Effective mass at a point of a body for a force, averaged over directions: 3 over the trace of
// the inverse of the mass matrix at the point; 1 where the point cannot move.
static mjtNum mass_at(const mjModel* m, mjData* d, const mjtNum point[3], int body) {
  const int nv = (int)m->nv;
  mj_markStack(d);
  mjtNum* jac = mj_stackAllocNum(d, 3 * (size_t)nv);
  mjtNum* solved = mj_stackAllocNum(d, 3 * (size_t)nv);
  mj_jac(m, d, jac, NULL, point, body);
  mj_solveM(m, d, solved, jac, 3);
  const mjtNum trace = mju_dot(jac, solved, nv) + mju_dot(jac + nv, solved + nv, nv) +
                       mju_dot(jac + 2 * nv, solved + 2 * nv, nv);
  mj_freeStack(d);
  return trace == 0 ? 1 : 3 / fc_max(trace, mjMINVAL);
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  const int body = pert->select, flex = pert->flexselect;
  mjtNum head[3] = {0}, forward[3] = {0}, point[3];
  if (!selects_moving_body(m, pert))
    return;
  mjv_cameraInModel(head, forward, NULL, scn);
  selection_point(point, d, pert);
  pert->localmass = mass_at(m, d, point, body);

  // a vertex of a flex moves with its neighbours
  if (flex >= 0 && flex < m->nflex && !m->flex_rigid[flex])
    pert->localmass *= 2 * (mjtNum)m->flex_edgenum[flex] / m->flex_vertnum[flex];
  fc_copy3(pert->refpos, d->xipos + 3 * body);
  inertial_quat(pert->refquat, m, d, body);
  fc_copy3(pert->refselpos, point);
  pert->scale = mouse_scale(scn, point, head, forward, scn->camera[0].orthographic);
}

// ---------------------------------------------------------------- moving

// Rotates the reference about a vector of the world, by a full turn per window height.
static void turn_reference(mjvPerturb* pert, const mjtNum vec[3]) {
  mjtNum axis[3], turn[4];
  fc_copy3(axis, vec);
  const mjtNum angle = 2 * mjPI * fc_normalize3(axis);
  fc_axisAngle2Quat(turn, axis, angle < mjMINVAL ? 0 : angle);
  fc_mulQuat(pert->refquat, turn, pert->refquat);
  fc_normalize4(pert->refquat);
}

// The reference is never rotated by more than 90 degrees from the body.
static void limit_turn(const mjModel* m, const mjData* d, mjvPerturb* pert) {
  mjtNum quat[4], vec[3], dif[4];
  inertial_quat(quat, m, d, pert->select);
  fc_subQuat(vec, pert->refquat, quat);
  const mjtNum angle = fc_normalize3(vec);
  if (angle <= mjPI / 2)
    return;
  fc_axisAngle2Quat(dif, vec, mjPI / 2);
  fc_mulQuat(pert->refquat, quat, dif);
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy,
                     const mjvScene* scn, mjvPerturb* pert) {
  mjtNum forward[3] = {0}, vec[3];
  mjv_cameraInModel(NULL, forward, NULL, scn);
  if (action == mjMOUSE_ZOOM ||
      mouse_to_world(vec, action, reldx, reldy, forward, "mjv_movePerturb"))
    return;
  switch (action) {
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL: {
      // along axes of the body
      if (pert->select < 0 || pert->select >= m->nbody)
        return;
      const mjtNum* mat = d->xmat + 9 * pert->select;
      const int axis = action == mjMOUSE_MOVE_V_REL ? 2 : 0;
      for (int k = 0; k < 3; k++)
        vec[k] = reldy * mat[3 * k + axis] + reldx * mat[3 * k + 1];
    }  // fall through
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
      fc_addToScl3(pert->refpos, vec, pert->scale);
      fc_addToScl3(pert->refselpos, vec, pert->scale);
      break;
    default:
      turn_reference(pert, vec);
      if (selects_moving_body(m, pert))
        limit_turn(m, d, pert);
  }
}

// ---------------------------------------------------------------- acting

// The joint of a body that has exactly one, if it is a free joint; -1 otherwise.
static int free_joint(const mjModel* m, int body) {
  const int joint = m->body_jntadr[body];
  return m->body_jntnum[body] == 1 && m->jnt_type[joint] == mjJNT_FREE ? joint : -1;
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  const int body = pert->select;
  if (!selects_moving_body(m, pert) || !(pert->active | pert->active2))
    return;

  // the reference, converted to the pose of the body
  mjtNum pos[3], quat[4], inversepos[3], inversequat[4];
  mju_negPose(inversepos, inversequat, m->body_ipos + 3 * body, m->body_iquat + 4 * body);
  mju_mulPose(pos, quat, pert->refpos, pert->refquat, inversepos, inversequat);

  const int mocap = m->body_mocapid[body], root = m->body_rootid[body];
  if (mocap >= 0) {
    fc_copy3(d->mocap_pos + 3 * mocap, pos);
    fc_copy4(d->mocap_quat + 4 * mocap, quat);
    return;
  }
  if (!flg_paused)
    return;
  const int own = free_joint(m, body), joint = own >= 0 ? own : free_joint(m, root);
  if (joint < 0)
    return;
  mjtNum* qpos = d->qpos + m->jnt_qposadr[joint];
  if (own < 0) {
    // the whole tree moves with the body
    mjtNum *rootpos = qpos, *rootquat = qpos + 3;
    mju_negPose(inversepos, inversequat, d->xpos + 3 * body, d->xquat + 4 * body);
    mju_mulPose(inversepos, inversequat, inversepos, inversequat, rootpos, rootquat);
    mju_mulPose(pos, quat, pos, quat, inversepos, inversequat);
  }
  fc_copy3(qpos, pos);
  fc_copy4(qpos + 3, quat);
}

// Force on the selection point, and its torque about the centre of mass.
static void pull(const mjModel* m, const mjData* d, const mjvPerturb* pert, const mjtNum vel[6],
                 mjtNum inertia, mjtNum wrench[6]) {
  const mjtNum stiffness = m->vis.map.stiffness, rotational = m->vis.map.stiffnessrot;
  const mjtNum damping = fc_sqrt(stiffness);
  mjtNum point[3], stretch[3], arm[3], speed[3], axis[3];
  selection_point(point, d, pert);
  fc_sub3(stretch, point, pert->refselpos);
  fc_sub3(arm, point, d->xipos + 3 * pert->select);
  fc_cross(speed, vel, arm);
  fc_addTo3(speed, vel + 3);
  for (int k = 0; k < 3; k++)
    wrench[k] = -pert->localmass * (stiffness * stretch[k] + damping * speed[k]);
  fc_cross(wrench + 3, arm, wrench);

  // damping that keeps the body from spinning about the string
  fc_copy3(axis, stretch);
  fc_normalize3(axis);
  fc_addToScl3(wrench + 3, axis, -fc_sqrt(rotational) * inertia * fc_dot3(axis, vel));
}

// Rotation alone does not change the force.
void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  const int body = pert->select, active = pert->active | pert->active2;
  if (body < 0 || body >= m->nbody || !active)
    return;
  mjtNum vel[6], *wrench = d->xfrc_applied + 6 * body;
  mj_objectVelocity(m, d, mjOBJ_BODY, body, vel, 0);
  const mjtNum weight = m->body_invweight0[2 * body + 1];
  const mjtNum inertia = weight == 0 ? 1 : 1 / fc_max(mjMINVAL, weight);
  if (active & mjPERT_TRANSLATE)
    pull(m, d, pert, vel, inertia, wrench);
  if (!(active & mjPERT_ROTATE))
    return;

  // torque towards the orientation of the reference
  const mjtNum stiffness = m->vis.map.stiffnessrot;
  mjtNum quat[4], inverse[4], turn[3];
  inertial_quat(quat, m, d, body);
  fc_negQuat(inverse, quat);
  fc_mulQuat(quat, pert->refquat, inverse);
  fc_quat2Vel(turn, quat, 1);
  for (int k = 0; k < 3; k++)
    wrench[3 + k] = inertia * (stiffness * turn[k] - fc_sqrt(stiffness) * vel[k]);
}
