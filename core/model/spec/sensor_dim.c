// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Number of values of a sensor before compilation, as far as its type, its own fields and its spec
// determine it.

#include <mujoco/mujoco.h>

#include "core/kernel/kinds/sensor.h"

int mjs_sensorDim(const mjsSensor* sensor) {
  SensorType type;
  if (sensor_is_user((int)sensor->type))
    return sensor->dim;
  if (sensor_is_plugin((int)sensor->type) || sensor_type_numbered((int)sensor->type, &type))
    return 0;
  return type.table.declared ? type.table.declared(sensor) : type.table.dim;
}
