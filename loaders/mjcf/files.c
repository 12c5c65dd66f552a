// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of asset files, normalised: separators become slashes, "." and "dir/.." are removed. Trap:
// an empty component counts like any other ("a//b" stays, "a//../b" is "a/b"), the prefix of an
// absolute name is unchanged, and the last component is not examined.
//
// Files named in an included document are first searched for relative to the main document, then
// beside the included file.

#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf.h"

static int exists(const Reader* r, const char* folder, const char* file) {
  char error[8], *path = join_path(folder, file);
  mjResource* resource =
      path ? mju_openResource(r->source->directory, path, r->source->vfs, error, sizeof error)
           : NULL;
  free(path);
  int found = resource != NULL;
  mju_closeResource(resource);
  return found;
}

// length of the path up to and including its last separator
static int directory_length(const char* path) {
  int n = (int)strlen(path);
  while (n > 0 && path[n - 1] != '/' && path[n - 1] != '\\')
    n--;
  return n;
}

static int is_separator(char c) { return c == '/' || c == '\\'; }

// in place
static void reduce(char* path) {
  if (isalpha((unsigned char)path[0]) && path[1] == ':' && is_separator(path[2]))
    path += 2;
  char *first = path + is_separator(path[0]), *to = first;
  for (const char *from = first, *end; from[0]; from = end) {
    for (end = from; *end && !is_separator(*end);)
      end++;
    const size_t n = (size_t)(end - from);
    if (!*end) {
      memmove(to, from, n);
      to += n;
      break;
    }
    end++;
    if (n == 1 && from[0] == '.')
      continue;

    // "..": removes the directory before it, unless there is none or it is ".." itself
    char* last = to - (to > first);
    while (last > first && last[-1] != '/')
      last--;
    if (n == 2 && strncmp(from, "..", 2) == 0 && to > first && strncmp(last, "../", 3) != 0) {
      to = last;
      continue;
    }
    memmove(to, from, n);
    to[n] = '/';
    to += n + 1;
  }
  *to = 0;
}

static char* beside_included(const Reader* r, const XmlElement* e, const mjString* folder,
                             const char* file) {
  int n = directory_length(e->file);
  if (!e->included || !file[0] || !n || exists(r, mjs_getString(folder), file))
    return NULL;
  char directory[1024];
  snprintf(directory, sizeof directory, "%.*s", n, e->file);

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

char* asset_file(const Reader* r, const XmlElement* e, const mjString* folder, const char* file) {
  char* name = strdup(file);
  if (!name)
    return NULL;
  reduce(name);
  char* beside = beside_included(r, e, folder, name);
  if (beside) {
    reduce(beside);
    free(name);
    return beside;
  }
  return name;
}

void locate_file(const Reader* r, const XmlElement* e, const mjString* folder, mjString* file) {
  char* path = asset_file(r, e, folder, mjs_getString(file));
  if (path)
    mjs_setString(file, path);
  free(path);
}
