// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <fulcrum/compiled.h>
#include <fulcrum/host.h>

#include "tools/build/toolchain.h"
#include "tools/modules/modules.h"
#include "tools/tool.h"

extern char** environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ---------------------------------------------------------------- headers

static int has_headers(const char* directory) {
  char path[PATH_LENGTH + 32];
  snprintf(path, sizeof path, "%s/fulcrum/lanes/number.h", directory);
  return access(path, R_OK) == 0;
}

// The folder `include` beside the one of the library, or above it: libraries are in lib,
// lib/MACHINE and folders for processors below.
static int find_headers(char* directory, size_t size) {
  Dl_info info;
  char library[PATH_LENGTH];
  if (!dladdr((const void*)(size_t)fc_structure, &info) || !realpath(info.dli_fname, library))
    return -1;
  for (char* end; (end = strrchr(library, '/')) && end > library;) {
    *end = 0;
    if (snprintf(directory, size, "%s/include", library) < (int)size && has_headers(directory))
      return 0;
  }
  return -1;
}

// ---------------------------------------------------------------- the compiler

static const char* compiler(void) {
  const char* cc = getenv("CC");
  return cc && *cc ? cc : "cc";
}

// $CC may be several words.
static pid_t start(const char* arguments) {
  pid_t child;
  char command[7 * PATH_LENGTH];
  snprintf(command, sizeof command, "exec %s %s", compiler(), arguments);
  char* argv[] = {(char[]){"sh"}, (char[]){"-c"}, command, NULL};
  const int error = posix_spawn(&child, "/bin/sh", NULL, NULL, argv, environ);
  return error ? -1 : child;
}

static int ended_well(pid_t child) {
  int status;
  while (child > 0 && waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return 0;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// A path as one word of the shell.
static const char* quoted(const char* path, char* text, size_t size) {
  size_t n = 0;
  text[n++] = '\'';
  for (; *path && n + 6 < size; path++)
    if (*path == '\'')
      n += (size_t)snprintf(text + n, size - n, "'\\''");
    else
      text[n++] = *path;
  text[n++] = '\'';
  text[n] = 0;
  return text;
}

// Strict about rounding, so that lanes compute what one simulation computes.
#define FLAGS                                                                          \
  "-std=gnu17 -O2 -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math " \
  "-fvisibility=hidden -fPIC -w -Wno-psabi"

int compile_code(const char* directory, const char* output, const char* include,
                 Compilation* result) {
  char own[PATH_LENGTH], d[PATH_LENGTH], i[PATH_LENGTH], o[PATH_LENGTH], text[6 * PATH_LENGTH];
  const double begin = now();
  if (!include && find_headers(own, sizeof own))
    return failure(
        "the headers of Fulcrum were not found beside the library; --include DIR says "
        "where fulcrum/lanes/number.h is");
  include = include ? include : own;
  if (!has_headers(include))
    return failure("there is no fulcrum/lanes/number.h in %s", include);
  quoted(directory, d, sizeof d);
  quoted(include, i, sizeof i);
  quoted(output, o, sizeof o);
  snprintf(text, sizeof text, FLAGS " -DLANES=1 -I%s -c %s/all.c -o %s/one.o", i, d, d);
  const pid_t one = start(text);
  snprintf(text, sizeof text, FLAGS " -DWIDE -I%s -c %s/all.c -o %s/wide.o", i, d, d);
  const pid_t wide = start(text);
  const int compiled = ended_well(one) & ended_well(wide);
  snprintf(text, sizeof text, FLAGS " -shared -I%s %s/module.c %s/one.o %s/wide.o -o %s -lm", i, d,
           d, d, o);
  if (!compiled || !ended_well(start(text)))
    return failure("the C compiler (%s) failed; CC chooses another, --keep DIR keeps the code",
                   compiler());
  struct stat file;
  result->seconds = now() - begin;
  result->bytes = stat(output, &file) ? 0 : (long)file.st_size;
  if (!strchr(output, '/'))
    snprintf(text, sizeof text, "./%s", output);
  else
    snprintf(text, sizeof text, "%s", output);
  void* object = dlopen(text, RTLD_NOW | RTLD_LOCAL);
  const FcCompiled* (*const describe)(void) =
      object ? (const FcCompiled* (*)(void))(size_t)dlsym(object, FC_COMPILED_SYMBOL) : NULL;
  if (!describe)
    return failure("%s cannot be opened: %s", output, dlerror());
  result->lanes = (int)describe()->wide->lanes;
  return EXIT_OK;
}

void remove_code(const char* directory) {
  char path[PATH_LENGTH];
  DIR* dir = opendir(directory);
  for (struct dirent* entry; dir && (entry = readdir(dir));) {
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    unlink(path);
  }
  if (dir)
    closedir(dir);
  rmdir(directory);
}
