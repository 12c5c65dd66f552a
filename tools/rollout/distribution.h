// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_ROLLOUT_DISTRIBUTION_H_
#define TOOLS_ROLLOUT_DISTRIBUTION_H_

#include "tools/rollout/random.h"

// Where the numbers of --vary come from: "uniform(0.8, 1.2)", "0.5", "same(choice(1, 2, 5))".
typedef enum Shape_ {
  SHAPE_UNIFORM,     // uniform(low, high)
  SHAPE_NORMAL,      // normal(mean, standard deviation)
  SHAPE_LOGUNIFORM,  // loguniform(low, high): its logarithm is uniform
  SHAPE_CHOICE,      // choice(a, b, ...), each as likely; a number alone is the only choice
  SHAPE_LINSPACE,    // linspace(first, last): equal steps from simulation to simulation
} Shape;

#define CHOICE_MAX 256
typedef struct Distribution_ {
  Shape shape;
  int same;  // 1: one number for all elements of a simulation
  int n;
  double value[CHOICE_MAX];
} Distribution;

// 0, or negative after fc_fail.
int parse_distribution(const char* text, Distribution* distribution);

// The number at a place; nsim is the number of all simulations.
double distribution_draw(const Distribution* distribution, Place place, long long nsim);

#endif  // TOOLS_ROLLOUT_DISTRIBUTION_H_
