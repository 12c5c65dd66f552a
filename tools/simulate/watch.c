// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/simulate/watch.h"

#define PERIOD 0.1  // seconds between two checks of the files

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void watch_begin(Watch* watch) {
  watch->on = 1;
  fc_openCopies(1);
}

// the report begins on a new line if a progress bar is shown
static void look(const mjData* d) {
  char report[4000];
  fc_reload(NULL, report, sizeof report);
  if (report[0])
    fprintf(stderr, "%sat %g s: %s", isatty(STDERR_FILENO) ? "\r\033[K" : "", d->time, report);
}

void watch_step(Watch* watch, const mjData* d) {
  if (!watch->on)
    return;
  if (!watch->next) {
    watch->start = now();
    watch->time = d->time;
  }
  for (;;) {
    const double clock = now();
    if (clock >= watch->next) {
      look(d);
      watch->next = clock + PERIOD;
    }
    const double ahead = d->time - watch->time - (clock - watch->start);
    if (ahead <= 0)
      return;
    const double wait = ahead < PERIOD ? ahead : PERIOD;
    const struct timespec pause = {0, (long)(1e9 * wait)};
    if (nanosleep(&pause, NULL))
      return;
  }
}
