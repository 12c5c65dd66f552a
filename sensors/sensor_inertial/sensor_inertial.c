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

static void report_velocity(const mjModel* m, const mjData* d, int site, int part, mjtNum* out) {
  mjtNum velocity[6];
  mj_objectVelocity(m, d, mjOBJ_SITE, site, velocity, 1);
  fc_copy3(out, velocity + part);
}

static void report_acceleration(const mjModel* m, const mjData* d, int site, mjtNum* out) {
  mjtNum acceleration[6];
  mj_objectAcceleration(m, d, mjOBJ_SITE, site, acceleration, 1);
  fc_copy3(out, acceleration + TRANSLATION);
}

// one half of the wrench between the site's body and its parent, moved to the site and turned into
// its frame
static void report_wrench(const mjModel* m, const mjData* d, int site, int part, mjtNum* out) {
  const int body = m->site_bodyid[site];
  mjtNum wrench[6];
  mju_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site,
                       d->subtree_com + 3 * m->body_rootid[body], d->site_xmat + 9 * site);
  fc_copy3(out, wrench + part);
}

static inline void report(const mjModel* m, const mjData* d, int i, int type, mjtNum* out) {
  const int site = m->sensor_objid[i];
  switch (type) {
    case mjSENS_VELOCIMETER: report_velocity(m, d, site, TRANSLATION, out); break;
    case mjSENS_GYRO: report_velocity(m, d, site, ROTATION, out); break;
    case mjSENS_ACCELEROMETER: report_acceleration(m, d, site, out); break;
    case mjSENS_FORCE: report_wrench(m, d, site, TRANSLATION, out); break;
    case mjSENS_TORQUE: report_wrench(m, d, site, ROTATION, out); break;
    default: fc_mulMatTVec3(out, d->site_xmat + 9 * site, m->opt.magnetic);
  }
}

FC_SENSOR_TOGETHER(report)
FC_SENSOR_MEASURE(measure_acceleration, mjSENS_ACCELEROMETER)
FC_SENSOR_MEASURE(measure_velocity, mjSENS_VELOCIMETER)
FC_SENSOR_MEASURE(measure_rotation, mjSENS_GYRO)
FC_SENSOR_MEASURE(measure_force, mjSENS_FORCE)
FC_SENSOR_MEASURE(measure_torque, mjSENS_TORQUE)
FC_SENSOR_MEASURE(measure_field, mjSENS_MAGNETOMETER)

// ---------------------------------------------------------------- module

static const FcObjectChoice site[] = {{"site", mjOBJ_SITE}, {NULL, mjOBJ_UNKNOWN}};

#define SITE_SENSOR(function, when)                                                             \
  .size = sizeof(FcSensor), .measure = function, .together = together, .stage = when, .dim = 3, \
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
