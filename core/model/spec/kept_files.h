// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_SPEC_KEPT_FILES_H_
#define CORE_MODEL_SPEC_KEPT_FILES_H_

#include <mujoco/mujoco.h>

// Saving compiles a spec once more, possibly after the virtual file system of the first compilation
// is gone. A spec therefore keeps the asset files that a compilation read from one; copies of the
// spec share them. Files on disk, or from a registered provider, are read again.

typedef struct Spec_ Spec;
typedef struct KeptFiles_ {
  mjVFS vfs;
  int refcount;
} KeptFiles;

// Keeps the content of a resource with which a spec was compiled. -1: out of memory.
int kept_files_add(Spec* s, const mjResource* resource, const void* bytes, int nbyte);

// The files that a spec keeps, for another compilation of it or of a copy; NULL: none.
const mjVFS* kept_files(const Spec* s);

// Removes the files from a spec, and releases them.
KeptFiles* kept_files_take(Spec* s);
void kept_files_release(KeptFiles* files);

#endif  // CORE_MODEL_SPEC_KEPT_FILES_H_
