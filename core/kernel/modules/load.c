// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// A shared object is opened from its own file, which debuggers and profilers know, or from a copy
// in memory. A copy allows the file to be overwritten while its code runs, and the new file to be
// opened beside it. The dynamic linker identifies files by their paths, and may keep a path after
// dlclose. The path of a copy contains the number of its descriptor, so the descriptor stays open
// and no other copy gets the same path.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "core/kernel/modules/discovery.h"
#include "core/kernel/modules/load.h"
#include "core/kernel/modules/shared_object.h"

// ---------------------------------------------------------------- the file being opened

static _Thread_local const char* opening;

const char* opening_begin(const char* file) {
  const char* before = opening;
  opening = file;
  return before;
}

void opening_end(const char* before) { opening = before; }

const char* fc_openingFile(void) { return opening; }

// ---------------------------------------------------------------- opening

// Reports a failed step of opening. MODULE_LOAD_SHORT when it says nothing about the file, else -1.
static int fault(char* reason, int nreason, const char* what) {
  const int why = errno;
  snprintf(reason, (size_t)nreason, "%s", what);
  return is_shortage(why) ? MODULE_LOAD_SHORT : -1;
}

// Copies a file into memory; returns its descriptor, or -1 with errno.
static int copy_file(const char* file) {
  // opening a pipe must not wait for a writer
  const int from = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  int to = from < 0 ? -1 : memfd_create("fulcrum-module", MFD_CLOEXEC);
  ssize_t n = to < 0 ? 0 : 1;
  while (n > 0)
    n = sendfile(to, from, NULL, 1 << 20);
  const int why = errno;
  if (n < 0) {
    close(to);
    to = -1;
  }
  if (from >= 0)
    close(from);
  errno = why;
  return to;
}

// reports why the file cannot be opened, with the text of errno if requested
static int unopened(char* reason, int nreason, const char* why, int with_errno) {
  char text[700];
  const int error = errno;
  snprintf(text, sizeof text, "it cannot be opened (%s%s%s)", why ? why : "no message",
           with_errno ? ": " : "", with_errno ? strerror(error) : "");
  errno = error;
  return fault(reason, nreason, text);
}

int object_load(const char* file, int privately, const char* symbol, void** handle, void** address,
                char* reason, int nreason) {
  char why[200], path[64];
  const char* opened = file;
  int copy = -1;
  errno = 0;
  int damaged = shared_object_check(file, why, sizeof why);
  if (!damaged && privately) {
    if ((copy = copy_file(file)) < 0)
      return unopened(reason, nreason, strerror(errno), 0);
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), copy);
    opened = path;
    errno = 0;
    // the file may have been rewritten in the meantime
    damaged = shared_object_check(path, why, sizeof why);
  }
  if (!damaged) {
    errno = 0;
    *handle = dlopen(opened, RTLD_NOW | RTLD_LOCAL);
  }
  const int error = errno;
  if (copy >= 0 && !*handle)
    close(copy);
  errno = error;
  if (damaged)
    return unopened(reason, nreason, why, 0);
  if (!*handle) {
    const char* words = dlerror();
    errno = error;
    return unopened(reason, nreason, words, is_shortage(error));
  }
  errno = 0;
  *address = dlsym(*handle, symbol);
  if (*address)
    return 0;
  snprintf(why, sizeof why, "it does not export %s", symbol);
  return fault(reason, nreason, why);
}

int module_load(const char* file, int privately, void** handle, FcModuleFunction* function,
                char* reason, int nreason) {
  void* address = NULL;
  const int status =
      object_load(file, privately, FC_MODULE_SYMBOL, handle, &address, reason, nreason);
  memcpy(function, &address, sizeof *function);
  return status;
}
