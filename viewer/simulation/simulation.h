// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The simulation: both sides, their clock and their past, and what acts on them. It steps in a
// separate thread, so that it continues when the window does not draw.
//
// The mutex guards models, data and everything that panels edit. The main thread holds it while it
// handles events and copies the state into scenes, overlays and panels; the other thread holds it
// while it steps, for a fraction of a frame at most. Functions are called with the mutex held,
// unless they say otherwise. What only the main thread writes, under the mutex, it reads without.

#ifndef VIEWER_SIMULATION_H_
#define VIEWER_SIMULATION_H_

#include <pthread.h>
#include <stdatomic.h>

#include "viewer/simulation/clock.h"
#include "viewer/simulation/history.h"
#include "viewer/simulation/messages.h"
#include "viewer/simulation/sides.h"

typedef struct Simulation_ {
  pthread_mutex_t mutex;
  pthread_t thread;
  int thread_runs;
  atomic_int waiting;  // the main thread wants the mutex
  atomic_int quit;
  Messages* messages;

  Sides sides;
  Clock clock;
  History history;
  mjvPerturb perturb;  // the body that is selected, and how the mouse moves it
  mjtNum noise_scale;  // of random controls
  mjtNum noise_rate;   // s
  int key;             // keyframe to load and save; noise is added to its controls
  mjtNum owed;         // time by which the other side is behind
  int stale;           // the state or the model was edited: evaluate it
  int broken;          // an evaluation has failed: wait for another model, state or implementation
} Simulation;

void simulation_open(Simulation* s, Messages* messages, int run);  // without the mutex
void simulation_close(Simulation* s);                              // without the mutex
void simulation_lock(Simulation* s);
void simulation_unlock(Simulation* s);

// the thread; without the mutex
int simulation_start(Simulation* s);
void simulation_stop(Simulation* s);

// In a replay instead of the thread: the steps of one frame, or of all frames until the simulation
// pauses. Without the mutex.
void simulation_frame(Simulation* s, int until_pause);

// ---------------------------------------------------------------- control
void simulation_restart(Simulation* s);  // for a model that was loaded
void simulation_run(Simulation* s, int run);
void simulation_step(Simulation* s);  // one step while it is paused
void simulation_reset(Simulation* s);
void simulation_load_key(Simulation* s);
void simulation_save_key(Simulation* s);
void simulation_show_past(Simulation* s);  // the state history.back
int simulation_compare(Simulation* s);     // open or close the other side; 0, or -1 after fc_fail

// ---------------------------------------------------------------- effects of edits
void simulation_evaluate(Simulation* s);    // mj_forward of the state shown, with error handling
void simulation_perturb(Simulation* s);     // forces or poses of the selected body
void simulation_share_pose(Simulation* s);  // the pose of the first side becomes that of both
void simulation_mend(Simulation* s);        // after an error that may have occurred in a step

#endif  // VIEWER_SIMULATION_H_
