// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Velocity and acceleration of frames attached to bodies, and forces applied at points.

#include <fulcrum/math.h>
#include <fulcrum/passive.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"
#include "core/foundation/data/objects.h"
#include "core/physics/mechanics/jacobian.h"

// frame of an object and the body that carries it; NULL position for types without a frame
typedef struct ObjectFrame_ {
  const mjtNum* pos;
  const mjtNum* mat;
  int body;
} ObjectFrame;

// A frame without position follows after mju_error.
static ObjectFrame object_frame(const mjModel* m, const mjData* d, int type, int id,
                                const char* caller) {
  const ObjectFrame none = {0};
  if (object_count(m, type) >= 0 && mju_type2Str(type) &&
      !is_index(id, object_count(m, type), mju_type2Str(type), caller))
    return none;
  switch (type) {
    case mjOBJ_BODY: return (ObjectFrame){d->xipos + 3 * id, d->ximat + 9 * id, id};
    case mjOBJ_XBODY: return (ObjectFrame){d->xpos + 3 * id, d->xmat + 9 * id, id};
    case mjOBJ_GEOM:
      return (ObjectFrame){d->geom_xpos + 3 * id, d->geom_xmat + 9 * id, m->geom_bodyid[id]};
    case mjOBJ_SITE:
      return (ObjectFrame){d->site_xpos + 3 * id, d->site_xmat + 9 * id, m->site_bodyid[id]};
    case mjOBJ_CAMERA:
      return (ObjectFrame){d->cam_xpos + 3 * id, d->cam_xmat + 9 * id, m->cam_bodyid[id]};
    default: mju_error("%s: invalid object type %d", caller, type); return none;
  }
}

// a motion vector of the body, seen at the object
static void transport(const mjModel* m, const mjData* d, const ObjectFrame* frame,
                      const mjtNum* motion, int local, mjtNum res[6]) {
  fc_transformSpatial(res, motion + 6 * frame->body, 0, frame->pos,
                      d->subtree_com + 3 * m->body_rootid[frame->body], local ? frame->mat : NULL);
}

void mj_objectVelocity(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum* res,
                       int flg_local) {
  ObjectFrame frame = object_frame(m, d, objtype, objid, "mj_objectVelocity");
  if (!is_given(res, "res", "mj_objectVelocity"))
    return;
  fc_zero6(res);
  if (frame.pos && m->body_weldid[frame.body])
    transport(m, d, &frame, d->cvel, flg_local, res);
}

void mj_objectAcceleration(const mjModel* m, const mjData* d, int objtype, int objid, mjtNum* res,
                           int flg_local) {
  ObjectFrame frame = object_frame(m, d, objtype, objid, "mj_objectAcceleration");
  mjtNum vel[6], centripetal[3];
  if (!is_given(res, "res", "mj_objectAcceleration"))
    return;
  fc_zero6(res);
  if (!frame.pos || !m->body_weldid[frame.body])
    return;

  // the point moves through the field of spatial acceleration
  transport(m, d, &frame, d->cvel, flg_local, vel);
  transport(m, d, &frame, d->cacc, flg_local, res);
  fc_cross(centripetal, vel, vel + 3);
  fc_addTo3(res + 3, centripetal);
}

void fc_applyWrench(const mjModel* m, const mjData* d, const mjtNum* force, const mjtNum* torque,
                    const mjtNum point[3], int body, mjtNum* qfrc) {
  int n;
  const int* chain = body_chain(m, body, &n);
  mjtNum arm[3];
  fc_sub3(arm, point, d->subtree_com + 3 * m->body_rootid[body]);
  for (int k = 0; k < n; k++) {
    const mjtNum* axis = d->cdof + 6 * chain[k];
    mjtNum* target = qfrc + chain[k];
    if (force) {
      mjtNum column[3];  // velocity of the point per unit of this dof
      fc_cross(column, axis, arm);
      fc_addTo3(column, axis + 3);
      *target += fc_dot3(column, force);
    }
    if (torque)
      *target += fc_dot3(axis, torque);
  }
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum* force, const mjtNum* torque,
                const mjtNum* point, int body, mjtNum* qfrc_target) {
  if (is_index(body, m->nbody, "body", "mj_applyFT") && is_given(point, "point", "mj_applyFT") &&
      is_given(qfrc_target, "qfrc_target", "mj_applyFT"))
    fc_applyWrench(m, d, force, torque, point, body, qfrc_target);
}
