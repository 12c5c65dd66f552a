// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <fulcrum/batch.h>
#include <mujoco/mujoco.h>

#include "tools/rollout/progress.h"
#include "tools/simulate/summary.h"
#include "tools/tool.h"

#define OFTEN 0.1    // s between two states of the line on a terminal
#define SELDOM 30.0  // s between two lines elsewhere

static mjBatch* watched;
static const Ranks* shared;
static volatile sig_atomic_t interrupted;
static double begun, told, all, before, now_done;
static int silent, terminal;

// ---------------------------------------------------------------- text

const char* duration_text(double seconds, char* text, int size) {
  const long s = lround(fmin(seconds, 1e9));
  if (s >= 3600)
    snprintf(text, (size_t)size, "%ld h %02ld min", s / 3600, s / 60 % 60);
  else if (s >= 60)
    snprintf(text, (size_t)size, "%ld min %02ld s", s / 60, s % 60);
  else
    snprintf(text, (size_t)size, "%.*f s", seconds < 1 ? 3 : seconds < 10 ? 1 : 0, seconds);
  return text;
}

static void show(double done, double now) {
  char left[32], bar[31];
  const double part = all > 0 ? fmin(1, done / all) : 1, rate = done / fmax(now - begun, 1e-6);
  for (int i = 0; i < 30; i++)
    bar[i] = i < part * 30 ? '#' : '.';
  bar[30] = 0;
  duration_text(rate > 0 ? (all - done) / rate : 0, left, sizeof left);
  fprintf(stderr,
          terminal ? "\r[%s] %5.1f %%  %.3g steps/s  %s left\033[K"
                   : "fulcrum rollout: %s %5.1f %%, %.3g steps/s, %s left\n",
          bar, 100 * part, rate, left);
  fflush(stderr);
}

// Between simulations, on the thread of the command.
static int on_progress(void* arg, int64_t done, int64_t total) {
  (void)arg;
  (void)total;
  const double now = clock_seconds();
  now_done = (double)done;
  if (shared->mpi)
    shared->mpi->serve();
  if (!silent && now - told >= (terminal ? OFTEN : SELDOM)) {
    told = now;
    show(before + now_done, now);
  }
  return interrupted;
}

// ---------------------------------------------------------------- signals

static void on_interrupt(int signal_number) {
  (void)signal_number;
  if (interrupted)
    _exit(128 + SIGINT);
  interrupted = 1;
  if (watched)
    fc_batchCancel(watched);
}

int progress_interrupted(void) { return interrupted; }

// The engine counts the warnings of each simulation, and these are part of the results.
static void ignore_warning(const char* message) { (void)message; }

// ---------------------------------------------------------------- use

void progress_begin(mjBatch* b, const Ranks* ranks, double steps, int quiet) {
  watched = b;
  shared = ranks;
  all = steps / ranks->size;
  before = 0;
  terminal = isatty(STDERR_FILENO);
  silent = quiet || ranks->rank;
  begun = told = clock_seconds();
  mju_user_warning = ignore_warning;
  signal(SIGINT, on_interrupt);
  signal(SIGTERM, on_interrupt);
  if (signal(SIGHUP, on_interrupt) == SIG_IGN)
    signal(SIGHUP, SIG_IGN);
  fc_batchProgress(b, on_progress, NULL, 0.05);
}

void progress_add(double steps) {
  before += steps;
  now_done = 0;
}

void progress_end(void) {
  if (!silent && terminal)
    fputs("\r\033[K", stderr);
  watched = NULL;
}
