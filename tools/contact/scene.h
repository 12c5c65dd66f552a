// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Scenes whose answers are known: in closed form, or from the time stepping that a contact law
// prescribes. `fulcrum contact bench` shows them; tests/contact_models/check_scenes requires them.
//
// A scene is a function that runs one contact model with one solver and records expected and
// measured values, all in SI units.

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
  char fault[60];  // reason for a missing value, got is then 0; "": none
} ContactAnswer;

#define CONTACT_ANSWERS_MAX 48
#define CONTACT_TRACE_MAX 512
typedef struct ContactRun_ {
  // input
  const char* model;   // name of a contact model, "similar": hunt_crossley with that coupling
  const char* solver;  // newton, cg, pgs
  int quick;           // 1: shorter simulations, for tests
  int explicit;        // set when it begins: the law is one of forces (FC_CONTACT_FORCE)

  // results
  int nanswer;
  ContactAnswer answer[CONTACT_ANSWERS_MAX];
  char error[300];     // "": none
  char lacks[300];     // missing parameters that further answers need, separated by commas
  char unstable[60];   // when and why the last simulation became unstable; "": it did not
  long steps;          // of all variants
  double iterations;   // of the solver, sum
  double seconds;      // of processor time in steps
  double penetration;  // largest (m)
  double slip;         // farthest that a contact moved along its surface while it should stick (m)
  double creep;        // largest speed of creep in stick (m/s)
  double energy;       // kinetic and potential, at the start, sum of the variants (J)
  double dissipated;   // lost until the end (J)
  int has_slip, has_energy;

  // the quantity studied in the scene, over time, for its last variant
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

// Face of a contact model ("similar": that of hunt_crossley) or of a solver; NULL when no module
// has it.
const FcFace* contact_face(FcKind kind, const char* name);

// Whether the scene has answers for this contact model; whether this solver can run it. Contacts
// with potentials need a solver that works on accelerations.
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
  int driven;  // 1: external work is done on it, so its energy is not counted
  double energy;
} ContactSim;

// What differs between the variants of a scene.
typedef struct ContactSetup_ {
  double timestep;
  const char* option;  // attributes of <option>; the contact model, solver and time step are added
  const char* law;     // "key=value key?=value": parameters of the contact model; those with ? only
                       // where it has them
  const char* integrator;  // NULL: euler
} ContactSetup;

// Compile a world (elements inside <worldbody>, and what follows after "|" inside <mujoco>), ready
// to step. Inside <geom>, {key=value} stands for values of the geom, as in a law. 0; -1 with
// run->error; 1 when the contact model lacks a parameter, which is noted: what depends on it is not
// asked. All are closed with contact_close.
int contact_open(ContactSim* sim, ContactRun* run, const ContactSetup* setup, const char* world);
void contact_close(ContactSim* sim);

// One step, with the statistics of the run. Once a state is not finite, only time advances, and
// answers about this simulation say so.
void contact_step(ContactSim* sim);

// Record what the contact model lacks for an answer, which is skipped.
void contact_lacks(ContactRun* run, const char* what);

// Record an answer; the tolerance is absolute, or relative to the expected value. NAN: the event
// did not happen.
void contact_expect(ContactRun* run, double expected, double got, double absolute, const char* unit,
                    const char* what, ...) mjPRINTFLIKE(6, 7);
void contact_expect_part(ContactRun* run, double expected, double got, double relative,
                         const char* unit, const char* what, ...) mjPRINTFLIKE(6, 7);

// Begin the trace of a variant; add a point in every step.
void contact_trace_begin(ContactRun* run, const char* axis);
void contact_trace(ContactRun* run, double time, double value);

void contact_note_slip(ContactRun* run, double slip, double creep);

int contact_is(const ContactRun* run, const char* model);

#endif  // TOOLS_CONTACT_SCENE_H_
