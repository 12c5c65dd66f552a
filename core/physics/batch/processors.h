// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which processors the process may use, and which of them share a memory.

#ifndef CORE_PHYSICS_BATCH_PROCESSORS_H_
#define CORE_PHYSICS_BATCH_PROCESSORS_H_

#include <sched.h>

// Where the system describes itself; "" for the running system, a folder with a copy of such files
// in tests.
extern const char* processors_root;

// Processors for thread i of n on a machine with several memory nodes: those of one node, so that
// consecutive threads share a node. 1, or 0 when there is nothing to choose.
int processors_near(int i, int n, cpu_set_t* processors);

// Number of processors by the time that the control group of the process grants it, rounded up;
// INT_MAX without a limit.
int processors_granted(void);

// Adds the processors of a list like "0-3,8" to the set.
void processors_parse(const char* list, cpu_set_t* set);

#endif  // CORE_PHYSICS_BATCH_PROCESSORS_H_
