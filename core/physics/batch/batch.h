// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the files of this folder share: the batch, its workers, and the call that is running.

#ifndef CORE_PHYSICS_BATCH_BATCH_H_
#define CORE_PHYSICS_BATCH_BATCH_H_

#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>

#include <fulcrum/batch.h>
#include <mujoco/mujoco.h>

#include "core/physics/batch/crew.h"
#include "core/physics/batch/field.h"

// Values of one field for every simulation: what mjb_output, mjb_expand or fc_batchParameter
// returned. `row` bytes per simulation.
typedef struct Column_ {
  struct Column_* next;
  Field field;
  char* values;
  size_t row;
  // its numbers in the block of a compiled model, valid while a call runs in lanes; NULL: none
  const struct FcCompiledField_* in_block;
  // parameters: the name under which the program knows them, and where the model of each worker
  // keeps them, nplace per worker
  char *face, *key;
  mjtNum** place;
  int nplace;
} Column;

// Simulations with the same bindings.
typedef struct Variant_ {
  mjData* prototype;  // has the bindings and is reset; NULL: unused
  int nmodule;        // state of modules outside plugin_state
  int nsim;           // simulations that use it
} Variant;

// One thread of the batch, the caller's included, and what it computes in.
typedef struct Worker_ {
  mjBatch* batch;
  mjModel* m;     // with the values of one simulation; NULL: the batch's model serves all
  mjData** data;  // one for each variant, NULL: not needed so far; not in persistent batches
  int ndata;
  mjData* spare;         // data of no simulation, NULL: not needed so far
  mjtNum* scratch;       // nstate numbers; persistent batches only
  void *block, *before;  // lanes.h; NULL: not needed so far
  mjtNum* rows;
  int ended;       // 1: the rollout of the last simulation ended early
  int watched;     // 1: its thread is the one that reports progress
  unsigned nlook;  // cancel_point so far
  jmp_buf escape;  // where mju_error leads while a simulation runs
  char message[1024];
} __attribute__((aligned(64))) Worker;

// What a call does with each of its simulations; `k` counts the simulations of the call.
typedef struct Call_ Call;
typedef void (*CallBody)(const Call* call, Worker* w, const mjModel* m, mjData* d, int k, int sim);
struct Call_ {
  CallBody body;
  const int* ids;  // NULL: all
  int nid;
  int load;     // the state is read from the row first
  int save;     // the state is written to the row afterwards
  int outputs;  // output columns are filled
  int scratch;  // computed in data that are no simulation's
  int steps;    // what a simulation adds to the progress
  int nstep, stage;
  int first, end;  // the steps of `nstep` that are made, end - first
  int lanes;       // 1: nothing but steps, which lanes can make
  const int* key;
  mjfBatchFunc func;
  void* arg;
  const struct Rollout_* rollout;
};

struct mjBatch_ {
  mjModel* m;
  int nsim, nthread, persistent;

  // rows
  int nstate;   // numbers per row
  int nplain;   // those of mjSTATE_INTEGRATION
  int exposed;  // the program knows the address of the rows
  mjtNum* state;
  mjWarningStat* warning;
  int* status;
  char** error;  // messages of failures, NULL: none

  // simulations of a persistent batch
  mjData** data;            // NULL where it has to be made again
  mjtByte* velocity_ready;  // the stages up to velocity were computed for the state in the row
  int* asleep;  // tree_asleep after the last call, nsim x ntree; NULL: there are no trees

  // columns
  Column* output;
  Column* expanded;
  Column* parameter;
  const mjModel** models;  // of the caller, NULL: none

  // bindings
  Variant* variant;
  int nvariant;
  int* variant_of;  // of each simulation; NULL: all are of variant 0
  FcCallbacks callbacks;

  // called before outputs are copied, NULL: nothing
  mjfBatchFunc after;
  void* after_arg;

  // running
  Crew* crew;
  Worker* worker;  // one for each thread, and one for each simulation that may wait
  int nworker;
  struct Lanes_* lanes;         // code for the model, NULL: none
  const char* general;          // why the last call ran in the general code, NULL: it did not
  _Atomic int64_t redone;       // steps of lanes that the general code has made
  struct Gatherer_** gatherer;  // of each thread, NULL: the batch does not gather
  int* begin;                   // of the range of each thread in a call, nthread + 1 numbers
  unsigned forks;               // process_forks when it was made
  FcBatchProgress progress;
  void* progress_arg;
  double progress_interval;
  void (*watch)(void* context);  // reports the progress of the running call when it is due
  void* watched;
  atomic_int cancelled;
  _Atomic int64_t done;  // steps of the running call
  struct Flight_* flight;
};

// ---------------------------------------------------------------- rows (rows.c)

static inline mjtNum* row_of(const mjBatch* b, int sim) {
  return b->state + (size_t)sim * (size_t)b->nstate;
}

// Numbers of state of modules outside plugin_state; -1 with fc_lastError.
int module_state_size(const mjModel* m, mjData* d);

// State and warnings from the row of a simulation into d, and back.
void row_load(const mjBatch* b, const mjModel* m, mjData* d, int sim);
void row_save(const mjBatch* b, const mjModel* m, mjData* d, int sim);

// Adapts the module state in the row of a simulation to other bindings: what both prototypes have
// stays, the rest is 0 as after a reset.
void row_rebind(const mjBatch* b, mjData* from, mjData* to, int sim);

// 1 when the row of a simulation differs from d at most in the components of mjSTATE_USER that only
// forces depend on. scratch: nstate numbers.
int row_differs_only_in_forces(const mjBatch* b, const mjModel* m, const mjData* d, int sim,
                               mjtNum* scratch);

// ---------------------------------------------------------------- columns (columns.c)

// Copy the output columns of a simulation from d.
void outputs_fill(const mjBatch* b, const mjData* d, int sim);

// Give the model of a worker the values of a simulation.
void expanded_apply(Worker* w, int sim);

// Give m, a copy of the batch's model, the values of a simulation. 0, or -1 with fc_lastError.
int expanded_copy(const mjBatch* b, mjModel* m, int sim);

// A column for a field of the model, filled with the values of the model unless it exists already;
// NULL when memory runs out.
Column* expand_field(mjBatch* b, const Field* field);

// Every worker gets a model of its own and knows its places of the parameters. -1 with
// fc_lastError.
int models_separate(mjBatch* b);
int parameters_place(mjBatch* b);

// The column of a field of the model, NULL: it has no values per simulation.
const Column* column_of_field(const mjBatch* b, const char* name);

// Take the values of a simulation from m.
void expanded_store(const mjBatch* b, const mjModel* m, int sim);

void columns_free(Column* first);

// ---------------------------------------------------------------- running (run.c)

// Runs the call on its simulations; returns how many failed.
int call_run(mjBatch* b, const Call* call);

// Runs one simulation of a call on a worker: model and data, row, body, outputs; sets its status.
void batch_run_one(Worker* w, const Call* call, int k, int sim);

// The simulation that this thread runs outside fibers, -1: none.
extern _Thread_local int running_simulation;

// Calls f with mju_error leading back here. An FcBatchStatus; the reason is in w->message.
int worker_guarded(Worker* w, void (*f)(Worker* w, void* arg), void* arg);

// Between two steps: reports progress if that is due, and leaves the simulation that a worker runs
// if the call was cancelled.
void cancel_point(Worker* w);

// The message of a failed simulation; NULL removes it. Without memory the status alone tells.
void set_failure(mjBatch* b, int sim, int status, const char* message);

// The call of mjb_step (calls.c).
Call step_call(const int* ids, int nid, int nstep, int stage);

// Checks of arguments, on the calling thread: 1, or 0 after mju_error.
int selection_valid(const mjBatch* b, const int* ids, int nid, const char* caller);
int stage_valid(int stage, const char* caller);
int idle(const mjBatch* b, const char* caller);  // usable in this process, nothing is in flight
// The same for functions that fail instead: 1, or 0 after fc_fail.
int usable(const mjBatch* b, const char* caller);
int resting(const mjBatch* b, const char* caller);  // usable, nothing is in flight
// The first fault of a selection as a message, or NULL.
const char* selection_fault(const mjBatch* b, const int* ids, int nid, char* message, int size);

static inline int call_size(const mjBatch* b, const Call* call) {
  return call->ids ? call->nid : b->nsim;
}

// ---------------------------------------------------------------- variants (variant.c)

// The data in which a worker computes a simulation; NULL with fc_lastError when there is no memory.
mjData* worker_data(Worker* w, const mjModel* m, int sim);
mjData* worker_scratch(Worker* w);

// Prototype and sizes of variant 0; -1 with fc_lastError.
int variants_make(mjBatch* b);
void variants_free(mjBatch* b);

// ---------------------------------------------------------------- gathering (gather.c)

// The simulations of a call that the crew gives to a thread; ended() is called after each.
void gather_work(mjBatch* b, const Call* call, int thread, void (*ended)(void* context, int thread),
                 void* context);
void gatherers_free(mjBatch* b);

// Exactly n workers; the first ones stay as they are. 0, or -1 with fc_lastError (batch.c).
int workers_resize(mjBatch* b, int n);

// ---------------------------------------------------------------- lanes (lanes.c, group.c)

// Forgets the code for the model; frees the block of a worker and what belongs to it.
void lanes_free(mjBatch* b);
void worker_drop_block(Worker* w);

// ---------------------------------------------------------------- in flight (flight.c)

// Drops the simulations that wait, before the threads end; they finish those that run.
void flight_stop(mjBatch* b);

// Frees what the threads, which have ended, no longer use.
void flight_delete(mjBatch* b);

// ---------------------------------------------------------------- the model layer

// mj_setConst (core/library.c), which is in a wing above this one.
extern void (*const model_set_const)(mjModel* m, mjData* d);

#endif  // CORE_PHYSICS_BATCH_BATCH_H_
