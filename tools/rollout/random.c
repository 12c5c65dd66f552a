// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011):
// ten rounds of a bijection of 128 bits, keyed by the seed. Its known answers are in
// tests/tools/check_rollout_parts.c.

#include <math.h>

#include "tools/rollout/random.h"

void philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]) {
  uint32_t a = counter[0], b = counter[1], c = counter[2], d = counter[3];
  uint32_t k0 = key[0], k1 = key[1];
  for (int round = 0; round < 10; round++) {
    const uint64_t p = (uint64_t)0xd2511f53u * a, q = (uint64_t)0xcd9e8d57u * c;
    a = (uint32_t)(q >> 32) ^ b ^ k0;
    b = (uint32_t)q;
    c = (uint32_t)(p >> 32) ^ d ^ k1;
    d = (uint32_t)p;
    k0 += 0x9e3779b9u;
    k1 += 0xbb67ae85u;
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
}

static void words_at(const Place* place, uint32_t out[4]) {
  const uint32_t counter[4] = {place->element, place->step, place->simulation, place->stream};
  const uint32_t key[2] = {(uint32_t)place->seed, (uint32_t)(place->seed >> 32)};
  philox(counter, key, out);
}

static double unit_interval(uint32_t high, uint32_t low) {
  const uint64_t bits = ((uint64_t)high << 32 | low) >> 11;
  return ((double)bits + 0.5) / 9007199254740992.0;
}

double random_uniform(const Place* place) {
  uint32_t word[4];
  words_at(place, word);
  return unit_interval(word[0], word[1]);
}

// by the method of Box and Muller (1958)
double random_normal(const Place* place) {
  uint32_t word[4];
  words_at(place, word);
  const double radius = sqrt(-2 * log(unit_interval(word[0], word[1])));
  return radius * cos(6.283185307179586 * unit_interval(word[2], word[3]));
}

int random_index(const Place* place, int n) {
  const int i = (int)(random_uniform(place) * n);
  return i < n ? i : n - 1;
}
