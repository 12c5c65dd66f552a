// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Figures: the profiler, sensor values, the difference of the two sides.

#ifndef VIEWER_PLOTS_H_
#define VIEWER_PLOTS_H_

#include "viewer/simulation/clock.h"
#include "viewer/simulation/sides.h"

typedef struct Figures_ {
  mjvFigure counts, convergence, dimensions, times, sensor, difference;
} Figures;

typedef struct Plots_ {
  int profiler, sensor;  // 1: shown
  int recorded;          // dimensions in the profiler
  Figures figures;
} Plots;

void plots_open(Plots* p);     // for a model that was loaded
void plots_compare(Plots* p);  // restart the plot of the difference of the sides

// Record the last step. With the mutex of the simulation.
void plots_record(Plots* p, const Sides* s, const Clock* c);
void plots_draw(Plots* p, mjrRect view, int compare, const mjrContext* context);

#endif  // VIEWER_PLOTS_H_
