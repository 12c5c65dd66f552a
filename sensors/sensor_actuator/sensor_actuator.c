// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators: length and velocity of the transmission, scalar force.

#include <fulcrum/layout.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

#include "sensors/report/report.h"

static int measure_length(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_numbers(context, batch, context->d->actuator_length);
}

static int measure_velocity(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_numbers(context, batch, context->d->actuator_velocity);
}

static int measure_force(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_numbers(context, batch, context->d->actuator_force);
}

// ---------------------------------------------------------------- module

static const FcObjectChoice actuator[] = {{"actuator", mjOBJ_ACTUATOR}, {NULL, mjOBJ_UNKNOWN}};

#define ACTUATOR_SENSOR(function, when)                                                          \
  {                                                                                              \
    .size = sizeof(FcSensor), .measure = function, .stage = when, .dim = 1,                      \
    .object = {FC_OBJECT(mjOBJ_ACTUATOR), FC_NAMED_ONE, actuator, NULL}, .sleeps = FC_OBJECT_ANY \
  }
static const FcSensor length = ACTUATOR_SENSOR(measure_length, mjSTAGE_POS);
static const FcSensor velocity = ACTUATOR_SENSOR(measure_velocity, mjSTAGE_VEL);
static const FcSensor force = ACTUATOR_SENSOR(measure_force, mjSTAGE_ACC);

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_ACTUATORPOS, "actuatorpos", length),
                               FC_SENSOR_FACE(mjSENS_ACTUATORVEL, "actuatorvel", velocity),
                               FC_SENSOR_FACE(mjSENS_ACTUATORFRC, "actuatorfrc", force)};

FC_MODULE_WITH(sensor_actuator, "sensor_actuator", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Actuator lengths, velocities and forces", NULL)
