// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of compiled models (<fulcrum/compiled.h>): several simulations side by side, one in each
// lane. This is how rows, values per simulation and outputs come into a block and out of it.

#ifndef CORE_PHYSICS_BATCH_LANES_H_
#define CORE_PHYSICS_BATCH_LANES_H_

#include <fulcrum/compiled.h>

#include "core/physics/batch/batch.h"

enum { LANES_MAX = 16 };

// The code with which a call runs; NULL: the general code. *why is then the reason. Afterwards the
// columns and records know where they are in a block.
const FcCompiledWidth* lanes_of_call(mjBatch* b, const Call* call, const char** why);

// The block of a worker, with the numbers of the batch's model in all lanes; NULL without memory.
void* lanes_block(Worker* w);

// A row into a lane, and back.
void lane_load(const mjBatch* b, void* block, int lane, const mjtNum* row);
void lane_store(const mjBatch* b, const void* block, int lane, mjtNum* row);

// The component of the state that begins `at` numbers into a row.
void lane_set(const mjBatch* b, void* block, int lane, int at, const mjtNum* from);

// The values of a simulation into a lane: those of fields that differ between simulations.
void lane_load_values(const mjBatch* b, void* block, int lane, int sim);

// Outputs with roles from `first` to `last` (FcCompiledRole) from a lane.
void lane_outputs(const mjBatch* b, const void* block, int lane, int sim, int first, int last);

// A field that a block has, with as many numbers as the field of mjData; NULL: none.
const FcCompiledField* lanes_field(const mjBatch* b, const Field* field);
void lane_copy(const mjBatch* b, const FcCompiledField* field, const void* block, int lane,
               mjtNum* to);

// 1 when the lane was refused.
int lane_refused(const mjBatch* b, const void* block, int lane);

// Runs n simulations of a call, the items in `item`; n is at most the number of lanes. -1 without
// memory: nothing was done (group.c).
int lanes_run(Worker* w, const Call* call, const FcCompiledWidth* width, const int* item, int n);

// What a rollout does with a lane before and after a step, and whether it can (rollout.c).
void rollout_lane_begin(const Call* call, const mjBatch* b, void* block, int lane, int k, int step);
void rollout_lane_end(const Call* call, const mjBatch* b, const void* block, int lane, int k,
                      int sim, int step);
int rollout_suits_lanes(const Call* call, const mjBatch* b);

#endif  // CORE_PHYSICS_BATCH_LANES_H_
