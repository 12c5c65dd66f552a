// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What is recorded of every simulation: --record NAME[ELEMENT],... --every N. A row is recorded
// after steps N, 2 N, ... and after the last one.

#ifndef TOOLS_ROLLOUT_RECORD_H_
#define TOOLS_ROLLOUT_RECORD_H_

#include <mujoco/mjbatch.h>

#include "tools/rollout/field.h"

#define RECORD_MAX 64

typedef struct Record_ {
  Target target;
  Field field;
  int n, *place;          // elements
  size_t width;           // elements of the whole field
  unsigned char* buffer;  // of a call: simulations x steps x width
  unsigned char* rows;    // of a chunk: simulations x nrow x n
} Record;

typedef struct Recording_ {
  int n;
  Record record[RECORD_MAX];
  long long steps, every, nrow;
  double* time;  // of a call: simulations x steps
  mjBatchRecord spec[RECORD_MAX + 1];
} Recording;

// Parse the list. 0, or negative after fc_fail.
int record_parse(Recording* r, const char* list);

// Find fields and elements; without a list the state and the sensors. EXIT_OK, or EXIT_FAILED
// after a message.
int record_resolve(Recording* r, const mjModel* m, long long steps, long long every);

// Bytes that the rows of one simulation take, and one recorded step in the buffers of a call.
size_t record_row_bytes(const Recording* r);
size_t record_step_bytes(const Recording* r);

// Make room for the rows of a chunk, and for calls with at most `numbers` simulations times steps,
// and `recorded` of them with records.
int record_open(Recording* r, int chunk, size_t numbers, size_t recorded);

// Number of a row's step, from 1.
long long record_step(const Recording* r, long long row);

// All rows of simulation `row` of the chunk are empty: NaN, or 0 in whole numbers.
void record_clear(Recording* r, int row);

// Of the i-th simulation of a call of `nstep` recorded steps: keep the first `good` ones as rows
// from `first` on of simulation `row` of the chunk.
void record_keep(Recording* r, int i, int nstep, int row, long long first, int good);

void record_free(Recording* r);

#endif  // TOOLS_ROLLOUT_RECORD_H_
