// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Distances: along rays (rangefinder), between geoms (distance, normal, fromto), and the projection
// of a site into a camera image.

#include <limits.h>

#include <fulcrum/camera.h>
#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

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
      fc_cameraRay(m, d, object, row, column, origin, direction);
      out += cast(m, d, fields, m->cam_bodyid[object], origin, direction, axis, out);
    }
  }
}

// ---------------------------------------------------------------- distances

// the geoms of an object: a geom itself, or all geoms of a body
static int geoms_of(const mjModel* m, int type, int id, int* first) {
  *first = type == mjOBJ_GEOM ? id : m->body_geomadr[id];
  return type == mjOBJ_GEOM ? 1 : m->body_geomnum[id];
}

// smallest distance over all pairs, at most the cutoff, and the segment that realises it
static mjtNum nearest(const mjModel* m, const mjData* d, int i, mjtNum segment[6]) {
  int first, second;
  const int n1 = geoms_of(m, m->sensor_objtype[i], m->sensor_objid[i], &first);
  const int n2 = geoms_of(m, m->sensor_reftype[i], m->sensor_refid[i], &second);
  mjtNum best = m->sensor_cutoff[i], candidate[6];
  fc_zero(segment, 6);
  for (int a = first; a < first + n1; a++) {
    for (int b = second; b < second + n2; b++) {
      const mjtNum dist = mj_geomDistance(m, d, a, b, m->sensor_cutoff[i], candidate);
      if (dist >= best)
        continue;
      best = dist;
      fc_copy(segment, candidate, 6);
    }
  }
  return best;
}

// ---------------------------------------------------------------- measuring

static int measure_rangefinder(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    measure_rays(context->m, context->d, batch->id[k], batch->out[k]);
  return 0;
}

static int measure_projection(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    fc_cameraProject(m, context->d, m->sensor_refid[i],
                     context->d->site_xpos + 3 * m->sensor_objid[i], batch->out[k]);
  }
  return 0;
}

static int measure_distance(const FcContext* context, int stage, const FcSensorBatch* batch) {
  mjtNum segment[6];
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = nearest(context->m, context->d, batch->id[k], segment);
  return 0;
}

static int measure_normal(const FcContext* context, int stage, const FcSensorBatch* batch) {
  mjtNum segment[6];
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    mjtNum* out = batch->out[k];
    nearest(context->m, context->d, batch->id[k], segment);
    fc_sub3(out, segment + 3, segment);
    if (out[0] || out[1] || out[2])
      mju_normalize3(out);
  }
  return 0;
}

static int measure_segment(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    nearest(context->m, context->d, batch->id[k], batch->out[k]);
  return 0;
}

// ---------------------------------------------------------------- rules

// numbers per ray
static int ray_size(int fields) {
  static const int size[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
  int sum = 0;
  for (int k = 0; k < mjNRAYDATA; k++)
    sum += fields >> k & 1 ? size[k] : 0;
  return sum;
}

// numbers of all rays of a camera
static long long image_size(int fields, const int resolution[2]) {
  const long long pixels = (long long)resolution[0] * resolution[1];
  // within an int, so that the product does not overflow
  return pixels <= FC_SENSOR_MAX ? pixels * ray_size(fields) : pixels;
}

static int check_rangefinder(const mjModel* m, int id) {
  const int fields = m->sensor_intprm[mjNSENS * id];
  if (fields <= 0)
    return fc_fail("data spec (intprm[0]) must be positive, got %d", fields);
  if (!(fields & ((1 << mjNRAYDATA) - 1)))
    return fc_fail(
        "data spec intprm[0]=%d must have at least one bit set of the first mjNRAYDATA bits",
        fields);
  if (fields >= 1 << mjNRAYDATA)
    return fc_fail("data spec intprm[0]=%d has bits set beyond the first mjNRAYDATA bits", fields);
  return 0;
}

static int rangefinder_size(const mjModel* m, int id) {
  const int fields = m->sensor_intprm[mjNSENS * id];
  if (m->sensor_objtype[id] != mjOBJ_CAMERA)
    return ray_size(fields);
  const long long size = image_size(fields, m->cam_resolution + 2 * m->sensor_objid[id]);
  return size <= FC_SENSOR_MAX
             ? (int)size
             : fc_fail("sensor has %lld numbers, at most %d are possible", size, FC_SENSOR_MAX);
}

static int rangefinder_declared(const mjsSensor* sensor) {
  if (sensor->objtype != mjOBJ_CAMERA)
    return ray_size(sensor->intprm[0]);
  mjSpec* spec = mjs_getSpec(sensor->element);
  const mjsCamera* camera =
      mjs_asCamera(mjs_findElement(spec, mjOBJ_CAMERA, mjs_getString(sensor->objname)));
  const long long size = camera ? image_size(sensor->intprm[0], camera->resolution) : 0;
  // invalid parameters give no size
  return size <= FC_SENSOR_MAX ? (int)size : 0;
}

static int check_projection(const mjModel* m, int id) {
  const int* resolution = m->cam_resolution + 2 * m->sensor_refid[id];
  return resolution[0] && resolution[1]
             ? 0
             : fc_fail("camera projection sensor requires camera resolution");
}

static int check_distance(const mjModel* m, int id) {
  return m->sensor_objtype[id] == m->sensor_reftype[id] &&
                 m->sensor_objid[id] == m->sensor_refid[id]
             ? fc_fail("1st body/geom must be different from 2nd body/geom")
             : 0;
}

// ---------------------------------------------------------------- module

static const char* const fields[] = {"dist", "dir", "origin", "point", "normal", "depth", NULL};
static const FcParameter parameters[] = {{.key = "data",
                                          .type = FC_WORDS,
                                          .length = 1,
                                          .def = 1 << mjRAYDATA_DIST,
                                          .keywords = fields,
                                          .help = "What is reported of each ray.",
                                          .fixed = 1}};

static const FcObjectChoice site_or_camera[] = {
    {"site", mjOBJ_SITE}, {"camera", mjOBJ_CAMERA}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice camera[] = {{"camera", mjOBJ_CAMERA}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice first[] = {
    {"geom1", mjOBJ_GEOM}, {"body1", mjOBJ_BODY}, {NULL, mjOBJ_UNKNOWN}};
static const FcObjectChoice second[] = {
    {"geom2", mjOBJ_GEOM}, {"body2", mjOBJ_BODY}, {NULL, mjOBJ_UNKNOWN}};

// the object that a ray hits may be awake while its site sleeps
static const FcSensor rangefinder = {
    .size = sizeof(FcSensor),
    .measure = measure_rangefinder,
    .dimension = rangefinder_size,
    .stage = mjSTAGE_POS,
    .object = {FC_OBJECT(mjOBJ_SITE) | FC_OBJECT(mjOBJ_CAMERA), FC_NAMED_ONE, site_or_camera, NULL},
    .declared = rangefinder_declared,
    .check = check_rangefinder};
static const FcSensor camprojection = {
    .size = sizeof(FcSensor),
    .measure = measure_projection,
    .stage = mjSTAGE_POS,
    .object = {FC_OBJECT(mjOBJ_SITE), FC_NAMED_ONE, site, NULL},
    .reference = {FC_OBJECT(mjOBJ_CAMERA), FC_NAMED_ONE, camera, NULL},
    .dim = 2,
    .sleeps = FC_OBJECT_ANY,
    .check = check_projection};

#define DISTANCE_SENSOR(function, n)                                                 \
  .size = sizeof(FcSensor), .measure = function, .stage = mjSTAGE_POS, .dim = n,     \
  .object = {FC_OBJECT(mjOBJ_GEOM) | FC_OBJECT(mjOBJ_BODY), FC_NAMED_ONE, first,     \
             "sensor must be attached to body or geom"},                             \
  .reference = {FC_OBJECT(mjOBJ_GEOM) | FC_OBJECT(mjOBJ_BODY), FC_NAMED_ONE, second, \
                "sensor must be attached to body or geom"},                          \
  .sleeps = FC_OBJECT_ANY, .check = check_distance

// for all of them the cutoff is the largest distance searched; only the number is clipped
static const FcSensor distance = {DISTANCE_SENSOR(measure_distance, 1)};
static const FcSensor normal = {DISTANCE_SENSOR(measure_normal, 3), .datatype = mjDATATYPE_AXIS,
                                .cutoff = FC_CUTOFF_OWN};
static const FcSensor fromto = {DISTANCE_SENSOR(measure_segment, 6), .cutoff = FC_CUTOFF_OWN};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "rangefinder",
                                .table = &rangefinder,
                                FC_PARAMETERS(parameters),
                                .number = FC_NUMBER(mjSENS_RANGEFINDER)},
                               FC_SENSOR_FACE(mjSENS_CAMPROJECTION, "camprojection", camprojection),
                               FC_SENSOR_FACE(mjSENS_GEOMDIST, "distance", distance),
                               FC_SENSOR_FACE(mjSENS_GEOMNORMAL, "normal", normal),
                               FC_SENSOR_FACE(mjSENS_GEOMFROMTO, "fromto", fromto)};

FC_MODULE_WITH(sensor_range, "sensor_range", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Distances along rays and between geoms, camera projection", NULL)
