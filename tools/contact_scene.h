// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scenes whose answers are known: in closed form, or from the time stepping that a contact law
// prescribes. `fulcrum contact bench` shows them; tests/contact_models/check_scenes demands them.
//
// A scene is a function that runs one contact model with one solver and writes down what it expects
// and what it finds. All of it is SI.

#ifndef TOOLS_CONTACT_SCENE_H_
#define TOOLS_CONTACT_SCENE_H_

#include <fulcrum/module.h>
#include <mujoco/mujoco.h>

// ---------------------------------------------------------------- results

// A quantity with its answer: |got - expected| <= tolerance passes.
typedef struct ContactAnswer_ {
  char what[72];
  double expected, got, tolerance;
  const char* unit;
} ContactAnswer;

#define CONTACT_ANSWERS_MAX 48
#define CONTACT_TRACE_MAX 512
typedef struct ContactRun_ {
  // what to run
  const char* model;   // name of a contact model, "similar": hunt_crossley with that coupling
  const char* solver;  // newton, cg, pgs
  int quick;           // 1: shorter simulations, for tests

  // what came of it
  int nanswer;
  ContactAnswer answer[CONTACT_ANSWERS_MAX];
  char error[300];     // "": none
  long steps;          // of all variants
  double iterations;   // of the solver, sum
  double seconds;      // of processor time in steps
  double penetration;  // largest (m)
  double slip;         // farthest that a contact moved along its surface while it should stick (m)
  double creep;        // largest speed of creep in stick (m/s)
  double energy;       // kinetic and potential, at the start, sum of the variants (J)
  double dissipated;   // lost until the end (J)
  int has_slip, has_energy;

  // the quantity that the scene is about, of its last variant, over time
  const char* axis;
  int ntrace, trace_stride, trace_skip;
  double trace[CONTACT_TRACE_MAX][2];
} ContactRun;

typedef struct ContactScene_ {
  const char *name, *title;
  const char* models;  // names of the contact models that have answers, separated by spaces
  void (*run)(ContactRun* run);
} ContactScene;

extern const ContactScene contact_scenes[];
extern const int contact_scene_count;

// Table of a contact model; NULL when no module has it.
const FcFace* contact_model_face(const char* name);

// Does the scene have answers for this contact model? Can this solver run it?
int contact_scene_knows(const ContactScene* scene, const char* model);
int contact_solver_fits(const char* model, const char* solver);

// Run a scene; `run` holds the model, the solver and quick.
void contact_scene_run(const ContactScene* scene, ContactRun* run);

int contact_answer_holds(const ContactAnswer* answer);

// ---------------------------------------------------------------- for scenes

typedef struct ContactSim_ {
  ContactRun* run;
  mjModel* m;
  mjData* d;
  int driven;  // 1: something else than contacts does work on it, so its energy is not counted
  double energy;
} ContactSim;

// What differs between the variants of a scene.
typedef struct ContactSetup_ {
  double timestep;
  const char* option;  // attributes of <option>; the contact model, solver and time step are added
  const char* law;     // "key=value key=value": those keys that the contact model has are set
  const char* integrator;  // NULL: euler
} ContactSetup;

// Compile a world (elements inside <worldbody>, and what follows after "|" inside <mujoco>), ready
// to step. 0, or nonzero with run->error; both are closed with contact_close.
int contact_open(ContactSim* sim, ContactRun* run, const ContactSetup* setup, const char* world);
void contact_close(ContactSim* sim);

// One step, with what the run keeps about it.
void contact_step(ContactSim* sim);

// Write down an answer; the tolerance is absolute, or relative to the expected value.
void contact_expect(ContactRun* run, double expected, double got, double absolute, const char* unit,
                    const char* what, ...) mjPRINTFLIKE(6, 7);
void contact_expect_part(ContactRun* run, double expected, double got, double relative,
                         const char* unit, const char* what, ...) mjPRINTFLIKE(6, 7);

// Begin the trace of a variant; add a point in every step.
void contact_trace_begin(ContactRun* run, const char* axis);
void contact_trace(ContactRun* run, double time, double value);

void contact_note_slip(ContactRun* run, double slip, double creep);

int contact_is(const ContactRun* run, const char* model);

// Is the law evaluated at the end of the step (a potential of this family)?
int contact_is_implicit(const ContactRun* run);

#endif  // TOOLS_CONTACT_SCENE_H_
