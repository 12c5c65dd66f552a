// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CONTROL_H_
#define TOOLS_CONTROL_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// Where the controls of a simulation come from: a table, smooth noise, or nothing (they stay as
// they are).
typedef struct Control_ {
  // table: nrow rows of ncolumn numbers; row i holds from time[i] on. actuator[c] is the actuator
  // of column c
  int nrow, ncolumn;
  int* actuator;
  double* time;
  double* value;
  int row;

  // noise: per actuator a state with standard deviation 1 and correlation time `memory`
  double scale;
  uint64_t seed;
  double* noise;
} Control;

// Read a CSV file; 0, or EXIT_FAILED after a message with file and line. With a header the columns
// are actuators, any of them, and the first one may be "time". Without a header a row has one
// number per actuator. Without times row i is applied in step i; the last row holds until the end.
int control_read(Control* control, const mjModel* m, const char* path);

// Noise of `scale` (1: one standard deviation is half the control range, or 1 where there is no
// range).
int control_noise(Control* control, const mjModel* m, double scale, uint64_t seed);

// Set d->ctrl for the step that is about to be made.
void control_apply(Control* control, const mjModel* m, mjData* d);

void control_free(Control* control);

#endif  // TOOLS_CONTROL_H_
