// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_SENSOR_EDITS_H_
#define CORE_PHYSICS_PIPELINE_SENSOR_EDITS_H_

#include <fulcrum/sensor.h>

// Checks that sensor i can be measured without reading or writing beyond an array. table: the
// description of its type, NULL for user sensors and plugins. 0, or -1 after fc_fail.
int sensor_check_edits(const mjModel* m, int i, const FcSensor* table);

#endif  // CORE_PHYSICS_PIPELINE_SENSOR_EDITS_H_
