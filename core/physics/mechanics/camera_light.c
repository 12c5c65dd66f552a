// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Poses of cameras and lights: fixed to a body, following its position in a constant orientation,
// or looking at another body.

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/physics/mechanics/sleep.h"

// true when something sleeps and neither the carrying nor the target body is awake
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
  int body = m->cam_bodyid[i], mode = m->cam_mode[i], target = m->cam_targetbodyid[i];
  mjtNum *xpos = d->cam_xpos + 3 * i, *xmat = d->cam_xmat + 9 * i;

  // following a body at a constant orientation
  if (mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM) {
    if (mode == mjCAMLIGHT_TRACK)
      fc_add3(xpos, d->xpos + 3 * body, m->cam_pos0 + 3 * i);
    else
      fc_add3(xpos, d->subtree_com + 3 * body, m->cam_poscom0 + 3 * i);
    fc_copy9(xmat, m->cam_mat0 + 9 * i);
    return;
  }

  // fixed to a body, and perhaps looking at another
  int looks = mode == mjCAMLIGHT_TARGETBODY || mode == mjCAMLIGHT_TARGETBODYCOM;
  if (looks && target >= 0) {
    const mjtNum* centres = mode == mjCAMLIGHT_TARGETBODY ? d->xpos : d->subtree_com;
    mj_local2Global(d, xpos, NULL, m->cam_pos + 3 * i, NULL, body, mjSAMEFRAME_NONE);
    look_at(xmat, xpos, centres + 3 * target);
  } else {
    mj_local2Global(d, xpos, xmat, m->cam_pos + 3 * i, m->cam_quat + 4 * i, body, mjSAMEFRAME_NONE);
  }
}

static void place_light(const mjModel* m, mjData* d, int i) {
  int body = m->light_bodyid[i], mode = m->light_mode[i], target = m->light_targetbodyid[i];
  mjtNum *xpos = d->light_xpos + 3 * i, *xdir = d->light_xdir + 3 * i;

  if (mode == mjCAMLIGHT_TRACK) {
    fc_add3(xpos, d->xpos + 3 * body, m->light_pos0 + 3 * i);
    fc_copy3(xdir, m->light_dir0 + 3 * i);
  } else if (mode == mjCAMLIGHT_TRACKCOM) {
    fc_add3(xpos, d->subtree_com + 3 * body, m->light_poscom0 + 3 * i);
    fc_copy3(xdir, m->light_dir0 + 3 * i);
  } else {
    int looks = mode == mjCAMLIGHT_TARGETBODY || mode == mjCAMLIGHT_TARGETBODYCOM;
    mj_local2Global(d, xpos, NULL, m->light_pos + 3 * i, NULL, body, mjSAMEFRAME_NONE);
    if (looks && target >= 0) {
      const mjtNum* centres = mode == mjCAMLIGHT_TARGETBODY ? d->xpos : d->subtree_com;
      fc_sub3(xdir, centres + 3 * target, xpos);
    } else if (!body) {
      fc_copy3(xdir, m->light_dir + 3 * i);
    } else {
      fc_rotVecQuat(xdir, m->light_dir + 3 * i, d->xquat + 4 * body);
    }
  }
  fc_normalize3(xdir);
}

void mj_camlight(const mjModel* m, mjData* d) {
  int filter = sleep_filters_bodies(m, d);
  for (int i = 0; i < m->ncam; i++)
    if (!pose_unchanged(d, filter, m->cam_bodyid[i], m->cam_targetbodyid[i]))
      place_camera(m, d, i);
  for (int i = 0; i < m->nlight; i++)
    if (!pose_unchanged(d, filter, m->light_bodyid[i], m->light_targetbodyid[i]))
      place_light(m, d, i);
}
