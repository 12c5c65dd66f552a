// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "viewer/replay_file.h"

int replay_open(Replay* r, const char* path) {
  r->path = path;
  r->file = fopen(path, "r");
  return r->file ? 0 : fc_fail("%s cannot be read: %s", path, strerror(errno));
}

void replay_close(Replay* r) {
  if (r->file)
    fclose(r->file);
  r->file = NULL;
}

void replay_give_up(Replay* r, const Window* w) {
  char reason[800];
  snprintf(reason, sizeof reason, "%s", fc_lastError());
  fc_fail("%s, line %d: %s", r->path, r->line, reason);
  r->failed = 1;
  window_end(w);
}
