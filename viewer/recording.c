// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Recording of events.

#include <stdarg.h>

#include <fulcrum/file.h>

#include "recording.h"

int recording_open(Recording* r, const char* path, double now) {
  r->file = fc_openFile(path, FC_FILE_GROWS);
  r->time = now;
  return r->file ? 0 : -1;
}

int recording_close(Recording* r) {
  const int status = r->file ? fc_commitFile(r->file) : 0;
  r->file = NULL;
  return status;
}

void recording_event(Recording* r, double now, const char* format, ...) {
  if (!r->file)
    return;
  const int frames = (int)((now - r->time) * 60 + 0.5);
  if (frames > 0 && frames < 60 * 3600) {
    fprintf(r->file, "frames %d\n", frames);
    r->time += frames / 60.0;
  }
  va_list list;
  va_start(list, format);
  vfprintf(r->file, format, list);
  va_end(list);

  // flushed, so that a crash leaves the events that led to it; write errors are reported at the end
  fflush(r->file);
}

// a replay begins with the size, and coordinates after a change refer to the new size
void recording_size(Recording* r, double now, GLFWwindow* window) {
  int width, height;
  glfwGetWindowSize(window, &width, &height);
  recording_event(r, now, "size %d %d\n", width, height);
}
