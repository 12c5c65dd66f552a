// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the parts of `fulcrum modules check`.

#ifndef TOOLS_CHECK_CHECK_H_
#define TOOLS_CHECK_CHECK_H_

#include <fulcrum/module.h>
#include <mujoco/mujoco.h>

// Options of `fulcrum modules check`.
#define CHECK_MODELS 64
#define CHECK_SETTINGS 64
typedef struct CheckOptions_ {
  double time_limit;  // s of real time for one test
  int json, tap;      // how results are printed; both 0: as text
  int nmodule;        // how many are checked in turn
  int nmodel;
  const char* model[CHECK_MODELS];  // further scenes; for loaders and decoders files to read
  int nset;
  const char* set[CHECK_SETTINGS];  // FACE.KEY=VALUE: parameters
} CheckOptions;

// Check the modules in these files. EXIT_FAILED when one of them fails.
int check_modules(const char* const* files, int n, const CheckOptions* options);

// Write the manifest of the module in a shared object to a file (NULL: standard output).
int print_manifest(const char* module, const char* output);

// ---------------------------------------------------------------- results

// State of one test, which runs in a separate process. Results go to the parent through a pipe.
typedef struct Check_ {
  int pipe;
  const char* path;    // user file in which the face is examined, NULL: none
  const char* folder;  // for files of the test; removed after its process ends in any way
  char phase[256];     // current activity, for the report of a crash
} Check;

// Record the next activity.
void check_phase(Check* check, const char* format, ...) mjPRINTFLIKE(2, 3);

// Report an outcome: 1 passed, 0 failed, -1 could not be run.
void check_result(Check* check, int passed, const char* format, ...) mjPRINTFLIKE(3, 4);

// ---------------------------------------------------------------- tests

// A test of a face in a model. `kinds`: bits 1 << FcKind of the faces that get it.
typedef struct CheckTest_ {
  const char* name;
  unsigned kinds;
  int needs_model;  // the scene is made first; 0: m is NULL
  int any_model;    // also runs in the models of the user
  void (*run)(Check* check, const FcFace* face, mjModel* m);
} CheckTest;

extern const CheckTest check_tests[];  // face.c; ends with a name NULL

// The model in which a face is examined: from a file, or (NULL) the built-in scene. NULL after a
// result with the reason.
mjModel* check_model(Check* check, const FcFace* face, const char* path);

// Data with the face in use; NULL after a result.
mjData* check_data(Check* check, const FcFace* face, const mjModel* m);

// Texts that put a face into the built-in scene.
typedef struct SceneText_ {
  char option[1500], extension[512], sensor[512], actuator[512];
} SceneText;

// Apply the --set values of the user to the face and the model m; m = NULL: only count. Returns how
// many belong to the face, -1 with fc_lastError.
void check_use_options(const CheckOptions* options);
int check_assign(mjModel* m, const FcFace* face);

// If a contact model needs a radius of curvature, set one for the flat geoms of the built-in scene,
// unless --set does. 0, or -1 with fc_lastError.
int check_curve(mjModel* m, const FcFace* face);

// Make the model select the face; `chosen`: also for kinds that are chosen per mjData.
void check_face_text(const FcFace* face, int chosen, SceneText* text);

// Number of steps of a model that cover the simulated time of one step of the built-in scene; 1 to
// 10.
#define CHECK_TIMESTEP 0.004
int check_fineness(const mjModel* m);

// The built-in scene with these texts, parsed, or compiled. NULL after a message in error; the
// caller deletes the result.
mjSpec* check_scene_spec(const SceneText* text, char* error, int error_size);
mjModel* check_scene(const SceneText* text, char* error, int error_size);

// run.c
void check_steps(Check* check, const FcFace* face, mjModel* m);
void check_apart(Check* check, const FcFace* face, mjModel* m);
void check_restore(Check* check, const FcFace* face, mjModel* m);
void check_threads(Check* check, const FcFace* face, mjModel* m);

// leak.c: repeated use does not increase memory
void check_leaks(Check* check, const FcFace* face, mjModel* m);

// contact.c: a contact model with both cones, and what its functions write; a broad phase against
// the installed one
void check_cones(Check* check, const FcFace* face, mjModel* m);
void check_contact_writes(Check* check, const FcFace* face, mjModel* m);
void check_pairs(Check* check, const FcFace* face, mjModel* m);

// law.c: potentials and explicit forces of contact models against finite differences
void check_laws(Check* check, const FcFace* face, mjModel* m);

// element.c: the variables and the slope of an actuator; the numbers of a sensor
void check_actuator(Check* check, const FcFace* face, mjModel* m);
void check_sensor(Check* check, const FcFace* face, mjModel* m);

// files.c: loaders, savers and decoders, with damaged files
void check_files(Check* check, const FcFace* face, mjModel* m);
const char* check_use(const Check* check, const FcFace* face);  // what is wrong, NULL: nothing

// memory.c: every allocation of a module fails in turn
void check_want_of_memory(Check* check, const FcFace* face, mjModel* m);

// renderer.c: a renderer draws a scene; the first returns the fault, NULL: none
const char* check_draw(const FcFace* face);
void check_pictures(Check* check, const FcFace* face, mjModel* m);

// saved.c: a model that names the face is saved as XML and as a binary model, loaded again, and
// loaded where the module is missing
void check_round_trip(Check* check, const FcFace* face, mjModel* m);

// Check which fields of mjData a stage or a probe changes in some steps of the scene.
void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps);

// Check that a solver, bound to d, solves: the residual of the optimality conditions is small in
// the scene m, for both cones and both Jacobians.
void check_solver(Check* check, const FcFace* face, mjModel* m, mjData* d);

// Check passive forces at a state of the scene: they are finite, and their derivative agrees with
// finite differences.
void check_passive(Check* check, const FcFace* face, mjModel* m, const mjData* d);

// A type of equality: whether the face is one, a scene with one element of it (NULL after a message
// in error), and a check of its rows against their residuals and wrenches.
int check_is_equality(const FcFace* face);
mjModel* check_constraint_scene(const FcFace* face, char* error, int error_size);
void check_constraint(Check* check, const FcFace* face, mjModel* m, mjData* d);

#endif  // TOOLS_CHECK_CHECK_H_
