// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Visible sensors: the readings of tactile meshes, the ends of rays, segments between geoms.

#include <fulcrum/camera.h>

#include "core/view/scene/draw.h"

// ---------------------------------------------------------------- tactile

// Mean of the values at the corners of a face that are not zero, in units of the largest.
static float face_intensity(const mjtNum* value, const int face[3], mjtNum largest) {
  mjtNum sum = 0;
  int count = 0;
  for (int k = 0; k < 3; k++) {
    sum += fc_abs(value[face[k]]) / largest;
    count += value[face[k]] != 0;
  }
  return count ? (float)(sum / count) : 0;
}

static void draw_tactile(const Drawing* dr, int sensor) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const int mesh = m->sensor_objid[sensor], geom = m->sensor_refid[sensor];
  const int nvert = m->mesh_vertnum[mesh];
  const int nchannel = nvert ? m->sensor_dim[sensor] / nvert : 0;
  const mjtNum* value = d->sensordata + m->sensor_adr[sensor];
  mjtNum largest = 0;
  for (int v = 0; v < nvert && nchannel; v++)
    largest = fc_max(largest, fc_abs(value[v]));
  if (!(largest > 0) || m->geom_rbound[geom] < mjMINVAL)
    return;
  const float* vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  const int* face = m->mesh_face + 3 * m->mesh_faceadr[mesh];
  for (int f = 0; f < m->mesh_facenum[mesh]; f++, face += 3) {
    mjtNum corner[3][3];
    float rgba[4] = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) {
      const mjtNum local[3] = {vert[3 * face[k]], vert[3 * face[k] + 1], vert[3 * face[k] + 2]};
      fc_mulMatVec3(corner[k], d->geom_xmat + 9 * geom, local);
      fc_addTo3(corner[k], d->geom_xpos + 3 * geom);
    }
    for (int r = 0; r < nchannel && r < 3; r++)
      rgba[r] = face_intensity(value + r * nvert, face, largest);
    if (rgba[0] == 0 && rgba[1] == 0 && rgba[2] == 0)
      rgba[3] = 0.1f;
    draw_triangle(dr, mjOBJ_SENSOR, sensor, corner, rgba);
  }
}

void draw_tactile_sensors(const Drawing* dr) {
  for (int i = 0; i < dr->m->nsensor; i++)
    if (dr->m->sensor_type[i] == mjSENS_TACTILE)
      draw_tactile(dr, i);
}

// ---------------------------------------------------------------- rays

// Draws one measured ray. data: the first number that the sensor reports for it; NULL after a ray
// without such a number. Returns how many numbers belong to the ray.
static int draw_ray(const Drawing* dr, int sensor, const mjtNum* data, const mjtNum origin[3],
                    const mjtNum direction[3], mjtNum radius) {
  static const int field_size[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
  const mjModel* m = dr->m;
  const float* rgba = m->vis.rgba.rangefinder;
  const mjtNum width = m->vis.scale.framewidth * dr->size;
  const mjtNum *field[mjNRAYDATA] = {NULL},
               size[3] = {radius * width, radius * width, radius * width};
  int n = 0;
  for (int k = 0; k < mjNRAYDATA; k++) {
    if (!(m->sensor_intprm[mjNSENS * sensor] & (1 << k)))
      continue;
    field[k] = data + n;
    n += field_size[k];
  }
  const mjtNum dist = field[mjRAYDATA_DIST] ? field[mjRAYDATA_DIST][0] : -1;
  const mjtNum* point = field[mjRAYDATA_POINT];
  mjtNum end[3];
  fc_addScl3(end, origin, direction, dist);
  if (dist >= 0)
    draw_line(dr, mjOBJ_SENSOR, sensor, 3, origin, end, rgba);
  if (point && (point[0] != 0 || point[1] != 0 || point[2] != 0)) {
    draw_decor(dr, mjGEOM_SPHERE, mjOBJ_SENSOR, sensor, size, point, NULL, rgba);
    fc_copy3(end, point);
  } else if (dist < 0) {
    return n;
  }
  if (field[mjRAYDATA_NORMAL]) {
    mjtNum tip[3];
    fc_addScl3(tip, end, field[mjRAYDATA_NORMAL],
               2 * (mjtNum)(m->vis.scale.framelength * dr->size));
    draw_link(dr, mjGEOM_ARROW1, mjCAT_DECOR, mjOBJ_SENSOR, sensor, width, end, tip, rgba);
  }
  return n;
}

static void draw_rangefinder(const Drawing* dr, int sensor) {
  const mjModel* m = dr->m;
  const mjData* d = dr->d;
  const int object = m->sensor_objid[sensor];
  const mjtNum* data = d->sensordata + m->sensor_adr[sensor];
  mjtNum origin[3], direction[3];
  if (m->sensor_objtype[sensor] == mjOBJ_SITE) {
    fc_column3(direction, d->site_xmat + 9 * object, 2);
    draw_ray(dr, sensor, data, d->site_xpos + 3 * object, direction, 1.5);
    return;
  }
  for (int row = 0; row < m->cam_resolution[2 * object + 1]; row++) {
    for (int column = 0; column < m->cam_resolution[2 * object]; column++) {
      fc_cameraRay(m, d, object, row, column, origin, direction);
      data += draw_ray(dr, sensor, data, origin, direction, 1.3);
    }
  }
}

static void draw_segment(const Drawing* dr, int sensor) {
  const mjtNum* end = dr->d->sensordata + dr->m->sensor_adr[sensor];
  for (int k = 0; k < 6; k++) {
    if (end[k] != 0) {
      draw_line(dr, mjOBJ_SENSOR, sensor, 3, end, end + 3, dr->m->vis.rgba.rangefinder);
      return;
    }
  }
}

void draw_rays(const Drawing* dr) {
  for (int i = 0; i < dr->m->nsensor; i++) {
    if (dr->m->sensor_type[i] == mjSENS_RANGEFINDER)
      draw_rangefinder(dr, i);
    if (dr->m->sensor_type[i] == mjSENS_GEOMFROMTO)
      draw_segment(dr, i);
  }
}
