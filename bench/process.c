// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/process.h"

static void become(const char* const* argv, int output) {
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  // execvp changes neither the array nor the texts
  execvp(argv[0], (char* const*)(size_t)argv);
  _exit(127);
}

static void read_lines(FILE* file, void (*line)(void* context, const char* text), void* context) {
  char text[2000];
  while (fgets(text, sizeof text, file)) {
    char* c = text;
    while (*c && *c != '\n')
      c++;
    *c = 0;
    line(context, text);
  }
  fclose(file);
}

static int wait_for(pid_t child, int* status) {
  while (waitpid(child, status, 0) < 0)
    if (errno != EINTR)
      return 1;
  return 0;
}

int process_run(const char* const* argv, void (*line)(void* context, const char* text),
                void* context) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC))
    return 127;

  // Ctrl-C ends the program, and its status tells us
  void (*const before)(int) = signal(SIGINT, SIG_IGN);
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGINT, before);
    become(argv, ends[1]);
  }
  close(ends[1]);
  FILE* file = child > 0 ? fdopen(ends[0], "r") : NULL;
  if (file)
    read_lines(file, line, context);
  else
    close(ends[0]);
  int status = 0;
  const int lost = child < 0 || wait_for(child, &status);
  signal(SIGINT, before);
  if (lost)
    return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
