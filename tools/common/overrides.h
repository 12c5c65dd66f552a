// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_OVERRIDES_H_
#define TOOLS_COMMON_OVERRIDES_H_

#include <fulcrum/module.h>
#include <mujoco/mujoco.h>

// Options of the model and of what computes it, for the tables of commands that simulate: the first
// eight are those of override_option, the next seven are bound to an mjData.
#define MODEL_OPTIONS                                                                              \
  {"solver", 's', "NAME", "constraint solver: newton, cg, pgs or one from a module"},              \
      {"integrator", 'i', "NAME",                                                                  \
       "integrator: euler, rk4, implicit, implicitfast or one from a module"},                     \
      {"cone", 0, "NAME", "friction cone: pyramidal or elliptic"},                                 \
      {"jacobian", 0, "NAME", "constraint Jacobian: dense, sparse or auto"},                       \
      {"timestep", 0, "SECONDS", "time step"},                                                     \
      {"iterations", 0, "N", "most iterations of the solver"},                                     \
      {"tolerance", 0, "X", "tolerance of the solver"},                                            \
      {"noslip_iterations", 0, "N", "iterations of the no-slip post-processor"},                   \
      {"contact_model", 0, "NAME", "contact model"}, {"broadphase", 0, "NAME", "broad phase"},     \
      {"convex", 0, "NAME", "service for convex shapes"},                                          \
      {"post_solver", 0, "NAME", "run this after the solver; may be repeated, as the next three"}, \
      {"passive", 0, "NAME", "add this passive force, to all bodies"},                             \
      {"stage", 0, "NAME", "insert this stage into the pipeline"},                                 \
      {"probe", 0, "NAME", "let this probe observe the pipeline"}, {                               \
    "set", 0, "FACE[:INSTANCE].KEY=VALUE",                                                         \
        "set a parameter of a module, in all instances unless one is named; may be repeated"       \
  }

// The enumerators of their indices.
#define MODEL_OPTION_NUMBERS                                                                       \
  OPT_SOLVER, OPT_INTEGRATOR, OPT_CONE, OPT_JACOBIAN, OPT_TIMESTEP, OPT_ITERATIONS, OPT_TOLERANCE, \
      OPT_NOSLIP, OPT_CONTACT_MODEL, OPT_BROADPHASE, OPT_CONVEX, OPT_POST_SOLVER, OPT_PASSIVE,     \
      OPT_STAGE, OPT_PROBE, OPT_SET

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
