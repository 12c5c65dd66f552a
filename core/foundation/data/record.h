// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_FOUNDATION_DATA_RECORD_H_
#define CORE_FOUNDATION_DATA_RECORD_H_

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <fulcrum/callbacks.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/fingerprint.h"
#include "core/foundation/data/layout.h"
#include "core/foundation/data/memory.h"

// A model or data is one allocation: the record, whose first member is the public struct, followed,
// at a multiple of 64 bytes, by the arrays, with a pointer to the record in front of them. That
// pointer leads from every copy of the public struct to the record: a program may copy the struct,
// and may pass mj_recompile a struct that it allocated itself, whose record is elsewhere. When
// model_replace or data_replace moves other content into an existing record, the arrays stay in the
// allocation that was moved in, which `storage` then owns; otherwise `storage` is NULL. The arena
// of data is a second allocation. It is often so large that freeing it returns it to the system,
// and the arrays, which new data write in full, should not have to be paged in again each time.
typedef struct ModelRecord_ {
  mjModel model;
  Attachment attachment;
  void* storage;
  uint64_t serial;      // what model_identity reports
  uint64_t generation;  // module_generation when its content was made
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
  FcCallbacks callbacks;  // replace the global ones where not NULL
  void* storage;
  void* arena;                      // as allocated
  int fresh;                        // the buffer is known to be zeroed
  int solver_clear;                 // data.solver, which is large, is known to be zero
  int hooked;                       // stages or probes of modules are attached to the pipeline,
  uint64_t hooked_for;              // for this model_identity; 0: not determined yet
  const struct Stage_* stages[32];  // of the pipeline, those that have work
  unsigned char stage_begin[16];    // the first one of each group
  uint64_t stages_for;              // in this model_identity, 0: not determined yet,
  uint64_t stages_flags;            // with these flags of opt (core/kernel/binding/scheduler.c)
  const char* volatile stage;       // the running stage of the pipeline, NULL: none
  unsigned long held;               // bindings_hold
  atomic_ulong crossings;           // fc_crossings
  mjtNum clock;                     // last reading of mjcb_time, valid if clock_known
  int clock_known;                  // (core/foundation/data/timer.h)
  unsigned long clock_chain;
  size_t contacts;             // offset in the arena of the contact model's work, 0: none
  size_t contact_force;        // offset of the forces of contacts without rows, ncon x 6
  char not_finite[240];        // fc_notFinite
  int world_geoms;             // number of geoms of the world whose frames are valid as long as
  Fingerprint world_print;     // this is the fingerprint of their poses in the model
  int nq, nv, na, nu, nmocap;  // lengths of the state, even after the model is gone,
  int nbody;                   // and of the arrays of bodies
  unsigned number;             // identifies the data among those that share a pool, 0: not yet
  StackShard shard[mjMAXTHREAD];
} DataRecord;

// Address of the buffer of a record. The allocation is RECORD_ROOM bytes larger than the two.
static inline void* record_buffer(void* record, size_t size) {
  void** buffer = (void**)align_offset((size_t)record + size + sizeof(void*));
  buffer[-1] = record;
  return buffer;
}

#define RECORD_ROOM (ARRAY_ALIGNMENT + sizeof(void*))

// the record behind a struct that has a buffer
static inline ModelRecord* model_record(const mjModel* m) { return ((ModelRecord**)m->buffer)[-1]; }
static inline DataRecord* data_record(const mjData* d) { return ((DataRecord**)d->buffer)[-1]; }

// A number unique to this model in the process: it changes when other content moves in, and
// distinguishes a model from an earlier one at the same address.
static inline uint64_t model_identity(const mjModel* m) { return model_record(m)->serial; }

#endif  // CORE_FOUNDATION_DATA_RECORD_H_
