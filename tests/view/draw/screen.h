// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Tests that draw: a screen in memory, or the test is skipped with a sentence.

#ifndef TESTS_VIEW_DRAW_SCREEN_H_
#define TESTS_VIEW_DRAW_SCREEN_H_

#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/host.h>
#include <fulcrum/renderer.h>

#include "tests/support.h"

// what `make check` takes for skipped
enum { SKIPPED = 77 };

// what draws in tests of two dimensions, which are compiled for each renderer
#ifdef TEST_RAYTRACE
#define TEST_RENDERER "raytrace"
#define TEST_BACKEND "memory"
#else
#define TEST_RENDERER "gl"
#define TEST_BACKEND "osmesa"
#endif

static FcScreen screen;

static int open_screen(const char* backend, int width, int height) {
  screen = (FcScreen){sizeof screen, width, height, backend, "", NULL};
  return fc_openScreen(&screen);
}

// Run the tests, or say why not. Whether they can run is tried in a process of its own: threads of
// the graphics library would be missing in the processes of the tests.
static inline int run_drawing_tests(const char* name, const TTest* const* tests) {
  const pid_t child = fork();
  if (child == 0) {
    const int missing = fc_useRenderer(TEST_RENDERER) || open_screen(TEST_BACKEND, 16, 16);
    if (missing)
      printf("skipped: %s\n", fc_lastError());
    fflush(stdout);
    _exit(missing ? SKIPPED : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED ? SKIPPED : run_tests(name, tests);
}

#endif  // TESTS_VIEW_DRAW_SCREEN_H_
