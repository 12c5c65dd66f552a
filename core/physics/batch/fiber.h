// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that can be left in the middle and continued later, on the same thread: each has a
// stack of its own (ucontext).

#ifndef CORE_PHYSICS_BATCH_FIBER_H_
#define CORE_PHYSICS_BATCH_FIBER_H_

typedef struct Fiber_ Fiber;

// NULL when memory runs out.
Fiber* fiber_make(void);
void fiber_free(Fiber* fiber);

// Runs f(arg) on the stack of the fiber, or continues it, until it returns (0) or yields (1).
int fiber_start(Fiber* fiber, void (*f)(void* arg), void* arg);
int fiber_continue(Fiber* fiber);

// Leaves the fiber that runs on this thread.
void fiber_yield(void);

// The fiber that runs on this thread, NULL: none.
Fiber* fiber_current(void);

#endif  // CORE_PHYSICS_BATCH_FIBER_H_
