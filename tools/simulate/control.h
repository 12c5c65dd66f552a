// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_SIMULATE_CONTROL_H_
#define TOOLS_SIMULATE_CONTROL_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// Source of the controls of a simulation: a table, smooth noise, or nothing (they are then
// unchanged).
typedef struct Control_ {
  // table: nrow rows of ncolumn numbers; row i applies from time[i] (s) on, column c to actuator[c]
  int nrow, ncolumn;
  int* actuator;
  double* time;
  double* value;
  int row;

  // noise: one state per actuator with mean 0 and standard deviation 1
  double scale;
  uint64_t seed;
  double* noise;
} Control;

// Read a CSV file. A header names the actuator of each column, any of them in any order; its first
// name may be "time". Without a header a row has one number per actuator. Without times row i is
// applied in step i. The last row applies until the end. 0, or EXIT_FAILED after a message with
// file and line. The caller frees `control` with control_free in both cases.
int control_read(Control* control, const mjModel* m, const char* path);

// Use noise. At scale 1 its standard deviation is half the control range of an actuator, or 1 where
// there is no range. 0, or EXIT_FAILED after a message.
int control_noise(Control* control, const mjModel* m, double scale, uint64_t seed);

// Correlation time of the noise, s.
#define CONTROL_MEMORY 0.2

// The values of a table that apply to a step of length `timestep` (s) from `time` on, put into the
// controls of their actuators; before the first row there are none. Times of the same table must
// not decrease from call to call, unless `row` is set to 0 in between.
void control_values(Control* control, double time, double timestep, mjtNum* ctrl);

// Set d->ctrl for the next step.
void control_apply(Control* control, const mjModel* m, mjData* d);

void control_free(Control* control);

#endif  // TOOLS_SIMULATE_CONTROL_H_
