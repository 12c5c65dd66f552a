// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The list of modules that a binary model needs, stored after its image.

#ifndef CORE_KERNEL_BINDING_REQUIREMENTS_H_
#define CORE_KERNEL_BINDING_REQUIREMENTS_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// Writes the trailer into buffer (NULL: only count the bytes) and returns its size in bytes.
size_t requirements_write(const mjModel* m, void* buffer);

// Reads the bytes after an image, which start with "FULCRUM\n". 0, or -1 and a message.
int requirements_read(mjModel* m, const void* trailer, size_t size, char* error, int error_size);

#endif  // CORE_KERNEL_BINDING_REQUIREMENTS_H_
