// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What differs from simulation to simulation: --vary TARGET[+TARGET...]=DISTRIBUTION, and the same
// with *= and +=, which start from the value of the model or of the initial state.

#ifndef TOOLS_ROLLOUT_VARY_H_
#define TOOLS_ROLLOUT_VARY_H_

#include <mujoco/mjbatch.h>

#include "tools/rollout/distribution.h"
#include "tools/rollout/field.h"

#define VARY_MAX 64
#define VARY_TARGETS 16

// One target of an option.
typedef struct Variable_ {
  Target target;
  Field field;
  int n, *place;   // elements
  int quaternion;  // 1: one of them is part of a quaternion of qpos
  void* array;     // of the batch: values of all its simulations
  size_t stride;   // elements from simulation to simulation
  double* values;  // chunk x n, the values that were set
} Variable;

typedef struct Vary_ {
  const char* text;
  char operation;  // '=', '*' or '+'
  Distribution distribution;
  int nvariable;
  Variable variable[VARY_TARGETS];
} Vary;

// All of them, and the arrays of the batch that are reset before each chunk.
typedef struct Variation_ {
  int n;
  Vary vary[VARY_MAX];
  uint64_t seed;
  long long nsim;
  int constants;  // 1: mjb_setConst follows
  int nexpanded;
  struct Expanded_ {
    void* array;
    void* model;  // the values of the model
    size_t bytes;
  } * expanded;
  int* ids;          // room for indices
  mjModel* scratch;  // where values of parameters are tried; NULL: none vary
} Variation;

typedef char VaryReason[200];

// Parse one option. 0, or negative after fc_fail.
int vary_parse(Variation* v, const char* text);

// Find fields and elements in the model. EXIT_OK, or EXIT_FAILED after a message.
int vary_resolve(Variation* v, mjModel* m);

// Give the simulations of a batch fields of their own; before its rows are asked for. EXIT_OK, or
// EXIT_FAILED after a message.
int vary_attach(Variation* v, mjBatch* b);

// Set the values of the first n simulations of the batch, which are number simulation[0 ... n - 1]
// of all and have just been reset; other values are those of the model again. Constants that
// depend on them are computed. failed[i] is the reason why a simulation cannot run, "" for none.
// EXIT_OK, or EXIT_FAILED after a message.
int vary_apply(Variation* v, mjBatch* b, const mjModel* m, const int* simulation, int n,
               VaryReason* failed);

void vary_free(Variation* v);

#endif  // TOOLS_ROLLOUT_VARY_H_
