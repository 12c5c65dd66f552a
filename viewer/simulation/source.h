// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where the model comes from.

#ifndef VIEWER_SOURCE_H_
#define VIEWER_SOURCE_H_

#include <mujoco/mujoco.h>

typedef struct Source_ {
  char path[4096];  // "": given in memory, or no model
  int given;        // the model was given in memory and has not been replaced
  mjSpec* spec;     // NULL: given in memory, or from a binary file
  double modified;  // when the file was, s; 0: there is none
} Source;

// Load a model from a file and, for text formats, its spec. NULL after fc_fail.
mjModel* source_read(const char* path, mjSpec** spec, char* warning, int size);

double source_modified(const Source* s);  // now

// Write the source as MJCF, with the current numbers of the model. 0, or negative after fc_fail.
int source_save(const Source* s, const mjModel* m, const char* path);

#endif  // VIEWER_SOURCE_H_
