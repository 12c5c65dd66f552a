// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding modules: reads the manifests of a directory, in the order of their names, without opening
// any shared object. What an index knows (module_index.h) need not be read.

#ifndef CORE_KERNEL_DISCOVERY_H_
#define CORE_KERNEL_DISCOVERY_H_

#include <mujoco/mjmacro.h>

#include "core/kernel/manifest.h"

typedef enum ModuleState_ { MODULE_AVAILABLE, MODULE_LOADED, MODULE_REFUSED } ModuleState;

// One module that was found. Entries live as long as the process.
typedef struct Module_ {
  Manifest manifest;    // name is set even when the manifest was refused
  char* file;           // shared object, see module_file; "built in"
  char* manifest_file;  // "" when built in
  int installed;        // found beside the library or built in, not in an added directory
  int registered;       // brought by the program (fc_registerModule)
  ModuleState state;
  const char* status;          // why it was refused
  const FcModule* descriptor;  // the host's copy of it, once loaded
} Module;

// The modules found so far; grows, entries never move.
typedef struct ModuleList_ {
  Module** module;
  int n, room;
  struct ModuleIndex_* index;  // what has been read in place of manifests
} ModuleList;

// Add what a directory holds. 0, or -1 with fc_lastError when the directory cannot be read. A bad
// manifest becomes a refused entry.
int discover_directory(ModuleList* list, const char* directory, int installed);

// The module cannot be used; the sentence says why.
void module_refuse(Module* module, const char* format, ...) mjPRINTFLIKE(2, 3);

// Path of the shared object, worked out when it is needed; "built in" for those that have none.
const char* module_file(Module* module);

// Add the modules that are linked into the library.
int discover_builtin(ModuleList* list);

// Add a module that the program brings, after the handshake. 0, or -1 with fc_lastError.
int discover_registered(ModuleList* list, const FcModule* module, const char* origin);

#endif  // CORE_KERNEL_DISCOVERY_H_
