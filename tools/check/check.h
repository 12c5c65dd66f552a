// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of `fulcrum modules check` share.

#ifndef TOOLS_CHECK_CHECK_H_
#define TOOLS_CHECK_CHECK_H_

#include <mujoco/mujoco.h>

#include <fulcrum/module.h>

// How `fulcrum modules check` was asked to work.
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

// State of one test, which runs in a process of its own. Results go to the parent through a pipe.
typedef struct Check_ {
  int pipe;
  const char* path;    // file of the user in which the face is examined, NULL: none
  const char* folder;  // for files of the test; removed when its process is gone, however it ends
  char phase[256];     // what is being done, for the report of a crash
} Check;

// Note what is done next.
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

extern const CheckTest check_tests[];  // check_face.c; ends with a name NULL

// The model in which a face is examined: of a file, or (NULL) the built-in scene. NULL after a
// result that says why there is none.
mjModel* check_model(Check* check, const FcFace* face, const char* path);

// Data with the face in use; NULL after a result.
mjData* check_data(Check* check, const FcFace* face, const mjModel* m);

// Texts that put a face into the built-in scene.
typedef struct SceneText_ {
  char option[1500], extension[512], sensor[512], actuator[512];
} SceneText;

// Values of parameters that the user asks for: what is in force, and for a model; m = NULL: count.
// Returns how many belong to the face, -1 with fc_lastError.
void check_use_options(const CheckOptions* options);
int check_assign(mjModel* m, const FcFace* face);

// Give a contact model that needs a radius of curvature one for the flat geoms of the built-in
// scene, unless --set does. 0, or -1 with fc_lastError.
int check_curve(mjModel* m, const FcFace* face);

// What the model says to have the face; `chosen`: also of kinds that are chosen per mjData.
void check_face_text(const FcFace* face, int chosen, SceneText* text);

// How many steps of a model take the time of one of the built-in scene; 1 to 10.
#define CHECK_TIMESTEP 0.004
int check_fineness(const mjModel* m);

// The built-in scene with these texts, parsed, or compiled. NULL after a message in error; the
// caller deletes the result.
mjSpec* check_scene_spec(const SceneText* text, char* error, int error_size);
mjModel* check_scene(const SceneText* text, char* error, int error_size);

// check_run.c
void check_steps(Check* check, const FcFace* face, mjModel* m);
void check_apart(Check* check, const FcFace* face, mjModel* m);
void check_restore(Check* check, const FcFace* face, mjModel* m);
void check_threads(Check* check, const FcFace* face, mjModel* m);

// check_leak.c: what is used again and again takes no more memory
void check_leaks(Check* check, const FcFace* face, mjModel* m);

// check_contact.c: a contact model with both cones; a broad phase against that of the installation
void check_cones(Check* check, const FcFace* face, mjModel* m);
void check_pairs(Check* check, const FcFace* face, mjModel* m);

// check_law.c: potentials and explicit forces of contact models against finite differences
void check_laws(Check* check, const FcFace* face, mjModel* m);

// check_element.c: the variables and the slope of an actuator; the numbers of a sensor
void check_actuator(Check* check, const FcFace* face, mjModel* m);
void check_sensor(Check* check, const FcFace* face, mjModel* m);

// check_files.c: loaders, savers and decoders, with files that are damaged
void check_files(Check* check, const FcFace* face, mjModel* m);
const char* check_use(const Check* check, const FcFace* face);  // what is wrong, NULL: nothing

// check_memory.c: every allocation of a module fails in turn
void check_want_of_memory(Check* check, const FcFace* face, mjModel* m);

// check_renderer.c: a renderer draws a scene; the first tells what is wrong, NULL: nothing
const char* check_draw(const FcFace* face);
void check_pictures(Check* check, const FcFace* face, mjModel* m);

// check_saved.c: a model that names the face is saved as XML and as a binary model, loaded again,
// and loaded where the module is missing
void check_round_trip(Check* check, const FcFace* face, mjModel* m);

// Watch which fields of mjData a stage or a probe changes in some steps of the scene.
void check_writes(Check* check, const FcFace* face, const mjModel* m, int steps);

// Check that a solver, bound to d, solves: the residual of the optimality conditions is small in
// the scene m, for both cones and both Jacobians.
void check_solver(Check* check, const FcFace* face, mjModel* m, mjData* d);

// Passive forces at a state of the scene: finite, and their derivative that of finite differences.
void check_passive(Check* check, const FcFace* face, mjModel* m, const mjData* d);

// A type of equality: is the face one, a scene with one element of it (NULL after a message in
// error), its rows against their residuals and wrenches.
int check_is_equality(const FcFace* face);
mjModel* check_constraint_scene(const FcFace* face, char* error, int error_size);
void check_constraint(Check* check, const FcFace* face, mjModel* m, mjData* d);

#endif  // TOOLS_CHECK_CHECK_H_
