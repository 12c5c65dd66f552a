// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Random and quasi-random numbers.

#include <stdlib.h>

#include <fulcrum/math.h>
#include <mujoco/mujoco.h>

// Radical inverse: the digits of index in the given base, mirrored at the point.
mjtNum mju_Halton(int index, int base) {
  mjtNum value = 0, digit = 1;
  if (base < 2)
    return 0;
  for (; index > 0; index /= base) {
    digit /= (mjtNum)base;
    value += digit * (mjtNum)(index % base);
  }
  return value;
}

// Two independent normal numbers by Marsaglia's polar method. Draws from rand(): seeded by srand(),
// not safe to call from several threads.
mjtNum mju_standardNormal(mjtNum* num2) {
  mjtNum x1, x2, w;
  do {
    x1 = 2 * (mjtNum)rand() / (mjtNum)RAND_MAX - 1;
    x2 = 2 * (mjtNum)rand() / (mjtNum)RAND_MAX - 1;
    w = x1 * x1 + x2 * x2;
  } while (w >= 1 || w == 0);

  mjtNum s = fc_sqrt(-2 * (mjtNum)log((double)w) / w);
  if (num2)
    *num2 = x2 * s;
  return x1 * s;
}
