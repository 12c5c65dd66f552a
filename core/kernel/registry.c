// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementation answers to a name. Candidates are all provisions of that kind and name. An
// installed implementation is replaced only by a module whose manifest lists it under "overrides";
// among equals the higher rank wins, then the higher version, then the name. So the answer depends
// on the files alone, never on the order of loading.
//
// One lock guards the list and the opening of shared objects. It is never held where a user's
// handler may be called. Questions about many modules at once are in registry_list.c.

#include "core/kernel/registry.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kernel/handshake.h"
#include "core/kernel/own_library.h"
#include "core/kernel/registry_state.h"
#include "core/kernel/shared_object.h"
#include "core/base/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ModuleList list;
static int scanned;
static char search_path[4096];  // directories searched so far, for messages
static long lookups;            // times that the lock was taken

// ---------------------------------------------------------------- search path

static void remember_directory(const char* directory) {
  text_append(search_path, sizeof search_path, "%s%s", search_path[0] ? ", " : "", directory);
}

// a directory counts once, at its first place in the path
static int is_known_directory(const char* directory) {
  size_t n = strlen(directory);
  for (int i = 0; i < list.n; i++) {
    const char* manifest = list.module[i]->manifest_file;
    if (!strncmp(manifest, directory, n) && manifest[n] == '/' && !strchr(manifest + n + 1, '/'))
      return 1;
  }
  return 0;
}

// first use: built-in modules, then the installed directory, which may be absent in a static
// program
static void scan_once(void) {
  if (scanned)
    return;
  scanned = 1;
  char directory[4096];
  discover_builtin(&list);
  installed_directory(directory, sizeof directory);
  remember_directory(directory);
  discover_directory(&list, directory, 1);
}

ModuleList* registry_acquire(void) {
  pthread_mutex_lock(&lock);
  lookups++;
  scan_once();
  return &list;
}

void registry_release(void) { pthread_mutex_unlock(&lock); }

const ModuleList* registry_list(void) { return &list; }

const char* registry_search_path(void) { return search_path; }

long registry_lookups(void) {
  pthread_mutex_lock(&lock);
  const long n = lookups;
  pthread_mutex_unlock(&lock);
  return n;
}

int fc_addModulePath(const char* directory) {
  if (!directory || !directory[0])
    return fc_fail("a module directory must have a name");
  registry_acquire();
  int status = 0;
  if (!is_known_directory(directory)) {
    status = discover_directory(&list, directory, 0);
    if (!status)
      remember_directory(directory);
  }
  registry_release();
  return status;
}

int fc_registerModule(const FcModule* module, const char* origin) {
  if (!module || !origin || !origin[0])
    return fc_fail("fc_registerModule needs a descriptor and a text that says where it comes from");
  registry_acquire();
  const int status = discover_registered(&list, module, origin);
  registry_release();
  return status;
}

// ---------------------------------------------------------------- opening

int registry_open(Module* module) {
  if (module->state == MODULE_LOADED)
    return 0;
  if (module->state == MODULE_REFUSED)
    return fc_fail("%s", module->status);
  char reason[800], fault[200];
  void* handle = NULL;
  FcModuleFunction function = NULL;
  if (shared_object_check(module_file(module), fault, sizeof fault)) {
    snprintf(reason, sizeof reason, "it cannot be opened (%s)", fault);
  } else if (!(handle = dlopen(module->file, RTLD_NOW | RTLD_LOCAL))) {
    const char* why = dlerror();
    snprintf(reason, sizeof reason, "it cannot be opened (%s)", why ? why : "unknown reason");
  } else {
    void* symbol = dlsym(handle, FC_MODULE_SYMBOL);
    memcpy(&function, &symbol, sizeof function);
    if (!function) {
      snprintf(reason, sizeof reason, "it does not export %s", FC_MODULE_SYMBOL);
    } else if (linked_elsewhere(handle, reason, sizeof reason)) {
      function = NULL;
    }
  }
  FcModule* descriptor =
      function ? handshake(function(), &module->manifest, reason, sizeof reason) : NULL;
  if (!descriptor) {
    module_refuse(module, "module %s of %s is refused: %s", module->manifest.name, module->file,
                  reason);
    if (handle)
      dlclose(handle);
    return fc_fail("%s", module->status);
  }
  module->descriptor = descriptor;
  module->state = MODULE_LOADED;
  return 0;
}

const FcModule* fc_openModule(const char* name) {
  const FcModule* descriptor = NULL;
  registry_acquire();
  Module* found = NULL;
  // one that was refused has given its name to another, or its reason is told
  for (int i = 0; i < list.n && (!found || found->state == MODULE_REFUSED); i++) {
    if (name && !strcmp(list.module[i]->manifest.name, name))
      found = list.module[i];
  }
  if (!found) {
    fc_fail("there is no module \"%s\" (searched: %s)", name ? name : "", search_path);
  } else if (!registry_open(found)) {
    descriptor = found->descriptor;
  }
  registry_release();
  return descriptor;
}

int fc_compareManifest(const char* name) {
  const FcModule* descriptor = fc_openModule(name);
  if (!descriptor)
    return -1;
  Manifest implied;
  char difference[300] = "out of memory";
  const Manifest* given = NULL;
  registry_acquire();
  for (int i = 0; i < list.n; i++) {
    if (list.module[i]->descriptor == descriptor)
      given = &list.module[i]->manifest;
  }
  int status = manifest_from_descriptor(&implied, descriptor);
  if (!status) {
    status = manifest_compare(given, &implied, difference, sizeof difference);
    manifest_free(&implied);
  }
  registry_release();
  return status ? fc_fail(
                      "the manifest does not say what the descriptor says (%s); write it anew "
                      "with `fulcrum modules manifest`",
                      difference)
                : 0;
}

// ---------------------------------------------------------------- choosing

// versions are compared number by number: 1.10 is newer than 1.9
static int compare_versions(const char* a, const char* b) {
  while (*a || *b) {
    char *end_a, *end_b;
    long x = strtol(a, &end_a, 10), y = strtol(b, &end_b, 10);
    if (x != y)
      return x < y ? -1 : 1;
    a = *end_a == '.' ? end_a + 1 : "";
    b = *end_b == '.' ? end_b + 1 : "";
  }
  return 0;
}

static int overrides(const Manifest* manifest, FcKind kind, const char* name) {
  char full[512];
  if (!manifest->noverride)
    return 0;
  snprintf(full, sizeof full, "%s/%s", fc_kindName(kind), name);
  for (int i = 0; i < manifest->noverride; i++) {
    if (!strcmp(manifest->overrides[i], full))
      return 1;
  }
  return 0;
}

int registry_wins(const Module* a, const Module* b, FcKind kind, const char* name) {
  if (name[0]) {
    int over_a = overrides(&a->manifest, kind, name), over_b = overrides(&b->manifest, kind, name);
    if (over_a != over_b)
      return over_a;
  }
  if (a->installed != b->installed)
    return a->installed;
  if (a->manifest.rank != b->manifest.rank)
    return a->manifest.rank > b->manifest.rank;
  int version = compare_versions(a->manifest.version, b->manifest.version);
  if (version)
    return version > 0;
  return strcmp(a->manifest.name, b->manifest.name) < 0;
}

Module* registry_choose(FcKind kind, const char* name, const Module** refused) {
  Module* best = NULL;
  for (int i = 0; i < list.n; i++) {
    Module* module = list.module[i];
    for (int k = 0; k < module->manifest.nprovide; k++) {
      const Provision* p = module->manifest.provides + k;
      if (p->kind != kind || !provision_serves(p, name))
        continue;
      if (module->state == MODULE_REFUSED) {
        if (refused)
          *refused = module;
      } else if (!best || registry_wins(module, best, kind, name)) {
        best = module;
      }
    }
  }
  return best;
}

const FcFace* face_serving(const FcModule* module, FcKind kind, const char* name) {
  for (uint32_t i = 0; i < module->nface; i++) {
    const FcFace* face = module->faces + i;
    if (face->kind != kind)
      continue;
    if (!strcmp(face->name, name))
      return face;
    for (const char* const* t = face->types; t && *t; t++) {
      if (!strcmp(*t, name))
        return face;
    }
  }
  return NULL;
}

// a name of another kind is a common mistake: the message names the kind
static void fail_to_find(FcKind kind, const char* name, const Module* refused) {
  char known[512];
  FcKind other = (FcKind)0;
  if (refused) {
    fc_fail("%s \"%s\" cannot be used: %s", fc_kindName(kind), name, refused->status);
    return;
  }
  for (int i = 0; i < list.n; i++) {
    const Manifest* manifest = &list.module[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++)
      other = strcmp(manifest->provides[k].name, name) ? other : manifest->provides[k].kind;
  }
  known_names(kind, known, sizeof known);
  if (other) {
    fc_fail("there is no %s \"%s\", only a face of kind %s; known are: %s (searched: %s)",
            fc_kindName(kind), name, fc_kindName(other), known, search_path);
  } else {
    fc_fail("there is no %s \"%s\"; known are: %s (searched: %s)", fc_kindName(kind), name, known,
            search_path);
  }
}

const FcFace* registry_find(FcKind kind, const char* name) {
  const FcFace* face = NULL;
  const Module* refused = NULL;
  registry_acquire();
  // a module that turns out to be refused leaves the field to the next best
  for (Module* module; !face && (module = registry_choose(kind, name, &refused));) {
    if (!registry_open(module))
      face = face_serving(module->descriptor, kind, name);
  }
  if (!face)
    fail_to_find(kind, name, refused);
  registry_release();
  return face;
}
