// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_SIMULATE_SUMMARY_H_
#define TOOLS_SIMULATE_SUMMARY_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

#include "tools/common/json.h"
#include "tools/common/posture.h"
#include "tools/simulate/plot.h"

// Statistics of a simulation, collected step by step.
typedef struct Summary_ {
  long steps;
  double seconds;          // real time spent in steps
  double simulated;        // simulated time
  mjtNum stage[mjNTIMER];  // real time per timer, s
  double contacts, rows, iterations;
  int max_contacts, max_rows, max_iterations;
  int warning[mjNWARNING];
  Series height;         // centre of mass above z = 0, m
  Series energy;         // potential and kinetic, J
  Series force;          // sum of the normal forces of all contacts, N
  double crossings;      // calls of functions of modules
  double crossing_time;  // what one costs, s; 0: not measured
} Summary;

// Time of a monotonic clock, s; the command sets it as mjcb_time, too.
mjtNum clock_seconds(void);

// Add one step, which took `seconds` of real time and called functions of modules `crossings`
// times.
void summary_add(Summary* summary, const mjModel* m, mjData* d, double seconds,
                 long long crossings);

// Copy timers and warning counters from d; the simulation began at the time `start` (s). Measures
// what dispatch costs.
void summary_finish(Summary* summary, const mjModel* m, const mjData* d, double start);

void print_summary(FILE* file, const Summary* summary, const mjModel* m, mjData* d,
                   const char* path);
void print_pictures(FILE* file, const Summary* summary, const Posture* posture, const mjModel* m,
                    int ascii);

// The same as a JSON object, for the caller to put into the document; NULL when memory is
// exhausted.
cJSON* json_summary(Json* json, const Summary* summary, const mjModel* m, mjData* d);

#endif  // TOOLS_SIMULATE_SUMMARY_H_
