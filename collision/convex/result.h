// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// What bounds the searches, and what they find.

#ifndef COLLISION_CONVEX_RESULT_H_
#define COLLISION_CONVEX_RESULT_H_

#include <float.h>

#include <mujoco/mujoco.h>

#define FAR DBL_MAX  // distance of objects that are known to be farther apart than the cutoff

typedef struct Options_ {
  mjtNum tolerance;
  int iterations;
  int max_contact;
} Options;

enum { MAX_WITNESS = mjMAXCONPAIR };

// A distance and the pairs of surface points between which it is measured: on A at x1, on B at x2.
typedef struct Result_ {
  mjtNum dist;
  mjtNum axis[3];  // dist FAR: as in Simplex
  int n;
  mjtNum x1[MAX_WITNESS][3];
  mjtNum x2[MAX_WITNESS][3];
} Result;

#endif  // COLLISION_CONVEX_RESULT_H_
