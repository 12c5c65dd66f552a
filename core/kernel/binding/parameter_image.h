// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Parameters in the trailer of a binary model (requirements.c).

#ifndef CORE_KERNEL_BINDING_PARAMETER_IMAGE_H_
#define CORE_KERNEL_BINDING_PARAMETER_IMAGE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// Writes a line for every parameter of m that was set after m was compiled, into buffer from `at`
// on (NULL: only count the bytes). Returns the end offset.
size_t parameter_lines(const mjModel* m, char* buffer, size_t at);

// is_parameter_line: 1 for such a line. parameter_line_read sets the parameter; 0, or -1 with
// fc_lastError.
int is_parameter_line(const char* line, size_t n);
int read_parameter_line(const mjModel* m, const char* line, size_t n);

#endif  // CORE_KERNEL_BINDING_PARAMETER_IMAGE_H_
