// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_DATA_H_
#define CORE_FOUNDATION_DATA_DATA_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// mj_resetData, which fills the buffer with `value` first. 0, or one of these and a message.
enum {
  RESET_REFUSED = -1,  // nothing was changed
  RESET_BROKEN = -2,   // d is unusable; the caller deletes it
};
int data_reset(const mjModel* m, mjData* d, unsigned char value, char* error, int error_size);

// Sets all arena pointers to NULL except contact, which becomes the start of the arena.
void clear_arena_pointers(mjData* d);

// 1 when anything is on the main stack.
int stack_in_use(const mjData* d);

// Where the stack of the calling thread ends, and the way back there from any frames above.
typedef struct StackPlace_ {
  size_t pstack, pbase;
} StackPlace;
StackPlace stack_place(mjData* d);
void stack_return(mjData* d, StackPlace place);

// Bytes left on the stack of the calling thread.
size_t stack_left(mjData* d);

#endif  // CORE_FOUNDATION_DATA_DATA_H_
