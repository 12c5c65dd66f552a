// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Models from text. The bytes come from a resource or a string, the loader from the registry:
// loaders report how certain they are to understand the content, and the best one loads it. Loaders
// for this kind of file name are tried first, the others by rank; when one of them is certain, the
// remaining modules need not be opened. The spec of the last mj_loadXML or fc_loadModel is kept for
// mj_saveLastXML; its lock is never held across other calls.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/loader.h>
#include <fulcrum/spec.h>
#include <mujoco/mujoco.h>

#include "core/foundation/base/array.h"
#include "core/foundation/base/process_lock.h"
#include "core/foundation/base/text.h"
#include "core/kernel/modules/cxx_users.h"
#include "core/kernel/modules/registry.h"
#include "core/model/document/load.h"
#include "core/model/resource/path.h"
#include "core/model/spec/kept_files.h"
#include "core/model/spec/tree.h"

enum { MAX_LOADERS = 64, CERTAIN = 100 };

// ---------------------------------------------------------------- finding a loader

// queries how certain a loader is; keeps it when it is the most certain so far
static int ask_loader(const FcFace* face, const FcSource* source, const FcLoader** best,
                      int* best_score) {
  const FcLoader* loader = face->table;
  int score = loader->sniff(source);
  if (score > *best_score) {
    *best = loader;
    *best_score = score;
  }
  return *best_score >= CERTAIN;
}

// Loaders for this kind of file name are tried first, then all by rank, until one is certain.
const FcLoader* find_loader(const FcSource* source) {
  const FcFace* faces[MAX_LOADERS];
  const char* names[MAX_LOADERS];
  const char* extensions[] = {path_extension(source->name), NULL};
  const FcLoader* best = NULL;
  int score = 0;
  int n = extensions[0][0] ? registry_serving(FC_LOADER, extensions, faces, MAX_LOADERS) : 0;
  for (int i = 0; i < n && i < MAX_LOADERS; i++)
    if (ask_loader(faces[i], source, &best, &score))
      return best;
  n = registry_provided(FC_LOADER, names, MAX_LOADERS);
  for (int i = 0; i < n && i < MAX_LOADERS; i++) {
    const FcFace* face = registry_find(FC_LOADER, names[i]);
    if (face && ask_loader(face, source, &best, &score))
      return best;
  }
  return best;
}

// Loads bytes in memory: a spec or a model. 0, or -1 with a message.
static int load_source(const FcSource* source, FcLoaded* loaded, char* error, int error_sz) {
  *loaded = (FcLoaded){.size = sizeof(FcLoaded)};
  char message[2048] = "";
  if (cxx_users_differ(message, sizeof message)) {
    set_error(error, error_sz, message);
    return -1;
  }
  const FcLoader* loader = find_loader(source);
  if (!loader) {
    char known[512];
    snprintf(message, sizeof message, "no loader understands %s%s%s; known loaders: %s",
             source->name[0] ? "file '" : "the text", source->name, source->name[0] ? "'" : "",
             registry_names(FC_LOADER, known, sizeof known));
    set_error(error, error_sz, message);
    return -1;
  }
  int status = loader->load(source, loaded, message, sizeof message);
  if (status && !message[0])
    snprintf(message, sizeof message, "the loader of file '%s' gives no reason", source->name);
  set_error(error, error_sz, status ? message : "");
  return status;
}

// the spec of what was loaded; compiled models have none
static mjSpec* only_spec(const FcLoaded* loaded, const char* name, char* error, int error_sz) {
  if (loaded->model) {
    char message[1024];
    mj_deleteModel(loaded->model);
    snprintf(message, sizeof message,
             "file '%s' is a compiled model, expected text: use mj_loadModel", name);
    set_error(error, error_sz, message);
  }
  return loaded->spec;
}

// ---------------------------------------------------------------- parsing

// a copy of n bytes with a final zero, which loaders may rely on
static char* copy_text(const char* bytes, int n) {
  char* copy = malloc((size_t)n + 1);
  if (copy) {
    memcpy(copy, bytes, (size_t)n);
    copy[n] = 0;
  }
  return copy;
}

int fc_checkPart(const FcSource* source, char* error, int error_size) {
  int depth = 0;
  for (const FcSource* s = source->outer; s; s = s->outer, depth++) {
    if (s->name[0] && strcmp(s->name, source->name) == 0) {
      snprintf(error, (size_t)error_size, "file '%s' is a part of itself", source->name);
      return -1;
    }
  }
  int n = source->nsource ? ++*source->nsource : 0;
  if (depth > FC_MAX_SOURCE_DEPTH || n > FC_MAX_SOURCES) {
    snprintf(error, (size_t)error_size,
             "too many models at file '%s': at most %d may be made of each other, and %d in all",
             source->name, FC_MAX_SOURCE_DEPTH, FC_MAX_SOURCES);
    return -1;
  }
  return 0;
}

// Loads a file or resource, on behalf of another one or NULL: a spec or a model. 0, or -1 with a
// message.
static int load_file(const FcSource* outer, const char* filename, const mjVFS* vfs,
                     FcLoaded* loaded, char* error, int error_sz) {
  char problem[512], message[1024];
  *loaded = (FcLoaded){.size = sizeof(FcLoaded)};
  set_error(error, error_sz, "");
  if (!filename) {
    set_error(error, error_sz, "ParseXML: filename argument required");
    return -1;
  }
  int nsource = 0;
  FcSource source = {
      sizeof(FcSource), filename, "", "", 0, vfs, outer, outer ? outer->nsource : &nsource};
  if (fc_checkPart(&source, problem, sizeof problem)) {
    snprintf(message, sizeof message, "ParseXML: %s", problem);
    set_error(error, error_sz, message);
    return -1;
  }
  mjResource* resource = mju_openResource(NULL, filename, vfs, problem, sizeof problem);
  if (!resource) {
    snprintf(message, sizeof message, "ParseXML: %s", problem);
    set_error(error, error_sz, message);
    return -1;
  }
  const void* bytes = NULL;
  const char* start;
  int nbyte = mju_readResource(resource, &bytes), ndir, status = -1;
  mju_getResourceDir(resource, &start, &ndir);
  char* text = nbyte > 0 ? copy_text(bytes, nbyte) : NULL;
  char* directory = text ? copy_text(start, ndir) : NULL;
  if (directory) {
    source.directory = directory;
    source.bytes = text;
    source.nbyte = (size_t)nbyte;
    status = load_source(&source, loaded, error, error_sz);
  } else {
    snprintf(message, sizeof message,
             nbyte < 0    ? "ParseXML: error reading file '%s'"
             : nbyte == 0 ? "ParseXML: empty file '%s'"
                          : "ParseXML: out of memory for file '%s'",
             filename);
    set_error(error, error_sz, message);
  }
  mju_closeResource(resource);
  free(directory);
  free(text);
  return status;
}

static mjSpec* parse_file(const FcSource* outer, const char* filename, const mjVFS* vfs,
                          char* error, int error_sz) {
  FcLoaded loaded = {.size = sizeof loaded};
  if (load_file(outer, filename, vfs, &loaded, error, error_sz))
    return NULL;
  return only_spec(&loaded, filename, error, error_sz);
}

mjSpec* mj_parseXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  return parse_file(NULL, filename, vfs, error, error_sz);
}

mjSpec* mj_parseXMLString(const char* xml, const mjVFS* vfs, char* error, int error_sz) {
  set_error(error, error_sz, "");
  if (!xml) {
    set_error(error, error_sz, "ParseXML: text argument required");
    return NULL;
  }
  int nsource = 0;
  FcSource source = {sizeof(FcSource), "", "", xml, strlen(xml), vfs, NULL, &nsource};
  FcLoaded loaded = {.size = sizeof loaded};
  return load_source(&source, &loaded, error, error_sz) ? NULL
                                                        : only_spec(&loaded, "", error, error_sz);
}

static mjSpec* parse(const FcSource* outer, const char* filename, const char* content_type,
                     const mjVFS* vfs, char* error, int error_sz) {
  int typed = content_type && content_type[0];
  const char* extension = filename ? path_extension(filename) : "";
  int has_loader = extension[0] && registry_lists(FC_LOADER, extension);
  if (!filename || has_loader || (typed && registry_lists(FC_LOADER, content_type)))
    return parse_file(outer, filename, vfs, error, error_sz);

  // anything else needs a decoder; when the type is unknown the name decides
  char problem[512];
  mjResource* resource = mju_openResource(NULL, filename, vfs, problem, sizeof problem);
  const mjpDecoder* decoder = resource ? mjp_findDecoder(resource, content_type) : NULL;
  if (resource && !decoder)
    decoder = mjp_findDecoder(resource, NULL);
  if (resource && !decoder && registry_lists(FC_LOADER, NULL)) {
    // a loader without types examines every file
    mju_closeResource(resource);
    return parse_file(outer, filename, vfs, error, error_sz);
  }
  mjSpec* spec = decoder ? decoder->decode(resource, vfs) : NULL;
  if (resource) {
    char types[160];
    snprintf(problem, sizeof problem,
             "could not decode content of file '%.250s': expected one of the types %s, or the type "
             "of a decoder",
             filename, registry_types(FC_LOADER, types, sizeof types));
  }
  set_error(error, error_sz, spec ? "" : problem);
  mju_closeResource(resource);
  return spec;
}

mjSpec* mj_parse(const char* filename, const char* content_type, const mjVFS* vfs, char* error,
                 int error_sz) {
  return parse(NULL, filename, content_type, vfs, error, error_sz);
}

mjSpec* fc_parsePart(const FcSource* outer, const char* filename, const char* content_type,
                     char* error, int error_size) {
  return parse(outer, filename, content_type, outer->vfs, error, error_size);
}

// ---------------------------------------------------------------- loading

static mjSpec* last_spec;

// exchanges the stored spec
static mjSpec* swap_last(mjSpec* spec) {
  process_lock(LOCK_SPEC);
  mjSpec* before = last_spec;
  last_spec = spec;
  process_unlock(LOCK_SPEC);
  return before;
}

// Compiles what was loaded and stores it; takes ownership of the spec. NULL with a message.
static mjModel* compile_loaded(mjSpec* spec, const mjVFS* vfs, char* error, int error_sz) {
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

mjModel* mj_loadXML(const char* filename, const mjVFS* vfs, char* error, int error_sz) {
  mjSpec* spec = mj_parseXML(filename, vfs, error, error_sz);
  return spec ? compile_loaded(spec, vfs, error, error_sz) : NULL;
}

mjModel* fc_loadModel(const char* filename, const mjVFS* vfs, char* error, int error_size) {
  FcLoaded loaded = {.size = sizeof loaded};
  if (load_file(NULL, filename, vfs, &loaded, error, error_size))
    return NULL;
  return loaded.spec ? compile_loaded(loaded.spec, vfs, error, error_size) : loaded.model;
}

void mj_freeLastXML(void) { mj_deleteSpec(swap_last(NULL)); }

mjSpec* last_spec_copy(void) {
  // taken out while it is copied: copying may raise an error, and no lock may be held then
  mjSpec* taken = swap_last(NULL);
  mjSpec* copy = mj_copySpec(taken);
  mjSpec* newer = swap_last(taken);
  if (newer)
    mj_deleteSpec(swap_last(newer));
  return copy;
}

mjSpec* fc_lastSpec(void) {
  mjSpec* copy = last_spec_copy();
  mjModel* m = copy ? mj_compile(copy, kept_files(spec_of(copy))) : NULL;
  mj_deleteModel(m);
  if (m)
    return copy;
  fc_fail("%s", copy ? mjs_getError(copy) : "no model was loaded from text");
  mj_deleteSpec(copy);
  return NULL;
}

// ---------------------------------------------------------------- dependencies

// one file is needed; collected in a set of names
typedef struct Needed {
  char** name;
  int count;
  mjStringVec* list;
} Needed;

static void add_needed(void* context, const char* file) {
  Needed* needed = context;
  for (int i = 0; i < needed->count; i++)
    if (strcmp(needed->name[i], file) == 0)
      return;
  if (ARRAY_ROOM(needed->name, needed->count))
    return;
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
  mjResource* resource = mju_openResource(NULL, filename, NULL, error, sizeof error);
  const void* bytes = NULL;
  int nbyte = resource ? mju_readResource(resource, &bytes) : -1;
  if (nbyte > 0) {
    Needed needed = {.list = dependencies};
    int nsource = 0;
    FcSource source = {sizeof(FcSource), resource->name, "",   bytes,
                       (size_t)nbyte,    NULL,           NULL, &nsource};
    const FcLoader* loader = find_loader(&source);
    if (loader && loader->dependencies) {
      snprintf(error, sizeof error, "the loader of file '%s' gives no reason", filename);
      status = loader->dependencies(&source, add_needed, &needed, error, sizeof error);
    } else {
      snprintf(error, sizeof error, "no loader can list what '%s' needs", filename);
    }
    for (int i = 0; i < needed.count; i++)
      free(needed.name[i]);
    free(needed.name);
  } else if (resource) {
    snprintf(error, sizeof error, "empty file '%s'", filename);
  }
  mju_closeResource(resource);
  if (status)
    mju_error("mju_getXMLDependencies: %s", error);
}
