// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Bringing mjData to its initial state: the reset functions and keyframes.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/foundation/data/data.h"
#include "core/foundation/data/memory.h"
#include "core/foundation/data/record.h"

#define FULLY_AWAKE (-(1 + mjMINAWAKE))

//------------------------------ parts of a reset --------------------------------------------------

// Resets statistics, counters and flags of the struct itself.
static void reset_header(mjData* d) {
  // with a pool, the stacks of its workers may be in use
  if (!d->threadpool) {
    d->pstack = 0;
    d->pbase = 0;
  }
  arena_reset(d);
  d->maxuse_stack = 0;
  d->maxuse_arena = 0;
  d->maxuse_con = 0;
  d->maxuse_efc = 0;
  memset(d->maxuse_threadstack, 0, sizeof d->maxuse_threadstack);
  if (!data_record(d)->solver_clear)
    memset(d->solver, 0, sizeof d->solver);
  memset(d->solver_niter, 0, sizeof d->solver_niter);
  memset(d->solver_nnz, 0, sizeof d->solver_nnz);
  memset(d->solver_fwdinv, 0, sizeof d->solver_fwdinv);
  memset(d->warning, 0, sizeof d->warning);
  memset(d->timer, 0, sizeof d->timer);
  d->flg_energypos = 0;
  d->flg_energyvel = 0;
  d->flg_subtreevel = 0;
  d->flg_rnepost = 0;
  d->time = 0;
  d->energy[0] = 0;
  d->energy[1] = 0;
}

// Fills the buffer except what plugins own: plugin_state and, after it, plugin_data.
static void fill_buffer(const mjModel* m, mjData* d, unsigned char value) {
  char* begin = d->buffer;
  char* end = begin + d->nbuffer;
  if (m->nplugin > 0) {
    char* state = (char*)d->plugin_state;
    char* data = (char*)d->plugin_data;
    memset(begin, value, (size_t)(state - begin));
    begin = state + (size_t)m->npluginstate * sizeof(mjtNum);
    memset(begin, value, (size_t)(data - begin));
    begin = data + (size_t)m->nplugin * sizeof(uintptr_t);
  }
  memset(begin, value, (size_t)(end - begin));
}

static void zero(mjtNum* vec, mjtSize n) { memset(vec, 0, (size_t)n * sizeof *vec); }

// Zeroes arrays that users may read before anything is computed.
static void zero_inputs(const mjModel* m, mjData* d) {
  zero(d->qvel, m->nv);
  zero(d->act, m->na);
  zero(d->ctrl, m->nu);
  zero(d->qfrc_applied, m->nv);
  zero(d->xfrc_applied, 6 * m->nbody);
  zero(d->qacc, m->nv);
  zero(d->qacc_warmstart, m->nv);
  zero(d->act_dot, m->na);
  zero(d->userdata, m->nuserdata);
  zero(d->mocap_pos, 3 * m->nmocap);
  zero(d->mocap_quat, 4 * m->nmocap);
  zero(d->qM, m->nM);
}

// Writes one block of the history buffer: user, cursor, times, values. The cursor points to the
// newest sample, which is the last one.
static mjtNum* start_block(mjtNum* history, mjtNum user, int n, int dim) {
  history[0] = user;
  history[1] = n - 1;
  zero(history + 2 + n, (mjtSize)n * dim);
  return history + 2;
}

static void reset_history(const mjModel* m, mjData* d) {
  mjtNum timestep = m->opt.timestep;

  // controls: samples of the steps before the first one
  for (int i = 0; i < m->nu; i++) {
    int n = m->actuator_history[2 * i];
    if (n <= 0)
      continue;
    mjtNum* times = start_block(d->history + m->actuator_historyadr[i], 0, n, 1);
    for (int j = 0; j < n; j++)
      times[j] = -(n - j) * timestep;
  }

  // sensors: the same, or periodic samples rounded up to the grid of steps
  for (int i = 0; i < m->nsensor; i++) {
    int n = m->sensor_history[2 * i];
    if (n <= 0)
      continue;
    mjtNum period = m->sensor_interval[2 * i], phase = m->sensor_interval[2 * i + 1];
    mjtNum newest = period > 0 ? (phase == 0 ? -period : phase) : -timestep;
    mjtNum* times = start_block(d->history + m->sensor_historyadr[i], newest, n, m->sensor_dim[i]);
    for (int j = 0; j < n; j++) {
      // volatile forces rounding before the subtraction: a fused operation could shift it by a step
      volatile mjtNum age = (n - 1 - j) * period;
      times[j] = period > 0 ? ceil((newest - age) / timestep) * timestep : -(n - j) * timestep;
    }
  }
}

// Mocap bodies start at their poses in the model.
static void reset_mocap(const mjModel* m, mjData* d) {
  if (!m->nmocap)
    return;
  for (int i = 0; i < m->nbody; i++) {
    int k = m->body_mocapid[i];
    if (k < 0)
      continue;
    memcpy(d->mocap_pos + 3 * k, m->body_pos + 3 * i, 3 * sizeof(mjtNum));
    memcpy(d->mocap_quat + 4 * k, m->body_quat + 4 * i, 4 * sizeof(mjtNum));
  }
}

int data_reset(const mjModel* m, mjData* d, unsigned char value, char* error, int error_size) {
  if (m->nhistory > 0 && !(m->opt.timestep > 0)) {
    snprintf(error, (size_t)error_size,
             "history buffers need a positive timestep, opt.timestep is %g",
             (double)m->opt.timestep);
    return RESET_REFUSED;
  }

  // contents
  reset_header(d);
  DataRecord* record = data_record(d);
  record->world_geoms = 0;
  if (!record->fresh || value)
    fill_buffer(m, d, value);
  record->fresh = 0;
  zero_inputs(m, d);
  if (m->neq)
    memcpy(d->eq_active, m->eq_active0, (size_t)m->neq);
  if (m->nhistory > 0)
    reset_history(m, d);
  if (m->nq)
    memcpy(d->qpos, m->qpos0, (size_t)m->nq * sizeof *d->qpos);

  // sleep: everything awake, unless trees are to start asleep
  for (int i = 0; i < m->ntree; i++)
    d->tree_asleep[i] = FULLY_AWAKE;
  if (mjENABLED(mjENBL_SLEEP) && data_hooks.reset_sleep) {
    sleep_arrays_update_static(m, d);
    if (data_hooks.reset_sleep(m, d, error, error_size))
      return RESET_BROKEN;
  }
  sleep_arrays_update(m, d);
  reset_mocap(m, d);

  // plugins, identity, layers above
  if (d->nplugin > 0) {
    memcpy(d->plugin, m->plugin, (size_t)d->nplugin * sizeof *d->plugin);
    if (data_hooks.reset_plugins)
      data_hooks.reset_plugins(m, d);
  }
  d->signature = m->signature;
  const Attachment* attached = data_attachment(d);
  if (attached->ops)
    attached->ops->reset(attached->state, m, d);
  return 0;
}

//------------------------------ public functions --------------------------------------------------

// Reset with the error handling of a public function. -1 after an error.
static int reset_or_fail(const mjModel* m, mjData* d, unsigned char value, const char* caller) {
  char error[512] = "";
  int result = data_reset(m, d, value, error, sizeof error);
  if (!result)
    return 0;
  if (result == RESET_BROKEN)
    mj_deleteData(d);
  mju_error("%s: %s", caller, error);
  return -1;
}

void mj_resetData(const mjModel* m, mjData* d) { reset_or_fail(m, d, 0, "mj_resetData"); }

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  reset_or_fail(m, d, debug_value, "mj_resetDataDebug");
}

static void copy(mjtNum* dest, const mjtNum* src, mjtSize n) {
  if (n > 0)
    memcpy(dest, src, (size_t)n * sizeof *dest);
}

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) {
  if (reset_or_fail(m, d, 0, "mj_resetDataKeyframe"))
    return;
  if (key < 0 || key >= m->nkey)
    return;
  d->time = m->key_time[key];
  copy(d->qpos, m->key_qpos + key * m->nq, m->nq);
  copy(d->qvel, m->key_qvel + key * m->nv, m->nv);
  copy(d->act, m->key_act + key * m->na, m->na);
  copy(d->mocap_pos, m->key_mpos + key * 3 * m->nmocap, 3 * m->nmocap);
  copy(d->mocap_quat, m->key_mquat + key * 4 * m->nmocap, 4 * m->nmocap);
  copy(d->ctrl, m->key_ctrl + key * m->nu, m->nu);
}

void mj_setKeyframe(mjModel* m, const mjData* d, int k) {
  if (k < 0) {
    mju_error("mj_setKeyframe: keyframe index cannot be negative, got %d", k);
    return;
  }
  if (k >= m->nkey) {
    mju_error("mj_setKeyframe: index must be smaller than %d (keyframes allocated in model)",
              (int)m->nkey);
    return;
  }
  m->key_time[k] = d->time;
  copy(m->key_qpos + k * m->nq, d->qpos, m->nq);
  copy(m->key_qvel + k * m->nv, d->qvel, m->nv);
  copy(m->key_act + k * m->na, d->act, m->na);
  copy(m->key_mpos + k * 3 * m->nmocap, d->mocap_pos, 3 * m->nmocap);
  copy(m->key_mquat + k * 4 * m->nmocap, d->mocap_quat, 4 * m->nmocap);
  copy(m->key_ctrl + k * m->nu, d->ctrl, m->nu);
}
