// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_PHYSICS_MECHANICS_HISTORY_H_
#define CORE_PHYSICS_MECHANICS_HISTORY_H_

#include <mujoco/mujoco.h>

// One history buffer: a view into mjData.history. The samples form a ring of n slots; `newest` is
// the slot of the newest one.
typedef struct HistoryBuffer_ {
  mjtNum* tick;    // time of the previous sampling (sensors with a period), otherwise unused
  mjtNum* newest;  // slot index, stored as a number
  mjtNum* times;   // n
  mjtNum* values;  // n x dim
  int n;
  int dim;
} HistoryBuffer;

// View of the buffer of an actuator or sensor; n is 0 when it has none.
HistoryBuffer history_actuator(const mjModel* m, const mjData* d, int actuator);
HistoryBuffer history_sensor(const mjModel* m, const mjData* d, int sensor);

// Slot of a sample at time t, ready to be overwritten with dim numbers.
mjtNum* history_insert(const HistoryBuffer* buffer, mjtNum t);

// Value at time t; interp: 0 hold, 1 linear, 2 cubic. Returns a pointer to dim numbers inside the
// buffer, or NULL when the interpolated value was written to result.
const mjtNum* history_read(const HistoryBuffer* buffer, mjtNum t, int interp, mjtNum* result);

// Called at the end of a step, before the state advances: records all controls, then all sensors.
// `fresh` evaluates a sensor now, including its cutoff. When it is NULL, sensors that need a fresh
// value are recorded from sensordata.
void history_record(const mjModel* m, mjData* d,
                    void (*fresh)(const mjModel* m, mjData* d, int id, mjtNum* value));

#endif  // CORE_PHYSICS_MECHANICS_HISTORY_H_
