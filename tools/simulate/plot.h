// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_SIMULATE_PLOT_H_
#define TOOLS_SIMULATE_PLOT_H_

#include <stdio.h>

// A quantity over time in bounded memory: when all buckets are full, neighbours are merged, and
// each bucket holds twice as many samples from then on.
#define SERIES_MAX 1024
typedef struct Series_ {
  double value[SERIES_MAX];  // mean of each full bucket
  int n;
  int stride;  // samples per bucket
  double sum;  // of the bucket that is being filled
  int count;
  double first, last, min, max;
  long total;
} Series;

void series_add(Series* series, double value);

// Draw a series, `height` lines high and `width` characters wide, with its range at the left.
void plot_series(FILE* file, const Series* series, const char* title, const char* unit, int width,
                 int height, int ascii);

// A time axis that fits under plots of this width.
void plot_axis(FILE* file, double duration, int width);

// Width of the terminal that `file` writes to, in characters; 80 when it is no terminal.
int terminal_width(FILE* file);

#endif  // TOOLS_SIMULATE_PLOT_H_
