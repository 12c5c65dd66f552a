// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_RESOURCE_PATH_H_
#define CORE_MODEL_RESOURCE_PATH_H_

#include <stddef.h>

// File names of models: separators are '/' or '\', absolute is "/x", "\x", "c:/x" or "scheme:x".

// length of the prefix up to and including the last separator
size_t path_directory(const char* path);

// leading separator or drive
int path_is_absolute(const char* path);

// directory joined with name and reduced: "." vanishes, "a/.." cancels, '\' becomes '/'.
// From malloc, NULL when memory is missing.
char* path_join(const char* directory, const char* name);

// last component; extension with its dot, "" when there is none
const char* path_base(const char* path);
const char* path_extension(const char* path);

// names equal, case ignored
int path_same(const char* a, const char* b);

#endif  // CORE_MODEL_RESOURCE_PATH_H_
