// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Progress on standard error, interrupts, and warnings of the engine.

#ifndef TOOLS_ROLLOUT_PROGRESS_H_
#define TOOLS_ROLLOUT_PROGRESS_H_

#include <mujoco/mjbatch.h>

#include "tools/rollout/ranks.h"

// Watch a batch that has `steps` steps to make, from now on. The first signal INT, TERM or HUP
// cancels the call at hand; the second ends the program at once with status 130.
void progress_begin(mjBatch* b, const Ranks* ranks, double steps, int quiet);

// The steps of a call are added to those that were made before it.
void progress_add(double steps);

// Erase the line.
void progress_end(void);

// 1 after a signal.
int progress_interrupted(void);

// "1 h 02 min", "3 min 10 s", "2.5 s"
const char* duration_text(double seconds, char* text, int size);

#endif  // TOOLS_ROLLOUT_PROGRESS_H_
