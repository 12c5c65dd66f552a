// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef MUJOCO_MJTNUM_H_
#define MUJOCO_MJTNUM_H_

#include <math.h>
#include <stdint.h>

// Floating-point type of the engine: double unless mjUSESINGLE is defined.
#ifndef mjUSESINGLE
typedef double mjtNum;
#define mjMINVAL 1E-15   // smallest value accepted as a denominator
#else
typedef float mjtNum;
#define mjMINVAL 1E-15f  // smallest value accepted as a denominator
#endif

// Functions of the C library in that type.
#ifndef mjUSESINGLE
#define mju_sqrt  sqrt
#define mju_exp   exp
#define mju_sin   sin
#define mju_cos   cos
#define mju_tan   tan
#define mju_asin  asin
#define mju_acos  acos
#define mju_atan2 atan2
#define mju_tanh  tanh
#define mju_pow   pow
#define mju_abs   fabs
#define mju_log   log
#define mju_log10 log10
#define mju_floor floor
#define mju_ceil  ceil
#else
#define mju_sqrt  sqrtf
#define mju_exp   expf
#define mju_sin   sinf
#define mju_cos   cosf
#define mju_tan   tanf
#define mju_asin  asinf
#define mju_acos  acosf
#define mju_atan2 atan2f
#define mju_tanh  tanhf
#define mju_pow   powf
#define mju_abs   fabsf
#define mju_log   logf
#define mju_log10 log10f
#define mju_floor floorf
#define mju_ceil  ceilf
#endif

typedef unsigned char mjtByte;  // boolean or small unsigned number
typedef int64_t mjtSize;        // size or offset of a buffer

#endif  // MUJOCO_MJTNUM_H_
