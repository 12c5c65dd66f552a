// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Distances: along rays (rangefinder), between geoms (distance, normal, fromto), and the projection
// of a site into a camera image.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

#include "sensors/range/camera.h"

// ---------------------------------------------------------------- rays

// Cast one ray and write the selected fields (mjtRayDataField). axis: the camera's -z axis, along
// which depth is measured, NULL for sites. Returns how many numbers were written.
static int cast(const mjModel* m, const mjData* d, int fields, int body, const mjtNum origin[3],
                const mjtNum direction[3], const mjtNum* axis, mjtNum* out) {
  mjtNum normal[3] = {0, 0, 0};
  int geom, n = 0;
  const mjtNum dist = mj_ray(m, d, origin, direction, NULL, 1, body, &geom, normal);
  const int hit = dist >= 0;
  if (fields & 1 << mjRAYDATA_DIST)
    out[n++] = hit ? dist : -1;
  for (int field = mjRAYDATA_DIR; field <= mjRAYDATA_NORMAL; field++) {
    if (!(fields & 1 << field))
      continue;
    for (int k = 0; k < 3; k++) {
      out[n + k] = field == mjRAYDATA_ORIGIN  ? origin[k]
                   : !hit                     ? 0
                   : field == mjRAYDATA_DIR   ? direction[k]
                   : field == mjRAYDATA_POINT ? origin[k] + dist * direction[k]
                                              : normal[k];
    }
    n += 3;
  }
  if (fields & 1 << mjRAYDATA_DEPTH)
    out[n++] = !hit ? -1 : axis ? dist * fc_dot3(direction, axis) : dist;
  return n;
}

static void measure_rays(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  const int object = m->sensor_objid[i], fields = m->sensor_intprm[mjNSENS * i];
  mjtNum origin[3], direction[3];
  if (m->sensor_objtype[i] == mjOBJ_SITE) {
    const mjtNum* mat = d->site_xmat + 9 * object;
    for (int k = 0; k < 3; k++)
      direction[k] = mat[3 * k + 2];
    cast(m, d, fields, m->site_bodyid[object], d->site_xpos + 3 * object, direction, NULL, out);
    return;
  }
  const mjtNum* mat = d->cam_xmat + 9 * object;
  const mjtNum axis[3] = {-mat[2], -mat[5], -mat[8]};
  for (int row = 0; row < m->cam_resolution[2 * object + 1]; row++) {
    for (int column = 0; column < m->cam_resolution[2 * object]; column++) {
      camera_ray(m, d, object, row, column, origin, direction);
      out += cast(m, d, fields, m->cam_bodyid[object], origin, direction, axis, out);
    }
  }
}

// ---------------------------------------------------------------- distances

// the geoms that an object stands for: itself, or all geoms of a body
static int geoms_of(const mjModel* m, int type, int id, int* first) {
  *first = type == mjOBJ_GEOM ? id : m->body_geomadr[id];
  return type == mjOBJ_GEOM ? 1 : m->body_geomnum[id];
}

// smallest distance over all pairs, not more than the cutoff, and the segment that has it
static void measure_distance(const mjModel* m, const mjData* d, int i, mjtNum* out) {
  int first, second;
  const int n1 = geoms_of(m, m->sensor_objtype[i], m->sensor_objid[i], &first);
  const int n2 = geoms_of(m, m->sensor_reftype[i], m->sensor_refid[i], &second);
  mjtNum best = m->sensor_cutoff[i], segment[6] = {0, 0, 0, 0, 0, 0}, candidate[6];
  for (int a = first; a < first + n1; a++) {
    for (int b = second; b < second + n2; b++) {
      const mjtNum dist = mj_geomDistance(m, d, a, b, m->sensor_cutoff[i], candidate);
      if (dist >= best)
        continue;
      best = dist;
      fc_copy(segment, candidate, 6);
    }
  }
  if (m->sensor_type[i] == mjSENS_GEOMDIST) {
    out[0] = best;
  } else if (m->sensor_type[i] == mjSENS_GEOMFROMTO) {
    fc_copy(out, segment, 6);
  } else {
    fc_sub3(out, segment + 3, segment);
    if (out[0] || out[1] || out[2])
      mju_normalize3(out);
  }
}

// ---------------------------------------------------------------- module

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    switch (m->sensor_type[i]) {
      case mjSENS_RANGEFINDER: measure_rays(m, d, i, batch->out[k]); break;
      case mjSENS_CAMPROJECTION:
        camera_project(m, d, m->sensor_refid[i], d->site_xpos + 3 * m->sensor_objid[i],
                       batch->out[k]);
        break;
      default: measure_distance(m, d, i, batch->out[k]);
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"rangefinder", "camprojection", "distance",
                                    "normal",      "fromto",        NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_range",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_range, "sensor_range", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Distances along rays and between geoms, camera projection", NULL)
