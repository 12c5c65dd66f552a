// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Names of asset files, relative to the document to which a spec would be written. The file of an
// attached element is found through the settings and the folder of the model in which it was
// written; relative to the other document its name may need some "..", or the whole path.

#include <stdlib.h>
#include <string.h>

#include <fulcrum/spec.h>

#include "core/model/resource/path.h"
#include "core/model/spec/tree.h"

// folder in which a spec looks for the files of an element
static const char* folder_of(const Spec* s, const Element* e) {
  const mjsCompiler* compiler = &s->pub.compiler;
  return handle_string(e->kind->type == mjOBJ_TEXTURE ? compiler->texturedir : compiler->meshdir);
}

static char* joined(const Spec* s, const char* folder, const char* name) {
  char* inner = path_join(folder, name);
  char* path = inner ? path_join(handle_string(s->pub.modelfiledir), inner) : NULL;
  free(inner);
  return path;
}

// length of the first component with its separator
static size_t component(const char* path) {
  size_t n = strcspn(path, "/");
  return n + (path[n] == '/');
}

// `path` relative to a directory; the path itself when there is no relative one. From malloc.
static char* relative(const char* directory, const char* path) {
  const char *from = directory, *to = path;
  if (path_is_absolute(from) != path_is_absolute(to))
    return path_join(NULL, path);
  size_t n;
  while (*from && (n = component(from)) == component(to) && strncmp(from, to, n) == 0) {
    from += n;
    to += n;
  }
  if (to == path && path_is_absolute(path))
    return path_join(NULL, path);

  // one step up for each component that is left
  size_t up = 0;
  for (; *from; from += component(from)) {
    if (strncmp(from, "..", 2) == 0)
      return path_join(NULL, path);
    up++;
  }
  char* result = malloc(3 * up + strlen(to) + 1);
  if (!result)
    return NULL;
  for (size_t i = 0; i < up; i++)
    memcpy(result + 3 * i, "../", 3);
  strcpy(result + 3 * up, to);
  return result;
}

char* fc_assetName(const mjsElement* element, const char* file) {
  const Element* e = (const Element*)element;
  const Spec *to = e->spec, *from = e->origin ? e->origin : to;
  const char *name = from->pub.strippath ? path_base(file) : file, *folder = folder_of(from, e);
  if (strcmp(folder, folder_of(to, e)) == 0 &&
      strcmp(handle_string(from->pub.modelfiledir), handle_string(to->pub.modelfiledir)) == 0) {
    char* same = malloc(strlen(name) + 1);
    return same ? strcpy(same, name) : NULL;
  }
  char *path = joined(from, folder, name), *directory = joined(to, folder_of(to, e), "");
  char* result = NULL;
  if (path && directory) {
    size_t n = strlen(directory);
    char* slashed = malloc(n + 2);
    if (slashed) {
      memcpy(slashed, directory, n + 1);
      if (n && directory[n - 1] != '/')
        strcpy(slashed + n, "/");
      result = relative(slashed, path);
    }
    free(slashed);
  }
  free(path);
  free(directory);
  return result;
}
