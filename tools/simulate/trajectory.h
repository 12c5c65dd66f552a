// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_SIMULATE_TRAJECTORY_H_
#define TOOLS_SIMULATE_TRAJECTORY_H_

#include <mujoco/mujoco.h>

#include "tools/common/columns.h"
#include "tools/common/json.h"

// A file with one row of columns per recorded step.
typedef struct Trajectory_ {
  Json document;  // file NULL: nothing is written; of CSV only the file is used
  int json;
  int every;  // steps per row
  long step;
  Columns columns;
} Trajectory;

// Open the file ("-": standard output) and write the names of the columns. 0, or EXIT_FAILED after
// a message.
int trajectory_open(Trajectory* t, const mjModel* m, const char* model_path, const char* path,
                    int json, int every);

// Before a step: copy the state. After it: add the sensor values and the energy of that state, and
// write the row.
void trajectory_before(Trajectory* t, const mjModel* m, const mjData* d);
void trajectory_after(Trajectory* t, const mjModel* m, const mjData* d);

// End the rows. Before closing, the caller may put more members into a JSON document. 0, or
// EXIT_FAILED after a message.
void trajectory_end_rows(Trajectory* t);
int trajectory_close(Trajectory* t);

// Release everything; a file that was not closed is as it was before.
void trajectory_free(Trajectory* t);

#endif  // TOOLS_SIMULATE_TRAJECTORY_H_
