// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Asset files that are named in an included document. They are looked for where the main document
// would have them; what is not there is taken from beside the included file.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"

static int exists(const Reader* r, const char* folder, const char* file) {
  char error[8], *path = join_path(folder, file);
  mjResource* resource =
      path ? mju_openResource(r->source->directory, path, r->source->vfs, error, sizeof(error))
           : NULL;
  free(path);
  int found = resource != NULL;
  mju_closeResource(resource);
  return found;
}

// length of the path up to and including its last separator
static int directory_length(const char* path) {
  int n = (int)strlen(path);
  while (n > 0 && path[n - 1] != '/' && path[n - 1] != '\\') {
    n--;
  }
  return n;
}

char* beside_included(const Reader* r, const XmlElement* e, const mjString* folder,
                      const char* file) {
  int n = directory_length(e->file);
  if (!e->included || !file[0] || !n || exists(r, mjs_getString(folder), file)) {
    return NULL;
  }
  char directory[1024];
  snprintf(directory, sizeof(directory), "%.*s", n, e->file);

  // an absolute name does not depend on the folder of assets
  const char* base = r->source->directory;
  char* path = join_path(directory, file);
  if (path && base[0] == '/') {
    char* absolute = join_path(base, path);
    free(path);
    path = absolute;
  }
  return path;
}

void locate_file(const Reader* r, const XmlElement* e, const mjString* folder, mjString* file) {
  char* path = beside_included(r, e, folder, mjs_getString(file));
  if (path) {
    mjs_setString(file, path);
  }
  free(path);
}
