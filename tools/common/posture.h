// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_COMMON_POSTURE_H_
#define TOOLS_COMMON_POSTURE_H_

#include <stdio.h>

#include <mujoco/mujoco.h>

// Poses of the moving geoms at some moments of a simulation, for pictures from the side.
#define POSTURE_MAX 5
typedef struct Posture_ {
  int ngeom;     // moving geoms
  int* geom;     // their ids
  double* pose;  // per moment and geom: position (3) and rotation matrix (9)
  double time[POSTURE_MAX];
  double centre[POSTURE_MAX];  // x of the centre of mass
  int n;                       // moments taken so far
} Posture;

// Allocate room for the poses. When memory is exhausted or nothing moves, nothing is drawn later.
void posture_open(Posture* posture, const mjModel* m);

// Record the poses in d as those of `time` (s).
void posture_take(Posture* posture, const mjModel* m, const mjData* d, double time);

// Draw the recorded moments side by side, `width` characters wide in all.
void posture_draw(FILE* file, const Posture* posture, const mjModel* m, int width, int ascii);

void posture_free(Posture* posture);

#endif  // TOOLS_COMMON_POSTURE_H_
