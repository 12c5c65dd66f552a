// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Controls of many simulations: --control none, noise, noise(SCALE), uniform or FILE.csv.

#ifndef TOOLS_ROLLOUT_CONTROL_H_
#define TOOLS_ROLLOUT_CONTROL_H_

#include <mujoco/mjbatch.h>

#include "tools/simulate/control.h"

typedef enum ControlKind_ {
  CONTROL_NONE,     // those of the initial state, throughout
  CONTROL_NOISE,    // smooth random ones, as in `fulcrum simulate --noise`
  CONTROL_UNIFORM,  // in each step anything in the range, independent of the step before
  CONTROL_TABLE,    // a CSV file, as in `fulcrum simulate --ctrl`
} ControlKind;

typedef struct Controls_ {
  ControlKind kind;
  const char* text;  // as given
  double scale;
  uint64_t seed;
  Control table;
  double* memory;  // chunk x nu: noise, with standard deviation 1
  double* start;   // chunk x nu: controls of the initial states
  double* value;   // n x nstep x nu, for mjb_rollout
  size_t room;     // numbers that `value` has room for
} Controls;

// 0, or negative after fc_fail.
int controls_parse(Controls* c, const char* text);

// Read the table, if there is one, and make room for a chunk. EXIT_OK, or EXIT_FAILED after a
// message.
int controls_open(Controls* c, const mjModel* m, int chunk);

// Simulation `row` of a chunk begins, with these controls.
void controls_begin(Controls* c, const mjModel* m, int row, const mjtNum* ctrl);

// Compute the controls of `nstep` steps from step `first` on, for the n simulations of the batch in
// `rows`, which are number simulation[row] of all and have the time steps timestep[row]. NULL when
// controls are not changed, or, with *status EXIT_FAILED, after a message.
const mjtNum* controls_compute(Controls* c, const mjModel* m, const int* rows, int n,
                               const int* simulation, const double* timestep, double start,
                               long long first, int nstep, int* status);

void controls_free(Controls* c);

#endif  // TOOLS_ROLLOUT_CONTROL_H_
