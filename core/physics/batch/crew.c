// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fulcrum/batch.h>
#include <fulcrum/host.h>

#include "core/foundation/base/process_lock.h"
#include "core/physics/batch/crew.h"
#include "core/physics/batch/processors.h"

// Turns of a waiting thread before it goes to sleep: some 20 us, the time that waking up takes.
#define TURNS 400

// The items of one thread that are not taken yet.
typedef struct Range_ {
  atomic_int next;
  int end;
} __attribute__((aligned(64))) Range;

typedef struct Member_ {
  Crew* crew;
  int index;
  pthread_t thread;
  cpu_set_t processors;
  int placed;     // 1: the thread stays on `processors`
  int processor;  // the only one of them; -1: several
} Member;

struct Crew_ {
  int nthread;
  int nstarted;
  unsigned forks;  // process_forks when the threads were started
  int turns;
  pthread_mutex_t mutex;
  pthread_cond_t wake;  // there is something to do
  pthread_cond_t rest;  // the last thread has left the job
  atomic_uint events;   // what a turning thread watches
  int stop;
  int asleep;
  // the job
  const CrewJob* job;
  int open;  // threads may enter
  unsigned generation;
  int entered;        // members that have entered so far
  atomic_int inside;  // members at work
  Range* range;
  // work without end
  int (*serve)(void* context, int thread);
  void* serve_context;
  unsigned calls;
  Member* member;
};

// ---------------------------------------------------------------- items

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  sched_yield();
#endif
}

// index of an item of a range, -1: none is left
static int take(Range* range) {
  if (atomic_load_explicit(&range->next, memory_order_relaxed) >= range->end)
    return -1;
  const int item = atomic_fetch_add_explicit(&range->next, 1, memory_order_relaxed);
  return item < range->end ? item : -1;
}

int crew_next(Crew* crew, int thread) {
  const int nrange = crew->job->fixed ? 1 : crew->nthread;
  for (int k = 0; k < nrange; k++) {
    const int item = take(crew->range + (thread + k) % crew->nthread);
    if (item >= 0)
      return item;
  }
  return -1;
}

// ---------------------------------------------------------------- members

// waits, with the lock released, until something happens after `events`
static void turn(Crew* crew, unsigned events) {
  pthread_mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->turns && atomic_load(&crew->events) == events; i++)
    relax();
  pthread_mutex_lock(&crew->mutex);
}

static void* member_main(void* argument) {
  const Member* self = argument;
  Crew* crew = self->crew;
  unsigned seen = 0, served = 0;
  if (self->placed)
    pthread_setaffinity_np(pthread_self(), sizeof self->processors, &self->processors);
  pthread_mutex_lock(&crew->mutex);
  while (!crew->stop) {
    if (crew->open && seen != crew->generation) {
      seen = crew->generation;
      crew->entered++;
      atomic_fetch_add(&crew->inside, 1);
      pthread_mutex_unlock(&crew->mutex);
      crew->job->work(crew->job->context, self->index);
      pthread_mutex_lock(&crew->mutex);
      if (atomic_fetch_sub(&crew->inside, 1) == 1)
        pthread_cond_signal(&crew->rest);
      continue;
    }
    if (crew->serve && served != crew->calls) {
      served = crew->calls;
      int (*const serve)(void*, int) = crew->serve;
      void* const context = crew->serve_context;
      pthread_mutex_unlock(&crew->mutex);
      while (serve(context, self->index)) {
      }
      pthread_mutex_lock(&crew->mutex);
      continue;
    }
    const unsigned events = atomic_load(&crew->events);
    turn(crew, events);
    while (!crew->stop && atomic_load(&crew->events) == events) {
      crew->asleep++;
      pthread_cond_wait(&crew->wake, &crew->mutex);
      crew->asleep--;
    }
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

// Tell the members of something new; the lock is held.
static void call_members(Crew* crew) {
  atomic_fetch_add(&crew->events, 1);
  if (crew->asleep)
    pthread_cond_broadcast(&crew->wake);
}

// ---------------------------------------------------------------- making

static void place_members(Crew* crew, const CrewPlaces* places) {
  for (int i = 0; i < crew->nthread; i++) {
    Member* member = crew->member + i;
    *member = (Member){.crew = crew, .index = i, .processor = -1};
    if (places->cpu_ids) {
      member->placed = 1;
      member->processor = places->cpu_ids[i % places->ncpu];
      CPU_ZERO(&member->processors);
      CPU_SET((size_t)member->processor, &member->processors);
    } else if (i) {
      // without a choice the thread of the caller stays where it is
      member->placed = processors_near(i, crew->nthread, &member->processors);
    }
  }
}

// Signals are left to the threads of the program.
static int start_members(Crew* crew) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  for (int i = 1; i < crew->nthread && !error; i++) {
    error = pthread_create(&crew->member[i].thread, NULL, member_main, crew->member + i);
    crew->nstarted += !error;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

Crew* crew_make(int nthread, const CrewPlaces* places) {
  Crew* crew = calloc(1, sizeof *crew);
  Range* range = aligned_alloc(_Alignof(Range), (size_t)nthread * sizeof *range);
  Member* member = calloc((size_t)nthread, sizeof *member);
  if (!crew || !range || !member) {
    free(crew);
    free(range);
    free(member);
    fc_fail("out of memory for %d threads", nthread);
    return NULL;
  }
  crew->nthread = nthread;
  crew->forks = process_forks();
  crew->range = range;
  crew->member = member;
  const int usable = fc_usableProcessors(NULL, 0);
  crew->turns = usable >= nthread ? TURNS : 0;
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->wake, NULL);
  pthread_condattr_t clock;
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&crew->rest, &clock);
  pthread_condattr_destroy(&clock);
  place_members(crew, places);
  const int error = start_members(crew);
  if (error) {
    const int started = crew->nstarted;
    crew_delete(crew);
    fc_fail("only %d of %d threads could be started: %s", started, nthread - 1, strerror(error));
    return NULL;
  }
  return crew;
}

void crew_delete(Crew* crew) {
  if (!crew)
    return;
  if (crew->forks == process_forks()) {
    pthread_mutex_lock(&crew->mutex);
    crew->stop = 1;
    call_members(crew);
    pthread_mutex_unlock(&crew->mutex);
    for (int i = 1; i <= crew->nstarted; i++)
      pthread_join(crew->member[i].thread, NULL);
    pthread_cond_destroy(&crew->rest);
    pthread_cond_destroy(&crew->wake);
    pthread_mutex_destroy(&crew->mutex);
  }
  free(crew->range);
  free(crew->member);
  free(crew);
}

int crew_processor(const Crew* crew, int thread) { return crew->member[thread].processor; }

// ---------------------------------------------------------------- jobs

// Any interval is allowed, an infinite one, too: the watch does not mind being early.
static struct timespec later(double seconds) {
  struct timespec at;
  seconds = seconds < 3600 ? seconds : 3600;
  clock_gettime(CLOCK_MONOTONIC, &at);
  const long whole = (long)seconds;
  at.tv_sec += whole;
  at.tv_nsec += (long)(1e9 * (seconds - (double)whole));
  if (at.tv_nsec >= 1000000000) {
    at.tv_sec++;
    at.tv_nsec -= 1000000000;
  }
  return at;
}

// Waits for the members that are inside. If threads do their own items only, all members must
// have been there before the job is closed.
static void end_job(Crew* crew) {
  const CrewJob* job = crew->job;
  const int awaited = job->fixed ? crew->nthread - 1 : 0;
  pthread_mutex_lock(&crew->mutex);
  crew->open = awaited > 0;
  pthread_mutex_unlock(&crew->mutex);
  for (int i = 0; i < crew->turns && atomic_load(&crew->inside); i++)
    relax();
  pthread_mutex_lock(&crew->mutex);
  while (atomic_load(&crew->inside) || crew->entered < awaited) {
    if (!job->watch) {
      pthread_cond_wait(&crew->rest, &crew->mutex);
      continue;
    }
    const struct timespec at = later(job->interval);
    if (pthread_cond_timedwait(&crew->rest, &crew->mutex, &at) == ETIMEDOUT) {
      pthread_mutex_unlock(&crew->mutex);
      job->watch(job->context);
      pthread_mutex_lock(&crew->mutex);
    }
  }
  crew->open = 0;
  pthread_mutex_unlock(&crew->mutex);
}

void crew_run(Crew* crew, const CrewJob* job) {
  cpu_set_t before;
  const Member* self = crew->member;
  const int moved = self->placed &&
                    !pthread_getaffinity_np(pthread_self(), sizeof before, &before) &&
                    !pthread_setaffinity_np(pthread_self(), sizeof before, &self->processors);
  for (int i = 0; i < crew->nthread; i++) {
    atomic_store_explicit(&crew->range[i].next, job->begin[i], memory_order_relaxed);
    crew->range[i].end = job->begin[i + 1];
  }
  crew->job = job;
  if (crew->nthread > 1) {
    pthread_mutex_lock(&crew->mutex);
    crew->open = 1;
    crew->entered = 0;
    crew->generation++;
    call_members(crew);
    pthread_mutex_unlock(&crew->mutex);
  }
  job->work(job->context, 0);
  if (crew->nthread > 1)
    end_job(crew);
  if (moved)
    pthread_setaffinity_np(pthread_self(), sizeof before, &before);
}

void crew_serve(Crew* crew, int (*serve)(void* context, int thread), void* context) {
  pthread_mutex_lock(&crew->mutex);
  crew->serve = serve;
  crew->serve_context = context;
  pthread_mutex_unlock(&crew->mutex);
}

void crew_call(Crew* crew) {
  if (crew->nthread == 1)
    return;
  pthread_mutex_lock(&crew->mutex);
  crew->calls++;
  call_members(crew);
  pthread_mutex_unlock(&crew->mutex);
}
