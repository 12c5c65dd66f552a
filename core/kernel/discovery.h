// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding modules: reads the manifests of a directory, in the order of their names, without opening
// any shared object.

#ifndef CORE_KERNEL_DISCOVERY_H_
#define CORE_KERNEL_DISCOVERY_H_

#include "core/kernel/manifest.h"

typedef enum ModuleState_ { MODULE_AVAILABLE, MODULE_LOADED, MODULE_REFUSED } ModuleState;

// One module that was found. Entries live as long as the process.
typedef struct Module_ {
  Manifest manifest;    // name is set even when the manifest was refused
  char* file;           // shared object; "built in"
  char* manifest_file;  // "" when built in
  int installed;        // found beside the library or built in, not in an added directory
  ModuleState state;
  char status[1024];           // why it was refused
  const FcModule* descriptor;  // once loaded
} Module;

// The modules found so far; grows, entries never move.
typedef struct ModuleList_ {
  Module** module;
  int n, room;
} ModuleList;

// Add what a directory holds. 0, or -1 with fc_lastError when the directory cannot be read. A bad
// manifest becomes a refused entry.
int discover_directory(ModuleList* list, const char* directory, int installed);

// Add the modules that are linked into the library.
int discover_builtin(ModuleList* list);

// Directory where modules are installed, found relative to this library. Returns `path`.
const char* installed_directory(char* path, int npath);

#endif  // CORE_KERNEL_DISCOVERY_H_
