// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The locks of the process, and how they survive a fork.
//
// Before a fork the forking thread takes all locks; afterwards parent and child release them. The
// thread waits for one lock at a time, and only while it holds none of the others, so that it
// cannot block a thread that needs another lock to proceed; the locks need no order. Locks that the
// forking thread already holds (a constructor may fork while its library is opened) stay with it,
// in the child too. A mutex of the plain type has no owner that would have to become the child.
//
// The handlers belong to this library: the C library removes them when dlclose unloads it.

#include <pthread.h>
#include <stdatomic.h>

#include "core/foundation/base/process_lock.h"

#define FREE PTHREAD_MUTEX_INITIALIZER

static pthread_mutex_t mutex[] = {FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE};
_Static_assert(sizeof mutex / sizeof *mutex == NPROCESS_LOCK, "every lock is free at first");
static _Thread_local int depth[NPROCESS_LOCK];  // recursion depth of this thread for each lock
static atomic_uint forks;

// ---------------------------------------------------------------- fork

// Tries to take all locks that this thread does not hold; returns the first that another thread
// holds, or -1.
static int take_others(int awaited) {
  for (int i = 0; i < NPROCESS_LOCK; i++) {
    if (depth[i] || i == awaited || !pthread_mutex_trylock(mutex + i))
      continue;
    for (int k = 0; k < i; k++)
      if (!depth[k] && k != awaited)
        pthread_mutex_unlock(mutex + k);
    return i;
  }
  return -1;
}

static void before_fork(void) {
  for (int awaited = -1, busy; (busy = take_others(awaited)) >= 0; awaited = busy) {
    if (awaited >= 0)
      pthread_mutex_unlock(mutex + awaited);
    pthread_mutex_lock(mutex + busy);
  }
}

static void after_fork(void) {
  for (int i = 0; i < NPROCESS_LOCK; i++)
    if (!depth[i])
      pthread_mutex_unlock(mutex + i);
}

static void in_child(void) {
  atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
  after_fork();
}

static void watch_forks(void) { pthread_atfork(before_fork, after_fork, in_child); }

// ---------------------------------------------------------------- locks

// Registers the handlers before the first lock is taken, because no constructor runs when the
// library is loaded.
static void watch_forks_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
}

void process_lock(ProcessLock which) {
  watch_forks_once();
  if (depth[which]++ == 0)
    pthread_mutex_lock(mutex + which);
}

void process_unlock(ProcessLock which) {
  if (--depth[which] == 0)
    pthread_mutex_unlock(mutex + which);
}

unsigned process_forks(void) {
  watch_forks_once();
  return atomic_load_explicit(&forks, memory_order_relaxed);
}
