// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors mounted at a site, which measure in the site's frame: acceleration (including gravity,
// like an accelerometer), velocity, the magnetic field, and the force and torque that the parent of
// the site's body transmits to it.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

// spatial vectors have the rotational part first
enum { ROTATION = 0, TRANSLATION = 3 };

static int measure_field(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int site = m->sensor_objid[batch->id[k]];
    fc_mulMatTVec3(batch->out[k], context->d->site_xmat + 9 * site, m->opt.magnetic);
  }
  return 0;
}

static int report_velocity(const FcContext* context, const FcSensorBatch* batch, int part) {
  for (int k = 0; k < batch->n; k++) {
    mjtNum velocity[6];
    mj_objectVelocity(context->m, context->d, mjOBJ_SITE, context->m->sensor_objid[batch->id[k]],
                      velocity, 1);
    fc_copy3(batch->out[k], velocity + part);
  }
  return 0;
}

static int measure_velocity(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_velocity(context, batch, TRANSLATION);
}

static int measure_rotation(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_velocity(context, batch, ROTATION);
}

static int measure_acceleration(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    mjtNum acceleration[6];
    mj_objectAcceleration(context->m, context->d, mjOBJ_SITE,
                          context->m->sensor_objid[batch->id[k]], acceleration, 1);
    fc_copy3(batch->out[k], acceleration + TRANSLATION);
  }
  return 0;
}

// one half of the wrench between the site's body and its parent, moved to the site and turned into
// its frame
static int report_wrench(const FcContext* context, const FcSensorBatch* batch, int part) {
  const mjModel* m = context->m;
  const mjData* d = context->d;
  for (int k = 0; k < batch->n; k++) {
    const int site = m->sensor_objid[batch->id[k]], body = m->site_bodyid[site];
    mjtNum wrench[6];
    mju_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site,
                         d->subtree_com + 3 * m->body_rootid[body], d->site_xmat + 9 * site);
    fc_copy3(batch->out[k], wrench + part);
  }
  return 0;
}

static int measure_force(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_wrench(context, batch, TRANSLATION);
}

static int measure_torque(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_wrench(context, batch, ROTATION);
}

// ---------------------------------------------------------------- module

static const FcObjectChoice site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};

#define SITE_SENSOR(function, when)                                       \
  .size = sizeof(FcSensor), .measure = function, .stage = when, .dim = 3, \
  .object = {FC_OBJECT(mjOBJ_SITE), FC_NAMED_ONE, site, NULL}, .sleeps = FC_OBJECT_ANY

static const FcSensor magnetometer = {SITE_SENSOR(measure_field, mjSTAGE_POS)};
static const FcSensor velocimeter = {SITE_SENSOR(measure_velocity, mjSTAGE_VEL)};
static const FcSensor gyro = {SITE_SENSOR(measure_rotation, mjSTAGE_VEL)};
static const FcSensor accelerometer = {SITE_SENSOR(measure_acceleration, mjSTAGE_ACC),
                                       .needs = FC_NEED_BODY_FORCES};
static const FcSensor force = {SITE_SENSOR(measure_force, mjSTAGE_ACC),
                               .needs = FC_NEED_BODY_FORCES, .keeps_body = 1};
static const FcSensor torque = {SITE_SENSOR(measure_torque, mjSTAGE_ACC),
                                .needs = FC_NEED_BODY_FORCES, .keeps_body = 1};

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_ACCELEROMETER, "accelerometer", accelerometer),
                               FC_SENSOR_FACE(mjSENS_VELOCIMETER, "velocimeter", velocimeter),
                               FC_SENSOR_FACE(mjSENS_GYRO, "gyro", gyro),
                               FC_SENSOR_FACE(mjSENS_FORCE, "force", force),
                               FC_SENSOR_FACE(mjSENS_TORQUE, "torque", torque),
                               FC_SENSOR_FACE(mjSENS_MAGNETOMETER, "magnetometer", magnetometer)};

FC_MODULE_WITH(sensor_inertial, "sensor_inertial", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "What an inertial unit or a load cell at a site feels", NULL)
