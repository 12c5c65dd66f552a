// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Batches: many simulations of one model, stepped together on several threads.
//
// MuJoCo 3.6.0 has no batches; names and meanings are those of later versions, so that programs
// written for them compile and run here. <fulcrum/batch.h> has more: the choice of processors,
// progress and cancellation, simulations in flight, bindings and parameters per simulation.
//
// The state of every simulation is a row of numbers in the order of mj_getState with
// mjSTATE_INTEGRATION. A call reads the rows of the selected simulations, computes, and writes them
// back; what the program writes into a row in between is the state that the next call starts from.
// Results equal those of a loop over one mjData per simulation to the bit, with any number of
// threads (tests/physics/batch).
//
// Selections: `ids` are `nid` indices of simulations, sorted and without repetitions; NULL selects
// all simulations, and nid is ignored.
//
// Failures: a simulation in which mju_error is called keeps the state from before the call, and the
// others run to their end. Functions that run simulations return how many failed; mjb_status and
// mjb_error tell which, and why. Wrong arguments (ids out of order, an unknown stage) are an
// mju_error on the calling thread before anything runs. With an error handler that returns, the
// function then returns 0 or NULL and has done nothing.
//
// Sleeping: trees of a simulation that failed may be awake afterwards.
//
// Arrays that a batch returns belong to it and keep their address until it is deleted. A batch is
// used by one thread at a time. After a fork the child may only delete a batch of its parent.

#ifndef MUJOCO_MJBATCH_H_
#define MUJOCO_MJBATCH_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjexport.h>
#include <mujoco/mjmodel.h>
#include <mujoco/mjtnum.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char mjtBool;

typedef struct mjBatch_ mjBatch;

struct mjBatchConfig_ {
  int nthread;         // threads, the caller's included; <= 0: one per processor it may use
  mjtBool persistent;  // an mjData per simulation instead of one per thread
};
typedef struct mjBatchConfig_ mjBatchConfig;

// What mjb_rollout stores after each step.
struct mjBatchRecord_ {
  const char* field;  // field of mjData or a count, as in mjb_output, or one of the state except
                      // time; NULL: a state
  int spec;           // bits of mjtState that make the state up
  void* buf;          // simulations of the call x nstep x size, in the type of the field
};
typedef struct mjBatchRecord_ mjBatchRecord;

// Function that mjb_apply calls; `sim` is the index of the simulation.
typedef void (*mjfBatchFunc)(const mjModel* m, mjData* d, int sim, void* arg);

//------------------------------ making ------------------------------------------------------------

// One thread per processor, not persistent.
MJAPI void mjb_defaultConfig(mjBatchConfig* config);

// Make a batch of `nsim` simulations, all of them reset. The model is copied. There are never more
// threads than simulations; config NULL: the default. NULL with the reason in error[error_sz]
// (NULL: not wanted) when nsim is not positive, when memory or threads run out, or when the model
// enables sleeping and the batch is not persistent. Where sleeping is enabled later, simulations of
// such a batch fail.
MJAPI mjBatch* mjb_makeBatch(const mjModel* m, int nsim, const mjBatchConfig* config, char* error,
                             int error_sz);

// Delete a batch and every array that it returned. NULL is allowed.
MJAPI void mjb_deleteBatch(mjBatch* b);

// Number of simulations and threads; 1 when the batch is persistent; the batch's copy of the model.
MJAPI int mjb_nsim(const mjBatch* b);
MJAPI int mjb_nthread(const mjBatch* b);
MJAPI int mjb_persistent(const mjBatch* b);
MJAPI const mjModel* mjb_model(const mjBatch* b);

//------------------------------ state -------------------------------------------------------------

// Numbers per row: mj_stateSize(m, mjSTATE_INTEGRATION), and behind them the state of modules that
// is not in mjData.plugin_state, if the model or a binding uses such modules (<fulcrum/batch.h>).
MJAPI int mjb_nstate(const mjBatch* b);

// The rows, nsim x nstate.
MJAPI mjtNum* mjb_state(mjBatch* b);

// One component, a single bit of mjSTATE_INTEGRATION: its address in the row of simulation 0, where
// the row of simulation i is i * nstate numbers further, and its size in *size (NULL: not wanted).
MJAPI mjtNum* mjb_stateComponent(mjBatch* b, int component, int* size);

// Warnings of every simulation, nsim x mjNWARNING; part of its state like the row.
MJAPI mjWarningStat* mjb_warning(mjBatch* b);

//------------------------------ running -----------------------------------------------------------
// `stage` is a value of mjtStage: mjSTAGE_NONE computes nothing, mjSTAGE_POS what depends on
// positions, mjSTAGE_VEL on velocities as well, mjSTAGE_ACC all of mj_forward; sensors of these
// stages included. Returned is the number of simulations that failed.

// nstep (at least 1) times mj_step, then mj_forward at the new state, up to `stage`.
MJAPI int mjb_step(mjBatch* b, const int* ids, int nid, int nstep, int stage);

// mj_forward up to `stage`.
MJAPI int mjb_forward(mjBatch* b, const int* ids, int nid, int stage);

// Reset, then mj_forward up to `stage`. key[k] is the keyframe of the k-th simulation of the call,
// -1: the default state; NULL: all -1. What was written into rows before is dropped.
MJAPI int mjb_reset(mjBatch* b, const int* ids, int nid, const int* key, int stage);

// Per step: the components control_spec (bits of mjSTATE_USER) are set from `control` (simulations
// of the call x nstep x size; NULL: left as they are), then mj_step, then the records are stored. A
// simulation in which a warning is counted stops after that step, and the rest of its records
// repeats the last one. One that fails keeps its state; records that it does not reach are not
// written.
MJAPI int mjb_rollout(mjBatch* b, const int* ids, int nid, int nstep, const mjtNum* control,
                      int control_spec, const mjBatchRecord* record, int nrecord);

// Call a function for each simulation, on the threads of the batch. With `save` the state that it
// leaves becomes that of the simulation. Outputs are not updated.
MJAPI int mjb_apply(mjBatch* b, const int* ids, int nid, mjfBatchFunc func, void* arg, int save);

// Outcome of the last call for each simulation, nsim values: 0, or nonzero when it failed. The
// message of a failure; "" when there was none or there is no such simulation.
MJAPI const int* mjb_status(const mjBatch* b);
MJAPI const char* mjb_error(const mjBatch* b, int sim);

//------------------------------ outputs and fields per simulation ---------------------------------

// An array that every call but mjb_apply fills with a field of mjData, nsim x *size values of
// *elemsize bytes; later calls with the same name return the same array. The field is an array of
// mjData outside the arena, or energy, solver_niter, solver_nnz, solver_fwdinv, or a count: ncon,
// ne, nf, nl, nefc, nJ, nA, nisland, nidof. NULL for other names and for what is in the rows of the
// state. What a call does not compute is, in a batch that is not persistent, that of another
// simulation.
MJAPI void* mjb_output(mjBatch* b, const char* name, int* size, int* elemsize);

// Give every simulation its own values of a field of mjModel ("body_mass"), of its options
// ("opt.gravity"), of "stat" (all numbers of mjStatistic) or "ngravcomp": nsim x *size values of
// *elemsize bytes, which start with those of the model and are applied before each call on a
// simulation. NULL for unknown fields and for those of assets (meshes, height fields, textures,
// skins, trees of boxes).
MJAPI void* mjb_expand(mjBatch* b, const char* name, int* size, int* elemsize);

// The same array when the field has values per simulation, otherwise NULL.
MJAPI const void* mjb_expanded(const mjBatch* b, const char* name, int* size, int* elemsize);

// mj_setConst for the models of these simulations. Fields that it changes get values per
// simulation; a simulation that fails keeps its own. Nothing happens when no field that mj_setConst
// reads has values per simulation.
MJAPI int mjb_setConst(mjBatch* b, const int* ids, int nid);

// Let simulation i run on models[i], which belongs to the caller, stays alive and has the sizes of
// the batch's model where mjData depends on them. NULL: back to the model of the batch. An error
// when fields have values per simulation; in turn mjb_expand and mjb_setConst are errors meanwhile.
MJAPI void mjb_setModels(mjBatch* b, const mjModel* const* models);

//------------------------------ one simulation ----------------------------------------------------

// Copy the model of a simulation into m, which has the sizes of the batch's model.
MJAPI void mjb_getModel(mjBatch* b, int sim, mjModel* m);

// Copy a simulation into d. A batch that is not persistent has the state only; mj_forward computes
// the rest.
MJAPI void mjb_getData(mjBatch* b, int sim, mjData* d);

#ifdef __cplusplus
}
#endif

#endif  // MUJOCO_MJBATCH_H_
