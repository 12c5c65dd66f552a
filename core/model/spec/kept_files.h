// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CORE_MODEL_SPEC_KEPT_FILES_H_
#define CORE_MODEL_SPEC_KEPT_FILES_H_

#include <mujoco/mujoco.h>

// Saving compiles a spec once more, when the virtual file system of the first compilation may be
// gone. A spec therefore keeps the asset files that a compilation read from one; copies of the spec
// share them. What is on disk, or comes from a registered provider, is read again.

typedef struct Spec_ Spec;
typedef struct KeptFiles_ {
  mjVFS vfs;
  int refcount;
} KeptFiles;

// Keep the content of a resource, which a spec was compiled with. -1: out of memory.
int kept_files_add(Spec* s, const mjResource* resource, const void* bytes, int nbyte);

// What a spec keeps, for another compilation of it or of a copy; NULL: nothing.
const mjVFS* kept_files(const Spec* s);

// Take the files away from a spec, and release them.
KeptFiles* kept_files_take(Spec* s);
void kept_files_release(KeptFiles* files);

#endif  // CORE_MODEL_SPEC_KEPT_FILES_H_
