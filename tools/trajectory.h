// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TRAJECTORY_H_
#define TOOLS_TRAJECTORY_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

// A file with one row per recorded step: time, qpos, qvel, act, ctrl, sensordata, energy; all of
// the same time.
typedef struct Trajectory_ {
  FILE* file;  // NULL: nothing is written
  const char* path;
  int json;
  int every;  // steps per row
  long row, step;
  int ncolumn;
  double* value;
} Trajectory;

// Open the file ("-": standard output) and write the names of the columns. 0, or EXIT_FAILED after
// a message.
int trajectory_open(Trajectory* t, const mjModel* m, const char* model_path, const char* path,
                    int json, int every);

// Before a step: remember the state. After it: add what the step measured in that state, and write
// the row.
void trajectory_before(Trajectory* t, const mjModel* m, const mjData* d);
void trajectory_after(Trajectory* t, const mjModel* m, const mjData* d);

// End the rows; JSON: the caller may then write `, "summary": {...}` to the file before it closes.
void trajectory_end_rows(Trajectory* t);
int trajectory_close(Trajectory* t);

#endif  // TOOLS_TRAJECTORY_H_
