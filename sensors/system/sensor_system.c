// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The simulation itself: time and energies. Kinetic energy is reported in the position stage, as
// the reference does: with the energy flag on it is the value of the previous evaluation.

#include <fulcrum/layout.h>
#include <fulcrum/math.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int measure(const FcContext* context, int stage, const FcSensorBatch* batch) {
  const mjModel* m = context->m;
  mjData* d = context->d;
  (void)stage;
  for (int k = 0; k < batch->n; k++) {
    const int i = batch->id[k];
    mjtNum* out = batch->out[k];
    switch (m->sensor_type[i]) {
      case mjSENS_CLOCK: out[0] = d->time; break;
      case mjSENS_E_POTENTIAL:
        if (!d->flg_energypos)
          mj_energyPos(m, d);
        out[0] = d->energy[0];
        break;
      default:  // mjSENS_E_KINETIC
        if (!d->flg_energyvel)
          mj_energyVel(m, d);
        out[0] = d->energy[1];
    }
  }
  return 0;
}

static const FcSensor table = {.size = sizeof(FcSensor), .measure = measure};
static const char* const types[] = {"clock", "e_potential", "e_kinetic", NULL};
static const FcFace faces[] = {{.size = sizeof(FcFace),
                                .kind = FC_SENSOR,
                                .name = "sensor_system",
                                .table = &table,
                                .types = types}};

FC_MODULE_WITH(sensor_system, "sensor_system", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Clock and energies", NULL)
