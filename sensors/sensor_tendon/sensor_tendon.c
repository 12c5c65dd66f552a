// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tendons: length, velocity, and the sum of the forces of the actuators that pull on them (gear is
// not applied).

#include <fulcrum/layout.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

#include "sensors/report/report.h"

static mjtNum actuator_force(const mjModel* m, const mjData* d, int tendon) {
  mjtNum sum = 0;
  for (int i = 0; i < m->nu; i++)
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon)
      sum += d->actuator_force[i];
  return sum;
}

static int measure_length(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_numbers(context, batch, context->d->ten_length);
}

static int measure_velocity(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report_numbers(context, batch, context->d->ten_velocity);
}

static int measure_force(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  (void)stage;
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = actuator_force(m, context->d, m->sensor_objid[batch->id[k]]);
  return 0;
}

// ---------------------------------------------------------------- module

static const FcObjectChoice tendon[] = {{"tendon", mjOBJ_TENDON}, {NULL, mjOBJ_UNKNOWN}};

#define TENDON_SENSOR(function, when)                                                        \
  {                                                                                          \
    .size = sizeof(FcSensor), .measure = function, .stage = when, .dim = 1,                  \
    .object = {FC_OBJECT(mjOBJ_TENDON), FC_NAMED_ONE, tendon, NULL}, .sleeps = FC_OBJECT_ANY \
  }

static const FcSensor length = TENDON_SENSOR(measure_length, mjSTAGE_POS);
static const FcSensor velocity = TENDON_SENSOR(measure_velocity, mjSTAGE_VEL);
static const FcSensor force = TENDON_SENSOR(measure_force, mjSTAGE_ACC);

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_TENDONPOS, "tendonpos", length),
                               FC_SENSOR_FACE(mjSENS_TENDONVEL, "tendonvel", velocity),
                               FC_SENSOR_FACE(mjSENS_TENDONACTFRC, "tendonactuatorfrc", force)};

FC_MODULE_WITH(sensor_tendon, "sensor_tendon", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Tendon lengths, velocities and actuator forces", NULL)
