// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum modules check`, shared by its parts.

#ifndef TOOLS_CHECK_H_
#define TOOLS_CHECK_H_

#include <mujoco/mujoco.h>

#include <fulcrum/module.h>

// Check the modules in these files, each in its own process. EXIT_FAILED when one of them fails.
int check_modules(const char* const* files, int n);

// Write the manifest of the module in a shared object to a file (NULL: standard output).
int print_manifest(const char* module, const char* output);

// What one check knows. `phase` tells the parent process what was going on when the child died.
typedef struct Check_ {
  char* phase;
  int failed;
} Check;
#define PHASE_SIZE 256

// Remember what is done next.
void check_phase(Check* check, const char* format, ...) mjPRINTFLIKE(2, 3);

// Print the outcome of one test: 1 passed, 0 failed, -1 could not be run.
void check_result(Check* check, int passed, const char* format, ...) mjPRINTFLIKE(3, 4);

// Run a face in the built-in scene; part of the above.
void check_face(Check* check, const FcFace* face);

// Watch which fields of mjData a stage or a probe changes in some steps of the scene.
void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps);

// Residual of the optimality conditions of a solver bound to data of the scene.
void check_solver(Check* check, const FcFace* face, mjModel* m, mjData* d);

// Passive forces at a state of the scene: finite, and their derivative that of finite differences.
void check_passive(Check* check, const FcFace* face, mjModel* m, const mjData* d);

// The built-in scene, or NULL after a message in error. `extension` and `sensor` are MJCF to be
// inserted.
mjModel* check_scene(const char* extension, const char* sensor, char* error, int error_size);

// A type of equality: is the face one, a scene with one element of it (NULL after a message in
// error), its rows against their residuals and wrenches.
int check_is_equality(const FcFace* face);
mjModel* check_constraint_scene(const FcFace* face, char* error, int error_size);
void check_constraint(Check* check, const FcFace* face, mjModel* m, mjData* d);

#endif  // TOOLS_CHECK_H_
