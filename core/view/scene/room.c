// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Room and model: the cameras of a scene stand in a room into which the model is put by a
// similarity transform (scn->translate, rotate, scale) while scn->enabletransform is set.
//
//   room = translate + scale * R * model

#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

static int scale_is_valid(const mjvScene* scn, const char* caller) {
  if (scn->scale >= mjMINVAL)
    return 1;
  mju_error("%s: the scale of the scene is %g, too small to be divided by", caller,
            (double)scn->scale);
  return 0;
}

// rotation and translation of a scene in double precision
static void read_transform(mjtNum quat[4], mjtNum translate[3], const mjvScene* scn) {
  for (int k = 0; k < 4; k++)
    quat[k] = scn->rotate[k];
  for (int k = 0; k < 3; k++)
    translate[k] = scn->translate[k];
}

void mjv_room2model(mjtNum* modelpos, mjtNum* modelquat, const mjtNum* roompos,
                    const mjtNum* roomquat, const mjvScene* scn) {
  if (!scale_is_valid(scn, "mjv_room2model"))
    return;
  if (!scn->enabletransform) {
    fc_copy3(modelpos, roompos);
    fc_copy4(modelquat, roomquat);
    return;
  }
  mjtNum quat[4], inverse[4], translate[3], local[3];
  read_transform(quat, translate, scn);
  fc_negQuat(inverse, quat);
  fc_sub3(local, roompos, translate);
  fc_rotVecQuat(local, local, inverse);
  fc_scl3(modelpos, local, 1 / (mjtNum)scn->scale);
  fc_mulQuat(modelquat, inverse, roomquat);
}

void mjv_model2room(mjtNum* roompos, mjtNum* roomquat, const mjtNum* modelpos,
                    const mjtNum* modelquat, const mjvScene* scn) {
  if (!scale_is_valid(scn, "mjv_model2room"))
    return;
  if (!scn->enabletransform) {
    fc_copy3(roompos, modelpos);
    fc_copy4(roomquat, modelquat);
    return;
  }
  mjtNum quat[4], translate[3], turned[3];
  read_transform(quat, translate, scn);
  fc_rotVecQuat(turned, modelpos, quat);
  fc_addScl3(roompos, translate, turned, scn->scale);
  fc_mulQuat(roomquat, quat, modelquat);
}

// ---------------------------------------------------------------- position of the head

static int near_planes_are_valid(const mjvScene* scn, const char* caller) {
  if (scn->camera[0].frustum_near >= mjMINVAL && scn->camera[1].frustum_near >= mjMINVAL)
    return 1;
  mju_error(
      "%s: the near plane of the scene camera is too small (%g and %g); update the camera of the "
      "scene first",
      caller, (double)scn->camera[0].frustum_near, (double)scn->camera[1].frustum_near);
  return 0;
}

static void eye_frame(mjtNum pos[3], mjtNum forward[3], mjtNum up[3], const mjvGLCamera* eye) {
  for (int k = 0; k < 3; k++) {
    pos[k] = eye->pos[k];
    forward[k] = eye->forward[k];
    up[k] = eye->up[k];
  }
}

// NULL outputs are skipped
static void hand_out(mjtNum* headpos, mjtNum* forward, mjtNum* up, const mjtNum pos[3],
                     const mjtNum ahead[3], const mjtNum above[3]) {
  if (headpos)
    fc_copy3(headpos, pos);
  if (forward) {
    fc_copy3(forward, ahead);
    fc_normalize3(forward);
  }
  if (up) {
    fc_copy3(up, above);
    fc_normalize3(up);
  }
}

// Orientation of an eye: the columns of the matrix of quat are left, up and forward.
static void eye_quat(mjtNum quat[4], mjtNum forward[3], mjtNum up[3]) {
  mjtNum left[3], mat[9];
  fc_normalize3(forward);
  fc_normalize3(up);
  fc_cross(left, up, forward);
  fc_normalize3(left);
  for (int k = 0; k < 3; k++) {
    mat[3 * k] = left[k];
    mat[3 * k + 1] = up[k];
    mat[3 * k + 2] = forward[k];
  }
  mju_mat2Quat(quat, mat);
}

void mjv_cameraInModel(mjtNum* headpos, mjtNum* forward, mjtNum* up, const mjvScene* scn) {
  const mjvGLCamera* camera = scn->camera;
  mjtNum sum[3][3] = {{0}}, own[4] = {1, 0, 0, 0}, quat[4], mat[9] = {0};
  if (!near_planes_are_valid(scn, "mjv_cameraInModel"))
    return;
  for (int eye = 0; eye < 2; eye++) {
    mjtNum pos[3], f[3], u[3];
    eye_frame(pos, f, u, camera + eye);

    // eyes with the same direction, which is nearly always the case, share their orientation
    if (!eye || memcmp(camera[0].forward, camera[1].forward, sizeof camera->forward) != 0 ||
        memcmp(camera[0].up, camera[1].up, sizeof camera->up) != 0) {
      eye_quat(own, f, u);
      mjv_room2model(pos, quat, pos, own, scn);
      fc_quat2Mat(mat, quat);
    } else {
      mjv_room2model(pos, quat, pos, own, scn);
    }
    for (int k = 0; k < 3; k++) {
      sum[0][k] += pos[k] / 2;
      sum[1][k] += mat[3 * k + 2] / 2;
      sum[2][k] += mat[3 * k + 1] / 2;
    }
  }
  hand_out(headpos, forward, up, sum[0], sum[1], sum[2]);
}

void mjv_cameraInRoom(mjtNum* headpos, mjtNum* forward, mjtNum* up, const mjvScene* scn) {
  mjtNum sum[3][3] = {{0}};
  if (!near_planes_are_valid(scn, "mjv_cameraInRoom"))
    return;
  for (int eye = 0; eye < 2; eye++) {
    mjtNum v[3][3];
    eye_frame(v[0], v[1], v[2], scn->camera + eye);
    for (int i = 0; i < 3; i++)
      fc_addToScl3(sum[i], v[i], 0.5);
  }
  hand_out(headpos, forward, up, sum[0], sum[1], sum[2]);
}

mjtNum mjv_frustumHeight(const mjvScene* scn) {
  const mjvGLCamera *left = scn->camera, *right = scn->camera + 1;
  mjtNum height = 0;
  if (!left->orthographic != !right->orthographic) {
    mju_error("mjv_frustumHeight: one camera of the scene is orthographic and the other is not");
    return 0;
  }
  if (!left->orthographic && !near_planes_are_valid(scn, "mjv_frustumHeight"))
    return 0;
  for (const mjvGLCamera* eye = left; eye <= right; eye++) {
    const float extent = eye->frustum_top - eye->frustum_bottom;
    height += (eye->orthographic ? extent : extent / eye->frustum_near) / 2;
  }
  return height;
}

void mjv_alignToCamera(mjtNum* res, const mjtNum* vec, const mjtNum* forward) {
  // the horizontal direction of sight, and what is to the right of it
  mjtNum y[2] = {forward[0], forward[1]};
  mju_normalize(y, 2);
  const mjtNum x[2] = {y[1], -y[0]};
  const mjtNum aligned[3] = {vec[0] * x[0] + vec[1] * y[0], vec[0] * x[1] + vec[1] * y[1], vec[2]};
  fc_copy3(res, aligned);
}
