// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Poses of cameras and lights: fixed to a body, following its position in a constant orientation,
// or looking at another body.

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/mechanics/sleep.h"

// true when neither the carrying nor the target body is awake while something sleeps
static int pose_unchanged(const mjData* d, int filter, int body, int target) {
  return filter && d->body_awake[body] != mjS_AWAKE &&
         (target < 0 || d->body_awake[target] != mjS_AWAKE);
}

// orientation of a camera at `pos` that looks at `target` with world z up; axes are the columns of
// the matrix
static void look_at(mjtNum mat[9], const mjtNum pos[3], const mjtNum target[3]) {
  static const mjtNum up[3] = {0, 0, 1};
  mjtNum x[3], y[3], z[3];
  fc_sub3(z, pos, target);
  fc_normalize3(z);
  fc_cross(x, up, z);
  fc_normalize3(x);
  fc_cross(y, z, x);
  fc_normalize3(y);
  for (int k = 0; k < 3; k++) {
    mat[3 * k] = x[k];
    mat[3 * k + 1] = y[k];
    mat[3 * k + 2] = z[k];
  }
}

static void place_camera(const mjModel* m, mjData* d, int i) {
  int body = m->cam_bodyid[i], target = m->cam_targetbodyid[i];
  mjtNum *xpos = d->cam_xpos + 3 * i, *xmat = d->cam_xmat + 9 * i;

  // fixed pose, from which the other modes depart
  mj_local2Global(d, xpos, xmat, m->cam_pos + 3 * i, m->cam_quat + 4 * i, body, mjSAMEFRAME_NONE);

  switch (m->cam_mode[i]) {
    case mjCAMLIGHT_TRACK:
      fc_add3(xpos, d->xpos + 3 * body, m->cam_pos0 + 3 * i);
      memcpy(xmat, m->cam_mat0 + 9 * i, 9 * sizeof(mjtNum));
      break;

    case mjCAMLIGHT_TRACKCOM:
      fc_add3(xpos, d->subtree_com + 3 * body, m->cam_poscom0 + 3 * i);
      memcpy(xmat, m->cam_mat0 + 9 * i, 9 * sizeof(mjtNum));
      break;

    case mjCAMLIGHT_TARGETBODY:
      if (target >= 0) {
        look_at(xmat, xpos, d->xpos + 3 * target);
      }
      break;

    case mjCAMLIGHT_TARGETBODYCOM:
      if (target >= 0) {
        look_at(xmat, xpos, d->subtree_com + 3 * target);
      }
      break;

    default: break;
  }
}

static void place_light(const mjModel* m, mjData* d, int i) {
  int body = m->light_bodyid[i], target = m->light_targetbodyid[i];
  mjtNum *xpos = d->light_xpos + 3 * i, *xdir = d->light_xdir + 3 * i;

  mj_local2Global(d, xpos, NULL, m->light_pos + 3 * i, NULL, body, mjSAMEFRAME_NONE);
  fc_rotVecQuat(xdir, m->light_dir + 3 * i, d->xquat + 4 * body);

  switch (m->light_mode[i]) {
    case mjCAMLIGHT_TRACK:
      fc_add3(xpos, d->xpos + 3 * body, m->light_pos0 + 3 * i);
      fc_copy3(xdir, m->light_dir0 + 3 * i);
      break;

    case mjCAMLIGHT_TRACKCOM:
      fc_add3(xpos, d->subtree_com + 3 * body, m->light_poscom0 + 3 * i);
      fc_copy3(xdir, m->light_dir0 + 3 * i);
      break;

    case mjCAMLIGHT_TARGETBODY:
      if (target >= 0) {
        fc_sub3(xdir, d->xpos + 3 * target, xpos);
      }
      break;

    case mjCAMLIGHT_TARGETBODYCOM:
      if (target >= 0) {
        fc_sub3(xdir, d->subtree_com + 3 * target, xpos);
      }
      break;

    default: break;
  }
  fc_normalize3(xdir);
}

void mj_camlight(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  for (int i = 0; i < m->ncam; i++) {
    if (!pose_unchanged(d, filter, m->cam_bodyid[i], m->cam_targetbodyid[i])) {
      place_camera(m, d, i);
    }
  }
  for (int i = 0; i < m->nlight; i++) {
    if (!pose_unchanged(d, filter, m->light_bodyid[i], m->light_targetbodyid[i])) {
      place_light(m, d, i);
    }
  }
}
