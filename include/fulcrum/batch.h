// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Batches beyond <mujoco/mjbatch.h>: processors, progress and cancellation, simulations in flight,
// and modules that differ from simulation to simulation. All functions take an mjBatch of either
// header.
//
// Functions that return int return 0, or a negative number after fc_fail, unless their comment says
// otherwise. Selections (ids, nid) are those of <mujoco/mjbatch.h>; wrong ones fail here instead of
// calling mju_error. So does an mjBatch that is NULL or was made before a fork; what returns a size
// or a number counts 0 for NULL.
//
// Since SDK 1.0.

#ifndef FULCRUM_BATCH_H_
#define FULCRUM_BATCH_H_

#include <stddef.h>
#include <stdint.h>

#include <fulcrum/callbacks.h>
#include <fulcrum/module.h>
#include <mujoco/mjbatch.h>
#include <mujoco/mjexport.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------- making

typedef struct FcBatchConfig_ {
  uint32_t size;   // sizeof(FcBatchConfig)
  int nthread;     // threads, the caller's included; <= 0: one per processor
  int persistent;  // 1: an mjData per simulation instead of one per thread

  // Processors to run on; NULL: those that the process may use (sched_getaffinity), as far as a
  // limit of its control group allows. When given, thread i stays on cpu_ids[i % ncpu]; the
  // caller's thread does during the calls of <mujoco/mjbatch.h>. Otherwise, on a machine with
  // several memory nodes, threads stay on the processors of a node. Each simulation has a home
  // thread, which touches its memory first, so that it lies near.
  const int* cpu_ids;
  int ncpu;
} FcBatchConfig;

// All members as mjb_defaultConfig has them. Cannot fail.
MJAPI void fc_defaultBatchConfig(FcBatchConfig* config);

// mjb_makeBatch with this configuration; NULL with the reason in error[error_sz].
MJAPI mjBatch* fc_makeBatch(const mjModel* m, int nsim, const FcBatchConfig* config, char* error,
                            int error_sz);

// Processors that the process may use: their number, the first `max` of them in cpu_ids (NULL: only
// count). Negative after fc_fail. [any thread]
MJAPI int fc_usableProcessors(int* cpu_ids, int max);

// Processor that thread i of the batch stays on; -1 when it is not bound to a single one.
MJAPI int fc_batchProcessor(const mjBatch* b, int thread);

// Bytes that the batch has allocated for its simulations (rows, outputs, fields per simulation and,
// when it is persistent, their mjData), without those of its threads. Cannot fail.
MJAPI size_t fc_batchBytes(const mjBatch* b);

// ---------------------------------------------------------------- outcome

// Values of mjb_status.
typedef enum FcBatchStatus_ {
  FC_BATCH_DONE = 0,
  FC_BATCH_FAILED = 1,     // an error; the state from before the call is kept
  FC_BATCH_CANCELLED = 2,  // the call was cancelled before this simulation was done; likewise
} FcBatchStatus;

// ---------------------------------------------------------------- progress, cancellation

// Called on the thread of the caller between steps, at most once in `interval` seconds and once at
// the end of a call: `done` of `total` steps (simulations, in calls without steps) are
// finished. Another result than 0 cancels the call. It must not use the batch, and not longjmp.
typedef int (*FcBatchProgress)(void* arg, int64_t done, int64_t total);

// Report the progress of later calls; f NULL: no longer.
MJAPI int fc_batchProgress(mjBatch* b, FcBatchProgress f, void* arg, double interval);

// End the call that is running as soon as possible, between two steps of a simulation: simulations
// that are not done are cancelled, count as failed and keep their state. Without a running call the
// next one is cancelled. [any thread, also in a signal handler]
MJAPI void fc_batchCancel(mjBatch* b);

// ---------------------------------------------------------------- after a simulation has run

// Call f for each simulation at the end of later calls that fill outputs, before these are copied:
// what it computes in mjData can be an output, what it changes of the state is not kept. NULL: no
// longer. f runs on the threads of the batch, as in mjb_apply. [between calls]
MJAPI int fc_batchAfter(mjBatch* b, mjfBatchFunc f, void* arg);

// mj_rnePostConstraint as such a function, which makes cacc, cfrc_int and cfrc_ext outputs of calls
// that compute accelerations. sim and arg are ignored.
MJAPI void fc_batchPostConstraint(const mjModel* m, mjData* d, int sim, void* arg);

// ---------------------------------------------------------------- in flight
// A program that needs time for each simulation (a policy, a network) does not have to wait for the
// slowest: it sends simulations to be stepped, receives those that are ready, and sends them again.
// While simulations are in flight, only fc_batchSend, fc_batchReceive, fc_batchCancel and the
// functions that run nothing may be called; rows, outputs and fields of a simulation in flight
// belong to the batch. With one thread the work is done in fc_batchReceive.

// mjb_step for the selected simulations, without waiting. Fails when one of them is in flight.
MJAPI int fc_batchSend(mjBatch* b, const int* ids, int nid, int nstep, int stage);

// Wait until `least` simulations are ready, or all that are in flight if they are fewer, and take
// up to `most` of them: their indices in ids, in the order in which they became ready, whether they
// failed or not (mjb_status). Returns how many, 0 when none is in flight; negative after fc_fail.
MJAPI int fc_batchReceive(mjBatch* b, int* ids, int least, int most);

// Number of simulations that were sent and not yet received.
MJAPI int fc_batchInFlight(const mjBatch* b);

// ---------------------------------------------------------------- compiled models

// Step with the code that `fulcrum build` has made for a model of this structure
// (docs/compiled.md): several simulations at once, in the lanes of vector registers. NULL: with the
// general code. Calls that do more than stepping, and batches that need what the code does not
// have, go on in the general code; a step in which a simulation meets something that is not covered
// is made there, too. Results equal those of the general code to 1e-11 relative per step, and do
// not depend on the number of threads or on which simulations share a block. 0; -1 after fc_fail
// when the file cannot be opened or was built for another structure or version: the batch is then
// as it was.
MJAPI int fc_batchCompiled(mjBatch* b, const char* path);

// Why the last call ran in the general code; NULL: it did not. And how many steps the general code
// has made so far for simulations in lanes.
MJAPI const char* fc_batchGeneral(const mjBatch* b);
MJAPI int64_t fc_batchRedone(const mjBatch* b);

// ---------------------------------------------------------------- modules per simulation

// fc_bind and fc_unbind for the selected simulations (<fulcrum/host.h>); fc_bound for one of them.
// They last through resets. Simulations with the same bindings share the mjData of a thread. A
// change keeps the state of modules that stay bound; others start as after a reset. One that
// changes how much state modules keep changes mjb_nstate, and is therefore an error after the rows
// were asked for (mjb_state, mjb_stateComponent, fc_batchModuleState).
MJAPI int fc_batchBind(mjBatch* b, const int* ids, int nid, FcKind kind, const char* name);
MJAPI int fc_batchUnbind(mjBatch* b, const int* ids, int nid, FcKind kind);
MJAPI const char* fc_batchBound(mjBatch* b, int sim, FcKind kind);

// Callbacks for all simulations in place of the global ones (<fulcrum/callbacks.h>); NULL: none.
// They run on the threads of the batch, for different simulations at the same time.
MJAPI int fc_batchCallbacks(mjBatch* b, const FcCallbacks* callbacks);

// Values of a parameter for every simulation (fc_parameter): nsim x *n numbers, which start with
// those of the model and are applied before each call on a simulation; later calls with the same
// name return the same array. NULL after fc_fail when face or key are unknown, when the parameter
// is fixed at compilation, or while the simulations have models of their own (mjb_setModels).
MJAPI mjtNum* fc_batchParameter(mjBatch* b, const char* face, const char* key, int* n);

// State of modules that plugin_state does not hold, at the end of each row: address in row 0, size
// in *size; 0 and NULL when there is none. Rows are mjb_nstate apart. With different bindings the
// simulation with the largest state decides; what a simulation does not need is 0.
MJAPI mjtNum* fc_batchModuleState(mjBatch* b, int* size);

// ---------------------------------------------------------------- one call for many simulations
// A function that is expensive to call, but hardly more expensive for many simulations than for one
// (a neural network, a function in an interpreted language), is called once for all simulations
// that have arrived at it. In a gathering batch a simulation that calls fc_gather is left there;
// the thread continues with its next simulation until as many as `width` wait or none is left. Then
// the function gets all that wait for it, and they continue. Which simulations meet depends on the
// number of threads, so the result for one of them must not depend on the others.

// A simulation that waits.
typedef struct FcWaiting_ {
  uint32_t size;  // sizeof(FcWaiting); entries of an array are this far apart
  int sim;        // its index, -1 outside batches
  const mjModel* m;
  mjData* d;
  void* request;  // what was passed to fc_gather
  int status;     // 0; the function may set a negative value after fc_fail
} FcWaiting;

// Serves n simulations. `user` is what was passed to fc_gather.
typedef void (*FcGatherFunction)(void* user, int n, FcWaiting* waiting);

// Let f serve the simulation of d together with others that pass the same f and user, and return
// the status that it has set for it; in a gathering batch, where d is one of its simulations, when
// they have arrived, otherwise at once. With a negative status fc_lastError has the message of f.
// Only from functions that the engine calls in a step or evaluation of d.
MJAPI int fc_gather(FcGatherFunction f, void* user, const mjModel* m, mjData* d, void* request);

// Let each thread keep up to `width` simulations waiting, each in an mjData of its own; 0: do not
// gather. [between calls]
MJAPI int fc_batchGather(mjBatch* b, int width);

// Parameters of the functions in module tables and callbacks that fc_gatheringFunction can stand
// for.
typedef enum FcShape_ {
  FC_SHAPE_CONTEXT,              // int (const FcContext*)
  FC_SHAPE_CONTEXT_POINTER,      // int (const FcContext*, void*)
  FC_SHAPE_CONTEXT_2_POINTERS,   // int (const FcContext*, void*, void*)
  FC_SHAPE_CONTEXT_3_POINTERS,   // int (const FcContext*, void*, void*, void*)
  FC_SHAPE_CONTEXT_INT_POINTER,  // int (const FcContext*, int, void*)
  FC_SHAPE_CONTEXT_POINTER_INT,  // int (const FcContext*, void*, int)
  FC_SHAPE_CALLBACK,             // void (const mjModel*, mjData*)
  FC_SHAPE_CALLBACK_INT,         // void (const mjModel*, mjData*, int)
  FC_SHAPE_CALLBACK_2_INTS,      // int (const mjModel*, mjData*, int, int)
  FC_SHAPE_CALLBACK_NUMBER,      // mjtNum (const mjModel*, mjData*, int)
  FC_NSHAPE
} FcShape;

// Request of a gathering function: the arguments of its call.
typedef struct FcArguments_ {
  uint32_t size;             // sizeof(FcArguments)
  int i[2];                  // integers, in order
  void* p[3];                // pointers, in order
  const FcContext* context;  // NULL: a callback
  mjtNum result;             // of FC_SHAPE_CALLBACK_2_INTS and FC_SHAPE_CALLBACK_NUMBER, first 0
} FcArguments;

// A function of this shape that calls fc_gather(f, user, ...) with its arguments as request and
// returns the status or result. A failing status in a callback becomes an mju_error. For languages
// that cannot make C functions with data of their own: there is a fixed number for each shape
// (FC_GATHERING_MAX), and a function that was given out exists as long as the process. NULL after
// fc_fail when there is none left. [any thread]
#define FC_GATHERING_MAX 128
typedef void (*FcFunction)(void);
MJAPI FcFunction fc_gatheringFunction(FcShape shape, FcGatherFunction f, void* user);

// Copy arrays of many simulations into one, or back: the `bytes` bytes that are `offset`
// bytes into owner[k], one after the other for k = 0 to n - 1; with `pointer` there is a pointer to
// them. A NULL pointer gives zeros and takes nothing.
MJAPI void fc_collect(void* to, void* const* owner, size_t offset, int pointer, size_t bytes,
                      int n);
MJAPI void fc_distribute(const void* from, void* const* owner, size_t offset, int pointer,
                         size_t bytes, int n);

#ifdef __cplusplus
}
#endif

#endif  // FULCRUM_BATCH_H_
