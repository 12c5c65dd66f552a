// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/stage.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/text.h"
#include "core/foundation/data/parallel.h"
#include "core/foundation/data/record.h"
#include "core/foundation/data/timer.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/binding/scheduler.h"

const Stage* stage_find(const char* name) {
  char known[1024] = "";
  for (int g = 0; g < NGROUP; g++) {
    for (int i = 0; i < stage_table[g].n; i++) {
      const Stage* stage = stage_table[g].stage + i;
      if (strcmp(stage->name, name) == 0)
        return stage;
      text_append(known, sizeof known, "%s%s", known[0] ? ", " : "", stage->name);
    }
  }
  fc_fail("there is no stage \"%s\"; known are: %s", name, known);
  return NULL;
}

// ---------------------------------------------------------------- one stage

// The stages of the group that do not run: those left out by the caller, and those for sleeping.
static inline int skipped(const mjModel* m, int left_out) {
  return left_out | (mjENABLED(mjENBL_SLEEP) ? 0 : STAGE_SLEEPING);
}

// 1 when the model has nothing that the stage works on
static inline int is_idle(const Stage* stage, const mjModel* m) {
  return stage->elements && !*(const mjtSize*)((const char*)m + stage->elements);
}

// Consecutive stages with the same timer are one interval.
typedef struct Interval_ {
  int timer;  // 0: none has begun
  mjtNum start;
} Interval;

static inline void interval_end(mjData* d, Interval* interval) {
  if (interval->timer)
    timer_lap(d, interval->timer, interval->start, 0);
  interval->timer = 0;
}

static inline void run_stage(const Stage* stage, const mjModel* m, mjData* d, Interval* interval) {
  if (is_idle(stage, m))
    return;
  if (stage->timer != interval->timer) {
    interval_end(d, interval);
    *interval = (Interval){stage->timer, stage->timer ? timer_now(d) : 0};
  }
  stage->run(m, d);
  if (stage->timer)
    d->timer[stage->timer].number += (stage->flags & STAGE_COUNTED) != 0;
  else if (!(stage->flags & STAGE_OWN_TIME))
    timer_pass(d);
}

static void run_alone(const Stage* stage, const mjModel* m, mjData* d) {
  Interval interval = {0};
  run_stage(stage, m, d, &interval);
  interval_end(d, &interval);
}

typedef struct StagePair_ {
  const Stage* stage[2];
  const mjModel* m;
  mjData* d;
} StagePair;

static void run_some(void* context, int begin, int end) {
  const StagePair* pair = context;
  for (int i = begin; i < end; i++)
    run_alone(pair->stage[i], pair->m, pair->d);
}

// The calling thread begins with the second stage, which may call functions of the user.
static void run_pair(const mjModel* m, mjData* d, const Stage* first, const Stage* second) {
  StagePair pair = {{second, first}, m, d};
  fc_parallel(d, 2, 1, run_some, &pair);
}

// ---------------------------------------------------------------- hooks of modules

static void check(const mjData* d, const Bound* hook, unsigned long mark, int status) {
  if (!status)
    return;
  mju_error("%s \"%s\" failed at time %g: %s", fc_kindName(hook->face->kind), hook->face->name,
            d->time, fail_reason(mark));
}

// module stages bound to the place before (after = 0) or after a stage; probes observe at the end
static void run_hooks(const mjModel* m, mjData* d, const Stage* place, int after) {
  const Hook* hook;
  int n = bound_hooks(m, d, FC_STAGE, &hook);
  for (int i = 0; i < n; i++) {
    const FcStage* stage = hook[i].bound->table;
    const unsigned long mark = fail_mark();
    if (hook[i].place == place && !stage->after == !after)
      check(d, hook[i].bound, mark, stage->run(&hook[i].bound->context));
  }
  n = after ? bound_hooks(m, d, FC_PROBE, &hook) : 0;
  for (int i = 0; i < n; i++) {
    const FcProbe* probe = hook[i].bound->table;
    const unsigned long mark = fail_mark();
    if (hook[i].place == place)
      check(d, hook[i].bound, mark, probe->observe(&hook[i].bound->context));
  }
}

// ---------------------------------------------------------------- groups

// What the mjData held before a group started: the stage named in messages and the hold that blocks
// fc_bind. Restored when the group ends, because groups of the same data may be nested.
typedef struct Running_ {
  const char* stage;
  unsigned long held;
} Running;

static Running running_begin(mjData* d) {
  const char* stage = bindings_held(d) ? data_record(d)->stage : NULL;
  return (Running){stage, bindings_hold(d)};
}

static void running_end(mjData* d, const Running* before) {
  data_record(d)->stage = before->stage;
  bindings_release(d, before->held);
}

static void run_hooked(const mjModel* m, mjData* d, StageGroup group, int left_out) {
  const Stage *stage = stage_table[group].stage, *end = stage + stage_table[group].n;
  DataRecord* record = data_record(d);
  const Running before = running_begin(d);
  for (; stage < end; stage++) {
    if (stage->flags & left_out)
      continue;
    record->stage = stage->name;
    run_hooks(m, d, stage, 0);
    timer_pass(d);
    if (!(stage->flags & skipped(m, left_out)))
      run_alone(stage, m, d);
    run_hooks(m, d, stage, 1);
    timer_pass(d);
  }
  running_end(d, &before);
}

void run_stages(const mjModel* m, mjData* d, StageGroup group, int left_out) {
  DataRecord* record = data_record(d);
  if (record->hooked_for != model_identity(m))
    bound_prepare_hooks(m, d);
  if (record->hooked) {
    run_hooked(m, d, group, left_out);
    return;
  }
  const Stage *stage = stage_table[group].stage, *end = stage + stage_table[group].n;
  const Running before = running_begin(d);
  const int skip = skipped(m, left_out);
  Interval interval = {0};
  for (; stage < end; stage++) {
    if (stage->flags & skip)
      continue;
    record->stage = stage->name;
    if (stage->flags & STAGE_BESIDE_NEXT && parallel_wanted(d)) {
      interval_end(d, &interval);
      run_pair(m, d, stage, stage + 1);
      stage++;
    } else {
      run_stage(stage, m, d, &interval);
    }
  }
  interval_end(d, &interval);
  running_end(d, &before);
}

const char* fc_runningStage(const mjData* d) { return data_record(d)->stage; }
