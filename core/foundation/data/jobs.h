// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Jobs: the loops (fulcrum/parallel.h) that a pool is running.

#ifndef CORE_FOUNDATION_DATA_JOBS_H_
#define CORE_FOUNDATION_DATA_JOBS_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include <fulcrum/parallel.h>
#include <mujoco/mujoco.h>

enum { NJOB = 8 };

// A loop that is being run. The ticket packs the first range that is left, the range after the last
// one, and the number that identifies the mjData. A thread takes a range by changing the ticket
// with compare-and-swap. It may then read the other members until it has counted its range in
// `done`: the loop cannot end earlier.
typedef struct Job_ {
  _Alignas(64) atomic_int owned;  // a thread uses this job
  _Atomic uint64_t ticket;
  atomic_int done;  // ranges
  FcRange run;
  void* context;
  mjData* d;
  int n, grain;
  int failed;  // first range with an error, -1: none; under the lock of the jobs
  char message[1024];
} Job;

typedef struct Jobs_ {
  atomic_int open;            // number of jobs that still have ranges to take
  pthread_mutex_t lock;       // for failures
  void (*wake)(void* waker);  // calls threads that sleep to a job that was just opened
  void* waker;
  Job job[NJOB];
} Jobs;

// Takes and runs one range of any job; 0 when there is none.
int jobs_help(Jobs* jobs);

// Runs fc_parallel as one of the jobs, with the help of others; 0 when none of them is free.
int jobs_run(Jobs* jobs, mjData* d, int n, int grain, FcRange run, void* context);

// Lets the processor rest for a moment in a loop that waits.
static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#endif  // CORE_FOUNDATION_DATA_JOBS_H_
