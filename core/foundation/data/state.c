// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// State vectors: the elements of mjData that a signature selects, concatenated in the order of its
// bits. All elements are arrays of numbers except eq_active, whose bytes are stored as numbers.

#include <string.h>

#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"

// All elements in the order of the bits: bit, number of values, member of mjData (with the operator
// that turns it into a pointer).
#define STATE_ELEMENTS(NUMBERS, BYTES)                        \
  NUMBERS(mjSTATE_TIME, 1, &, time)                           \
  NUMBERS(mjSTATE_QPOS, m->nq, , qpos)                        \
  NUMBERS(mjSTATE_QVEL, m->nv, , qvel)                        \
  NUMBERS(mjSTATE_ACT, m->na, , act)                          \
  NUMBERS(mjSTATE_HISTORY, m->nhistory, , history)            \
  NUMBERS(mjSTATE_WARMSTART, m->nv, , qacc_warmstart)         \
  NUMBERS(mjSTATE_CTRL, m->nu, , ctrl)                        \
  NUMBERS(mjSTATE_QFRC_APPLIED, m->nv, , qfrc_applied)        \
  NUMBERS(mjSTATE_XFRC_APPLIED, 6 * m->nbody, , xfrc_applied) \
  BYTES(mjSTATE_EQ_ACTIVE, m->neq, , eq_active)               \
  NUMBERS(mjSTATE_MOCAP_POS, 3 * m->nmocap, , mocap_pos)      \
  NUMBERS(mjSTATE_MOCAP_QUAT, 4 * m->nmocap, , mocap_quat)    \
  NUMBERS(mjSTATE_USERDATA, m->nuserdata, , userdata)         \
  NUMBERS(mjSTATE_PLUGIN, m->npluginstate, , plugin_state)

static int is_signature(int sig, const char* caller) {
  if (sig >= 0 && sig < (1 << mjNSTATE))
    return 1;
  mju_error("%s: invalid state signature %d %s", caller, sig, sig < 0 ? "< 0" : ">= 2^mjNSTATE");
  return 0;
}

static mjtSize copy_numbers(mjtNum* dest, const mjtNum* src, mjtSize n) {
  if (n > 0)
    memcpy(dest, src, (size_t)n * sizeof *dest);
  return n;
}

// Number of values that a valid signature selects.
static mjtSize state_size(const mjModel* m, int sig) {
  mjtSize size = 0;
#define X(bit, n, at, member) size += sig & bit ? n : 0;
  STATE_ELEMENTS(X, X)
#undef X
  return size;
}

// A state without numbers may be NULL.
static int is_state(const mjModel* m, const mjtNum* state, int sig, const char* name,
                    const char* caller) {
  return !state_size(m, sig) || is_given(state, name, caller);
}

int mj_stateSize(const mjModel* m, int sig) {
  return is_signature(sig, "mj_stateSize") ? (int)state_size(m, sig) : 0;
}

void mj_getState(const mjModel* m, const mjData* d, mjtNum* state, int sig) {
  if (!is_signature(sig, "mj_getState") || !is_state(m, state, sig, "state", "mj_getState"))
    return;
#define NUMBERS(bit, n, at, member) \
  if (sig & bit)                    \
    state += copy_numbers(state, at d->member, n);
#define BYTES(bit, n, at, member) \
  if (sig & bit)                  \
    for (int k = 0; k < n; k++)   \
      *state++ = d->member[k];
  STATE_ELEMENTS(NUMBERS, BYTES)
#undef NUMBERS
#undef BYTES
}

void mj_setState(const mjModel* m, mjData* d, const mjtNum* state, int sig) {
  if (!is_signature(sig, "mj_setState") || !is_state(m, state, sig, "state", "mj_setState"))
    return;
#define NUMBERS(bit, n, at, member) \
  if (sig & bit)                    \
    state += copy_numbers(at d->member, state, n);
#define BYTES(bit, n, at, member) \
  if (sig & bit)                  \
    for (int k = 0; k < n; k++)   \
      d->member[k] = (mjtByte)*state++;
  STATE_ELEMENTS(NUMBERS, BYTES)
#undef NUMBERS
#undef BYTES
}

void mj_copyState(const mjModel* m, const mjData* src, mjData* dst, int sig) {
  if (!is_signature(sig, "mj_copyState") || src == dst)
    return;
#define NUMBERS(bit, n, at, member) \
  if (sig & bit)                    \
    copy_numbers(at dst->member, at src->member, n);
#define BYTES(bit, n, at, member) \
  if ((sig & bit) && n > 0)       \
    memcpy(dst->member, src->member, (size_t)n);
  STATE_ELEMENTS(NUMBERS, BYTES)
#undef NUMBERS
#undef BYTES
}

void mj_extractState(const mjModel* m, const mjtNum* src, int srcsig, mjtNum* dst, int dstsig) {
  if (!is_signature(srcsig, "mj_extractState"))
    return;
  if (dstsig & ~srcsig) {
    mju_error("mj_extractState: dstsig %d is not a subset of srcsig %d", dstsig, srcsig);
    return;
  }
  if (!is_state(m, src, srcsig, "src", "mj_extractState") ||
      !is_state(m, dst, dstsig, "dst", "mj_extractState"))
    return;
  for (int i = 0; i < mjNSTATE; i++) {
    mjtSize size = state_size(m, srcsig & (1 << i));
    if (dstsig & (1 << i))
      dst += copy_numbers(dst, src, size);
    src += size;
  }
}
