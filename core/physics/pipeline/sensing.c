// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Sensors: calls the modules that measure (fulcrum/sensor.h) once per stage for all sensors of a
// face. Cutoffs, delays, histories, sleeping and user sensors are handled here.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/sensor.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/data/callbacks.h"
#include "core/foundation/data/timer.h"
#include "core/kernel/binding/binding.h"
#include "core/kernel/kinds/sensor.h"
#include "core/kernel/mjplugin/plugin_run.h"
#include "core/physics/mechanics/history.h"
#include "core/physics/mechanics/sleep.h"
#include "core/physics/pipeline/sensor_edits.h"
#include "core/physics/pipeline/stages.h"
#include "core/physics/problem/sleep_islands.h"

#define NSTAGE 4  // mjSTAGE_NONE .. mjSTAGE_ACC

// ---------------------------------------------------------------- grouping sensors by module

// A type of sensors other than plugins, looked up once.
typedef struct Known_ {
  int type;  // mjtSensor
  const Bound* bound;
  FcSensor table;
} Known;

// sensors of one stage that are measured in one call
typedef struct Group_ {
  const Bound* bound;
  FcSensor table;
  int stage;
  int* id;
  mjtNum** out;  // destinations in sensordata
  int n;
  int special;  // some have a history, so that each sensor is handled separately
} Group;

// The arrays that determine how sensors are grouped and whether they can be measured: sensor_type
// to sensor_adr and sensor_history to sensor_historyadr, which are adjacent in every model
// (mjxmacro.h), and sensor_plugin. A few comparisons of blocks cost small models much less than one
// per array.
typedef struct Source_ {
  const void* begin;
  size_t bytes;
} Source;

enum { NSOURCE = 3 };

static inline Source source_between(const void* begin, const void* end) {
  return (Source){begin, (size_t)((const char*)end - (const char*)begin)};
}

static inline void sources(const mjModel* m, Source source[NSOURCE]) {
  source[0] = source_between(m->sensor_type, m->sensor_adr + m->nsensor);
  source[1] = source_between(m->sensor_history, m->sensor_historyadr + m->nsensor);
  source[2] = source_between(m->sensor_plugin, m->sensor_plugin + m->nsensor);
}

typedef struct Plan_ {
  Known* known;
  int nknown;
  Group* group;
  int ngroup;
  int* group_of;      // per sensor: index of its group, -1 for user sensors and engine plugins
  char* seen;         // copy of the source bytes from which the plan was made
  int nuser[NSTAGE];  // user sensors of each stage
  int n[NSTAGE];      // sensors of each stage
} Plan;

static void destroy_plan(void* state) {
  Plan* plan = state;
  for (int i = 0; i < plan->ngroup; i++) {
    free(plan->group[i].id);
    free(plan->group[i].out);
  }
  free(plan->known);
  free(plan->group_of);
  free(plan->seen);
  free(plan->group);
  free(plan);
}

static int see(Plan* plan, const mjModel* m) {
  Source source[NSOURCE];
  sources(m, source);
  if (!(plan->seen = malloc(source[0].bytes + source[1].bytes + source[2].bytes + 1)))
    return -1;
  char* at = plan->seen;
  for (int k = 0; k < NSOURCE; at += source[k++].bytes)
    memcpy(at, source[k].begin, source[k].bytes);
  return 0;
}

static int was_edited(const Plan* plan, const mjModel* m) {
  Source source[NSOURCE];
  sources(m, source);
  const char* at = plan->seen;
  int edited = 0;
  // without plugins sensor_plugin does not matter
  const int n = m->nplugin ? NSOURCE : NSOURCE - 1;
  for (int k = 0; k < n && !edited; at += source[k++].bytes)
    edited = memcmp(at, source[k].begin, source[k].bytes) != 0;
  return edited;
}

static int no_memory(const mjModel* m) {
  return fc_fail("out of memory for %d sensors", (int)m->nsensor);
}

// 1 when sensors of two faces can be in one batch
static int go_together(const FcSensor* a, const FcSensor* b) {
  return a->together && a->together == b->together && a->needs == b->needs &&
         a->cutoff == b->cutoff && a->sleeps == b->sleeps;
}

static int enlist(Plan* plan, const mjModel* m, mjData* d, const Bound* bound,
                  const FcSensor* table, int i) {
  const int stage = m->sensor_needstage[i];
  int k = 0;
  while (k < plan->ngroup &&
         (plan->group[k].stage != stage ||
          (plan->group[k].bound != bound && !go_together(&plan->group[k].table, table))))
    k++;
  if (k == plan->ngroup) {
    Group* grown = realloc(plan->group, (size_t)(k + 1) * sizeof *grown);
    if (!grown)
      return no_memory(m);
    plan->group = grown;
    plan->group[k] = (Group){.bound = bound,
                             .table = *table,
                             .stage = stage,
                             .id = malloc((size_t)m->nsensor * sizeof(int)),
                             .out = malloc((size_t)m->nsensor * sizeof(mjtNum*))};
    plan->ngroup++;
    if (!plan->group[k].id || !plan->group[k].out)
      return no_memory(m);
  }
  Group* g = plan->group + k;
  plan->group_of[i] = k;
  g->id[g->n] = i;
  g->out[g->n++] = d->sensordata + m->sensor_adr[i];
  g->special |= m->sensor_history[2 * i] > 0;
  return 0;
}

// 1 when the sensor is measured at some stage
static int is_measured(const mjModel* m, int i) {
  return m->sensor_needstage[i] > mjSTAGE_NONE && m->sensor_needstage[i] < NSTAGE;
}

static const Known* known_type(const Plan* plan, int type) {
  for (int k = 0; k < plan->nknown; k++)
    if (plan->known[k].type == type)
      return plan->known + k;
  return NULL;
}

// the type of sensor i, and the face bound for it. 1, 0 when it is an engine plugin, or -1.
static int find_type(const mjModel* m, mjData* d, int i, Known* found) {
  SensorType type;
  const int known = sensor_type_in_model(m, i, &type);
  if (known <= 0)
    return known;
  const int plugin = sensor_is_plugin(m->sensor_type[i]);
  const Bound* bound = bound_instance(m, d, type.face, plugin ? m->sensor_plugin[i] : -1);
  *found = (Known){m->sensor_type[i], bound, type.table};
  // a binding that could not move to a rebuilt module keeps its own functions
  if (bound && bound->face != type.face) {
    const FcSensor* own = bound->table;
    found->table.measure = own->measure;
    found->table.needs = own->needs;
    found->table.together = NULL;
  }
  // only sensor_type tells apart what comes together
  if (plugin)
    found->table.together = NULL;
  return bound ? 1 : -1;
}

static int plan_sensor(Plan* plan, const mjModel* m, mjData* d, int i) {
  const int type = m->sensor_type[i];
  plan->n[m->sensor_needstage[i]]++;
  if (sensor_is_user(type)) {
    plan->nuser[m->sensor_needstage[i]]++;
    return sensor_check_edits(m, i, NULL);
  }
  const Known* known = sensor_is_plugin(type) ? NULL : known_type(plan, type);
  Known found;
  if (!known) {
    const int status = find_type(m, d, i, &found);
    if (status < 0)
      return -1;
    if (!status)
      return sensor_check_edits(m, i, NULL);
    known = &found;
    if (!sensor_is_plugin(type))
      plan->known[plan->nknown++] = found;
  }
  return sensor_check_edits(m, i, &known->table)
             ? -1
             : enlist(plan, m, d, known->bound, &known->table, i);
}

static Plan* make_plan(const mjModel* m, mjData* d) {
  Plan* plan = calloc(1, sizeof *plan);
  const size_t n = (size_t)m->nsensor + 1;
  if (plan) {
    plan->group_of = malloc(n * sizeof(int));
    plan->known = malloc(n * sizeof *plan->known);
  }
  int failed = !plan || !plan->group_of || !plan->known || see(plan, m);
  if (failed)
    no_memory(m);
  for (int i = 0; i < m->nsensor && !failed; i++) {
    plan->group_of[i] = -1;
    failed = is_measured(m, i) && plan_sensor(plan, m, d, i);
    if (failed) {
      const char* name = mj_id2name(m, mjOBJ_SENSOR, i);
      fc_fail("sensor %d \"%s\": %s", i, name ? name : "", fc_lastError());
    }
  }
  if (failed && plan) {
    destroy_plan(plan);
    plan = NULL;
  }
  return plan;
}

// The plan in force; rebuilt when sensors were edited since. `stage` is the one to be measured,
// mjSTAGE_NONE: not known. Edits that bring sensors to a later stage that had none are noticed at
// the position stage.
static const Plan* plan_of(const mjModel* m, mjData* d, int stage) {
  void** slot = binding_slot(m, d, SLOT_SENSOR, destroy_plan);
  if (slot && *slot && stage > mjSTAGE_POS && !((const Plan*)*slot)->n[stage])
    return *slot;
  if (slot && *slot && was_edited(*slot, m)) {
    destroy_plan(*slot);
    *slot = NULL;
  }
  if (slot && !*slot)
    *slot = make_plan(m, d);
  if (slot && !*slot)
    mju_error("sensors: %s", fc_lastError());
  return slot ? *slot : NULL;
}

void sensors_prepare(const mjModel* m, mjData* d) { plan_of(m, d, mjSTAGE_NONE); }

// ---------------------------------------------------------------- measuring

static void clip(const mjModel* m, int i, mjtNum* value) {
  const mjtNum cutoff = m->sensor_cutoff[i];
  if (cutoff <= 0)
    return;
  for (int k = 0; k < m->sensor_dim[i]; k++) {
    if (m->sensor_datatype[i] == mjDATATYPE_REAL)
      value[k] = mju_clip(value[k], -cutoff, cutoff);
    if (m->sensor_datatype[i] == mjDATATYPE_POSITIVE)
      value[k] = mju_min(cutoff, value[k]);
  }
}

static void provide(const mjModel* m, mjData* d, int needs) {
  if ((needs & FC_NEED_SUBTREE_VELOCITY) && !d->flg_subtreevel)
    mj_subtreeVel(m, d);
  if ((needs & FC_NEED_BODY_FORCES) && !d->flg_rnepost)
    mj_rnePostConstraint(m, d);
}

// from which stage on each object can be computed; earlier it would use numbers of the previous
// step
static int provided_at(int stage) {
  return (stage >= mjSTAGE_VEL ? FC_NEED_SUBTREE_VELOCITY : 0) |
         (stage >= mjSTAGE_ACC ? FC_NEED_BODY_FORCES : 0);
}

static void measure(const mjModel* m, mjData* d, const Group* g, const FcSensorBatch* batch) {
  provide(m, d, g->table.needs & provided_at(g->stage));
  const unsigned long mark = module_enter(d);
  if ((g->table.together ? g->table.together : g->table.measure)(&g->bound->context, g->stage,
                                                                 batch)) {
    mju_error("sensor \"%s\" failed at time %g: %s", g->bound->face->name, d->time,
              fail_reason(mark));
  }
  for (int k = 0; k < batch->n && g->table.cutoff != FC_CUTOFF_OWN; k++)
    clip(m, batch->id[k], batch->out[k]);
}

void sensor_evaluate(const mjModel* m, mjData* d, int id, mjtNum* value) {
  const Plan* plan = plan_of(m, d, mjSTAGE_NONE);
  const int g = plan ? plan->group_of[id] : -1;
  if (g >= 0) {
    measure(m, d, plan->group + g,
            &(FcSensorBatch){.size = sizeof(FcSensorBatch), .id = &id, .n = 1, .out = &value});
  } else if (plan) {
    mju_error(
        "sensor %d has a delay, but sensors of users and plugins are only measured together "
        "with their stage",
        id);
  }
}

// 1 when the sensor has a history and its value is read from there instead of being measured
static int read_back(const mjModel* m, mjData* d, int i, mjtNum* out) {
  if (m->sensor_history[2 * i] <= 0)
    return 0;
  if (m->sensor_delay[i] <= 0) {
    const mjtNum period = m->sensor_interval[2 * i];
    if (period <= 0 || *history_sensor(m, d, i).tick + period <= d->time)
      return 0;
  }
  const mjtNum* value = mj_readSensor(m, d, i, d->time, out, -1);
  if (value)
    memcpy(out, value, (size_t)m->sensor_dim[i] * sizeof *out);
  return 1;
}

static void measure_group(const mjModel* m, mjData* d, const Group* g) {
  const int sleeping = sleep_filters_bodies(m, d);
  if (!sleeping && !g->special) {
    measure(m, d, g,
            &(FcSensorBatch){.size = sizeof(FcSensorBatch), .id = g->id, .n = g->n, .out = g->out});
    return;
  }
  // skips sensors that sleep or are read from their history
  mj_markStack(d);
  int* id = mj_stackAllocInt(d, (size_t)g->n);
  mjtNum** out = mj_stackAllocByte(d, (size_t)g->n * sizeof *out, _Alignof(mjtNum*));
  int n = 0;
  for (int k = 0; k < g->n; k++) {
    if (sleeping && sleep_sensor(m, d, g->id[k], g->table.sleeps) == mjS_ASLEEP)
      continue;
    if (read_back(m, d, g->id[k], g->out[k]))
      continue;
    id[n] = g->id[k];
    out[n++] = g->out[k];
  }
  if (n)
    measure(m, d, g, &(FcSensorBatch){.size = sizeof(FcSensorBatch), .id = id, .n = n, .out = out});
  mj_freeStack(d);
}

// computes what user sensors and engine plugins of a stage may rely on
static int stage_needs(int stage) {
  return stage == mjSTAGE_VEL   ? FC_NEED_SUBTREE_VELOCITY
         : stage == mjSTAGE_ACC ? FC_NEED_BODY_FORCES
                                : 0;
}

// user sensors: zeroed, written by one call of the callback, clipped
static void measure_user(const mjModel* m, mjData* d, int stage) {
  provide(m, d, stage_needs(stage));
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < m->nsensor; i++) {
      if (!sensor_is_user(m->sensor_type[i]) || m->sensor_needstage[i] != stage)
        continue;
      mjtNum* value = d->sensordata + m->sensor_adr[i];
      if (pass)
        clip(m, i, value);
      else
        memset(value, 0, (size_t)m->sensor_dim[i] * sizeof *value);
    }
    mjfSensor callback = CALLBACK(d, sensor);
    if (!pass && callback)
      callback(m, d, stage);
  }
}

// engine plugins measure for all sensors of an instance at once, even if it has none
static void measure_plugins(const mjModel* m, mjData* d, int stage) {
  for (int p = 0; p < d->nplugin; p++) {
    if (!plugin_measures(d, p, stage))
      continue;
    provide(m, d, stage_needs(stage));
    plugin_compute(m, d, p, mjPLUGIN_SENSOR);
    for (int i = 0; i < m->nsensor; i++)
      if (m->sensor_plugin[i] == p && m->sensor_needstage[i] == stage)
        clip(m, i, d->sensordata + m->sensor_adr[i]);
  }
}

static void measure_all(const mjModel* m, mjData* d, int stage) {
  const Plan* plan = plan_of(m, d, stage);
  if (!plan || !plan->n[stage])
    return;
  for (int k = 0; k < plan->ngroup; k++)
    if (plan->group[k].stage == stage)
      measure_group(m, d, plan->group + k);
  if (plan->nuser[stage])
    measure_user(m, d, stage);
}

void sensors_measure(const mjModel* m, mjData* d, int stage) {
  if (mjDISABLED(mjDSBL_SENSOR) || m->nsensor + d->nplugin == 0)
    return;
  if (m->nsensor)
    measure_all(m, d, stage);
  measure_plugins(m, d, stage);
  timer_pass(d);
}
