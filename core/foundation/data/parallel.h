// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops that the threads of a pool share (fulcrum/parallel.h), for the core.

#ifndef CORE_FOUNDATION_DATA_PARALLEL_H_
#define CORE_FOUNDATION_DATA_PARALLEL_H_

#include <fulcrum/parallel.h>
#include <mujoco/mujoco.h>

// 1 when a loop over the data may use several threads: what needs preparations for it does without
// them otherwise.
int parallel_wanted(const mjData* d);

// fc_parallel, which costs nothing without a pool.
static inline __attribute__((always_inline)) void parallel_for(mjData* d, int n, int grain,
                                                               FcRange run, void* context) {
  if (__builtin_expect(d->threadpool != 0, 0))
    fc_parallel(d, n, grain, run, context);
  else if (n > 0)
    run(context, 0, n);
}

#endif  // CORE_FOUNDATION_DATA_PARALLEL_H_
