// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops of a step that the threads of the bound pool share.
//
// A loop over n elements is cut into ranges. The calling thread takes the first one; it and idle
// workers take the others, in order, until none is left. What a range computes must not depend on
// the other ranges, so results depend neither on the cuts nor on the threads. Nobody waits for a
// worker that is late: it finds nothing left to do.
//
// Of a pool of n workers n - 1 help, so that with the calling thread n threads are at work.

#ifndef CORE_FOUNDATION_DATA_PARALLEL_H_
#define CORE_FOUNDATION_DATA_PARALLEL_H_

#include <stdatomic.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

// The elements begin, begin + 1, ..., end - 1.
typedef void RangeFunction(void* context, int begin, int end);

// Calls `run` for ranges of `grain` elements (the last one may be shorter) that make up 0 .. n - 1,
// on several threads when a pool is bound and there is more than one range, else once for all.
// Ranges use the stack of the data as usual. An error in one ends that range; the error of the
// first range that has one is reported again when all ranges are done.
void parallel_ranges(mjData* d, int n, int grain, RangeFunction* run, void* context);

// 1 when parallel_ranges may use several threads: loops that need preparations for it do without.
int parallel_wanted(const mjData* d);

//------------------------------ for the pool ------------------------------------------------------

enum { NJOB = 8 };

// A loop that is being run. The ticket holds the number of ranges, the next one to be taken, and a
// number of the data. Whoever advances it by compare-and-swap may read the other members until the
// range is counted as done, because the loop does not end before.
typedef struct Job_ {
  _Alignas(64) atomic_int owned;  // a thread uses this job
  _Atomic uint64_t ticket;
  atomic_int done;  // ranges
  RangeFunction* run;
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
