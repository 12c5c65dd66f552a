// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Thread pools: a fixed number of workers take tasks from one bounded first-in-first-out queue.
// Producers wait while it is full, workers while it is empty. A task that returns is completed with
// release order, so that a thread that joins it sees what it wrote.
//
// Workers also help with the loops of a step (parallel.h). Such loops follow each other closely: a
// worker that has helped looks for the next one for a short time before it sleeps.
//
// A fork leaves the workers in the parent. In the child a pool of the parent is an orphan: a thread
// that submits a task runs it itself, at once.

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "core/foundation/base/process_lock.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"
#include "core/foundation/data/threads.h"

#define QUEUE_CAPACITY 640
#define SHARD_ALIGNMENT 128

// Rounds of looking for work before a worker sleeps, one to two milliseconds. Waking one takes
// longer than many loops.
#define PATIENCE 20000

typedef struct ThreadPool_ {
  mjThreadPool public;  // first, so that a pointer to it also points to this struct
  int nworker;          // number of running workers
  int stopping;
  unsigned forks;  // process_forks of the process that has the workers
  int nhelper;     // workers that help with loops: all but the last
  Jobs jobs;
  atomic_int sleeping;  // helpers that have to be woken
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  mjTask* queue[QUEUE_CAPACITY];
  int head;
  atomic_int count;
  struct Worker_ {
    pthread_t thread;
    struct ThreadPool_* pool;
    int index;
  } worker[mjMAXTHREAD];
} ThreadPool;

// value of process_forks when the last pool was made
static atomic_uint made_after;

// the pool that this thread works for, and its index as a worker, from 1
static _Thread_local const ThreadPool* own_pool;
static _Thread_local int own_index;

int worker_index(const mjThreadPool* pool) {
  return own_pool && &own_pool->public == pool ? own_index : 0;
}

int worker_count(const mjThreadPool* pool) {
  return ((const ThreadPool*)(const void*)pool)->nworker;
}

size_t shard_bytes(const mjThreadPool* pool, size_t narena) {
  size_t bytes = narena / (2 * ((size_t)worker_count(pool) + 1));
  return (bytes + SHARD_ALIGNMENT - 1) / SHARD_ALIGNMENT * SHARD_ALIGNMENT;
}

//------------------------------ workers -----------------------------------------------------------

static void run_task(mjTask* task) {
  task->args = task->func(task->args);
  __atomic_store_n(&task->status, mjTASK_COMPLETED, __ATOMIC_RELEASE);
}

static int has_open_job(ThreadPool* pool) { return atomic_load(&pool->jobs.open) > 0; }

// Helps with loops until none has been found for a while, or until a task is waiting.
static void help_for_a_while(ThreadPool* pool) {
  for (int round = 0; round < PATIENCE; round++) {
    if (has_open_job(pool) && jobs_help(&pool->jobs)) {
      round = 0;
    } else if (round % 16) {
      pause_briefly();
    } else {
      sched_yield();
      if (atomic_load_explicit(&pool->count, memory_order_relaxed))
        return;
    }
  }
}

// The next task; NULL with *stop = 1 when the pool ends, else NULL when a loop wants help.
static mjTask* next_task(ThreadPool* pool, int helps, int* stop) {
  mjTask* task = NULL;
  pthread_mutex_lock(&pool->mutex);
  atomic_fetch_add(&pool->sleeping, helps);
  while (!pool->count && !pool->stopping && !(helps && has_open_job(pool)))
    pthread_cond_wait(&pool->not_empty, &pool->mutex);
  atomic_fetch_sub(&pool->sleeping, helps);
  if (pool->count) {
    task = pool->queue[pool->head];
    pool->head = (pool->head + 1) % QUEUE_CAPACITY;
    pool->count--;
    pthread_cond_signal(&pool->not_full);
  }
  *stop = !task && pool->stopping;
  pthread_mutex_unlock(&pool->mutex);
  return task;
}

static void* worker_main(void* argument) {
  const struct Worker_* self = argument;
  ThreadPool* pool = self->pool;
  own_pool = pool;
  own_index = self->index;
  const int helps = self->index <= pool->nhelper;
  for (int stop = 0; !stop;) {
    mjTask* task = next_task(pool, helps, &stop);
    if (task)
      run_task(task);
    else if (!stop)
      help_for_a_while(pool);
  }
  return NULL;
}

// 1 when the workers are in another process; one of them may hold the lock for ever.
static int is_orphan(const ThreadPool* pool) { return pool->forks != process_forks(); }

// Lets the workers finish the queued tasks and terminates them.
static void stop_workers(ThreadPool* pool) {
  pthread_mutex_lock(&pool->mutex);
  pool->stopping = 1;
  pthread_cond_broadcast(&pool->not_empty);
  pthread_mutex_unlock(&pool->mutex);
  for (int i = 0; i < pool->nworker; i++)
    pthread_join(pool->worker[i].thread, NULL);
}

//------------------------------ loops -------------------------------------------------------------

Jobs* pool_jobs(const mjThreadPool* pool) {
  ThreadPool* own = (ThreadPool*)(uintptr_t)pool;
  return own->nhelper > 0 && !is_orphan(own) ? &own->jobs : NULL;
}

static void wake(void* pool) {
  ThreadPool* own = pool;
  if (!atomic_load(&own->sleeping))
    return;
  pthread_mutex_lock(&own->mutex);
  pthread_cond_broadcast(&own->not_empty);
  pthread_mutex_unlock(&own->mutex);
}

//------------------------------ public functions --------------------------------------------------

mjThreadPool* mju_threadPoolCreate(size_t number_of_threads) {
  ThreadPool* pool = mju_malloc(sizeof *pool);
  if (!pool)
    return NULL;
  memset(pool, 0, sizeof *pool);
  pool->public.nworker = (int)(number_of_threads < INT32_MAX ? number_of_threads : INT32_MAX);
  pool->forks = process_forks();
  atomic_store(&made_after, pool->forks);
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->not_empty, NULL);
  pthread_cond_init(&pool->not_full, NULL);
  pthread_mutex_init(&pool->jobs.lock, NULL);
  pool->jobs.wake = wake;
  pool->jobs.waker = pool;

  int wanted = number_of_threads < mjMAXTHREAD ? (int)number_of_threads : mjMAXTHREAD;
  pool->nhelper = wanted - 1;
  for (int i = 0; i < wanted; i++) {
    struct Worker_* worker = pool->worker + i;
    worker->pool = pool;
    worker->index = i + 1;
    if (pthread_create(&worker->thread, NULL, worker_main, worker)) {
      int started = pool->nworker;
      mju_threadPoolDestroy(&pool->public);
      mju_error("mju_threadPoolCreate: could start only %d of %d threads", started, wanted);
      return NULL;
    }
    pool->nworker++;
  }
  return &pool->public;
}

void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task) {
  ThreadPool* pool = (ThreadPool*)(void*)thread_pool;
  if (task->status != mjTASK_NEW) {
    mju_error(
        "mju_threadPoolEnqueue: task->status is not mjTASK_NEW, call mju_defaultTask before a task "
        "is used again");
    return;
  }
  task->status = mjTASK_QUEUED;
  if (is_orphan(pool)) {
    run_task(task);
    return;
  }
  pthread_mutex_lock(&pool->mutex);
  while (pool->count == QUEUE_CAPACITY)
    pthread_cond_wait(&pool->not_full, &pool->mutex);
  pool->queue[(pool->head + pool->count) % QUEUE_CAPACITY] = task;
  pool->count++;
  pthread_cond_signal(&pool->not_empty);
  pthread_mutex_unlock(&pool->mutex);
}

void mju_threadPoolDestroy(mjThreadPool* thread_pool) {
  if (!thread_pool)
    return;
  ThreadPool* pool = (ThreadPool*)(void*)thread_pool;
  if (!is_orphan(pool)) {
    stop_workers(pool);
    pthread_cond_destroy(&pool->not_full);
    pthread_cond_destroy(&pool->not_empty);
    pthread_mutex_destroy(&pool->mutex);
    pthread_mutex_destroy(&pool->jobs.lock);
  }
  mju_free(pool);
}

void mju_defaultTask(mjTask* task) {
  task->func = NULL;
  task->args = NULL;
  task->status = mjTASK_NEW;
}

void mju_taskJoin(mjTask* task) {
  while (__atomic_load_n(&task->status, __ATOMIC_ACQUIRE) != mjTASK_COMPLETED) {
    if (atomic_load(&made_after) != process_forks()) {
      mju_error(
          "mju_taskJoin: the task was handed over before a fork, to threads that are not in this "
          "process");
      return;
    }
    sched_yield();
  }
}

void mju_bindThreadPool(mjData* d, void* thread_pool) {
  if (d->threadpool) {
    mju_error("mju_bindThreadPool: mjData already has a thread pool");
    return;
  }
  if (!thread_pool) {
    mju_error("mju_bindThreadPool: thread_pool is NULL");
    return;
  }
  size_t narena = (size_t)d->narena, bytes = shard_bytes(thread_pool, narena);
  size_t nshard = (size_t)worker_count(thread_pool) + 1;
  if (nshard * bytes > narena) {
    mju_error(
        "mju_bindThreadPool: arena of %zu bytes is not large enough for %zu stack shards of %zu "
        "bytes",
        narena, nshard, bytes);
    return;
  }
  if (d->pstack > bytes) {
    mju_error(
        "mju_bindThreadPool: the stack in use (%zu bytes) is larger than the main thread's shard "
        "(%zu bytes)",
        d->pstack, bytes);
    return;
  }
  memset(data_record(d)->shard, 0, sizeof data_record(d)->shard);
  d->threadpool = (uintptr_t)thread_pool;
}
