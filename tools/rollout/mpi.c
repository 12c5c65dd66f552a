// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Work shared by MPI processes, as the shared object fulcrum-mpi.so. Process 0 gives out numbers of
// chunks one by one, so that faster machines get more of them. The others ask for the next number
// before they begin with the one they have: process 0 answers between two simulations, which may
// take a while. No process waits in a loop that takes a processor from the simulations.

#include <mpi.h>
#include <stddef.h>
#include <time.h>

#include "tools/rollout/ranks.h"

enum { TAG_ASK = 1, TAG_ANSWER, TAG_DONE };

static int rank, size, asked, finished;
static long long ticket;  // of process 0: the next number

static void sleep_a_little(void) {
  const struct timespec millisecond = {0, 1000000};
  nanosleep(&millisecond, NULL);
}

static void wait_for(MPI_Request* request) {
  for (int done = 0;;) {
    MPI_Test(request, &done, MPI_STATUS_IGNORE);
    if (done)
      return;
    sleep_a_little();
  }
}

static int begin(int* my_rank, int* all, int* local) {
  int level;
  MPI_Comm machine;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
    return -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, local);
  MPI_Comm_free(&machine);
  *my_rank = rank;
  *all = size;
  return 0;
}

static long long reduce(long long value, MPI_Op operation) {
  long long result = value;
  MPI_Request request;
  MPI_Iallreduce(&value, &result, 1, MPI_LONG_LONG, operation, MPI_COMM_WORLD, &request);
  wait_for(&request);
  return result;
}

static long long agree(long long value) { return reduce(value, MPI_MAX); }

static long long sum(long long value) { return reduce(value, MPI_SUM); }

static void share(void* data, int bytes) {
  MPI_Request request;
  MPI_Ibcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  wait_for(&request);
}

// answer one process; 0 when no one asks
static int serve_one(void) {
  int waiting;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, &status);
  if (!waiting)
    return 0;
  MPI_Recv(NULL, 0, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (status.MPI_TAG == TAG_DONE) {
    finished++;
    return 1;
  }
  MPI_Send(&ticket, 1, MPI_LONG_LONG, status.MPI_SOURCE, TAG_ANSWER, MPI_COMM_WORLD);
  ticket++;
  return 1;
}

static void serve(void) {
  while (rank == 0 && serve_one())
    continue;
}

static void ask(void) {
  MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_ASK, MPI_COMM_WORLD);
  asked = 1;
}

static long long receive_answer(void) {
  long long number;
  MPI_Request request;
  MPI_Irecv(&number, 1, MPI_LONG_LONG, 0, TAG_ANSWER, MPI_COMM_WORLD, &request);
  wait_for(&request);
  asked = 0;
  return number;
}

static long long next(void) {
  if (rank == 0) {
    serve();
    return ticket++;
  }
  if (!asked)
    ask();
  const long long number = receive_answer();
  ask();
  return number;
}

static void finish(void) {
  if (rank) {
    if (asked)
      receive_answer();
    MPI_Send(NULL, 0, MPI_BYTE, 0, TAG_DONE, MPI_COMM_WORLD);
  }
  while (rank == 0 && finished < size - 1)
    if (!serve_one())
      sleep_a_little();
}

static void end(void) { MPI_Finalize(); }

static const RankFunctions functions = {begin, agree, sum, share, next, serve, finish, end};

const RankFunctions* fulcrum_rank_functions(void);
__attribute__((visibility("default"))) const RankFunctions* fulcrum_rank_functions(void) {
  return &functions;
}
