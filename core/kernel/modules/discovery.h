// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding modules: reads the manifests of a directory, in the order of their names, without opening
// any shared object. What an index knows (module_index.h) need not be read.

#ifndef CORE_KERNEL_MODULES_DISCOVERY_H_
#define CORE_KERNEL_MODULES_DISCOVERY_H_

#include <stdint.h>

#include <mujoco/mjmacro.h>

#include "core/kernel/modules/manifest.h"

typedef enum ModuleState_ { MODULE_AVAILABLE, MODULE_LOADED, MODULE_REFUSED } ModuleState;

// What the two files of a module were when they were looked at: zero when they were not there.
typedef struct ModuleFiles_ {
  struct {
    uint64_t inode, size, seconds, nanoseconds;
  } object, manifest;
} ModuleFiles;

// One module that was found. Entries live as long as the process.
typedef struct Module_ {
  Manifest manifest;    // name is set even when the manifest was refused
  char* file;           // shared object, see module_file; "built in"
  char* manifest_file;  // "" when built in
  int borrowed;         // the texts of the manifest belong to the index of the directory
  int installed;        // found beside the library or built in, not in an added directory
  int registered;       // brought by the program (fc_registerModule)
  ModuleState state;
  const char* status;          // why it was refused
  const FcModule* descriptor;  // the host's copy of it, once loaded
  struct Module_* before;      // what stood here before: refused then, or the former generation
  ModuleFiles files;           // as they were when it was opened
  ModuleFiles failed;          // as they were when they could not take its place
  int generation;              // 0: as opened first; see fc_reload
  uint64_t born;               // module_generation from which on it has been in force
  const struct Module_* instead_of;  // the installed one of this name, which it replaces
  struct Module_* winner;            // refused only because that one, of the same name, was there
} Module;

// The modules found so far; grows, entries never move.
typedef struct ModuleList_ {
  Module** module;
  int n, room;
  struct ModuleIndex_* index;  // what has been read in place of manifests
} ModuleList;

// Add what a directory holds; a bad manifest becomes a refused entry. Manifests that are in the
// list already stay as they are, but refused ones are read again. 0, or -1 with fc_lastError and
// errno when the directory cannot be read, or when memory or file descriptors are short
// (is_shortage): the list is then as it was, and the next call tries again.
int discover_directory(ModuleList* list, const char* directory, int installed);

// Does this errno say that something is missing for the moment (memory, file descriptors, a call
// was interrupted), and nothing about the file?
int is_shortage(int error);

// The module cannot be used; the sentence says why.
void module_refuse(Module* module, const char* format, ...) mjPRINTFLIKE(2, 3);

// The module is gone or cannot be used: those that it kept out are available again.
void module_restore_losers(ModuleList* list, const Module* winner);

// Look at the files of a module as they are now.
void files_look(Module* module, ModuleFiles* files);

// Read the manifest of a module again, into an entry that is not in the list and can take its
// place. NULL with the reason in error; errno tells want of memory.
Module* module_read_again(const Module* module, char* error, int error_size);

// Free an entry that is not in the list.
void module_free(Module* module);

// Path of the shared object, worked out when it is needed; "built in" for those that have none, ""
// when there is no memory.
const char* module_file(Module* module);

// Add the modules that are linked into the library. Like discover_directory.
int discover_builtin(ModuleList* list);

// Add a module that the program brings, after the handshake. 0, or -1 with fc_lastError.
int discover_registered(ModuleList* list, const FcModule* module, const char* origin);

#endif  // CORE_KERNEL_MODULES_DISCOVERY_H_
