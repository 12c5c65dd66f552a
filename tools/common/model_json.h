// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a compiled model as members of a JSON document.

#ifndef TOOLS_COMMON_MODEL_JSON_H_
#define TOOLS_COMMON_MODEL_JSON_H_

#include <mujoco/mujoco.h>

#include "tools/common/json.h"

// {"nq": 7, ...}: every size
cJSON* json_sizes(Json* json, const mjModel* m);

// {"timestep": 0.002, ...}: every member of mjOption, those in `skip` (NULL-terminated) left out
cJSON* json_options(Json* json, const mjModel* m, const char* const* skip);

// {"meaninertia": ..., ...}
cJSON* json_statistic(Json* json, const mjModel* m);

// Write "qpos0": {"shape": [7], "data": [...]}, ... into the open object: every array, in the order
// of mjModel. Texts are lists of strings.
void json_arrays(Json* json, const mjModel* m);

#endif  // TOOLS_COMMON_MODEL_JSON_H_
