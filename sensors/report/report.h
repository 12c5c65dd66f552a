// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SENSORS_REPORT_REPORT_H_
#define SENSORS_REPORT_REPORT_H_

#include <fulcrum/sensor.h>

// One number of the object of each sensor; `source` is indexed by object. Returns 0, as
// FcSensor.measure does.
static inline int report_numbers(const FcContext* context, const FcSensorBatch* batch,
                                 const mjtNum* source) {
  for (int k = 0; k < batch->n; k++)
    batch->out[k][0] = source[context->m->sensor_objid[batch->id[k]]];
  return 0;
}

#endif  // SENSORS_REPORT_REPORT_H_
