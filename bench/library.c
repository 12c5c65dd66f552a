// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where the libraries are, and which versions they have.

#include <dlfcn.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/library.h"
#include "bench/process.h"
#include "tools/tool.h"

// ---------------------------------------------------------------- Fulcrum

// the file that has the functions of this command, at the level of this processor
static int fulcrum_path(char path[PATH_MAX]) {
  Dl_info info;
  void* symbol = dlsym(RTLD_DEFAULT, "mj_step");
  return symbol && dladdr(symbol, &info) && realpath(info.dli_fname, path);
}

const char* bench_worker(void) {
  static char worker[PATH_MAX + 60];
  char path[PATH_MAX];
  if (!fulcrum_path(path)) {
    failure("the place of libfulcrum.so cannot be found");
    return NULL;
  }
  char* slash = strstr(path, "/glibc-hwcaps/");
  slash = slash ? slash : strrchr(path, '/');
  *slash = 0;
  snprintf(worker, sizeof worker, "%s/fulcrum/command/fulcrum-bench-worker", path);
  if (access(worker, X_OK) == 0)
    return worker;
  failure("%s: the program that runs models is not there; it is installed with the command",
          worker);
  return NULL;
}

// ---------------------------------------------------------------- which one it is

typedef struct Identity_ {
  char version[32], error[300];
  int fulcrum;
} Identity;

static void read_identity(void* context, const char* line) {
  Identity* identity = context;
  if (strncmp(line, "version ", 8) == 0)
    snprintf(identity->version, sizeof identity->version, "%.31s", line + 8);
  else if (strncmp(line, "error ", 6) == 0)
    snprintf(identity->error, sizeof identity->error, "%.299s", line + 6);
  else if (strcmp(line, "fulcrum 1") == 0)
    identity->fulcrum = 1;
}

// a name that no library before it has
static void name_library(Bench* b, BenchLibrary* l, const Identity* identity) {
  char plain[32];
  int n = 1, taken = 1;
  snprintf(plain, sizeof plain, "%s%.20s", identity->fulcrum ? "Fulcrum" : "MuJoCo ",
           identity->fulcrum ? "" : identity->version);
  snprintf(l->name, sizeof l->name, "%s", plain);
  while (taken) {
    taken = 0;
    for (int i = 0; i < b->nlibrary; i++)
      taken |= strcmp(b->library[i].name, l->name) == 0;
    if (taken)
      snprintf(l->name, sizeof l->name, "%.16s (%d)", plain, ++n);
  }
}

static int add_file(Bench* b, const char* path) {
  Identity identity = {0};
  const char* argv[] = {bench_worker(), path, NULL};
  if (!argv[0])
    return EXIT_FAILED;
  if (b->nlibrary == LIBRARY_MAX)
    return failure("%s: %d references at most can be measured at once", path, LIBRARY_MAX - 1);
  BenchLibrary* l = b->library + b->nlibrary;
  if (!realpath(path, l->path))
    return failure("%s: there is no such library", path);
  argv[1] = l->path;
  const int status = process_run(argv, read_identity, &identity);
  if (status || !identity.version[0])
    return failure("%s: it cannot be used as a library with the interface of MuJoCo: %s", path,
                   identity.error[0] ? identity.error : "the program that opened it crashed");
  name_library(b, l, &identity);
  b->nlibrary++;
  return EXIT_OK;
}

int bench_add_fulcrum(Bench* b) {
  char path[PATH_MAX];
  return bench_worker() && fulcrum_path(path) ? add_file(b, path) : EXIT_FAILED;
}

// ---------------------------------------------------------------- references

int bench_add_reference(Bench* b, const char* path) {
  static const char* const places[] = {"", "/lib", "/mujoco"};
  char pattern[PATH_MAX + 40];
  struct stat status;
  if (stat(path, &status))
    return failure("%s: there is no such library or folder", path);
  if (!S_ISDIR(status.st_mode))
    return add_file(b, path);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s%s/libmujoco.so*", path, places[i]);
    if (glob(pattern, 0, NULL, &found))
      continue;
    const int result = add_file(b, found.gl_pathv[0]);
    globfree(&found);
    return result;
  }
  return failure("%s: there is no libmujoco.so in it, in its lib or in its mujoco", path);
}

static int add_list(Bench* b, const char* list) {
  char copy[4 * PATH_MAX], *rest = NULL;
  int status = EXIT_OK;
  snprintf(copy, sizeof copy, "%s", list);
  for (char* path = strtok_r(copy, ":", &rest); path && !status; path = strtok_r(NULL, ":", &rest))
    status = bench_add_reference(b, path);
  return status;
}

static void keep_line(void* context, const char* line) {
  snprintf(context, PATH_MAX, "%.*s", PATH_MAX - 1, line);
}

int bench_find_references(Bench* b) {
  static const char program[] =
      "import importlib.util as u; s = u.find_spec('mujoco'); "
      "print(s.submodule_search_locations[0] if s and s.submodule_search_locations else '')";
  static const char* const argv[] = {"python3", "-c", program, NULL};
  char path[PATH_MAX] = "";
  const char* list = getenv("FULCRUM_BENCH_REFERENCES");
  if (list)
    return add_list(b, list);
  if (process_run(argv, keep_line, path) || !path[0])
    return EXIT_OK;
  return bench_add_reference(b, path);
}
