// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Random numbers that are functions of a place instead of a sequence, so that they do not depend on
// the order in which simulations are computed: on threads, chunks, machines, or on what an
// interrupted run had computed before.

#ifndef TOOLS_ROLLOUT_RANDOM_H_
#define TOOLS_ROLLOUT_RANDOM_H_

#include <stdint.h>

// Where a number is drawn.
typedef struct Place_ {
  uint64_t seed;
  uint32_t simulation;
  uint32_t stream;   // what it is for: an option --vary, or the noise of controls
  uint32_t element;  // of the field, or the actuator
  uint32_t step;     // 0 for what does not change during a simulation
} Place;

// Uniform in (0, 1), with 53 bits.
double random_uniform(const Place* place);

// With mean 0 and standard deviation 1.
double random_normal(const Place* place);

// Uniform in 0 ... n - 1.
int random_index(const Place* place, int n);

// The generator behind them: four words from four words and a key of two.
void philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

#endif  // TOOLS_ROLLOUT_RANDOM_H_
