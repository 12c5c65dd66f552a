// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a compiled model as members of a JSON object.

#ifndef TOOLS_MODEL_JSON_H_
#define TOOLS_MODEL_JSON_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

// {"nq": 7, ...}: every size
void json_sizes(FILE* file, const mjModel* m);

// "timestep": 0.002, ...: every member of mjOption, those in `skip` (NULL-terminated) left out
void json_options(FILE* file, const mjModel* m, const char* const* skip);

// {"meaninertia": ..., ...}
void json_statistic(FILE* file, const mjModel* m);

// {"qpos0": {"shape": [7], "data": [...]}, ...}: every array, in the order of mjModel. Texts are
// lists of strings.
void json_arrays(FILE* file, const mjModel* m);

#endif  // TOOLS_MODEL_JSON_H_
