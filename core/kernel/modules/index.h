// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The index of a module directory, modules.index: what its manifests say, in one file that is read
// in a few microseconds. It is written by fc_indexModules when modules are built or installed and
// is never needed: a manifest counts as indexed only as long as its size and its time of change
// are the recorded ones, and any other manifest is read itself. So a module that is dropped in,
// edited or removed is seen at once.
//
// One line per record, fields separated by tabs:
//
//   fulcrum-modules 3
//   M  FILE  SIZE  SECONDS  NANOSECONDS  VERSION  LICENCE  ABI  RANK      a manifest
//   O  KIND/NAME                                                          what it overrides
//   P  KIND  NAME  NUMBER  TYPE...                                        what it provides

#ifndef CORE_KERNEL_MODULES_INDEX_H_
#define CORE_KERNEL_MODULES_INDEX_H_

#include <sys/stat.h>

#include "core/kernel/modules/manifest.h"

#define MODULE_INDEX "modules.index"

typedef struct IndexEntry_ {
  long long size, seconds, nanoseconds;
  Manifest manifest;
} IndexEntry;

// Entries in the order of names. Their texts and arrays belong to the index.
typedef struct ModuleIndex_ {
  struct ModuleIndex_* next;
  IndexEntry* entry;
  int n;
  char* text;
  char** names;
  Provision* provision;
} ModuleIndex;

// Read the index of an open directory. 0: it was read, or there is none and n is 0; -1 with the
// reason in error: it is damaged and n is 0.
int module_index_read(ModuleIndex* index, int directory, char* error, int error_size);

// Entry of a module whose manifest file is as it was when the index was written, else NULL.
const IndexEntry* module_index_find(const ModuleIndex* index, const char* name,
                                    const struct stat* status);

// Write an index; `file` is its path. Manifests with texts that a line cannot hold are left out. 0,
// or -1 with fc_lastError.
int module_index_write(const IndexEntry* entry, int n, const char* file);

void module_index_free(ModuleIndex* index);

#endif  // CORE_KERNEL_MODULES_INDEX_H_
