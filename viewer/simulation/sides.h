// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What is simulated: a model and its data, and side by side with it a second simulation of a copy
// of the model, with separate options, implementations and parameters.

#ifndef VIEWER_SIDES_H_
#define VIEWER_SIDES_H_

#include <mujoco/mujoco.h>

enum { MAIN, OTHER, SIDES };

typedef struct Sides_ {
  mjModel* m;
  mjModel* twin;  // model of the other side, with the shape and appearance of m
  mjData* d[SIDES];
  double cost[SIDES];  // s per step, a running mean
  int compare;         // 1: there are two sides
  int want_compare;    // the setting shown in the panel
  int edited;          // the side whose options, implementations and parameters panels edit
} Sides;

int sides_count(const Sides* s);
mjModel* sides_model(const Sides* s, int side);
mjOption* sides_option(const Sides* s);  // of the side that is edited

// Open the other side, in the state of the first one: 0, or -1 after fc_fail.
int sides_open_other(Sides* s);
void sides_close_other(Sides* s);
void sides_close(Sides* s);

// the state of one side: the integration state, and that of faces bound at run time
int sides_state_size(const Sides* s, int side);
void sides_read_state(const Sides* s, int side, mjtNum* state);
void sides_write_state(const Sides* s, int side, const mjtNum* state);

#endif  // VIEWER_SIDES_H_
