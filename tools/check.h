// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of `fulcrum modules check` share.

#ifndef TOOLS_CHECK_H_
#define TOOLS_CHECK_H_

#include <mujoco/mujoco.h>

#include <fulcrum/module.h>

// Check the modules in these files, each in its own process. EXIT_FAILED when one of them fails.
int check_modules(const char* const* files, int n);

// Write the manifest of the module in a shared object to a file (NULL: standard output).
int print_manifest(const char* module, const char* output);

// State of the check of one module. `phase` is shared memory, from which the parent process learns
// what was being done when the child crashed.
typedef struct Check_ {
  char* phase;
  int failed;
} Check;
#define PHASE_SIZE 256

// Note what is done next, for the report of a crash.
void check_phase(Check* check, const char* format, ...) mjPRINTFLIKE(2, 3);

// Print the outcome of one test: 1 passed, 0 failed, -1 could not be run.
void check_result(Check* check, int passed, const char* format, ...) mjPRINTFLIKE(3, 4);

// Check one face: run it in the built-in scene, where its kind has a part in a step.
void check_face(Check* check, const FcFace* face);

// Watch which fields of mjData a stage or a probe changes in some steps of the scene.
void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps);

// Check that a solver, bound to d, solves: the residual of the optimality conditions is small in
// the scene m, for both cones and both Jacobians.
void check_solver(Check* check, const FcFace* face, mjModel* m, mjData* d);

// Passive forces at a state of the scene: finite, and their derivative that of finite differences.
void check_passive(Check* check, const FcFace* face, mjModel* m, const mjData* d);

// Compile the built-in scene with the MJCF `extension` and `sensor` inserted. NULL after a message
// in error; the caller deletes the model.
mjModel* check_scene(const char* extension, const char* sensor, char* error, int error_size);

// A type of equality: is the face one, a scene with one element of it (NULL after a message in
// error), its rows against their residuals and wrenches.
int check_is_equality(const FcFace* face);
mjModel* check_constraint_scene(const FcFace* face, char* error, int error_size);
void check_constraint(Check* check, const FcFace* face, mjModel* m, mjData* d);

#endif  // TOOLS_CHECK_H_
