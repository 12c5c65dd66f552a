// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_RESOURCE_RESOURCE_H_
#define CORE_MODEL_RESOURCE_RESOURCE_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// 1 when a resource was found in its virtual file system, and nowhere else.
int resource_is_virtual(const mjResource* resource);

// Calls `use` with the content of a file or resource; -1 when it cannot be read.
int resource_use(const char* filename, const mjVFS* vfs,
                 void (*use)(void* context, const void* content, size_t size), void* context);

#endif  // CORE_MODEL_RESOURCE_RESOURCE_H_
