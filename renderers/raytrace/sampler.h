// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Evenly distributed points of the unit square, one sequence per pixel and dimension pair
// ("question"): Sobol points in two dimensions with Owen shuffling and scrambling, each with a key
// that depends on pixel and question (Burley, Practical Hash-based Owen Scrambling, 2020). The
// first 2^k points of a question have one in each box of area 2^-k; those of two questions are
// uncorrelated, so that the part of a pixel that shows a surface samples all directions there. They
// depend on nothing else: pictures are the same with any number of threads.

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

static inline uint32_t mirrored(uint32_t x) {
  x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
  x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
  x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
  return __builtin_bswap32(x);
}

// flips each bit depending on those below it (Laine and Karras, Stratified Sampling for Stochastic
// Transparency, 2011, with the constants of Burley)
static inline uint32_t scrambled(uint32_t x, uint32_t key) {
  x ^= x * 0x3d20adeau;
  x += key;
  x *= (key >> 16) | 1;
  x ^= x * 0x05526c56u;
  return x ^ x * 0x53a22864u;
}

// the second coordinate of Sobol's point x, mirrored: bit i is the sum of the bits j of x for which
// the binomial coefficient of j over i is odd
static inline uint32_t pascal(uint32_t x) {
  x ^= x >> 16 & 0x0000ffffu;
  x ^= x >> 8 & 0x00ff00ffu;
  x ^= x >> 4 & 0x0f0f0f0fu;
  x ^= x >> 2 & 0x33333333u;
  return x ^ (x >> 1 & 0x55555555u);
}

// the next question: two numbers from 0 to below 1
static inline void next_sample(Sampler* s, float u[2]) {
  const uint32_t key = hash_of(s->pixel ^ hash_of(2 * s->question++ + 1));
  const uint32_t n = mirrored(scrambled(mirrored(s->sample), key));
  const uint32_t point[2] = {mirrored(scrambled(n, hash_of(key + 1))),
                             mirrored(scrambled(pascal(n), hash_of(key + 2)))};
  for (int k = 0; k < 2; k++)
    u[k] = (float)(point[k] >> 8) * 0x1p-24f;
}

#endif  // RENDERERS_RAYTRACE_SAMPLER_H_
