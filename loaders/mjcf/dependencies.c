// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The files a model needs: the model itself, what it includes, the asset files it names (in the
// directories its compiler sections give) and, recursively, the models it attaches.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf.h"

typedef struct Collector {
  void (*add)(void* context, const char* path);
  void* context;
  const FcSource* source;
  const char* root;  // directory of the model
  const char* meshdir;
  const char* texturedir;
  const char* assetdir;
} Collector;

// report directory + subdirectory + file
static void add_file(const Collector* c, const char* subdirectory, const char* file) {
  char* inner = join_path(subdirectory ? subdirectory : "", file);
  char* path = inner ? join_path(c->root, inner) : NULL;
  if (path)
    c->add(c->context, path);
  free(inner);
  free(path);
}

// directories; the last of each kind applies
static void find_directories(Collector* c, const XmlElement* root) {
  for (const XmlElement* e = xml_child(root, "compiler"); e; e = xml_next(e, "compiler")) {
    const char *mesh = xml_attribute(e, "meshdir"), *texture = xml_attribute(e, "texturedir");
    const char* asset = xml_attribute(e, "assetdir");
    c->meshdir = mesh ? mesh : c->meshdir;
    c->texturedir = texture ? texture : c->texturedir;
    c->assetdir = asset ? asset : c->assetdir;
  }
  c->meshdir = c->meshdir ? c->meshdir : c->assetdir;
  c->texturedir = c->texturedir ? c->texturedir : c->assetdir;
}

static int add_model(const Collector* c, const char* file, char* error, int error_size) {
  char* path = join_path(c->root, file);
  mjResource* resource =
      path ? mju_openResource(NULL, path, c->source->vfs, error, (size_t)error_size) : NULL;
  const void* bytes = NULL;
  int n = resource ? mju_readResource(resource, &bytes) : -1;
  int status = -1;
  FcSource source = {sizeof(FcSource),        path,           "",        bytes,
                     (size_t)(n > 0 ? n : 0), c->source->vfs, c->source, c->source->nsource};
  if (n > 0 && !fc_checkPart(&source, error, error_size))
    status = list_dependencies(&source, c->add, c->context, error, error_size);
  mju_closeResource(resource);
  free(path);
  return status;
}

// file attributes below an element
static int add_assets(const Collector* c, const XmlElement* e, char* error, int error_size) {
  static const char* const attributes[] = {"file",     "fileright", "fileleft", "fileup",
                                           "filedown", "filefront", "fileback"};
  for (; e; e = e->next) {
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
      const char* file = xml_attribute(e, attributes[i]);
      if (!file)
        continue;
      if (strcmp(e->name, "model") == 0) {
        if (add_model(c, file, error, error_size))
          return -1;
      } else if (strcmp(e->name, "texture") == 0) {
        add_file(c, c->texturedir, file);
      } else if (strcmp(e->name, "hfield") == 0) {
        add_file(c, NULL, file);
      } else {
        add_file(c, c->meshdir, file);
      }
    }
    if (add_assets(c, e->first, error, error_size))
      return -1;
  }
  return 0;
}

int list_dependencies(const FcSource* source, void (*add)(void* context, const char* path),
                      void* context, char* error, int error_size) {
  // the directory of the model, in the form resources use
  size_t n = strlen(source->name);
  while (n > 0 && source->name[n - 1] != '/' && source->name[n - 1] != '\\')
    n--;
  char* root = malloc(n + 1);
  if (!root)
    return -1;
  memcpy(root, source->name, n);
  root[n] = 0;
  FcSource placed = *source;
  placed.directory = root;
  Reader r = {.source = &placed, .error = error, .error_size = error_size};
  Collector c = {.add = add, .context = context, .source = &placed, .root = root};
  int status = read_document_tree(&r);
  if (!status) {
    add(context, source->name);
    for (int i = 1; i < r.ndocument; i++)
      add_file(&c, NULL, r.document[i].root->file);
    find_directories(&c, r.document[0].root);
    status = add_assets(&c, r.document[0].root->first, error, error_size);
  }
  free_reader(&r);
  free(root);
  return status;
}
