// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Events of the window as a file that a replay reads.

#ifndef VIEWER_RECORDING_H_
#define VIEWER_RECORDING_H_

#include <stdio.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <mujoco/mujoco.h>

typedef struct Recording_ {
  FILE* file;
  double time;  // of the last event, s
} Recording;

int recording_open(Recording* r, const char* path, double now);
int recording_close(Recording* r);  // negative after fc_fail when the recording is not complete

// Write a line, if there is a recording.
void recording_event(Recording* r, double now, const char* format, ...) mjPRINTFLIKE(3, 4);
void recording_size(Recording* r, double now, GLFWwindow* window);

#endif  // VIEWER_RECORDING_H_
