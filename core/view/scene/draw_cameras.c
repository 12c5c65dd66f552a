// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Cameras with their frusta, and lights.

#include "core/view/scene/camera.h"
#include "core/view/scene/draw.h"

static void draw_frame(const Drawing* dr, const mjtNum pos[3], const mjtNum mat[9], int id) {
  draw_triad(dr, pos, mat, dr->m->vis.scale.framelength * dr->size,
             dr->m->vis.scale.framewidth * dr->size, id);
}

// ---------------------------------------------------------------- frustum

// Corners of the picture at a distance, counter-clockwise from the bottom left.
static void picture_corners(mjtNum corner[4][3], const Drawing* dr, int camera,
                            const CameraExtent* e, float scale, float distance) {
  const mjtNum x[2] = {-e->left * scale, e->right * scale},
               y[2] = {-e->bottom * scale, e->top * scale};
  for (int i = 0; i < 4; i++) {
    const mjtNum local[3] = {x[i == 1 || i == 2], y[i >= 2], -distance};
    fc_mulMatVec3(corner[i], dr->d->cam_xmat + 9 * camera, local);
    fc_addTo3(corner[i], dr->d->cam_xpos + 3 * camera);
  }
}

static void draw_frustum(const Drawing* dr, int camera) {
  const mjModel* m = dr->m;
  const float* rgba = m->vis.rgba.frustum;
  const int* resolution = m->cam_resolution + 2 * camera;
  const float near = (float)(m->vis.map.znear * m->stat.extent);
  float far = m->vis.scale.frustum * dr->size, scale = far / near;
  mjtNum n[4][3], f[4][3];
  CameraExtent e = camera_extent(m, camera, near);
  if (e.left == 0 && e.right == 0)
    e.left = e.right = e.top * ((float)resolution[0] / (float)resolution[1]);
  if (m->cam_projection[camera] == mjPROJ_ORTHOGRAPHIC) {
    far = 0.5f * (e.left + e.bottom);
    scale = 1;
  }
  picture_corners(n, dr, camera, &e, 1, near);
  picture_corners(f, dr, camera, &e, scale, far);
  for (int i = 0; i < 4; i++) {
    const int next = (i + 1) % 4;
    mjtNum side[2][3][3];
    const mjtNum* const corner[6] = {n[i], f[i], n[next], f[i], f[next], n[next]};
    for (int k = 0; k < 6; k++)
      fc_copy3(side[k / 3][k % 3], corner[k]);
    draw_triangle(dr, mjOBJ_CAMERA, camera, side[0], rgba);
    draw_triangle(dr, mjOBJ_CAMERA, camera, side[1], rgba);
    draw_line(dr, mjOBJ_CAMERA, camera, 3, n[i], n[next], rgba);
    draw_line(dr, mjOBJ_CAMERA, camera, 3, f[i], f[next], rgba);
    draw_line(dr, mjOBJ_CAMERA, camera, 3, n[i], f[i], rgba);
  }
}

// ---------------------------------------------------------------- cameras

void draw_cameras(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum unit = m->vis.scale.camera * dr->size;
  const mjtNum body[3] = {unit, 0.8 * unit, 0.4 * unit};
  const mjtNum lens[2] = {0.4 * unit, 0.3 * unit};
  for (int i = 0; i < m->ncam; i++) {
    const mjtNum *pos = dr->d->cam_xpos + 3 * i, *mat = dr->d->cam_xmat + 9 * i;
    float rgba[4];
    copy_float(rgba, m->vis.rgba.camera, 4);
    if (m->cam_resolution[2 * i] > 1 || m->cam_resolution[2 * i + 1] > 1) {
      draw_frustum(dr, i);
      rgba[3] = 0.3f;
    }
    mjvGeom* geom = draw_decor(dr, mjGEOM_BOX, mjOBJ_CAMERA, i, body, pos, mat, rgba);
    if (geom && dr->opt->label == mjLABEL_CAMERA)
      set_label(dr, geom, mjOBJ_CAMERA, i);

    mjtNum front[3];
    fc_column3(front, mat, 2);
    fc_addScl3(front, pos, front, -0.6 * unit);
    for (int k = 0; k < 3; k++)
      rgba[k] *= 0.5f;
    draw_decor(dr, mjGEOM_CYLINDER, mjOBJ_CAMERA, i, lens, front, mat, rgba);
    if (dr->opt->frame == mjFRAME_CAMERA)
      draw_frame(dr, pos, mat, i);
  }
}

// ---------------------------------------------------------------- lights

void draw_lights(const Drawing* dr) {
  const mjModel* m = dr->m;
  const mjtNum unit = m->vis.scale.light * dr->size, size[2] = {0.8 * unit, unit};
  for (int i = 0; i < m->nlight; i++) {
    const mjtNum *pos = dr->d->light_xpos + 3 * i, *dir = dr->d->light_xdir + 3 * i;
    mjtNum back[3], quat[4], mat[9];
    mju_quatZ2Vec(quat, dir);
    fc_quat2Mat(mat, quat);
    fc_addScl3(back, pos, dir, -(unit + 0.0001));
    mjvGeom* geom =
        draw_decor(dr, mjGEOM_CYLINDER, mjOBJ_LIGHT, i, size, back, mat, m->vis.rgba.light);
    if (geom && dr->opt->label == mjLABEL_LIGHT)
      set_label(dr, geom, mjOBJ_LIGHT, i);
    if (dr->opt->frame == mjFRAME_LIGHT)
      draw_frame(dr, pos, mat, i);
  }
}
