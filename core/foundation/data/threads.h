// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_THREADS_H_
#define CORE_FOUNDATION_DATA_THREADS_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/jobs.h"

// Index of the calling thread among the workers of `pool`, from 1; 0 for every other thread.
int worker_index(const mjThreadPool* pool);

// Workers of a pool, at most mjMAXTHREAD.
int worker_count(const mjThreadPool* pool);

// Bytes of each of the worker_count + 1 stacks that share the end of an arena of narena bytes.
size_t shard_bytes(const mjThreadPool* pool, size_t narena);

// The jobs of a pool whose workers can help with loops, else NULL: there must be two of them, in
// this process.
Jobs* pool_jobs(const mjThreadPool* pool);

#endif  // CORE_FOUNDATION_DATA_THREADS_H_
