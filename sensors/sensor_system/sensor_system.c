// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The simulation itself: time and energies. Kinetic energy is reported in the position stage, as in
// the reference: with the energy flag on it is the value of the previous evaluation.

#include <fulcrum/layout.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

static int report(const FcSensorBatch* batch, mjtNum value) {
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = value;
  return 0;
}

static int measure_time(const FcContext* context, int stage, const FcSensorBatch* batch) {
  (void)stage;
  return report(batch, context->d->time);
}

static int measure_potential(const FcContext* context, int stage, const FcSensorBatch* batch) {
  mjData* d = context->d;
  (void)stage;
  if (!d->flg_energypos)
    mj_energyPos(context->m, d);
  return report(batch, d->energy[0]);
}

static int measure_kinetic(const FcContext* context, int stage, const FcSensorBatch* batch) {
  mjData* d = context->d;
  (void)stage;
  if (!d->flg_energyvel)
    mj_energyVel(context->m, d);
  return report(batch, d->energy[1]);
}

// ---------------------------------------------------------------- module

#define SYSTEM_SENSOR(function) \
  { .size = sizeof(FcSensor), .measure = function, .stage = mjSTAGE_POS, .dim = 1 }

static const FcSensor clock = SYSTEM_SENSOR(measure_time);
static const FcSensor potential = SYSTEM_SENSOR(measure_potential);
static const FcSensor kinetic = SYSTEM_SENSOR(measure_kinetic);

static const FcFace faces[] = {FC_SENSOR_FACE(mjSENS_CLOCK, "clock", clock),
                               FC_SENSOR_FACE(mjSENS_E_POTENTIAL, "e_potential", potential),
                               FC_SENSOR_FACE(mjSENS_E_KINETIC, "e_kinetic", kinetic)};

FC_MODULE_WITH(sensor_system, "sensor_system", "1.0.0", "Apache-2.0", &fc_layout, faces, 0,
               "Clock and energies", NULL)
