// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of a module: descriptor and manifest here, its behaviour in check_face.c and
// check_solver.c. Each module is examined in its own process, so that a module that crashes or
// hangs is reported like any other fault.

#include "tools/check.h"

#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "tools/tool.h"

#define TIME_LIMIT 120  // s of real time for one module

// ---------------------------------------------------------------- reports

void check_phase(Check* check, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(check->phase, PHASE_SIZE, format, list);
  va_end(list);
}

void check_result(Check* check, int passed, const char* format, ...) {
  va_list list;
  va_start(list, format);
  printf("  %-8s ", passed > 0 ? "ok" : passed ? "not run" : "FAILED");
  vprintf(format, list);
  printf("\n");
  va_end(list);
  fflush(stdout);
  check->failed |= !passed;
}

// ---------------------------------------------------------------- finding the module

// absolute path of the manifest of NAME.so or NAME.json; 0, or EXIT_FAILED after a message
static int manifest_of(const char* file, char path[PATH_MAX]) {
  char manifest[PATH_MAX];
  const size_t n = strlen(file);
  if (n > 5 && n < sizeof manifest && !strcmp(file + n - 5, ".json")) {
    snprintf(manifest, sizeof manifest, "%s", file);
  } else if (n > 3 && n + 2 < sizeof manifest && !strcmp(file + n - 3, ".so")) {
    snprintf(manifest, sizeof manifest, "%.*s.json", (int)(n - 3), file);
  } else {
    return failure("%s is not the name of a module: NAME.so or NAME.json is expected", file);
  }
  if (access(file, R_OK))
    return failure("%s cannot be read", file);
  if (!realpath(manifest, path))
    return failure("%s has no manifest: %s is missing", file, manifest);
  return EXIT_OK;
}

static int find_by_manifest(const char* path, FcModuleInfo* info) {
  char resolved[PATH_MAX];
  for (int i = 0; i < fc_moduleCount(); i++) {
    if (fc_moduleInfo(i, info) || !info->manifest[0])
      continue;
    if (realpath(info->manifest, resolved) && !strcmp(resolved, path))
      return i;
  }
  return -1;
}

// index in the list of modules; the directory of the file is added to the search path if necessary.
// -1 after a message
static int find_module(const char* file, FcModuleInfo* info) {
  char path[PATH_MAX], directory[PATH_MAX];
  if (manifest_of(file, path))
    return -1;
  int index = find_by_manifest(path, info);
  if (index >= 0)
    return index;
  snprintf(directory, sizeof directory, "%s", path);
  *strrchr(directory, '/') = 0;
  if (!fc_addModulePath(directory[0] ? directory : "/"))
    index = find_by_manifest(path, info);
  if (index < 0)
    failure("%s: %s", file, fc_lastError());
  return index;
}

// ---------------------------------------------------------------- descriptor

// what is wrong with a parameter; NULL: nothing
static const char* parameter_fault(const FcFace* face, int k) {
  const FcParameter* p = face->parameters + k;
  if (!p->key || !p->key[0])
    return "it has no key";
  for (int i = 0; i < k; i++) {
    if (!strcmp(face->parameters[i].key, p->key))
      return "its key occurs twice";
  }
  if (p->length < 1)
    return "its length is less than 1";
  if (p->min < p->max && (p->def < p->min || p->def > p->max))
    return "its default is out of its range";
  if ((p->type == FC_CHOICE || p->type == FC_WORDS) && (!p->keywords || !p->keywords[0]))
    return "it has no keywords to choose from";
  if (!p->help || !p->help[0])
    return "it has no help";
  return NULL;
}

static void check_parameters(Check* check, const FcFace* face) {
  for (int k = 0; k < face->nparameter; k++) {
    const char* fault = parameter_fault(face, k);
    const char* key = face->parameters[k].key;
    if (fault) {
      check_result(check, 0, "parameter %d (%s) of %s: %s", k, key ? key : "", face->name, fault);
      return;
    }
  }
  if (face->nparameter)
    check_result(check, 1, "%d parameters of %s are well formed", face->nparameter, face->name);
}

// all checks of one module; runs in the child process
static int examine(Check* check, const char* file) {
  FcModuleInfo info;
  check_phase(check, "reading its manifest");
  const int index = find_module(file, &info);
  if (index < 0)
    return EXIT_FAILED;
  printf("%s %s\n", info.name, info.version);
  if (info.refused)
    return check_result(check, 0, "%s", info.status), EXIT_FAILED;
  check_phase(check, "opening it");
  const FcModule* module = fc_openModule(info.name);
  if (!module)
    return check_result(check, 0, "%s", fc_lastError()), EXIT_FAILED;
  check_result(check, 1, "handshake: ABI %u, %s", module->abi,
               module->layout ? "same layout of the public structs" : "portable");
  const int differs = fc_compareManifest(info.name) != 0;
  if (differs)
    check_result(check, 0, "%s", fc_lastError());
  else
    check_result(check, 1, "manifest and descriptor agree on %u face%s", module->nface,
                 module->nface > 1 ? "s" : "");
  check_result(check, module->licence && module->licence[0] ? 1 : 0, "licence: %s",
               module->licence ? module->licence : "missing");
  for (uint32_t i = 0; i < module->nface; i++) {
    check_parameters(check, module->faces + i);
    check_face(check, module->faces + i);
  }
  return check->failed ? EXIT_FAILED : EXIT_OK;
}

// ---------------------------------------------------------------- processes

static int check_one(const char* file, char* phase) {
  fflush(stdout);
  fflush(stderr);
  phase[0] = 0;
  const pid_t child = fork();
  if (child < 0)
    return failure("no process can be made for %s", file);
  if (!child) {
    alarm(TIME_LIMIT);
    Check check = {.phase = phase};
    const int status = examine(&check, file);
    fflush(stdout);
    _exit(status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    continue;
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    if (number == SIGALRM)
      return failure("%s did not finish within %d s (%s)", file, TIME_LIMIT, phase);
    return failure("%s crashed with signal %d, %s (%s)", file, number, strsignal(number), phase);
  }
  return WEXITSTATUS(status) ? EXIT_FAILED : EXIT_OK;
}

int check_modules(const char* const* files, int n) {
  int failed = 0;
  char* phase = mmap(NULL, PHASE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (phase == MAP_FAILED)
    return failure("out of memory");
  for (int i = 0; i < n; i++)
    failed += check_one(files[i], phase) != EXIT_OK;
  munmap(phase, PHASE_SIZE);
  printf("%d module%s checked, %d failed\n", n, n > 1 ? "s" : "", failed);
  return failed ? EXIT_FAILED : EXIT_OK;
}
