// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_OVERRIDES_H_
#define TOOLS_COMMON_OVERRIDES_H_

#include <fulcrum/module.h>
#include <mujoco/mujoco.h>

// Set one of the model's options from text: solver, integrator, cone, jacobian, timestep,
// iterations, tolerance, noslip_iterations. 0, or -1 with a message in error that says what was
// expected.
int override_option(mjModel* m, const char* key, const char* value, char* error, int error_size);

// Make sure that solver, integrator, contact model and broad phase of the model exist. 0, or
// EXIT_FAILED after a message that lists those that exist.
int check_choices(const mjModel* m, mjData* d);

// Set a parameter of a module from "face.key=value", or of one of its instances from
// "face:instance.key=value"; names may contain dots. 0, or EXIT_FAILED after a message.
int override_parameter(mjModel* m, const char* assignment);

// An implementation that is exchanged during the simulation: "T:kind=NAME".
typedef struct Swap_ {
  double time;  // s after the start
  FcKind kind;
  const char* name;
  int done;
} Swap;

// Parse a swap; `name` then points into text. 0, or -1 with a message in error.
int parse_swap(const char* text, Swap* swap, char* error, int error_size);

#endif  // TOOLS_COMMON_OVERRIDES_H_
