// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_DATA_RECORD_H_
#define CORE_DATA_RECORD_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/callbacks.h>
#include <mujoco/mujoco.h>

#include "core/data/memory.h"

// A model or data is one allocation: the record, whose first member is the public struct, then at a
// multiple of 64 bytes the arrays. When model_replace or data_replace moves other content into an
// existing record, the arrays live in the allocation that was moved in, which `storage` then owns;
// it is NULL otherwise. The arena of data is a second allocation: it is often so large that the
// allocator returns it to the system when it is freed, and the arrays, all of which new data write,
// should not have to be paged in again each time.
typedef struct ModelRecord_ {
  mjModel model;
  Attachment attachment;
  void* storage;
  uint64_t serial;  // what model_identity reports
} ModelRecord;

// Private stack of one worker of the bound thread pool; the main thread's is pstack and pbase of
// mjData.
typedef struct StackShard_ {
  size_t pstack;
  size_t pbase;
} __attribute__((aligned(64))) StackShard;

typedef struct DataRecord_ {
  mjData data;
  Attachment attachment;
  FcCallbacks callbacks;  // in place of the global ones where not NULL
  void* storage;
  void* arena;       // as allocated
  int fresh;         // the buffer is known to be zero
  int solver_clear;  // data.solver, which is large, is known to be zero
  int hooked;        // stages or probes of modules are attached to the pipeline
  StackShard shard[mjMAXTHREAD];
} DataRecord;

static inline ModelRecord* model_record(const mjModel* m) { return (ModelRecord*)(void*)m; }
static inline DataRecord* data_record(const mjData* d) { return (DataRecord*)(void*)d; }

#endif  // CORE_DATA_RECORD_H_
