// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tendons: length, velocity, and the sum of the forces of the actuators that pull on them (gear is
// not applied).

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static mjtNum actuator_force(const mjModel* m, const mjData* d, int tendon) {
  mjtNum sum = 0;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon)
      sum += d->actuator_force[i];
  }
  return sum;
}

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k], object = m->sensor_objid[i];
    mjtNum* out = batch->out[k];
    const int type = m->sensor_type[i];
    out[0] = type == mjSENS_TENDONPOS   ? d->ten_length[object]
             : type == mjSENS_TENDONVEL ? d->ten_velocity[object]
                                        : actuator_force(m, d, object);
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"tendonpos", "tendonvel", "tendonactuatorfrc", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_tendon",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_tendon, "sensor_tendon", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Tendon lengths, velocities and actuator forces", NULL)
