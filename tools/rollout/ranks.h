// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Several processes that share one rollout: those that an MPI launcher has started, or the parts of
// a job array (--share I/N), which do not know each other. MPI is a shared object of its own
// (fulcrum-mpi.so), which is opened when the environment tells that there is a launcher.

#ifndef TOOLS_ROLLOUT_RANKS_H_
#define TOOLS_ROLLOUT_RANKS_H_

// What fulcrum-mpi.so provides. All processes call begin, agree, sum, share and end
// together.
typedef struct RankFunctions_ {
  // 0, or -1. `local`: how many processes run on this machine.
  int (*begin)(int* rank, int* size, int* local);

  // The greatest of the values of all processes.
  long long (*agree)(long long value);

  // The sum of the values of all processes.
  long long (*sum)(long long value);

  // Copy bytes of process 0 to all.
  void (*share)(void* data, int bytes);

  // The next number of 0, 1, 2, ... that no process has been given. Process 0 gives them out: when
  // it asks for one itself, and in serve, which it calls from time to time.
  long long (*next)(void);
  void (*serve)(void);

  // No process asks for numbers any more. Process 0 serves the others until then.
  void (*finish)(void);
  void (*end)(void);
} RankFunctions;

typedef struct Ranks_ {
  const RankFunctions* mpi;  // NULL: none
  int rank, size, local;
} Ranks;

// Join the other processes, if a launcher has started this one. EXIT_OK, or EXIT_FAILED after a
// message.
int ranks_begin(Ranks* ranks);
void ranks_end(Ranks* ranks);

// The greatest status of all processes; the same value where there is one.
int ranks_agree(const Ranks* ranks, int status);

#define RANKS_SYMBOL "fulcrum_rank_functions"
typedef const RankFunctions* (*RankFunction)(void);

#endif  // TOOLS_ROLLOUT_RANKS_H_
