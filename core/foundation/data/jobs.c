// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Threads take ranges of jobs by compare-and-swap. No lock is taken unless a range fails.

#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/data.h"
#include "core/foundation/data/jobs.h"
#include "core/foundation/data/record.h"

//------------------------------ tickets -----------------------------------------------------------

enum { MAX_RANGES = 0xffff };

static inline uint64_t ticket_make(unsigned owner, unsigned front, unsigned back) {
  return (uint64_t)owner << 32 | (uint64_t)back << 16 | front;
}
static inline unsigned ticket_owner(uint64_t ticket) { return (unsigned)(ticket >> 32); }
static inline int ticket_back(uint64_t ticket) { return ticket >> 16 & 0xffff; }
static inline int ticket_front(uint64_t ticket) { return ticket & 0xffff; }

// Takes a range of a job: the first one left, or with `from_back` the last one, if the job belongs
// to `owner` (0: to any data); -1 when there is none.
static int take_range(Jobs* jobs, Job* job, int from_back, unsigned owner) {
  const uint64_t one = 1, change = from_back ? -(one << 16) : one;
  uint64_t ticket = atomic_load_explicit(&job->ticket, memory_order_relaxed);
  do {
    if (ticket_front(ticket) >= ticket_back(ticket) || (owner && ticket_owner(ticket) != owner))
      return -1;
  } while (!atomic_compare_exchange_weak_explicit(&job->ticket, &ticket, ticket + change,
                                                  memory_order_acq_rel, memory_order_relaxed));
  if (ticket_front(ticket) + 1 == ticket_back(ticket))
    atomic_fetch_sub_explicit(&jobs->open, 1, memory_order_relaxed);
  return from_back ? ticket_back(ticket) - 1 : ticket_front(ticket);
}

//------------------------------ ranges ------------------------------------------------------------

// Catches the error of a range, wherever it runs: the handler of the calling thread may jump out of
// the loop, which must not end before its ranges.
typedef struct Trap_ {
  jmp_buf back;
  char message[sizeof((Job*)0)->message];
} Trap;

static void spring(const char* message, void* context) {
  Trap* trap = context;
  snprintf(trap->message, sizeof trap->message, "%s", message);
  longjmp(trap->back, 1);
}

static void note_failure(Jobs* jobs, Job* job, int range, const char* message) {
  pthread_mutex_lock(&jobs->lock);
  if (job->failed < 0 || range < job->failed) {
    job->failed = range;
    snprintf(job->message, sizeof job->message, "%s", message);
  }
  pthread_mutex_unlock(&jobs->lock);
}

static void run_range(Jobs* jobs, Job* job, int range) {
  Trap trap;
  void* context;
  const StackPlace place = stack_place(job->d);
  const FcErrorHandler handler = fc_setThreadErrorHandler(spring, &trap, &context);
  if (!setjmp(trap.back)) {
    const int begin = range * job->grain, left = job->n - begin;
    job->run(job->context, begin, left > job->grain ? begin + job->grain : job->n);
  } else {
    stack_return(job->d, place);
    note_failure(jobs, job, range, trap.message);
  }
  fc_setThreadErrorHandler(handler, context, NULL);
  atomic_fetch_add_explicit(&job->done, 1, memory_order_release);
}

static int help(Jobs* jobs, unsigned owner) {
  for (Job* job = jobs->job; job < jobs->job + NJOB; job++) {
    const int range = take_range(jobs, job, 1, owner);
    if (range >= 0) {
      run_range(jobs, job, range);
      return 1;
    }
  }
  return 0;
}

int jobs_help(Jobs* jobs) { return help(jobs, 0); }

//------------------------------ loops -------------------------------------------------------------

// A free job; NULL when all are in use.
static Job* job_claim(Jobs* jobs) {
  for (Job* job = jobs->job; job < jobs->job + NJOB; job++) {
    int owned = 0;
    if (!atomic_load_explicit(&job->owned, memory_order_relaxed) &&
        atomic_compare_exchange_strong_explicit(&job->owned, &owned, 1, memory_order_acquire,
                                                memory_order_relaxed))
      return job;
  }
  return NULL;
}

// The number that tells the jobs of this data from those of others.
static unsigned owner_number(mjData* d) {
  static atomic_uint last;
  DataRecord* record = data_record(d);
  while (!record->number)
    record->number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
  return record->number;
}

// Waits until `count` ranges are done. Meanwhile the thread helps with other loops of the data,
// which those ranges may contain.
static void await(Jobs* jobs, Job* job, int count, unsigned owner) {
  for (int spin = 0; atomic_load_explicit(&job->done, memory_order_acquire) < count; spin++) {
    if (atomic_load_explicit(&jobs->open, memory_order_relaxed) > 0 && help(jobs, owner))
      continue;
    if (spin % 16)
      pause_briefly();
    else
      sched_yield();
  }
}

static void run_job(Jobs* jobs, Job* job, int count, unsigned owner) {
  atomic_store_explicit(&job->done, 0, memory_order_relaxed);
  job->failed = -1;
  atomic_store_explicit(&job->ticket, ticket_make(owner, 1, (unsigned)count), memory_order_release);
  atomic_fetch_add(&jobs->open, 1);
  jobs->wake(jobs->waker);
  run_range(jobs, job, 0);
  for (int range; (range = take_range(jobs, job, 0, owner)) >= 0;)
    run_range(jobs, job, range);
  await(jobs, job, count, owner);
}

int jobs_run(Jobs* jobs, mjData* d, int n, int grain, FcRange run, void* context) {
  Job* job = job_claim(jobs);
  if (!job)
    return 0;
  const int least = (n + MAX_RANGES - 1) / MAX_RANGES;
  job->run = run;
  job->context = context;
  job->d = d;
  job->n = n;
  job->grain = grain > least ? grain : least;
  run_job(jobs, job, (n + job->grain - 1) / job->grain, owner_number(d));

  char message[sizeof job->message];
  const int failed = job->failed >= 0;
  if (failed)
    snprintf(message, sizeof message, "%s", job->message);
  atomic_store_explicit(&job->owned, 0, memory_order_release);
  if (failed)
    mju_error("%s", message);
  return 1;
}
