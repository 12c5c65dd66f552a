// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The list of modules that a binary model needs, kept behind its image.

#ifndef CORE_KERNEL_BINDING_REQUIREMENTS_H_
#define CORE_KERNEL_BINDING_REQUIREMENTS_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// Bytes to write after the image, into buffer (NULL: only count them); returns how many they are.
size_t requirements_write(const mjModel* m, void* buffer);

// Bytes after an image, beginning with "FULCRUM\n". 0, or -1 and a message.
int requirements_read(mjModel* m, const void* trailer, size_t size, char* error, int error_size);

#endif  // CORE_KERNEL_BINDING_REQUIREMENTS_H_
