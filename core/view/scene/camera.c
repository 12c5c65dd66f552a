// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras: from a model camera or the user's view to the two cameras of a scene, one per eye.

#include <string.h>

#include <fulcrum/math.h>

#include "core/view/scene/camera.h"

// ---------------------------------------------------------------- pose

void mjv_cameraFrame(mjtNum* headpos, mjtNum* forward, mjtNum* up, mjtNum* right, const mjData* d,
                     const mjvCamera* cam) {
  mjtNum f[3], u[3], r[3], pos[3];
  switch (cam->type) {
    case mjCAMERA_FREE:
    case mjCAMERA_TRACKING: {
      const mjtNum azimuth = cam->azimuth * (mjPI / 180), elevation = cam->elevation * (mjPI / 180);
      const mjtNum ca = fc_cos(azimuth), sa = fc_sin(azimuth);
      const mjtNum ce = fc_cos(elevation), se = fc_sin(elevation);
      fc_set3(f, ce * ca, ce * sa, se);
      fc_set3(u, -se * ca, -se * sa, ce);
      fc_set3(r, sa, -ca, 0);
      fc_addScl3(pos, cam->lookat, f, -cam->distance);
      break;
    }
    case mjCAMERA_FIXED: {
      const mjtNum* mat = d->cam_xmat + 9 * cam->fixedcamid;
      for (int k = 0; k < 3; k++) {
        r[k] = mat[3 * k];
        u[k] = mat[3 * k + 1];
        f[k] = -mat[3 * k + 2];
      }
      fc_copy3(pos, d->cam_xpos + 3 * cam->fixedcamid);
      break;
    }
    default: mju_error("mjv_cameraFrame: camera type %d is unknown", cam->type); return;
  }
  if (headpos)
    fc_copy3(headpos, pos);
  if (forward)
    fc_copy3(forward, f);
  if (up)
    fc_copy3(up, u);
  if (right)
    fc_copy3(right, r);
}

// ---------------------------------------------------------------- frustum

float camera_half_height(mjtNum fovy, float near) {
  return (float)(near * tan(fovy * (mjPI / 360)));
}

CameraExtent camera_extent(const mjModel* m, int camera, float near) {
  const float *size = m->cam_sensorsize + 2 * camera, *intrinsic = m->cam_intrinsic + 4 * camera;
  CameraExtent e = {0, 0, 0, 0};
  if (m->cam_projection[camera] == mjPROJ_ORTHOGRAPHIC) {
    e.top = e.bottom = (float)(m->cam_fovy[camera] / 2);
  } else if (size[1] != 0) {
    e.top = near / intrinsic[1] * (size[1] / 2 - intrinsic[3]);
    e.bottom = near / intrinsic[1] * (size[1] / 2 + intrinsic[3]);
    e.left = near / intrinsic[0] * (size[0] / 2 - intrinsic[2]);
    e.right = near / intrinsic[0] * (size[0] / 2 + intrinsic[2]);
  } else {
    e.top = e.bottom = camera_half_height(m->cam_fovy[camera], near);
  }
  return e;
}

void mjv_cameraFrustum(float* zver, float* zhor, float* zclip, const mjModel* m,
                       const mjvCamera* cam) {
  const float near = (float)(m->vis.map.znear * m->stat.extent),
              far = (float)(m->vis.map.zfar * m->stat.extent);
  CameraExtent e = {0, 0, 0, 0};
  switch (cam->type) {
    case mjCAMERA_FREE:
    case mjCAMERA_TRACKING:
      e.top = e.bottom = m->vis.global.orthographic ? m->vis.global.fovy / 2
                                                    : camera_half_height(m->vis.global.fovy, near);
      break;
    case mjCAMERA_FIXED:
      if (cam->fixedcamid < 0 || cam->fixedcamid >= m->ncam) {
        mju_error("mjv_cameraFrustum: fixed camera id %d is out of range, the model has %d cameras",
                  cam->fixedcamid, (int)m->ncam);
        return;
      }
      e = camera_extent(m, cam->fixedcamid, near);
      break;
    default: mju_error("mjv_cameraFrustum: camera type %d is unknown", cam->type); return;
  }
  if (zver) {
    zver[0] = e.top;
    zver[1] = e.bottom;
  }
  if (zhor) {
    zhor[0] = e.left;
    zhor[1] = e.right;
  }
  if (zclip) {
    zclip[0] = near;
    zclip[1] = far;
  }
}

// ---------------------------------------------------------------- eyes

// Checks that the scene can be seen through this camera; raises an error if not.
static int camera_is_valid(const mjModel* m, const mjvCamera* cam) {
  if (cam->type == mjCAMERA_FIXED && (cam->fixedcamid < 0 || cam->fixedcamid >= m->ncam)) {
    mju_error("mjv_updateCamera: fixed camera id %d is out of range, the model has %d cameras",
              cam->fixedcamid, (int)m->ncam);
    return 0;
  }
  if (cam->type == mjCAMERA_TRACKING && (cam->trackbodyid < 0 || cam->trackbodyid >= m->nbody)) {
    mju_error("mjv_updateCamera: tracked body id %d is out of range, the model has %d bodies",
              cam->trackbodyid, (int)m->nbody);
    return 0;
  }
  if (cam->type < mjCAMERA_FREE || cam->type > mjCAMERA_USER) {
    mju_error("mjv_updateCamera: camera type %d is unknown", cam->type);
    return 0;
  }
  return 1;
}

void mjv_updateCamera(const mjModel* m, const mjData* d, mjvCamera* cam, mjvScene* scn) {
  if (!m || !cam || cam->type == mjCAMERA_USER || !camera_is_valid(m, cam))
    return;
  mjtNum head[3], forward[3], up[3], right[3];
  float zver[2], zhor[2], zclip[2];
  if (cam->type == mjCAMERA_TRACKING)
    fc_copy3(cam->lookat, d->subtree_com + 3 * cam->trackbodyid);
  mjv_cameraFrame(head, forward, up, right, d, cam);
  mjv_cameraFrustum(zver, zhor, zclip, m, cam);
  const int fixed = cam->type == mjCAMERA_FIXED;
  const mjtNum distance = fixed ? m->cam_ipd[cam->fixedcamid] : m->vis.global.ipd;
  const int orthographic = fixed ? m->cam_projection[cam->fixedcamid] == mjPROJ_ORTHOGRAPHIC
                                 : m->vis.global.orthographic;
  for (int eye = 0; eye < 2; eye++) {
    mjvGLCamera* gl = scn->camera + eye;
    const mjtNum shift = (eye ? 0.5 : -0.5) * distance;
    for (int k = 0; k < 3; k++) {
      gl->pos[k] = (float)(head[k] + shift * right[k]);
      gl->forward[k] = (float)forward[k];
      gl->up[k] = (float)up[k];
    }
    gl->frustum_center = (zhor[1] - zhor[0]) / 2;
    gl->frustum_width = (zhor[1] + zhor[0]) / 2;
    gl->frustum_top = zver[0];
    gl->frustum_bottom = -zver[1];
    gl->frustum_near = zclip[0];
    gl->frustum_far = zclip[1];
    gl->orthographic = orthographic;
  }
  scn->enabletransform = 0;
}

// (a + b) / 2, also where the sum overflows
static float halfway(float a, float b) { return a / 2 + b / 2; }

mjvGLCamera mjv_averageCamera(const mjvGLCamera* cam1, const mjvGLCamera* cam2) {
  mjvGLCamera mean;
  memset(&mean, 0, sizeof mean);
  if (!cam1->orthographic != !cam2->orthographic) {
    mju_error("mjv_averageCamera: one camera is orthographic and the other is not");
    return mean;
  }
  mjtNum forward[3], up[3];
  for (int k = 0; k < 3; k++) {
    mean.pos[k] = halfway(cam1->pos[k], cam2->pos[k]);
    forward[k] = (mjtNum)cam1->forward[k] + cam2->forward[k];
    up[k] = (mjtNum)cam1->up[k] + cam2->up[k];
  }
  fc_normalize3(forward);
  fc_addToScl3(up, forward, -fc_dot3(up, forward));
  fc_normalize3(up);
  for (int k = 0; k < 3; k++) {
    mean.forward[k] = (float)forward[k];
    mean.up[k] = (float)up[k];
  }
  mean.orthographic = cam1->orthographic;
  mean.frustum_center = halfway(cam1->frustum_center, cam2->frustum_center);
  mean.frustum_width = halfway(cam1->frustum_width, cam2->frustum_width);
  mean.frustum_bottom = halfway(cam1->frustum_bottom, cam2->frustum_bottom);
  mean.frustum_top = halfway(cam1->frustum_top, cam2->frustum_top);
  mean.frustum_near = halfway(cam1->frustum_near, cam2->frustum_near);
  mean.frustum_far = halfway(cam1->frustum_far, cam2->frustum_far);
  return mean;
}
