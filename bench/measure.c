// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Rounds: the worker on each library in turn, so that a machine that becomes slower or faster does
// so for all of them. Times are medians over the rounds, ratios medians of the ratios of a round.

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/library.h"
#include "bench/measure.h"
#include "bench/process.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- one round

static void read_figure(void* context, const char* line) {
  BenchResult* r = context;
  if (strncmp(line, "error ", 6) == 0) {
    snprintf(r->error, sizeof r->error, "%.299s", line + 6);
    return;
  }
  for (int i = 0; i < NFIGURE; i++) {
    const size_t n = strlen(figure_names[i]);
    if (strncmp(line, figure_names[i], n) == 0 && line[n] == ' ')
      r->figure[i] = atof(line + n + 1);
  }
}

// EXIT_FAILED after a message when the user interrupted the program
static int note_end(BenchResult* r, int status) {
  if (status == 128 + SIGINT)
    return failure("interrupted; nothing was written");
  if (status > 128 && !r->error[0])
    snprintf(r->error, sizeof r->error, "the process was ended by signal %d", status - 128);
  else if (status && !r->error[0])
    snprintf(r->error, sizeof r->error, "the process ended with status %d", status);
  return EXIT_OK;
}

static int run_round(const Bench* b, const BenchCase* c, const BenchLibrary* l, BenchResult* r) {
  char keyframe[16], steps[16], seconds[32];
  snprintf(keyframe, sizeof keyframe, "%d", c->keyframe);
  snprintf(steps, sizeof steps, "%d", c->steps);
  snprintf(seconds, sizeof seconds, "%.9g", b->seconds);
  const char* argv[] = {bench_worker(), l->path, c->path, keyframe, steps, seconds, NULL};
  return note_end(r, process_run(argv, read_figure, r));
}

// ---------------------------------------------------------------- instructions

static int count(const Bench* b, const BenchCase* c, const BenchLibrary* l, BenchResult* r) {
  char option[PATH_MAX + 60], keyframe[16], steps[16];
  snprintf(option, sizeof option, "--callgrind-out-file=%s/profile", b->folder);
  snprintf(keyframe, sizeof keyframe, "%d", c->keyframe);
  snprintf(steps, sizeof steps, "%d", c->steps);
  // functions are looked up when a library is opened, not when a step first calls them
  const char* argv[] = {"env",
                        "LD_BIND_NOW=1",
                        "valgrind",
                        "--tool=callgrind",
                        "--toggle-collect=counted_steps",
                        option,
                        bench_worker(),
                        l->path,
                        c->path,
                        keyframe,
                        steps,
                        "0",
                        NULL};
  const int status = process_run(argv, read_figure, r);
  double all, own;
  const char* file = strchr(option, '=') + 1;
  if (status == 0 && !bench_read_profile(file, l->path, &all, &own)) {
    r->figure[FIGURE_INSTRUCTIONS] = all / COUNTED_STEPS;
    r->figure[FIGURE_OWN] = own / COUNTED_STEPS;
  }
  unlink(file);
  if (status == 127)
    return failure(
        "instructions are counted by valgrind, which is not installed (Debian, Ubuntu: "
        "package valgrind)");
  return note_end(r, status);
}

// ---------------------------------------------------------------- medians

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(const double* value, int n) {
  double sorted[ROUND_MAX];
  memcpy(sorted, value, sizeof *value * (size_t)n);
  qsort(sorted, (size_t)n, sizeof *sorted, compare);
  return n ? (sorted[n / 2] + sorted[(n - 1) / 2]) / 2 : NAN;
}

static void take_medians(const Bench* b, int i) {
  const BenchResult* first = bench_result(b, i, 0);
  for (int k = 0; k < b->nlibrary; k++) {
    BenchResult* r = bench_result(b, i, k);
    double ratio[ROUND_MAX];
    for (int j = 0; j < b->rounds; j++)
      ratio[j] = r->round[j] / first->round[j];
    r->figure[FIGURE_TIME] = median(r->round, b->rounds);
    r->ratio = median(ratio, b->rounds);
  }
}

// ---------------------------------------------------------------- all

static void show_progress(const Bench* b, int i) {
  if (!isatty(STDERR_FILENO))
    return;
  if (i < b->ncase)
    fprintf(stderr, "\r\033[K%d of %d: %s", i + 1, b->ncase, b->cases[i].name);
  else
    fputs("\r\033[K", stderr);
}

static int measure_case(const Bench* b, int i) {
  int status = EXIT_OK;
  for (int k = 0; k < b->nlibrary; k++) {
    BenchResult* r = bench_result(b, i, k);
    *r = (BenchResult){.ratio = NAN};
    for (int f = 0; f < NFIGURE; f++)
      r->figure[f] = NAN;
  }
  for (int j = 0; j < b->rounds && !status; j++) {
    for (int k = 0; k < b->nlibrary && !status; k++) {
      BenchResult* r = bench_result(b, i, k);
      if (!r->error[0])
        status = run_round(b, b->cases + i, b->library + k, r);
      r->round[j] = r->figure[FIGURE_TIME];
    }
  }
  const int counted = b->instructions && !b->cases[i].family;
  for (int k = 0; k < b->nlibrary && counted && !status; k++)
    if (!bench_result(b, i, k)->error[0])
      status = count(b, b->cases + i, b->library + k, bench_result(b, i, k));
  take_medians(b, i);
  return status;
}

int bench_measure(Bench* b) {
  int status = EXIT_OK;
  for (int i = 0; i < b->ncase && !status; i++) {
    show_progress(b, i);
    status = measure_case(b, i);
  }
  show_progress(b, b->ncase);
  return status;
}
