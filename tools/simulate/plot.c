// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Plots for a terminal. A column of `height` characters has 8 * height levels, because Unicode has
// blocks of one to eight eighths; ASCII characters show four different levels each.

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/simulate/plot.h"

#define LABEL 12  // characters left of a plot

// ---------------------------------------------------------------- series

static void merge_neighbours(Series* s) {
  for (int i = 0; i < SERIES_MAX / 2; i++)
    s->value[i] = (s->value[2 * i] + s->value[2 * i + 1]) / 2;
  s->n = SERIES_MAX / 2;
  s->stride *= 2;
}

void series_add(Series* s, double value) {
  if (!s->total++) {
    s->first = s->min = s->max = value;
    s->stride = 1;
  }
  s->last = value;
  s->min = fmin(s->min, value);
  s->max = fmax(s->max, value);
  s->sum += value;
  if (++s->count < s->stride)
    return;
  if (s->n == SERIES_MAX)
    merge_neighbours(s);
  // after a merge the bucket is only half full
  if (s->count < s->stride)
    return;
  s->value[s->n++] = s->sum / s->count;
  s->sum = s->count = 0;
}

// mean over the part of the series that column k of `width` shows
static double column_value(const Series* s, int k, int width) {
  int begin = (int)((long)k * s->n / width), end = (int)((long)(k + 1) * s->n / width);
  if (end <= begin)
    end = begin + 1;
  double sum = 0;
  for (int i = begin; i < end; i++)
    sum += s->value[i];
  return sum / (end - begin);
}

// ---------------------------------------------------------------- plot

static const char* const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static const char* const letters[] = {" ", ".", ".", ":", ":", "|", "|", "#", "#"};

void plot_series(FILE* file, const Series* s, const char* title, const char* unit, int width,
                 int height, int ascii) {
  const char* const* glyph = ascii ? letters : blocks;
  double column[512], low = INFINITY, high = -INFINITY;
  if (width > 512)
    width = 512;
  if (!s->n || width < 1)
    return;
  for (int k = 0; k < width; k++) {
    column[k] = column_value(s, k, width);
    low = fmin(low, column[k]);
    high = fmax(high, column[k]);
  }
  // a quantity that is constant to four digits needs no plot
  const double range = high - low;
  if (range <= 1e-4 * fmax(fabs(high), fabs(low))) {
    fprintf(file, "  %s: %.6g %s throughout\n", title, high, unit);
    return;
  }
  fprintf(file, "  %s (%s)\n", title, unit);
  for (int row = height - 1; row >= 0; row--) {
    // the top and the bottom line are labelled with the range
    char label[32] = "";
    if (row == height - 1)
      snprintf(label, sizeof label, "%.4g", high);
    if (row == 0 && height > 1)
      snprintf(label, sizeof label, "%.4g", low);
    fprintf(file, "%*s ", LABEL - 1, label);
    for (int k = 0; k < width; k++) {
      // the lowest value is drawn as one eighth, so that it differs from no value
      int level = 1 + (int)lround((column[k] - low) / range * (8 * height - 1));
      level -= 8 * row;
      fputs(glyph[level < 0 ? 0 : level > 8 ? 8 : level], file);
    }
    fputc('\n', file);
  }
}

void plot_axis(FILE* file, double duration, int width) {
  char end[32];
  snprintf(end, sizeof end, "%g s", duration);
  fprintf(file, "%*s0%*s\n", LABEL, "", width - 1, end);
}

int terminal_width(FILE* file) {
  struct winsize size;
  if (!isatty(fileno(file)) || ioctl(fileno(file), TIOCGWINSZ, &size) || size.ws_col < 40)
    return 80;
  return size.ws_col;
}
