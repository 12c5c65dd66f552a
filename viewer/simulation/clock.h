// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Time: whether the simulation runs, how fast, and when its next step is due.

#ifndef VIEWER_CLOCK_H_
#define VIEWER_CLOCK_H_

#include <mujoco/mujoco.h>

enum { CLOCK_SPEEDS = 31 };
extern const float clock_speeds[CLOCK_SPEEDS];  // percent of real time

typedef struct Clock_ {
  int run;
  int speed;  // index of clock_speeds
  int update_paused;
  int busy_wait;  // do not sleep between two checks of the clock
  mjtNum until;   // time at which to pause

  // in a replay time passes in frames
  int counted;        // 1: it does
  double frame_time;  // s

  // steps are due from the moment when both clocks were synchronised
  int restart;  // synchronise them again
  double start_real;
  mjtNum start_time;

  double slowdown;      // measured: real by simulated time; 0: not yet
  double measure_real;  // start of the measurement
  mjtNum measure_time;
} Clock;

// real time, s
double clock_seconds(void);

void clock_open(Clock* c, int run);

// time of events and steps: that of the replay, if there is one
double clock_now(const Clock* c);

int clock_nearest_speed(double percent);
void clock_never_pause(Clock* c);  // as long as `until` is not set again

// 1 when both clocks must be synchronised: on request, or because they differ too much
int clock_is_astray(const Clock* c, double now, mjtNum time);
void clock_synchronise(Clock* c, double now, mjtNum time);

// 1 when the simulation, which is at `time`, is behind
int clock_is_due(const Clock* c, mjtNum time);

// update the slowdown relative to real time, over the last half second
void clock_measure(Clock* c, mjtNum time);

#endif  // VIEWER_CLOCK_H_
