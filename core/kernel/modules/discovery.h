// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Finding modules: reads the manifests of a directory, in the order of their names, without opening
// any shared object. Manifests that an index (index.h) describes need not be read.

#ifndef CORE_KERNEL_MODULES_DISCOVERY_H_
#define CORE_KERNEL_MODULES_DISCOVERY_H_

#include <stdint.h>

#include <mujoco/mjmacro.h>

#include "core/kernel/modules/manifest.h"

typedef enum ModuleState_ { MODULE_AVAILABLE, MODULE_LOADED, MODULE_REFUSED } ModuleState;

// State of the two files of a module when they were checked: zero for a missing file.
typedef struct ModuleFiles_ {
  struct {
    uint64_t inode, size, seconds, nanoseconds;
  } object, manifest;
} ModuleFiles;

// A module that was found. Entries live as long as the process.
typedef struct Module_ {
  Manifest manifest;    // name is set even when the manifest is refused
  char* file;           // shared object, see module_file; "built in"
  char* manifest_file;  // "" when built in
  int borrowed;         // the texts of the manifest belong to the index of the directory
  int installed;        // found beside the library or built in, not in an added directory
  int registered;       // brought by the program (fc_registerModule)
  ModuleState state;
  const char* status;          // why it was refused
  const FcModule* descriptor;  // the host's copy of it, once loaded
  struct Module_* before;  // the previous entry in this place: refused, or the former generation
  ModuleFiles files;       // when it was opened
  ModuleFiles failed;      // when they were refused as its next generation
  int generation;          // 0: as first opened; see fc_reload
  uint64_t born;           // value of module_generation since which it is in force
  const struct Module_* instead_of;  // the installed module of this name that it replaces
  struct Module_* winner;  // set when it was refused only because this module has the same name
} Module;

// The modules found so far. The list grows; entries never move.
typedef struct ModuleList_ {
  Module** module;
  int n, room;
  struct ModuleIndex_* index;  // indexes that were read instead of manifests
} ModuleList;

// Adds the modules of a directory; a bad manifest becomes a refused entry. Manifests that are in
// the list already stay as they are, but refused ones are read again. 0, or -1 with fc_lastError
// and errno when the directory cannot be read, or when memory or file descriptors are short
// (is_shortage): the list is then unchanged, and the next call tries again.
int discover_directory(ModuleList* list, const char* directory, int installed);

// 1 when this errno reports a temporary shortage (memory, file descriptors) or an interrupted call,
// which says nothing about the file.
int is_shortage(int error);

// Marks a module as unusable, with a sentence that says why.
void module_refuse(Module* module, const char* format, ...) mjPRINTFLIKE(2, 3);

// Called when a module is removed or refused: modules that lost to it become available again.
void module_restore_losers(ModuleList* list, const Module* winner);

// Reads the present state of the files of a module.
void files_look(Module* module, ModuleFiles* files);

// Reads the manifest of a module again, into an entry outside the list that can replace the
// module's. NULL with the reason in error; errno is that of a shortage when memory runs out.
Module* module_read_again(const Module* module, char* error, int error_size);

// Free an entry that is not in the list.
void module_free(Module* module);

// Path of the shared object, determined on first use; "built in" for modules without one, "" when
// memory runs out.
const char* module_file(Module* module);

// Adds the modules that are linked into the library. Returns the same as discover_directory.
int discover_builtin(ModuleList* list);

// Adds a module that the program registers, after the handshake. 0, or -1 with fc_lastError.
int discover_registered(ModuleList* list, const FcModule* module, const char* origin);

#endif  // CORE_KERNEL_MODULES_DISCOVERY_H_
