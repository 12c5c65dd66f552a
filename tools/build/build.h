// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// `fulcrum build` writes C for one model. Each stage has a file here that writes a file of the same
// name there: straight calls of the functions of <fulcrum/lanes/...> with the numbers of bodies,
// joints, ... as constants, and their names as comments.

#ifndef TOOLS_BUILD_BUILD_H_
#define TOOLS_BUILD_BUILD_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

// A file of the generated code.
typedef struct Part_ {
  const char* name;  // "position"; the file is position.c
  void (*write)(FILE* f, const mjModel* m);
  // Why this stage of the model is not covered, as the end of "the model has ..."; NULL: it is.
  const char* (*uncovered)(const mjModel* m);
} Part;

extern const Part position_part, velocity_part, force_part, contact_part, row_part, solver_part,
    sensor_part, advance_part;

// The sizes and the struct of a block (model.h), and the table of its fields (table.c).
void write_model(FILE* f, const mjModel* m);
void write_table(FILE* f, const mjModel* m);

// A table of whole numbers, named NAME, or NAMEid unless id is negative. One of none has a 0.
void write_integers(FILE* f, const char* name, int id, const int* x, int n);

// Limits that the row and contact parts choose for a model.
int max_rows(const mjModel* m);
int max_jacobian(const mjModel* m);
int max_contacts(const mjModel* m);

// The name of an element for a comment, "" without one.
const char* name_for_comment(const mjModel* m, mjtObj type, int id);

// A state in which no coefficient is zero by chance; position is computed. Rows of moments of
// slider-cranks and sites, the pattern of which depends on the state in mjData, have the pattern of
// this state in a block.
mjData* typical_state(const mjModel* m);

// The first type of a sensor that the code does not compute, NULL: sensordata is complete.
const char* uncovered_sensors(const mjModel* m);

#endif  // TOOLS_BUILD_BUILD_H_
