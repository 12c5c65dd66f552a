// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Time control: the simulation follows the real clock, or the frames of a replay, at a chosen
// speed.

#include <math.h>
#include <time.h>

#include "viewer/simulation/clock.h"

#define ASTRAY 0.1  // s by which the clocks may differ

const float clock_speeds[CLOCK_SPEEDS] = {
    100,  80, 66,   50,   40, 33,  25,   20,  16,  13,   10,   8,   6.6f, 5,    4,  3.3f,
    2.5f, 2,  1.6f, 1.3f, 1,  .8f, .66f, .5f, .4f, .33f, .25f, .2f, .16f, .13f, .1f};

double clock_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clock_never_pause(Clock* c) { c->until = mjMAXVAL * mjMAXVAL; }

void clock_open(Clock* c, int run) {
  c->run = run;
  c->restart = 1;
  clock_never_pause(c);
}

double clock_now(const Clock* c) { return c->counted ? c->frame_time : clock_seconds(); }

int clock_nearest_speed(double percent) {
  int best = 0;
  const double wanted = log(mju_max(mjMINVAL, percent));
  for (int i = 1; i < CLOCK_SPEEDS; i++)
    if (fabs(log(clock_speeds[i]) - wanted) < fabs(log(clock_speeds[best]) - wanted))
      best = i;
  return best;
}

// simulated time that has to pass between the synchronisation and `now`
static mjtNum time_due(const Clock* c, double now) {
  return (now - c->start_real) / (100 / clock_speeds[c->speed]);
}

int clock_is_astray(const Clock* c, double now, mjtNum time) {
  return c->restart || fabs(time_due(c, now) - (time - c->start_time)) > ASTRAY;
}

void clock_synchronise(Clock* c, double now, mjtNum time) {
  c->restart = 0;
  c->start_real = c->measure_real = now;
  c->start_time = c->measure_time = time;
  c->slowdown = 0;
}

int clock_is_due(const Clock* c, mjtNum time) {
  return time - c->start_time < time_due(c, clock_now(c));
}

void clock_measure(Clock* c, mjtNum time) {
  const double now = clock_now(c), elapsed = now - c->measure_real;
  const mjtNum passed = time - c->measure_time;
  if (elapsed < 0.5)
    return;
  c->slowdown = passed > 0 ? elapsed / passed : 0;
  c->measure_real = now;
  c->measure_time = time;
}
