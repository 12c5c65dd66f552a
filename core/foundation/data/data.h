// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_DATA_H_
#define CORE_FOUNDATION_DATA_DATA_H_

#include <mujoco/mujoco.h>

// Everything mj_resetData does, buffer filled with `value` first. 0, or one of these and a message.
enum {
  RESET_REFUSED = -1,  // nothing was changed
  RESET_BROKEN = -2,   // d cannot be used any more, the caller deletes it
};
int data_reset(const mjModel* m, mjData* d, unsigned char value, char* error, int error_size);

// All arena pointers NULL but contact, which is the arena's begin.
void clear_arena_pointers(mjData* d);

// Is anything on the main stack?
int stack_in_use(const mjData* d);

#endif  // CORE_FOUNDATION_DATA_DATA_H_
