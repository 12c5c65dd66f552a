// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include "core/model/spec/kept_files.h"
#include "core/model/spec/tree.h"

int kept_files_add(Spec* s, const mjResource* resource, const void* bytes, int nbyte) {
  if (!s->files) {
    KeptFiles* files = calloc(1, sizeof *files);
    if (!files)
      return -1;
    mj_defaultVFS(&files->vfs);
    files->refcount = 1;
    s->files = files;
  }

  // a file that several assets name may have been added already
  return mj_addBufferVFS(&s->files->vfs, resource->name, bytes, nbyte) < 0 ? -1 : 0;
}

const mjVFS* kept_files(const Spec* s) { return s->files ? &s->files->vfs : NULL; }

KeptFiles* kept_files_take(Spec* s) {
  KeptFiles* files = s->files;
  s->files = NULL;
  return files;
}

void kept_files_release(KeptFiles* files) {
  if (!files || --files->refcount)
    return;
  mj_deleteVFS(&files->vfs);
  free(files);
}
