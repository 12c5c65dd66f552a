// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Recorded quantities of a simulation: the columns of trajectories and the curves of plots, with
// names and units. A step evaluates sensors, energy and constraints in the state at its beginning,
// so the state is copied before the step and the measurements after it: all numbers belong to the
// same time.

#ifndef TOOLS_COMMON_COLUMNS_H_
#define TOOLS_COMMON_COLUMNS_H_

#include <mujoco/mujoco.h>

typedef struct Column_ {
  char* name;        // "qpos.knee", "sensor.gyro.2"
  const char* unit;  // "m", "rad/s", ...; "": none, or not known
} Column;

typedef struct Columns_ {
  int n;
  Column* column;
  double* value;  // n
  int derived;
} Columns;

// The columns of a model: time, qpos, qvel, act, ctrl, sensordata, energy; with `derived` also
// energy.total, height and force (the centre of mass, and the sum of the normal forces of all
// contacts), contacts, rows and iterations. 0, or EXIT_FAILED after a message.
int columns_make(Columns* columns, const mjModel* m, int derived);
void columns_free(Columns* columns);

// Before a step: copy the state. After it: add the quantities that the step computed for that
// state.
void columns_before(Columns* columns, const mjModel* m, const mjData* d);
void columns_after(Columns* columns, const mjModel* m, const mjData* d);

// Sum of the normal forces of all contacts, N.
double normal_force(const mjModel* m, const mjData* d);

// Iterations of the solver in the last step, the greatest number of all islands.
int iterations_of(const mjData* d);

#endif  // TOOLS_COMMON_COLUMNS_H_
