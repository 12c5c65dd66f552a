// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Number of values of a sensor before compilation, as far as its type, its own fields and its spec
// determine it.

#include <mujoco/mujoco.h>

#include "core/kernel/kinds/sensor_type.h"

int mjs_sensorDim(const mjsSensor* sensor) {
  SensorType type;
  if (sensor->type == mjSENS_USER)
    return sensor->dim;
  if (sensor->type == mjSENS_PLUGIN || sensor_type_numbered((int)sensor->type, &type))
    return 0;
  return type.table.declared ? type.table.declared(sensor) : type.table.dim;
}
