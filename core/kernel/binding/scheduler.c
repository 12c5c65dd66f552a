// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>
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

// ---------------------------------------------------------------- choosing

_Static_assert(NGROUP < sizeof((DataRecord*)0)->stage_begin,
               "the start of every group and the end");
_Static_assert(offsetof(mjOption, enableflags) == offsetof(mjOption, disableflags) + sizeof(int),
               "flags_of reads both at once");

// The options that determine which stages have work.
static inline uint64_t flags_of(const mjModel* m) {
  uint64_t flags;
  memcpy(&flags, &m->opt.disableflags, sizeof flags);
  return flags;
}

static inline int is_chosen(const DataRecord* record, const mjModel* m) {
  return record->stages_for == model_identity(m) && record->stages_flags == flags_of(m);
}

// Finds the hooks that the model has instances of, and the stages that have work.
static __attribute__((noinline)) void choose_stages(const mjModel* m, mjData* d) {
  DataRecord* record = data_record(d);
  if (record->hooked_for != model_identity(m))
    bound_prepare_hooks(m, d);
  int n = 0;
  for (int g = 0; g < NGROUP; g++) {
    record->stage_begin[g] = (unsigned char)n;
    for (int i = 0; i < stage_table[g].n; i++) {
      const Stage* stage = stage_table[g].stage + i;
      if (!stage->idle || !stage->idle(m))
        record->stages[n++] = stage;
    }
  }
  record->stage_begin[NGROUP] = (unsigned char)n;
  record->stages_flags = flags_of(m);
  record->stages_for = record->hooked_for;
}

// ---------------------------------------------------------------- one stage

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

static inline void count_run(const Stage* stage, mjData* d) {
  if (stage->flags & STAGE_COUNTED)
    d->timer[stage->timer].number++;
}

static inline void run_stage(const Stage* stage, const mjModel* m, mjData* d, Interval* interval) {
  if (stage->timer != interval->timer) {
    interval_end(d, interval);
    *interval = (Interval){stage->timer, stage->timer ? timer_now(d) : 0};
  }
  stage->run(m, d);
  count_run(stage, d);
  if (!stage->timer && !(stage->flags & STAGE_OWN_TIME))
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
    if (hook[i].place != place || !stage->after != !after)
      continue;
    const unsigned long mark = module_enter(d);
    check(d, hook[i].bound, mark, stage->run(&hook[i].bound->context));
  }
  n = after ? bound_hooks(m, d, FC_PROBE, &hook) : 0;
  for (int i = 0; i < n; i++) {
    const FcProbe* probe = hook[i].bound->table;
    if (hook[i].place != place)
      continue;
    const unsigned long mark = module_enter(d);
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

static inline const Stage* const* group_begin(const DataRecord* record, int group) {
  return record->stages + record->stage_begin[group];
}

// Runs all places of a group, because stages and probes of modules may be attached to one without
// work.
static void run_hooked(const mjModel* m, mjData* d, StageGroup group, int left_out) {
  DataRecord* record = data_record(d);
  const Stage* const* working = group_begin(record, group);
  for (int i = 0; i < stage_table[group].n; i++) {
    const Stage* stage = stage_table[group].stage + i;
    const int works = working < group_begin(record, group + 1) && *working == stage;
    working += works;
    if (stage->flags & left_out)
      continue;
    record->stage = stage->name;
    run_hooks(m, d, stage, 0);
    timer_pass(d);
    if (works)
      run_alone(stage, m, d);
    run_hooks(m, d, stage, 1);
    timer_pass(d);
  }
}

// with a clock or a thread pool
static void run_timed(const mjModel* m, mjData* d, StageGroup group, int left_out) {
  DataRecord* record = data_record(d);
  Interval interval = {0};
  const Stage* const* end = group_begin(record, group + 1);
  for (const Stage* const* at = group_begin(record, group); at < end; at++) {
    const Stage* stage = *at;
    if (stage->flags & left_out)
      continue;
    record->stage = stage->name;
    if (stage->flags & STAGE_BESIDE_NEXT && parallel_wanted(d)) {
      interval_end(d, &interval);
      run_pair(m, d, stage, stage + 1);
      at++;
    } else {
      run_stage(stage, m, d, &interval);
    }
  }
  interval_end(d, &interval);
}

static inline int is_watched(const DataRecord* record, const mjData* d) {
  return record->hooked || d->threadpool || mjcb_time;
}

void run_stages(const mjModel* m, mjData* d, StageGroup first, StageGroup last, int left_out) {
  DataRecord* record = data_record(d);
  if (__builtin_expect(!is_chosen(record, m), 0))
    choose_stages(m, d);
  const Stage* const* at = group_begin(record, first);
  const Stage* const* end = group_begin(record, last + 1);
  const int watched = is_watched(record, d);
  if (at == end && !watched)
    return;
  const Running before = running_begin(d);
  if (__builtin_expect(watched, 0)) {
    for (StageGroup group = first; group <= last; group++)
      (record->hooked ? run_hooked : run_timed)(m, d, group, left_out);
    at = end;
  }
  for (; at < end; at++) {
    const Stage* stage = *at;
    if (stage->flags & left_out)
      continue;
    record->stage = stage->name;
    stage->run(m, d);
    count_run(stage, d);
  }
  running_end(d, &before);
}

long long fc_crossings(const mjData* d) {
  return (long long)atomic_load_explicit(&data_record(d)->crossings, memory_order_relaxed);
}

const char* fc_runningStage(const mjData* d) { return data_record(d)->stage; }
