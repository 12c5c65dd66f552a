// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The locks of the process, and what becomes of them in a fork.
//
// Before a fork the forking thread takes all locks; afterwards parent and child give them back.
// It waits for one lock at a time, and only while it holds none of the others: so it can wait for a
// thread that needs any other lock before it goes on, and the locks need no order. What the
// forking thread holds already (a constructor may fork while its library is opened) stays with it,
// in the child too. A mutex of the plain type has no owner that the child would have to become.
//
// The handlers belong to this library: the C library drops them when it is closed by dlclose.

#include "core/foundation/base/process_lock.h"

#include <pthread.h>
#include <stdatomic.h>

#define FREE PTHREAD_MUTEX_INITIALIZER

static pthread_mutex_t mutex[] = {FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE};
_Static_assert(sizeof mutex / sizeof *mutex == NPROCESS_LOCK, "every lock is free at first");
static _Thread_local int depth[NPROCESS_LOCK];  // how often this thread holds each
static atomic_uint forks;

// ---------------------------------------------------------------- fork

// Try to take all but those that are held already; the first that another thread has, -1: none.
static int take_others(int awaited) {
  for (int i = 0; i < NPROCESS_LOCK; i++) {
    if (depth[i] || i == awaited || !pthread_mutex_trylock(mutex + i))
      continue;
    for (int k = 0; k < i; k++) {
      if (!depth[k] && k != awaited)
        pthread_mutex_unlock(mutex + k);
    }
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
  for (int i = 0; i < NPROCESS_LOCK; i++) {
    if (!depth[i])
      pthread_mutex_unlock(mutex + i);
  }
}

static void in_child(void) {
  atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
  after_fork();
}

static void watch_forks(void) { pthread_atfork(before_fork, after_fork, in_child); }

// ---------------------------------------------------------------- locks

// The handlers are registered before the first lock is taken: no constructor runs when the library
// is loaded.
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
