// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJTNUM_H_
#define MUJOCO_MJTNUM_H_

#include <stdint.h>

// Floating-point type of the engine: double unless mjUSESINGLE is defined.
#ifndef mjUSESINGLE
typedef double mjtNum;
#define mjMINVAL 1E-15   // smallest value accepted as a denominator
#else
typedef float mjtNum;
#define mjMINVAL 1E-15f  // smallest value accepted as a denominator
#endif

typedef unsigned char mjtByte;  // boolean or small unsigned number
typedef int64_t mjtSize;        // size or offset of a buffer

#endif  // MUJOCO_MJTNUM_H_
