// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Evenly spread points of the unit square, one sequence per pixel and question: the additive
// recurrence of Roberts (The Unreasonable Effectiveness of Quasirandom Sequences, 2018) in fixed
// point, from a start that depends on pixel and question. They depend on nothing else, so that
// pictures are the same with any number of threads.

#ifndef RENDERERS_RAYTRACE_SAMPLER_H_
#define RENDERERS_RAYTRACE_SAMPLER_H_

#include <stdint.h>

typedef struct Sampler_ {
  uint32_t pixel, sample, question;
} Sampler;

// Wellons, Prospecting for Hash Functions, 2018 ("lowbias32")
static inline uint32_t hash_of(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// the next question: two numbers from 0 to below 1
static inline void next_sample(Sampler* s, float u[2]) {
  // fractions of the powers -1 and -2 of the root of x^3 = x + 1, times 2^32
  static const uint32_t step[2] = {3242174889u, 2447445414u};
  const uint32_t key = hash_of(s->pixel ^ hash_of(2 * s->question++ + 1));
  const uint32_t start[2] = {key, hash_of(key)};
  for (int k = 0; k < 2; k++)
    u[k] = (float)((start[k] + s->sample * step[k]) >> 8) * 0x1p-24f;
}

#endif  // RENDERERS_RAYTRACE_SAMPLER_H_
