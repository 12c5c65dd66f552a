// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Actuators: length and velocity of the transmission, scalar force.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    const int type = m->sensor_type[i];
    out[0] = type == mjSENS_ACTUATORPOS   ? d->actuator_length[object]
             : type == mjSENS_ACTUATORVEL ? d->actuator_velocity[object]
                                          : d->actuator_force[object];
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"actuatorpos", "actuatorvel", "actuatorfrc", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_actuator",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_actuator, "sensor_actuator", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Actuator lengths, velocities and forces", NULL)
