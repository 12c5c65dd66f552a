// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finds the module in which a thread is executing, for messages about code that does not return or
// has crashed.

#ifndef TOOLS_COMMON_CULPRIT_H_
#define TOOLS_COMMON_CULPRIT_H_

#include <stddef.h>

#include <mujoco/mjdata.h>

// Load the unwinder; once, before signals may arrive.
void culprit_prepare(void);

// To be called in a signal handler: describe the function of a module that the interrupted thread
// is in, "solver acme.still (module acme.still), function solve", and the stage of the pipeline
// that runs for d (NULL: not known); or the module that is being opened, "module FILE, while it was
// being opened". Returns 1, or 0 and describes the stage alone when no module
// is on the stack.
int culprit_describe(const mjData* d, char* text, size_t size);

// Report a crash of this process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) in one message that
// begins with "fulcrum: " and `what` is going on, then call `last` (NULL: nothing) and end by the
// same signal. *d is what is being simulated, NULL while there is nothing.
void culprit_watch_crashes(const char* what, mjData* const* d, void (*last)(void));

#endif  // TOOLS_COMMON_CULPRIT_H_
