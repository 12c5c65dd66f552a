// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_MODEL_H_
#define CORE_FOUNDATION_DATA_MODEL_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// Checks the sizes that describe arrays, and sets nnames_map. -1 and a message when one is invalid.
int model_check_sizes(mjModel* sizes, char* error, int error_size);

// Size of the buffer with padding in *nbuffer; -1 and a message when an array is too large.
int model_buffer_size(const mjModel* m, size_t* nbuffer, char* error, int error_size);

// Record and buffer of a model whose sizes are valid and whose nbuffer is set; NULL when memory
// runs out. The content of the arrays is undefined; only the padding between them is zeroed.
mjModel* model_allocate(const mjModel* sizes);

// Default statistics of a model that were not computed.
void default_statistic(mjStatistic* stat);

#endif  // CORE_FOUNDATION_DATA_MODEL_H_
