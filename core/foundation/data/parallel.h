// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Jobs: the loops (fulcrum/parallel.h) that a pool is running.

#ifndef CORE_FOUNDATION_DATA_PARALLEL_H_
#define CORE_FOUNDATION_DATA_PARALLEL_H_

#include <stdatomic.h>
#include <stdint.h>

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

enum { NJOB = 8 };

// A loop that is being run. The ticket holds the first range that is left, the one behind the last,
// and a number of the data. Whoever advances it by compare-and-swap may read the other members
// until the range is counted as done, because the loop does not end before.
typedef struct Job_ {
  _Alignas(64) atomic_int owned;  // a thread uses this job
  _Atomic uint64_t ticket;
  atomic_int done;  // ranges
  FcRange run;
  void* context;
  mjData* d;
  int n, grain;
  int failed;  // first range with an error, -1: none; under the lock of the pool
  char message[1024];
} Job;

typedef struct Jobs_ {
  atomic_int open;  // jobs with ranges that nobody has taken
  Job job[NJOB];
} Jobs;

// Takes and runs one range of any job; 0 when there is none.
int jobs_help(Jobs* jobs);

#endif  // CORE_FOUNDATION_DATA_PARALLEL_H_
