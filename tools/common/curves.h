// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// simulate --plot: columns of a simulation over time, drawn as SVG.

#ifndef TOOLS_COMMON_CURVES_H_
#define TOOLS_COMMON_CURVES_H_

#include <stdio.h>

#include "tools/common/columns.h"

// Samples in bounded memory: when all places are taken, neighbours are merged, and each place
// holds twice as many samples from then on. The least and the greatest of them are kept, so that
// no peak is lost.
#define CURVE_MAX 1024
typedef struct Curve_ {
  int column;
  float low[CURVE_MAX], high[CURVE_MAX];  // NAN: no finite sample
} Curve;

// curves that share an axis
typedef struct Panel_ {
  char title[160];
  const char* unit;
  int begin, n;  // of the curves
} Panel;

typedef struct Curves_ {
  FILE* file;  // NULL: nothing is drawn
  Columns columns;
  Curve* curve;
  Panel* panel;
  int ncurve, npanel;
  float time[CURVE_MAX];  // of the first sample of each place, s
  int n, count;           // places in use, samples in the last one
  int stride;             // samples per place
} Curves;

// Choose columns and open the file, so that a write error is reported early; the file is unchanged
// until the curves are drawn. `list` names columns separated by commas, one or more panels for
// each: a whole name, its beginning up to a dot ("qpos", "sensor.gyro"), or a pattern with * and ?;
// NULL: energy, positions, contacts and iterations. 0, or EXIT_FAILED after a message.
int curves_open(Curves* curves, const mjModel* m, const char* path, const char* list);

// Before and after each step.
void curves_before(Curves* curves, const mjModel* m, const mjData* d);
void curves_after(Curves* curves, const mjModel* m, const mjData* d);

// Draw what was collected, once, under this title. 0, or EXIT_FAILED after a message.
int curves_write(Curves* curves, const char* title);

// Release everything; a file that was not drawn is as it was before.
void curves_free(Curves* curves);

// Draw the panels below each other (curve_picture.c).
void curve_picture(FILE* file, const Curves* curves, const char* title);

// Ticks at round numbers in [low, high]: sets the first and the distance, 1, 2 or 5 times a power
// of ten, and returns how many there are, at most `most` + 1.
int round_ticks(double low, double high, int most, double* first, double* distance);

#endif  // TOOLS_COMMON_CURVES_H_
