// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// State vectors: the elements of mjData that a signature selects, one after the other in the order
// of its bits. All elements are arrays of numbers but eq_active, whose bytes are stored as numbers.

#include <string.h>

#include <mujoco/mujoco.h>

// Number of values of the element with one bit.
static mjtSize element_size(const mjModel* m, int element) {
  switch (element) {
    case mjSTATE_TIME: return 1;
    case mjSTATE_QPOS: return m->nq;
    case mjSTATE_QVEL: return m->nv;
    case mjSTATE_ACT: return m->na;
    case mjSTATE_HISTORY: return m->nhistory;
    case mjSTATE_WARMSTART: return m->nv;
    case mjSTATE_CTRL: return m->nu;
    case mjSTATE_QFRC_APPLIED: return m->nv;
    case mjSTATE_XFRC_APPLIED: return 6 * m->nbody;
    case mjSTATE_EQ_ACTIVE: return m->neq;
    case mjSTATE_MOCAP_POS: return 3 * m->nmocap;
    case mjSTATE_MOCAP_QUAT: return 4 * m->nmocap;
    case mjSTATE_USERDATA: return m->nuserdata;
    case mjSTATE_PLUGIN: return m->npluginstate;
    default: return 0;
  }
}

// Where its values are; NULL for eq_active, whose values are bytes.
static mjtNum* element_values(const mjData* d, int element) {
  switch (element) {
    case mjSTATE_TIME: return (mjtNum*)&d->time;
    case mjSTATE_QPOS: return d->qpos;
    case mjSTATE_QVEL: return d->qvel;
    case mjSTATE_ACT: return d->act;
    case mjSTATE_HISTORY: return d->history;
    case mjSTATE_WARMSTART: return d->qacc_warmstart;
    case mjSTATE_CTRL: return d->ctrl;
    case mjSTATE_QFRC_APPLIED: return d->qfrc_applied;
    case mjSTATE_XFRC_APPLIED: return d->xfrc_applied;
    case mjSTATE_MOCAP_POS: return d->mocap_pos;
    case mjSTATE_MOCAP_QUAT: return d->mocap_quat;
    case mjSTATE_USERDATA: return d->userdata;
    case mjSTATE_PLUGIN: return d->plugin_state;
    default: return NULL;
  }
}

static int is_signature(int sig, const char* caller) {
  if (sig >= 0 && sig < (1 << mjNSTATE)) return 1;
  mju_error("%s: invalid state signature %d, expected a number from 0 to 2^%d - 1", caller, sig,
            mjNSTATE);
  return 0;
}

static mjtSize copy_numbers(mjtNum* dest, const mjtNum* src, mjtSize n) {
  if (n > 0) memcpy(dest, src, (size_t)n * sizeof *dest);
  return n;
}

int mj_stateSize(const mjModel* m, int sig) {
  if (!is_signature(sig, "mj_stateSize")) return 0;
  mjtSize size = 0;
  for (int i = 0; i < mjNSTATE; i++) {
    if (sig & (1 << i)) size += element_size(m, 1 << i);
  }
  return (int)size;
}

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig) {
  if (!is_signature(sig, "mj_getState")) return;
  for (int i = 0; i < mjNSTATE; i++) {
    int element = sig & (1 << i);
    if (element == mjSTATE_EQ_ACTIVE) {
      for (int k = 0; k < m->neq; k++) *state++ = d->eq_active[k];
    } else if (element) {
      state += copy_numbers(state, element_values(d, element), element_size(m, element));
    }
  }
}

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig) {
  if (!is_signature(sig, "mj_setState")) return;
  for (int i = 0; i < mjNSTATE; i++) {
    int element = sig & (1 << i);
    if (element == mjSTATE_EQ_ACTIVE) {
      for (int k = 0; k < m->neq; k++) d->eq_active[k] = (mjtByte)*state++;
    } else if (element) {
      state += copy_numbers(element_values(d, element), state, element_size(m, element));
    }
  }
}

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  if (!is_signature(sig, "mj_copyState") || src == dst) return;
  for (int i = 0; i < mjNSTATE; i++) {
    int element = sig & (1 << i);
    if (element == mjSTATE_EQ_ACTIVE) {
      if (m->neq) memcpy(dst->eq_active, src->eq_active, (size_t)m->neq);
    } else if (element) {
      copy_numbers(element_values(dst, element), element_values(src, element),
                   element_size(m, element));
    }
  }
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  if (!is_signature(srcsig, "mj_extractState")) return;
  if (dstsig & ~srcsig) {
    mju_error("mj_extractState: dstsig %d is not a subset of srcsig %d", dstsig, srcsig);
    return;
  }
  for (int i = 0; i < mjNSTATE; i++) {
    mjtSize size = srcsig & (1 << i) ? element_size(m, 1 << i) : 0;
    if (dstsig & (1 << i)) dst += copy_numbers(dst, src, size);
    src += size;
  }
}
