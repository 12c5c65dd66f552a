// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Mouse motions that move a camera, or the model in its room.

#include <fulcrum/math.h>

#include "core/view/scene/move.h"

int mouse_to_world(mjtNum world[3], int action, mjtNum reldx, mjtNum reldy, const mjtNum forward[3],
                   const char* caller) {
  mjtNum vec[3];
  switch (action) {
    case mjMOUSE_ROTATE_V: fc_set3(vec, reldy, 0, reldx); break;
    case mjMOUSE_ROTATE_H: fc_set3(vec, reldy, reldx, 0); break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL: fc_set3(vec, reldx, 0, -reldy); break;
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL: fc_set3(vec, reldx, -reldy, 0); break;
    default: mju_error("%s: mouse action %d is not supported", caller, action); return -1;
  }
  mjv_alignToCamera(world, vec, forward);
  return 0;
}

mjtNum mouse_scale(const mjvScene* scn, const mjtNum target[3], const mjtNum head[3],
                   const mjtNum forward[3], int orthographic) {
  // in an orthographic picture the mouse would move too fast
  static const mjtNum orthographic_speed = 0.15;
  mjtNum ray[3];
  fc_sub3(ray, target, head);
  const mjtNum scale = mjv_frustumHeight(scn) * fc_dot3(ray, forward);
  return orthographic ? scale * orthographic_speed : scale;
}

// ---------------------------------------------------------------- cameras

// Keeps a free camera within its limits.
static void limit_camera(const mjModel* m, mjvCamera* cam) {
  if (cam->azimuth > 180)
    cam->azimuth -= 360;
  if (cam->azimuth < -180)
    cam->azimuth += 360;
  cam->elevation = fc_clip(cam->elevation, -89, 89);
  cam->distance = fc_clip(cam->distance, 0.01 * m->stat.extent, 100 * m->stat.extent);
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn,
                    mjvCamera* cam) {
  mjtNum head[3] = {0}, forward[3] = {0}, up[3] = {0}, right[3], step[3];
  if (cam->type == mjCAMERA_FIXED)
    return;
  const int relative = action == mjMOUSE_MOVE_V_REL || action == mjMOUSE_MOVE_H_REL;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      cam->azimuth -= 180 * reldx;
      cam->elevation -= 180 * reldy;
      break;
    case mjMOUSE_ZOOM: {
      const mjtNum unit = 3 * m->stat.extent;
      cam->distance -= 3 * unit * reldy * log(1 + cam->distance / unit);
      break;
    }
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      if (cam->type == mjCAMERA_TRACKING)
        return;
      mjv_cameraInModel(head, forward, up, scn);
      if (relative) {
        fc_addToScl3(cam->lookat, action == mjMOUSE_MOVE_V_REL ? up : forward, reldy);
        fc_cross(right, forward, up);
        fc_addToScl3(cam->lookat, right, reldx);
      } else if (!mouse_to_world(step, action, reldx, reldy, forward, "mjv_moveCamera")) {
        fc_addToScl3(cam->lookat, step,
                     -mouse_scale(scn, cam->lookat, head, forward, cam->orthographic));
      }
      break;
    default: mju_error("mjv_moveCamera: mouse action %d is not supported", action); return;
  }
  limit_camera(m, cam);
}

// ---------------------------------------------------------------- the model

// Rotates the model by a rotation vector in room coordinates.
static void turn_model(mjvScene* scn, const mjtNum vector[3]) {
  mjtNum axis[3], turn[4], quat[4];
  fc_copy3(axis, vector);
  const mjtNum angle = fc_normalize3(axis);
  fc_axisAngle2Quat(turn, axis, angle < mjMINVAL ? 0 : angle);
  for (int k = 0; k < 4; k++)
    quat[k] = scn->rotate[k];
  fc_mulQuat(quat, turn, quat);
  fc_normalize4(quat);
  for (int k = 0; k < 4; k++)
    scn->rotate[k] = (float)quat[k];
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum* roomup,
                   mjvScene* scn) {
  mjtNum forward[3] = {0}, right[3], step[3];
  if (!scn->enabletransform)
    return;
  mjv_cameraInRoom(NULL, forward, NULL, scn);
  fc_addToScl3(forward, roomup, -fc_dot3(forward, roomup));
  fc_normalize3(forward);
  fc_cross(right, forward, roomup);
  fc_normalize3(right);
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H: {
      const mjtNum* first = action == mjMOUSE_ROTATE_V ? roomup : forward;
      for (int k = 0; k < 3; k++)
        step[k] = mjPI * (first[k] * reldx + right[k] * reldy);
      turn_model(scn, step);
      break;
    }
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL: {
      const int vertical = action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_V_REL;
      const mjtNum* second = vertical ? roomup : forward;
      for (int k = 0; k < 3; k++)
        scn->translate[k] += (float)(m->stat.extent * (right[k] * reldx - second[k] * reldy));
      break;
    }
    case mjMOUSE_ZOOM: {
      const mjtNum scale = scn->scale + 3 * reldy * log(1 + (mjtNum)scn->scale / 3);
      scn->scale = (float)fc_clip(scale, 0.01, 100);
      break;
    }
    default: mju_error("mjv_moveModel: mouse action %d is not supported", action);
  }
}
