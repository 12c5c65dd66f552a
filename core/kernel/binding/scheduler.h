// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The pipeline is a table of groups. Each row of a group is a named stage with the function that
// runs it; functions such as mj_fwdPosition run one or two groups. Stages and probes of modules are
// attached to rows by name (fulcrum/stage.h); without them a group costs little more than calling
// its functions. Which rows have work for a model is determined once, and again when the flags of
// opt change.
//
// The rows are in core/physics/pipeline/stage_table.c, next to what they call.

#ifndef CORE_KERNEL_BINDING_SCHEDULER_H_
#define CORE_KERNEL_BINDING_SCHEDULER_H_

#include <mujoco/mujoco.h>

typedef enum StageGroup_ {
  GROUP_KINEMATICS,            // the first stages of the position group
  GROUP_POSITION,              // the rest of them
  GROUP_POSITION_SENSORS,      // sensors of the position stage
  GROUP_POSITION_ENERGY,       // potential energy
  GROUP_VELOCITY,              // everything that depends on velocities
  GROUP_VELOCITY_SENSORS,      // sensors of the velocity stage
  GROUP_VELOCITY_ENERGY,       // kinetic energy
  GROUP_CONTROL,               // the control callback
  GROUP_ACCELERATION,          // actuation, smooth dynamics, constraint forces
  GROUP_ACCELERATION_SENSORS,  // sensors of the acceleration stage
  NGROUP
} StageGroup;

typedef enum StageFlag_ {
  STAGE_FORWARD_ONLY = 1,  // not part of inverse dynamics
  // Independent of the next stage: neither reads what the other writes. With a thread pool bound to
  // the data the two run as parallel tasks, with the same results.
  STAGE_BESIDE_NEXT = 2,
  STAGE_COUNTED = 4,   // a run adds one to the count of its timer
  STAGE_OWN_TIME = 8,  // has no timer, but takes time only where it calls timer_pass or timer_lap
} StageFlag;

typedef struct Stage_ {
  const char* name;
  int flags;  // StageFlag
  int timer;  // mjtTimer that the stage's time is added to, 0: none
  // 1 when the stage has no work: depends on sizes of the model, opt.disableflags and
  // opt.enableflags only. NULL: it always runs.
  int (*idle)(const mjModel* m);
  void (*run)(const mjModel* m, mjData* d);
} Stage;

typedef struct StageList_ {
  const Stage* stage;
  int n;  // at most 32 in all groups
} StageList;

extern const StageList* const stage_table;  // NGROUP lists; core/library.c

// Run the stages of the groups first ... last in the order of the table, with the stages and probes
// of modules that are attached to them. left_out: stages with one of these flags are skipped.
void run_stages(const mjModel* m, mjData* d, StageGroup first, StageGroup last, int left_out);

// The stage of this name; NULL with fc_lastError.
const Stage* stage_find(const char* name);

#endif  // CORE_KERNEL_BINDING_SCHEDULER_H_
