// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The pipeline is a table. Each row is a named stage: the group it runs in, the function, and the
// mjData fields that it writes. Public functions such as mj_fwdPosition run one group; module
// stages and probes are attached to rows by name (fulcrum/stage.h). With nothing attached a group
// costs one comparison per stage.
//
// Stages marked `beside_next` depend on nothing that the next one writes, and the other way round:
// with a thread pool bound to the data they run as two tasks. The results are the same.
//
// A stage may have a timer. Inertia, actuation and the groups as a whole take their time
// themselves.

#include "core/pipeline/stages.h"

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/stage.h>

#include "core/kernel/binding.h"
#include "core/mechanics/sleep.h"
#include "core/mechanics/tendon_armature.h"
#include "core/mechanics/velocity.h"
#include "core/data/memory.h"
#include "core/base/timer.h"

typedef struct Stage_ {
  const char* name;
  void (*run)(const mjModel* m, mjData* d);
  unsigned groups;  // bit per StageGroup
  int beside_next;
  int timer;    // mjtTimer that its time is added to, 0: none
  int counted;  // 1: a run counts as one of the timer
} Stage;

// ---------------------------------------------------------------- stages that are more than one
// call

static void kinematics(const mjModel* m, mjData* d) {
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_camlight(m, d);
  mj_flex(m, d);
}

static void inertia(const mjModel* m, mjData* d) {
  mj_makeM(m, d);
  mj_factorM(m, d);
}

// trees that a limited tendon, a contact or an equality constraint ties to an awake tree wake up
static void wake_by_tendons(const mjModel* m, mjData* d) {
  if (mjENABLED(mjENBL_SLEEP) && sleep_wake_tendons(m, d))
    sleep_arrays_update(m, d);
}

static void wake_by_contacts(const mjModel* m, mjData* d) {
  if (!mjENABLED(mjENBL_SLEEP))
    return;
  if (sleep_wake_contacts(m, d)) {
    // contacts between the woken trees and everything else were suppressed
    sleep_arrays_update(m, d);
    mj_collision(m, d);
  }
  if (sleep_wake_equalities(m, d))
    sleep_arrays_update(m, d);
}

static void bias(const mjModel* m, mjData* d) {
  mj_rne(m, d, 0, d->qfrc_bias);
  tendon_armature_bias(m, d, d->qfrc_bias);
}

// ---------------------------------------------------------------- the table

enum {
  POS = 1 << GROUP_POSITION,
  INV = 1 << GROUP_INVERSE_POSITION,
  VEL = 1 << GROUP_VELOCITY,
  ACC = 1 << GROUP_ACCELERATION,
};

static const Stage stages[] = {
    {"kinematics", kinematics, POS | INV, 0, mjTIMER_POS_KINEMATICS, 1},
    {"tendons", mj_tendon, POS | INV, 0, mjTIMER_POS_KINEMATICS, 0},
    {"waking_tendons", wake_by_tendons, POS, 0, mjTIMER_POS_KINEMATICS, 0},
    {"inertia", inertia, POS | INV, 1, 0, 0},
    {"collision", mj_collision, POS | INV, 0, mjTIMER_POS_COLLISION, 1},
    {"waking", wake_by_contacts, POS, 0, 0, 0},
    {"rows", mj_makeConstraint, POS | INV, 0, mjTIMER_POS_MAKE, 1},
    {"islands", mj_island, POS, 0, 0, 0},
    // after the rows, because adhesion acts through contact Jacobians
    {"transmission", mj_transmission, POS | INV, 0, mjTIMER_POS_KINEMATICS, 0},
    {"projection", mj_projectConstraint, POS, 0, mjTIMER_POS_PROJECT, 1},
    {"velocities", velocity_update, VEL, 0, 0, 0},
    {"passive", mj_passive, VEL, 0, 0, 0},
    {"reference", mj_referenceConstraint, VEL, 0, 0, 0},
    {"bias", bias, VEL, 0, 0, 0},
    {"actuation", mj_fwdActuation, ACC, 0, 0, 0},
    {"smooth", mj_fwdAcceleration, ACC, 0, 0, 0},
    {"constraint", mj_fwdConstraint, ACC, 0, mjTIMER_CONSTRAINT, 1},
};

#define NSTAGE ((int)(sizeof stages / sizeof *stages))

int stage_exists(const char* name) {
  for (int i = 0; i < NSTAGE; i++) {
    if (!strcmp(stages[i].name, name))
      return 1;
  }
  return 0;
}

// ---------------------------------------------------------------- running

// A clock that is read once where one timed stage ends and the next begins.
typedef struct Lap_ {
  mjtNum at;
  int known;  // no untimed stage has run since
} Lap;

static void run_stage(const Stage* stage, const mjModel* m, mjData* d, Lap* lap) {
  if (!stage->timer) {
    stage->run(m, d);
    lap->known = 0;
    return;
  }
  const mjtNum start = lap->known ? lap->at : timer_now();
  stage->run(m, d);
  lap->at = timer_lap(d, stage->timer, start, stage->counted);
  lap->known = 1;
}

static void check(const mjData* d, const Bound* hook, int status) {
  if (!status)
    return;
  mju_error("%s \"%s\" failed at time %g: %s", fc_kindName(hook->face->kind), hook->face->name,
            d->time, fc_lastError());
}

// module stages bound to the place before (after = 0) or after a built-in stage; probes observe at
// the end
static void run_hooks(const mjModel* m, mjData* d, const char* name, int after) {
  const Bound* const* hook;
  int n = bound_hooks(m, d, FC_STAGE, &hook);
  for (int i = 0; i < n; i++) {
    const FcStage* stage = hook[i]->table;
    if (stage->after == after && !strcmp(stage->where, name))
      check(d, hook[i], stage->run(&hook[i]->context));
  }
  n = after ? bound_hooks(m, d, FC_PROBE, &hook) : 0;
  for (int i = 0; i < n; i++) {
    const FcProbe* probe = hook[i]->table;
    if (!strcmp(probe->where, name))
      check(d, hook[i], probe->observe(&hook[i]->context));
  }
}

// a hook at a place that does not exist would never run
static void check_places(const mjModel* m, mjData* d, FcKind kind) {
  const Bound* const* hook;
  const int n = bound_hooks(m, d, kind, &hook);
  for (int i = 0; i < n; i++) {
    const char* where = kind == FC_STAGE ? ((const FcStage*)hook[i]->table)->where
                                         : ((const FcProbe*)hook[i]->table)->where;
    if (!stage_exists(where))
      mju_error("%s \"%s\" belongs to the stage \"%s\", which does not exist", fc_kindName(kind),
                hook[i]->face->name, where);
  }
}

typedef struct StageTask_ {
  const Stage* stage;
  const mjModel* m;
  mjData* d;
} StageTask;

static void* run_task(void* argument) {
  const StageTask* task = argument;
  Lap lap = {0};
  run_stage(task->stage, task->m, task->d, &lap);
  return NULL;
}

static void run_pair(const mjModel* m, mjData* d, const Stage* first, const Stage* second) {
  StageTask job = {first, m, d};
  mjTask task;
  mju_defaultTask(&task);
  task.func = run_task;
  task.args = &job;
  mju_threadPoolEnqueue((mjThreadPool*)d->threadpool, &task);
  Lap lap = {0};
  run_stage(second, m, d, &lap);
  mju_taskJoin(&task);
}

void run_stages(const mjModel* m, mjData* d, StageGroup group) {
  const Bound* const* hook;
  const int hooked = bound_hooks(m, d, FC_STAGE, &hook) + bound_hooks(m, d, FC_PROBE, &hook);
  if (hooked) {
    check_places(m, d, FC_STAGE);
    check_places(m, d, FC_PROBE);
  }
  Lap lap = {0};
  for (int i = 0; i < NSTAGE; i++) {
    const Stage* stage = stages + i;
    if (!(stage->groups >> group & 1))
      continue;
    if (hooked) {
      lap.known = 0;
      run_hooks(m, d, stage->name, 0);
      run_stage(stage, m, d, &lap);
      lap.known = 0;
      run_hooks(m, d, stage->name, 1);
    } else if (stage->beside_next && d->threadpool) {
      run_pair(m, d, stage, stage + 1);
      lap.known = 0;
      i++;
    } else {
      run_stage(stage, m, d, &lap);
    }
  }
}
