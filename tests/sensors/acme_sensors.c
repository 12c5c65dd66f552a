// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensor types from outside: acme.tilt with a description, acme.wind in the form that modules used
// before there were descriptions (a shorter table and a list of types), and acme.spin, which may
// replace `gyro` without describing it.

#include <math.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

//------------------------------ acme.tilt ---------------------------------------------------------

enum { GAIN, UNIT };

// angles of the z axis of a site or camera against the vertical, towards world x and y
static int measure_tilt(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  const mjtNum factor = context->param[GAIN] * (context->param[UNIT] == 1 ? 180 / mjPI : 1);
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    const mjtNum *pos, *mat;
    if (fc_objectFrame(m, context->d, m->sensor_objtype[i], m->sensor_objid[i], &pos, &mat) < 0)
      return fc_fail("sensor %d has no frame", i);
    batch->out[k][0] = factor * atan2(mat[2], mat[8]);
    batch->out[k][1] = factor * atan2(mat[5], mat[8]);
  }
  return 0;
}

// an arbitrary rule, so that a test can break it
static int check_tilt(const mjModel* m, int id) {
  return m->sensor_intprm[mjNSENS * id] ? fc_fail("intprm is not used by a tilt") : 0;
}

static const char* const units[] = {"radian", "degree", NULL};
static const FcParameter tilt_parameters[] = {
    {.key = "gain", .type = FC_REAL, .length = 1, .def = 1, .help = "Factor on both angles."},
    {.key = "unit",
     .type = FC_CHOICE,
     .length = 1,
     .keywords = units,
     .help = "Unit of the angles."}};
static const FcObjectChoice objects[] = {
    {"site", mjOBJ_SITE}, {"camera", mjOBJ_CAMERA}, {NULL, mjOBJ_UNKNOWN}};
static const FcSensor tilt = {
    .size = sizeof(FcSensor),
    .measure = measure_tilt,
    .stage = mjSTAGE_POS,
    .object = {FC_OBJECT(mjOBJ_SITE) | FC_OBJECT(mjOBJ_CAMERA), FC_NAMED_ONE, objects, NULL},
    .dim = 2,
    .keeps_body = 1,
    .sleeps = FC_OBJECT_ANY,
    .check = check_tilt};

//------------------------------ older faces -------------------------------------------------------

static int measure_wind(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    fc_copy3(batch->out[k], context->m->opt.wind);
  return 0;
}

static int three(const mjModel* m, int id) {
  (void)m;
  (void)id;
  return 3;
}

static int measure_spin(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)context;
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = batch->out[k][1] = batch->out[k][2] = 7;
  return 0;
}

// the table as it was before descriptions
typedef struct OldSensor_ {
  uint32_t size;
  int needs;
  int (*measure)(const FcContext* context, int stage, const FcSensorBatch* batch);
  int (*dimension)(const mjModel* m, int id);
  int stage;
} OldSensor;

static const OldSensor wind = {
    .size = sizeof wind, .measure = measure_wind, .dimension = three, .stage = mjSTAGE_VEL};
static const OldSensor spin = {.size = sizeof spin, .measure = measure_spin};
static const char* const wind_types[] = {"acme.wind", NULL};
static const char* const spin_types[] = {"gyro", NULL};

static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "acme.tilt",
                                .table = &tilt,
                                FC_PARAMETERS(tilt_parameters)},
                               {.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "acme.wind",
                                .table = &wind,
                                .types = wind_types},
                               {.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "acme.spin",
                                .table = &spin,
                                .types = spin_types}};

static const char* const overrides[] = {"sensor/gyro", NULL};
FC_MODULE_WITH(acme_sensors, "acme.sensors", "1.0.0", "Apache-2.0", &fc_layout, faces, 0, "Sensors",
               overrides)
