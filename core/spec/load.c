// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models from text. The bytes come from a resource or a string, the loader from the registry: every
// loader is asked how likely it is that it understands the content, the best one loads. The spec
// behind the last mj_loadXML is kept for mj_saveLastXML; its lock is never held across other calls.

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>
#include <fulcrum/host.h>
#include <fulcrum/loader.h>

#include "core/kernel/registry.h"
#include "core/spec/load.h"
#include "core/spec/path.h"

enum { kMaxLoaders = 64 };

static void set_error(char* error, int error_sz, const char* text) {
  if (error && error_sz > 0) {
    snprintf(error, (size_t)error_sz, "%s", text);
  }
}

// ---------------------------------------------------------------- finding a loader

const FcLoader* find_loader(const FcSource* source) {
  const FcFace* faces[kMaxLoaders];
  int n = registry_all(FC_LOADER, faces, kMaxLoaders), best_score = 0;
  const FcLoader* best = NULL;
  for (int i = 0; i < n && i < kMaxLoaders; i++) {
    const FcLoader* loader = faces[i]->table;
    int score = loader && loader->sniff ? loader->sniff(source) : 0;
    if (score > best_score) {
      best = loader;
      best_score = score;
    }
  }
  return best;
}

// load bytes that are already there
static mjSpec* load_source(const FcSource* source, char* error, int error_sz) {
  char message[2048] = "";
  const FcLoader* loader = find_loader(source);
  if (!loader) {
    char known[512];
    snprintf(message, sizeof(message), "no loader understands %s%s%s; known loaders: %s",
             source->name[0] ? "file '" : "the text", source->name, source->name[0] ? "'" : "",
             registry_names(FC_LOADER, known, sizeof(known)));
    set_error(error, error_sz, message);
    return NULL;
  }
  FcLoaded loaded = {NULL, NULL};
  int status = loader->load(source, &loaded, message, sizeof(message));
  if (!status && !loaded.spec) {
    mj_deleteModel(loaded.model);
    snprintf(message, sizeof(message),
             "file '%s' is a compiled model, expected text: use mj_loadModel", source->name);
  }
  set_error(error, error_sz, loaded.spec ? "" : message);
  return loaded.spec;
}

// ---------------------------------------------------------------- parsing

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  char problem[512], message[1024];
  set_error(error, error_sz, "");
  if (!filename) {
    set_error(error, error_sz, "ParseXML: filename argument required\n");
    return NULL;
  }
  mjResource* resource = mju_openResource(NULL, filename, vfs, problem, sizeof(problem));
  if (!resource) {
    snprintf(message, sizeof(message), "ParseXML: %s\n", problem);
    set_error(error, error_sz, message);
    return NULL;
  }
  const void* bytes = NULL;
  int nbyte = mju_readResource(resource, &bytes);
  mjSpec* spec = NULL;
  char* copy = nbyte > 0 ? malloc((size_t)nbyte + 1) : NULL;
  char* directory = NULL;
  if (copy) {
    // the loader may count on a final zero
    memcpy(copy, bytes, (size_t)nbyte);
    copy[nbyte] = 0;
    const char* start;
    int ndir;
    mju_getResourceDir(resource, &start, &ndir);
    directory = malloc((size_t)ndir + 1);
  }
  if (directory) {
    const char* start;
    int ndir;
    mju_getResourceDir(resource, &start, &ndir);
    memcpy(directory, start, (size_t)ndir);
    directory[ndir] = 0;
    FcSource source = {sizeof(FcSource), filename, directory, copy, (size_t)nbyte, vfs};
    spec = load_source(&source, error, error_sz);
  } else {
    snprintf(message, sizeof(message),
             nbyte < 0    ? "ParseXML: error reading file '%s'\n"
             : nbyte == 0 ? "ParseXML: empty file '%s'\n"
                          : "ParseXML: out of memory for file '%s'\n",
             filename);
    set_error(error, error_sz, message);
  }
  mju_closeResource(resource);
  free(directory);
  free(copy);
  return spec;
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  set_error(error, error_sz, "");
  if (!xml) {
    set_error(error, error_sz, "ParseXML: text argument required\n");
    return NULL;
  }
  FcSource source = {sizeof(FcSource), "", "", xml, strlen(xml), vfs};
  return load_source(&source, error, error_sz);
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  const char* extension = filename ? path_extension(filename) : "";
  int is_text = content_type && content_type[0]
                    ? strcmp(content_type, "text/xml") == 0
                    : path_same(extension, ".xml") || path_same(extension, ".urdf");
  if (is_text || !filename) {
    return mj_parseXML(filename, vfs, error, error_sz);
  }

  // anything else needs a decoder
  char problem[512];
  mjResource* resource = mju_openResource(NULL, filename, vfs, problem, sizeof(problem));
  const mjpDecoder* decoder = resource ? mjp_findDecoder(resource, content_type) : NULL;
  if (resource && !decoder) {
    // a loader may still recognise the content
    mju_closeResource(resource);
    return mj_parseXML(filename, vfs, error, error_sz);
  }
  mjSpec* spec = decoder ? decoder->decode(resource, vfs) : NULL;
  set_error(error, error_sz, spec ? "" : resource ? "could not decode content" : problem);
  mju_closeResource(resource);
  return spec;
}

// ---------------------------------------------------------------- loading

static pthread_mutex_t last_lock = PTHREAD_MUTEX_INITIALIZER;
static mjSpec* last_spec;

// exchange the remembered spec
static mjSpec* swap_last(mjSpec* spec) {
  pthread_mutex_lock(&last_lock);
  mjSpec* before = last_spec;
  last_spec = spec;
  pthread_mutex_unlock(&last_lock);
  return before;
}

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  if (!spec) {
    return NULL;
  }
  mjModel* model = mj_compile(spec, vfs);
  const char* message = mjs_getError(spec);
  set_error(error, error_sz, message ? message : "");
  if (!model) {
    mj_deleteSpec(spec);
    return NULL;
  }
  mj_deleteSpec(swap_last(spec));
  return model;
}

void mj_freeLastXML(void) { mj_deleteSpec(swap_last(NULL)); }

mjSpec* last_spec_copy(void) {
  // taken out while it is copied, because copying may raise an error and no lock may be held then
  mjSpec* taken = swap_last(NULL);
  mjSpec* copy = mj_copySpec(taken);
  mjSpec* newer = swap_last(taken);
  if (newer) {
    mj_deleteSpec(swap_last(newer));
  }
  return copy;
}

// ---------------------------------------------------------------- dependencies

// one file is needed; collected in a set of names
typedef struct Needed {
  char** name;
  int count, capacity;
  mjStringVec* list;
} Needed;

static void add_needed(void* context, const char* file) {
  Needed* needed = context;
  for (int i = 0; i < needed->count; i++) {
    if (strcmp(needed->name[i], file) == 0) {
      return;
    }
  }
  if (needed->count == needed->capacity) {
    int capacity = needed->capacity ? 2 * needed->capacity : 16;
    char** larger = realloc(needed->name, sizeof(char*) * (size_t)capacity);
    if (!larger) {
      return;
    }
    needed->name = larger;
    needed->capacity = capacity;
  }
  char* copy = malloc(strlen(file) + 1);
  if (copy) {
    needed->name[needed->count++] = strcpy(copy, file);
    mjs_appendString(needed->list, file);
  }
}

void mju_getXMLDependencies(const char* filename, mjStringVec* dependencies) {
  char error[1024] = "";
  int status = -1;
  if (!filename || !dependencies) {
    mju_error("mju_getXMLDependencies: filename and dependencies are required");
    return;
  }
  mjResource* resource = mju_openResource(NULL, filename, NULL, error, sizeof(error));
  const void* bytes = NULL;
  int nbyte = resource ? mju_readResource(resource, &bytes) : -1;
  if (nbyte > 0) {
    Needed needed = {.list = dependencies};
    FcSource source = {sizeof(FcSource), resource->name, "", bytes, (size_t)nbyte, NULL};
    const FcLoader* loader = find_loader(&source);
    if (loader && loader->size >= sizeof(FcLoader) && loader->dependencies) {
      status = loader->dependencies(&source, add_needed, &needed, error, sizeof(error));
    } else {
      snprintf(error, sizeof(error), "no loader can list what '%s' needs", filename);
    }
    for (int i = 0; i < needed.count; i++) {
      free(needed.name[i]);
    }
    free(needed.name);
  } else if (resource) {
    snprintf(error, sizeof(error), "empty file '%s'", filename);
  }
  mju_closeResource(resource);
  if (status) {
    mju_error("mju_getXMLDependencies: %s", error);
  }
}
