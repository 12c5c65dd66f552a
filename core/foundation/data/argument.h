// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of what a program passes to a public function.

#ifndef CORE_FOUNDATION_DATA_ARGUMENT_H_
#define CORE_FOUNDATION_DATA_ARGUMENT_H_

#include <mujoco/mujoco.h>

// 1 if `index` is that of one of `count` elements; 0 after mju_error, which may return.
static inline int is_index(mjtSize index, mjtSize count, const char* kind, const char* caller) {
  if (index >= 0 && index < count)
    return 1;
  mju_error("%s: there is no %s %d, the model has %d", caller, kind, (int)index, (int)count);
  return 0;
}

// 1 if `pointer` is given; 0 after mju_error.
static inline int is_given(const void* pointer, const char* name, const char* caller) {
  if (pointer)
    return 1;
  mju_error("%s: %s is NULL", caller, name);
  return 0;
}

#endif  // CORE_FOUNDATION_DATA_ARGUMENT_H_
