// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Loops over the jobs of the bound pool.

#include "core/foundation/data/parallel.h"
#include "core/foundation/data/threads.h"

int parallel_wanted(const mjData* d) {
  return d->threadpool && pool_jobs((const mjThreadPool*)d->threadpool);
}

void fc_parallel(mjData* d, int n, int grain, FcRange run, void* context) {
  Jobs* jobs = d->threadpool && n > grain ? pool_jobs((const mjThreadPool*)d->threadpool) : NULL;
  if (n > 0 && !(jobs && jobs_run(jobs, d, n, grain, run, context)))
    run(context, 0, n);
}
