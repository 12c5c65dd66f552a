// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_PIPELINE_VALIDATE_SENSORS_H_
#define CORE_PHYSICS_PIPELINE_VALIDATE_SENSORS_H_

#include "core/foundation/data/validate.h"

// Checks types, sizes and objects of the sensors of a model whose other elements are valid: 0, or
// -1 with the first fault. Opens the modules of the types that MuJoCo numbers.
int validate_sensors(const mjModel* m, Finding* finding);

#endif  // CORE_PHYSICS_PIPELINE_VALIDATE_SENSORS_H_
