// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tables for readers.

#include <math.h>
#include <string.h>

#include "bench/report.h"

#define CELL 13

// ---------------------------------------------------------------- cells

typedef enum Unit_ { UNIT_NONE, UNIT_TIME, UNIT_BYTES, UNIT_COUNT } Unit;

// three digits and a unit that fits
static void quantity_text(char text[32], double value, Unit unit) {
  static const struct {
    double size;
    const char* name;
  } units[][4] = {
      [UNIT_TIME] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}},
      [UNIT_BYTES] = {{1073741824, "GiB"}, {1048576, "MiB"}, {1024, "KiB"}, {1, "B"}},
      [UNIT_COUNT] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}},
  };
  int i = 0;
  if (isnan(value)) {
    snprintf(text, 32, "-");
    return;
  }
  while (i < 3 && value < units[unit][i].size)
    i++;
  const double shown = value / units[unit][i].size;
  const int decimals = shown >= 100 || (shown == floor(shown) && units[unit][i].size == 1) ? 0
                       : shown >= 10                                                       ? 1
                                                                                           : 2;
  snprintf(text, 32, "%.*f %s", decimals, shown, units[unit][i].name);
}

static void print_quantity(double value, Unit unit) {
  char text[32];
  quantity_text(text, value, unit);
  printf(" %*s", CELL, text);
}

static void print_ratio(double ratio) {
  if (isnan(ratio))
    printf(" %6s", "-");
  else
    printf(" %6.2f", ratio);
}

static int name_width(const Bench* b) {
  int width = 14;
  for (int i = 0; i < b->ncase; i++)
    if ((int)strlen(b->cases[i].name) > width)
      width = (int)strlen(b->cases[i].name);
  return width;
}

// ---------------------------------------------------------------- a figure of all libraries

static void print_head(const Bench* b, const char* title, int width) {
  printf("%-*s", width, title);
  for (int k = 0; k < b->nlibrary; k++)
    printf(k ? " %*s %6s" : " %*s", CELL, b->library[k].name, "ratio");
  printf("\n");
}

static void print_means(const Bench* b, int figure, int width) {
  double mean, worst;
  for (int line = 0; line < 2 && b->nlibrary > 1; line++) {
    printf("%-*s %*s", width, line ? "worst" : "geometric mean", CELL, "");
    for (int k = 1; k < b->nlibrary; k++) {
      const int n = bench_mean(b, figure, k, &mean, &worst);
      printf(" %*s", CELL, "");
      print_ratio(n ? (line ? worst : mean) : NAN);
    }
    printf("\n");
  }
}

static void print_comparison(const Bench* b, const char* title, int figure, Unit unit) {
  const int width = name_width(b);
  int models = 0;
  print_head(b, title, width);
  for (int i = 0; i < b->ncase; i++) {
    if (b->cases[i].family && figure == FIGURE_INSTRUCTIONS)
      continue;
    models += !b->cases[i].family;
    printf("%-*s", width, b->cases[i].name);
    for (int k = 0; k < b->nlibrary; k++) {
      print_quantity(bench_result(b, i, k)->figure[figure], unit);
      if (k)
        print_ratio(bench_ratio(b, i, figure, k));
    }
    printf("\n");
  }
  if (models > 1)
    print_means(b, figure, width);
  printf("\n");
}

// ---------------------------------------------------------------- stages

#define SHORT_NAME(timer, name) name,
static void print_stages(const Bench* b) {
  static const char* const names[] = {FOR_STAGES(SHORT_NAME) "other"};
  const int width = name_width(b);
  printf("%-*s", width, "stages, %");
  for (int s = 0; s <= NSTAGE; s++)
    printf(" %11s", names[s]);
  printf(" %9s %9s %9s\n", "contacts", "rows", "iter");
  for (int i = 0; i < b->ncase; i++) {
    const double* figure = bench_result(b, i, 0)->figure;
    double sum = 0;
    for (int s = 0; s <= NSTAGE; s++)
      sum += figure[FIGURE_STAGE + s];
    if (!(sum > 0))
      continue;
    printf("%-*s", width, b->cases[i].name);
    for (int s = 0; s <= NSTAGE; s++)
      printf(" %11.1f", 100 * figure[FIGURE_STAGE + s] / sum);
    printf(" %9.1f %9.1f %9.1f\n", figure[FIGURE_CONTACTS], figure[FIGURE_ROWS],
           figure[FIGURE_ITERATIONS]);
  }
  printf("\n");
}

// ---------------------------------------------------------------- all

static void print_errors(const Bench* b) {
  for (int i = 0; i < b->ncase; i++)
    for (int k = 0; k < b->nlibrary; k++)
      if (bench_result(b, i, k)->error[0])
        printf("%s: %s: %s\n", b->library[k].name, b->cases[i].name, bench_result(b, i, k)->error);
}

void bench_print(const Bench* b, int all) {
  printf("%s, %s\n", b->date, b->processor);
  for (int k = 1; k < b->nlibrary; k++)
    printf("%s: %s\n", b->library[k].name, b->library[k].path);
  if (b->nlibrary > 1)
    printf("a ratio above 1 means that Fulcrum needs less\n");
  printf("\n");
  if (b->rounds)
    print_comparison(b, "time per step", FIGURE_TIME, UNIT_TIME);
  if (b->instructions)
    print_comparison(b, "instructions", FIGURE_INSTRUCTIONS, UNIT_COUNT);
  if (all && b->rounds) {
    print_stages(b);
    print_comparison(b, "load time", FIGURE_LOAD, UNIT_TIME);
    print_comparison(b, "mjModel", FIGURE_MODEL, UNIT_BYTES);
    print_comparison(b, "mjData", FIGURE_DATA, UNIT_BYTES);
    print_comparison(b, "peak of arena", FIGURE_ARENA, UNIT_BYTES);
    print_comparison(b, "whole process", FIGURE_RESIDENT, UNIT_BYTES);
  }
  print_errors(b);
}
