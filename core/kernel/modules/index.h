// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The index of a module directory, modules.index: the content of its manifests in one file that is
// read in a few microseconds. It is written by fc_indexModules when modules are built or installed
// and is optional: a manifest counts as indexed only while its size and modification time are the
// recorded ones, and any other manifest is read itself. A module that is dropped in, edited or
// removed is therefore noticed at once.
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

// Entries sorted by name. Their texts and arrays belong to the index.
typedef struct ModuleIndex_ {
  struct ModuleIndex_* next;
  IndexEntry* entry;
  int n;
  char* text;
  char** names;
  Provision* provision;
} ModuleIndex;

// Reads the index of an open directory. 0 when it was read, or when there is none (n is 0); -1 with
// the reason in error when it is damaged (n is 0).
int module_index_read(ModuleIndex* index, int directory, char* error, int error_size);

// Entry of a module whose manifest file is unchanged since the index was written, else NULL.
const IndexEntry* module_index_find(const ModuleIndex* index, const char* name,
                                    const struct stat* status);

// Writes an index; `file` is its path. Manifests with texts that do not fit into a line are left
// out. 0, or -1 with fc_lastError.
int module_index_write(const IndexEntry* entry, int n, const char* file);

void module_index_free(ModuleIndex* index);

#endif  // CORE_KERNEL_MODULES_INDEX_H_
