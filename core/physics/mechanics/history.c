// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// History buffers: past controls and sensor readings, for delays and sampling periods.
//
// A buffer is a ring of n samples with strictly increasing times. The logical index k counts from
// the oldest sample, 0, to the newest, n - 1, which are in slots (newest + 1 + k) mod n. New
// samples are nearly always the latest, and then an insertion only advances the newest slot;
// samples that arrive out of order shift the older ones down.

#include <math.h>
#include <string.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

#include "core/foundation/data/argument.h"
#include "core/physics/mechanics/history.h"

static HistoryBuffer make_buffer(mjtNum* data, int n, int dim) {
  if (n <= 0)
    return (HistoryBuffer){0};
  return (HistoryBuffer){data, data + 1, data + 2, data + 2 + n, n, dim};
}

HistoryBuffer history_actuator(const mjModel* m, const mjData* d, int actuator) {
  int n = m->actuator_history[2 * actuator];
  return make_buffer(n > 0 ? d->history + m->actuator_historyadr[actuator] : NULL, n, 1);
}

HistoryBuffer history_sensor(const mjModel* m, const mjData* d, int sensor) {
  int n = m->sensor_history[2 * sensor];
  return make_buffer(n > 0 ? d->history + m->sensor_historyadr[sensor] : NULL, n,
                     m->sensor_dim[sensor]);
}

// slot of a logical index
static inline int slot_of(const HistoryBuffer* b, int k) {
  return (int)(((long)*b->newest + 1 + k) % b->n);
}

static inline mjtNum time_of(const HistoryBuffer* b, int k) { return b->times[slot_of(b, k)]; }
static inline mjtNum* value_of(const HistoryBuffer* b, int k) {
  return b->values + (size_t)slot_of(b, k) * (size_t)b->dim;
}

// smallest logical index whose time is not before t, n when all are: binary search
static int find_sample(const HistoryBuffer* b, mjtNum t) {
  if (t <= time_of(b, 0))
    return 0;
  if (t > time_of(b, b->n - 1))
    return b->n;
  int before = 0, after = b->n - 1;
  while (after - before > 1) {
    int middle = before + (after - before) / 2;
    if (time_of(b, middle) >= t)
      after = middle;
    else
      before = middle;
  }
  return after;
}

mjtNum* history_insert(const HistoryBuffer* b, mjtNum t) {
  int i = find_sample(b, t);

  // known time: replace the value
  if (i < b->n && fabs(t - time_of(b, i)) < mjMINVAL)
    return value_of(b, i);

  // older than everything: replace the oldest
  if (i == 0) {
    b->times[slot_of(b, 0)] = t;
    return value_of(b, 0);
  }

  // the usual case: the slot of the oldest becomes the newest
  if (i == b->n) {
    *b->newest = slot_of(b, 0);
    b->times[slot_of(b, b->n - 1)] = t;
    return value_of(b, b->n - 1);
  }

  // in between: older samples move down, the oldest is lost
  for (int k = 0; k < i - 1; k++) {
    b->times[slot_of(b, k)] = time_of(b, k + 1);
    memcpy(value_of(b, k), value_of(b, k + 1), (size_t)b->dim * sizeof(mjtNum));
  }
  b->times[slot_of(b, i - 1)] = t;
  return value_of(b, i - 1);
}

// Hermite interpolation between samples lo and lo + 1 with central slopes, 0 where there is no
// outer neighbour
static void cubic_value(const HistoryBuffer* b, int lo, mjtNum dt, mjtNum a, mjtNum* result) {
  int hi = lo + 1, has_before = lo > 0, has_after = hi < b->n - 1;
  mjtNum a2 = a * a, a3 = a2 * a;
  mjtNum h00 = 2 * a3 - 3 * a2 + 1, h10 = (a3 - 2 * a2 + a) * dt, h01 = -2 * a3 + 3 * a2,
         h11 = (a3 - a2) * dt;
  const mjtNum *vlo = value_of(b, lo), *vhi = value_of(b, hi);
  for (int k = 0; k < b->dim; k++) {
    mjtNum slope_lo = 0, slope_hi = 0;
    if (has_before)
      slope_lo = (vhi[k] - value_of(b, lo - 1)[k]) / (time_of(b, hi) - time_of(b, lo - 1));
    if (has_after)
      slope_hi = (value_of(b, hi + 1)[k] - vlo[k]) / (time_of(b, hi + 1) - time_of(b, lo));
    result[k] = h00 * vlo[k] + h10 * slope_lo + h01 * vhi[k] + h11 * slope_hi;
  }
}

const mjtNum* history_read(const HistoryBuffer* b, mjtNum t, int interp, mjtNum* result) {
  // outside the recorded times: use the sample at that end
  if (t <= time_of(b, 0) + mjMINVAL)
    return value_of(b, 0);
  if (t >= time_of(b, b->n - 1) - mjMINVAL)
    return value_of(b, b->n - 1);

  int hi = find_sample(b, t), lo = hi - 1;
  if (fabs(t - time_of(b, hi)) < mjMINVAL)
    return value_of(b, hi);
  if (interp <= 0)
    return value_of(b, lo);

  mjtNum dt = time_of(b, hi) - time_of(b, lo), a = (t - time_of(b, lo)) / dt;
  if (interp == 1) {
    const mjtNum *vlo = value_of(b, lo), *vhi = value_of(b, hi);
    for (int k = 0; k < b->dim; k++)
      result[k] = vlo[k] + a * (vhi[k] - vlo[k]);
  } else {
    cubic_value(b, lo, dt, a, result);
  }
  return NULL;
}

// value of a sensor to be recorded, into a slot of its buffer
static void record_sensor(const mjModel* m, mjData* d, int i, const HistoryBuffer* b,
                          void (*fresh)(const mjModel* m, mjData* d, int id, mjtNum* value)) {
  mjtNum period = m->sensor_interval[2 * i];
  if (period > 0) {
    if (*b->tick + period > d->time)
      return;
    *b->tick += period;
  }
  if (m->sensor_delay[i] > 0 && fresh) {
    // evaluate first: the evaluation may read other samples of this buffer
    mj_markStack(d);
    mjtNum* value = mj_stackAllocNum(d, (size_t)b->dim);
    fresh(m, d, i, value);
    memcpy(history_insert(b, d->time), value, (size_t)b->dim * sizeof(mjtNum));
    mj_freeStack(d);
  } else {
    memcpy(history_insert(b, d->time), d->sensordata + m->sensor_adr[i],
           (size_t)b->dim * sizeof(mjtNum));
  }
}

void history_record(const mjModel* m, mjData* d,
                    void (*fresh)(const mjModel* m, mjData* d, int id, mjtNum* value)) {
  if (!m->nhistory)
    return;
  for (int i = 0; i < m->nu; i++) {
    HistoryBuffer b = history_actuator(m, d, i);
    if (b.n)
      *history_insert(&b, d->time) = d->ctrl[i];
  }
  for (int i = 0; i < m->nsensor; i++) {
    HistoryBuffer b = history_sensor(m, d, i);
    if (b.n)
      record_sensor(m, d, i, &b, fresh);
  }
}

mjtNum mj_readCtrl(const mjModel* m, const mjData* d, int id, mjtNum time, int interp) {
  if (id < 0 || id >= m->nu) {
    mju_error("mj_readCtrl: invalid actuator id %d, the model has %d", id, (int)m->nu);
    return 0;
  }
  HistoryBuffer b = history_actuator(m, d, id);
  if (!b.n)
    return d->ctrl[id];
  mjtNum value;
  const mjtNum* sample =
      history_read(&b, time - m->actuator_delay[id],
                   interp < 0 ? m->actuator_history[2 * id + 1] : interp, &value);
  return sample ? *sample : value;
}

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result,
                            int interp) {
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_readSensor: invalid sensor id %d, the model has %d", id, (int)m->nsensor);
    return NULL;
  }
  HistoryBuffer b = history_sensor(m, d, id);
  if (!b.n)
    return d->sensordata + m->sensor_adr[id];
  if (interp < 0)
    interp = m->sensor_history[2 * id + 1];
  if (interp > 0 && !is_given(result, "result", "mj_readSensor"))
    return NULL;
  return history_read(&b, time - m->sensor_delay[id], interp, result);
}

// replaces the contents of a buffer; NULL leaves times or values unchanged. Returns 0 when the
// times do not increase.
static int fill_buffer(const char* function, const HistoryBuffer* b, const mjtNum* times,
                       const mjtNum* values) {
  const mjtNum* t = times ? times : b->times;
  for (int k = 1; k < b->n; k++) {
    if (t[k] - t[k - 1] < mjMINVAL) {
      mju_error("%s: times must be strictly increasing, but times[%d] = %g and times[%d] = %g",
                function, k - 1, t[k - 1], k, t[k]);
      return 0;
    }
  }
  if (times)
    memcpy(b->times, times, (size_t)b->n * sizeof(mjtNum));
  if (values)
    memcpy(b->values, values, (size_t)b->n * (size_t)b->dim * sizeof(mjtNum));
  *b->newest = b->n - 1;
  return 1;
}

void mj_initCtrlHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                        const mjtNum* values) {
  if (id < 0 || id >= m->nu) {
    mju_error("mj_initCtrlHistory: invalid actuator id %d, the model has %d", id, (int)m->nu);
    return;
  }
  HistoryBuffer b = history_actuator(m, d, id);
  if (!b.n) {
    mju_error("mj_initCtrlHistory: actuator %d has no history buffer", id);
    return;
  }
  fill_buffer("mj_initCtrlHistory", &b, times, values);
}

void mj_initSensorHistory(const mjModel* m, mjData* d, int id, const mjtNum* times,
                          const mjtNum* values, mjtNum phase) {
  if (id < 0 || id >= m->nsensor) {
    mju_error("mj_initSensorHistory: invalid sensor id %d, the model has %d", id, (int)m->nsensor);
    return;
  }
  HistoryBuffer b = history_sensor(m, d, id);
  if (!b.n) {
    mju_error("mj_initSensorHistory: sensor %d has no history buffer", id);
    return;
  }
  if (fill_buffer("mj_initSensorHistory", &b, times, values))
    *b.tick = phase;
}
