// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <dlfcn.h>
#include <stdlib.h>

#include "tools/rollout/ranks.h"
#include "tools/tool.h"

// Number of processes that a launcher says it has started: Open MPI, MPICH and Slurm with pmi2 set
// these variables.
static int started_processes(void) {
  static const char* const names[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char* value = getenv(names[i]);
    if (value && atoi(value) > 0)
      return atoi(value);
  }

  // srun --mpi=pmix tells the rank, and how many tasks the step has
  const char* tasks = getenv("SLURM_STEP_NUM_TASKS");
  return getenv("PMIX_RANK") && tasks ? atoi(tasks) : 0;
}

int ranks_begin(Ranks* r) {
  const int n = started_processes();
  *r = (Ranks){NULL, 0, 1, 1};
  if (n < 2)
    return EXIT_OK;
  // MPI finds its own parts by their names, so its symbols are global
  void* library = dlopen("fulcrum-mpi.so", RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return failure(
        "there are %d processes, which cannot share the work without MPI (%s). Fulcrum "
        "has it when it is built with configure --with-mpi; --share I/N works without",
        n, dlerror());
  RankFunction function;
  *(void**)&function = dlsym(library, RANKS_SYMBOL);
  if (!function)
    return failure("fulcrum-mpi.so does not belong to this command (%s)", dlerror());
  r->mpi = function();
  if (!r->mpi->begin(&r->rank, &r->size, &r->local))
    return EXIT_OK;
  r->mpi = NULL;
  return failure("MPI cannot be initialised");
}

void ranks_end(Ranks* r) {
  if (r->mpi)
    r->mpi->end();
  r->mpi = NULL;
}

int ranks_agree(const Ranks* r, int status) { return r->mpi ? (int)r->mpi->agree(status) : status; }
