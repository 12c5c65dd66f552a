// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Where the installed files are (compat/README.md explains why):
//
//   LIB/libfulcrum.so.0                   and its variant in LIB/glibc-hwcaps/x86-64-v3
//   LIB/fulcrum/modules                   modules of both
//   LIB/fulcrum/compat                    libmujoco.so.3.6.0, a name for LIB/libfulcrum.so.0
//   LIB/fulcrum/compat-libc++             libfulcrum.so.0 for libc++, its variant in glibc-hwcaps,
//                                         and libmujoco.so.3.6.0, a name for it

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fulcrum/host.h>

#include "core/kernel/modules/builtin.h"
#include "core/kernel/modules/own_library.h"

#define LIBCXX_FOLDER "/compat-libc++"

// looks for the object that has the list of built-in modules, and returns its path
static int at_builtin(struct dl_phdr_info* object, size_t size, void* path) {
  const uintptr_t address = (uintptr_t)builtin_modules - object->dlpi_addr;
  int inside = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* segment = object->dlpi_phdr + i;
    inside |= segment->p_type == PT_LOAD && address - segment->p_vaddr < segment->p_memsz;
  }
  if (inside)
    *(const char**)path = object->dlpi_name;
  (void)size;
  return inside;
}

// Path of the shared library that contains this code, "" when the code is in the program. Cheaper
// than dladdr, which also looks for the nearest symbol.
static const char* shared_file(void) {
  const char* path = "";
  dl_iterate_phdr(at_builtin, &path);
  return path;
}

static const char* own_file(void) {
  const char* path = shared_file();
  Dl_info info;
  if (!path[0] && dladdr((const void*)builtin_modules, &info) && info.dli_fname)
    path = info.dli_fname;
  return path;
}

// removes `ending` from `path` if the path ends with it
static int cut(char* path, const char* ending) {
  const size_t n = strlen(path), k = strlen(ending);
  if (n <= k || strcmp(path + n - k, ending) != 0)
    return 0;
  path[n - k] = 0;
  return 1;
}

// Folder that holds this library, for either variant: LIB, or the folder for libc++, for which the
// function returns true. `path` has PATH_MAX bytes.
static int own_folder(char* path) {
  // resolve links: what is installed is beside the file itself, not beside a link to it
  if (!realpath(own_file(), path))
    snprintf(path, PATH_MAX, "%s", own_file());
  char* slash = strrchr(path, '/');
  if (slash)
    *slash = 0;
  else
    strcpy(path, ".");
  cut(path, "/glibc-hwcaps/" LEVEL_V3);
  const size_t n = strlen(path), k = strlen(LIBCXX_FOLDER);
  return n > k && strcmp(path + n - k, LIBCXX_FOLDER) == 0;
}

const char* installed_directory(char* path, int npath) {
  char folder[PATH_MAX];
  const int libcxx = own_folder(folder);
  if (libcxx)
    cut(folder, LIBCXX_FOLDER);
  snprintf(path, (size_t)npath, libcxx ? "%s/modules" : "%s/fulcrum/modules", folder);
  return path;
}

int libcxx_directory(char* file, char* folder) {
  char lib[PATH_MAX];
  if (!own_folder(lib))
    strncat(lib, "/fulcrum" LIBCXX_FOLDER, sizeof lib - strlen(lib) - 1);
  if (!realpath(own_file(), file))
    snprintf(file, PATH_MAX, "%s", own_file());
  snprintf(folder, PATH_MAX, "%s", lib);
  return !access(folder, F_OK);
}

// ---------------------------------------------------------------- one copy in a process

int linked_elsewhere(void* handle, char* error, int error_size) {
  // a program that contains the core, such as a test of it, has no library to compare with
  const char* own = shared_file();
  int (*mine)(const char*, ...) = fc_fail;
  void* theirs = own[0] ? dlsym(handle, "fc_fail") : NULL;
  Dl_info info;
  if (!theirs || memcmp(&theirs, &mine, sizeof theirs) == 0 || !dladdr(theirs, &info))
    return 0;
  snprintf(error, (size_t)error_size,
           "it is linked to the library %s, while %s opens it; a process can use one copy of the "
           "library, and one of its builds for libstdc++ and libc++",
           info.dli_fname, own);
  return 1;
}

void offer_compatible_name(void) {
  char folder[PATH_MAX], path[PATH_MAX + 64];
  const int libcxx = own_folder(folder);
  snprintf(path, sizeof path, "%s%s/libmujoco.so.3.6.0", folder, libcxx ? "" : "/fulcrum/compat");
  // absent in a static program or an incomplete installation; the library that needs it reports
  // that
  if (!dlopen(path, RTLD_NOW | RTLD_LOCAL))
    dlerror();
}
