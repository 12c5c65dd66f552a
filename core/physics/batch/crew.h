// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The threads of a batch. A job is a number of items, cut into one range for each thread; a thread
// takes the items of its own range in order, then those that others have left. So an item is as a
// rule done by the same thread in every job, which has its memory near, and a thread that is late
// does not delay the others.
//
// Thread 0 is the one that calls crew_run. The others wait in between: first turning, as long as
// waking up would take, then asleep. A thread that comes too late to a job leaves it alone.

#ifndef CORE_PHYSICS_BATCH_CREW_H_
#define CORE_PHYSICS_BATCH_CREW_H_

typedef struct Crew_ Crew;

typedef struct CrewJob_ {
  // does items on a thread, those that crew_next gives it
  void (*work)(void* context, int thread);
  void* context;
  const int* begin;  // first item of the range of each thread, nthread + 1 numbers, ascending
  int fixed;         // 1: no thread does items of another's range
  // called on the thread of crew_run every `interval` seconds while it waits for others; NULL: not
  void (*watch)(void* context);
  double interval;
} CrewJob;

// Processors of the threads: ncpu numbers, NULL: wherever the process may run (on a machine with
// several memory nodes the threads are then spread over the nodes).
typedef struct CrewPlaces_ {
  const int* cpu_ids;
  int ncpu;
} CrewPlaces;

// A crew of nthread threads, of which nthread - 1 are started. NULL with fc_lastError.
Crew* crew_make(int nthread, const CrewPlaces* places);

// Ends the threads and frees the crew. In a child of the process that made it, only the latter.
void crew_delete(Crew* crew);

// Does a job and returns when all of its items are done.
void crew_run(Crew* crew, const CrewJob* job);

// An item for a thread; -1: none is left. Only from the work of a job.
int crew_next(Crew* crew, int thread);

// Work without end: `serve` is called by idle threads (from 1 on) until it returns 0, again after
// each crew_call. What it uses must last until crew_delete.
void crew_serve(Crew* crew, int (*serve)(void* context, int thread), void* context);
void crew_call(Crew* crew);

// The processor that a thread stays on; -1: several.
int crew_processor(const Crew* crew, int thread);

#endif  // CORE_PHYSICS_BATCH_CREW_H_
