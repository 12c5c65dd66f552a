// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The file of a replay: where it has been read to, and how it ends.

#ifndef VIEWER_REPLAY_FILE_H_
#define VIEWER_REPLAY_FILE_H_

#include <stdio.h>

#include "viewer/picture/window.h"

typedef struct Replay_ {
  FILE* file;
  const char* path;
  int line;
  int wait;     // frames until the next line is read
  double end;   // of a pause in real time, s
  int running;  // 1: the next line is read when the simulation has paused
  int failed;
} Replay;

int replay_open(Replay* r, const char* path);
void replay_close(Replay* r);

// fc_lastError ends the viewer, at the line that was read last.
void replay_give_up(Replay* r, const Window* w);

#endif  // VIEWER_REPLAY_FILE_H_
