// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementation answers to a name. Candidates are all provisions of that kind and name. An
// installed implementation is replaced only by a module whose manifest lists it under "overrides";
// among equals the higher rank wins, then the higher version, then the name. So the answer depends
// on the files alone, never on the order of loading.
//
// One lock guards the list and the opening of shared objects. It is never held where a user's
// handler may be called.

#include "core/kernel/registry.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/kernel/discovery.h"
#include "core/kernel/handshake.h"
#include "core/kernel/shared_object.h"
#include "core/base/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ModuleList list;
static int scanned;
static char search_path[4096];  // directories searched so far, for messages

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

int fc_addModulePath(const char* directory) {
  if (!directory || !directory[0])
    return fc_fail("a module directory must have a name");
  pthread_mutex_lock(&lock);
  scan_once();
  int status = 0;
  if (!is_known_directory(directory)) {
    status = discover_directory(&list, directory, 0);
    if (!status)
      remember_directory(directory);
  }
  pthread_mutex_unlock(&lock);
  return status;
}

// ---------------------------------------------------------------- opening

// Open the shared object of an available module and shake hands. The lock is held.
static int open_module(Module* module) {
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
    if (!function)
      snprintf(reason, sizeof reason, "it does not export %s", FC_MODULE_SYMBOL);
  }
  const FcModule* descriptor = function ? function() : NULL;
  if (!function || handshake(descriptor, &module->manifest, reason, sizeof reason)) {
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
  pthread_mutex_lock(&lock);
  scan_once();
  Module* found = NULL;
  for (int i = 0; i < list.n && !found; i++) {
    if (name && !strcmp(list.module[i]->manifest.name, name))
      found = list.module[i];
  }
  if (!found) {
    fc_fail("there is no module \"%s\" (searched: %s)", name ? name : "", search_path);
  } else if (!open_module(found)) {
    descriptor = found->descriptor;
  }
  pthread_mutex_unlock(&lock);
  return descriptor;
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

// does candidate a win over b for this name?
static int wins(const Module* a, const Module* b, FcKind kind, const char* name) {
  int over_a = overrides(&a->manifest, kind, name), over_b = overrides(&b->manifest, kind, name);
  if (over_a != over_b)
    return over_a;
  if (a->installed != b->installed)
    return a->installed;
  if (a->manifest.rank != b->manifest.rank)
    return a->manifest.rank > b->manifest.rank;
  int version = compare_versions(a->manifest.version, b->manifest.version);
  if (version)
    return version > 0;
  return strcmp(a->manifest.name, b->manifest.name) < 0;
}

// the winner among the modules that were not refused; when `refused` is given, also the last
// refused one that would have served
static Module* choose(FcKind kind, const char* name, const Module** refused) {
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
      } else if (!best || wins(module, best, kind, name)) {
        best = module;
      }
    }
  }
  return best;
}

static const FcFace* face_serving(const FcModule* module, FcKind kind, const char* name) {
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

static char* known_names(FcKind kind, char* text, int ntext) {
  text[0] = 0;
  for (int i = 0; i < list.n; i++) {
    const Module* module = list.module[i];
    if (module->state == MODULE_REFUSED)
      continue;
    for (int k = 0; k < module->manifest.nprovide; k++) {
      const Provision* p = module->manifest.provides + k;
      if (p->kind == kind && !p->post)
        text_append(text, (size_t)ntext, "%s%s", text[0] ? ", " : "", p->name);
    }
  }
  if (text[0])
    return text;

  // if there would be one, say why there is none
  snprintf(text, (size_t)ntext, "none");
  for (int i = 0; i < list.n; i++) {
    const Module* module = list.module[i];
    for (int k = 0; module->state == MODULE_REFUSED && k < module->manifest.nprovide; k++) {
      if (module->manifest.provides[k].kind == kind) {
        text_append(text, (size_t)ntext, " (%s)", module->status);
        break;
      }
    }
  }
  return text;
}

const char* registry_names(FcKind kind, char* text, int ntext) {
  pthread_mutex_lock(&lock);
  scan_once();
  known_names(kind, text, ntext);
  pthread_mutex_unlock(&lock);
  return text;
}

int registry_is_post(FcKind kind, const char* name) {
  int post = 0;
  pthread_mutex_lock(&lock);
  scan_once();
  const Module* module = choose(kind, name, NULL);
  for (int k = 0; module && k < module->manifest.nprovide; k++) {
    const Provision* p = module->manifest.provides + k;
    post |= p->kind == kind && p->post && !strcmp(p->name, name);
  }
  pthread_mutex_unlock(&lock);
  return post;
}

const FcFace* registry_find(FcKind kind, const char* name) {
  const FcFace* face = NULL;
  const Module* refused = NULL;
  pthread_mutex_lock(&lock);
  scan_once();
  // a module that turns out to be refused leaves the field to the next best
  for (Module* module; !face && (module = choose(kind, name, &refused));) {
    if (!open_module(module))
      face = face_serving(module->descriptor, kind, name);
  }
  if (!face) {
    char known[512];
    if (refused) {
      fc_fail("%s \"%s\" cannot be used: %s", fc_kindName(kind), name, refused->status);
    } else {
      fc_fail("there is no %s \"%s\"; known are: %s (searched: %s)", fc_kindName(kind), name,
              known_names(kind, known, sizeof known), search_path);
    }
  }
  pthread_mutex_unlock(&lock);
  return face;
}

// does the provision stand for this value of a public struct?
static int has_value(const Provision* p, int value) {
  return p->number ? p->number == FC_NUMBER(value) : option_number(p->kind, p->name) == value;
}

const FcFace* registry_numbered(FcKind kind, const char* prefix, int value) {
  const char* name = NULL;
  const size_t nprefix = strlen(prefix);
  pthread_mutex_lock(&lock);
  scan_once();
  for (int i = 0; i < list.n && !name; i++) {
    const Manifest* manifest = &list.module[i]->manifest;
    for (int k = 0; k < manifest->nprovide && !name; k++) {
      const Provision* p = manifest->provides + k;
      if (p->kind == kind && !strncmp(p->name, prefix, nprefix) && has_value(p, value))
        name = p->name;
    }
  }
  pthread_mutex_unlock(&lock);
  if (!name) {
    char known[512];
    fc_fail("no known %s has the number %d; known are: %s", fc_kindName(kind), value,
            registry_names(kind, known, sizeof known));
    return NULL;
  }
  return registry_find(kind, name);
}

// best first: installed before added, then rank, version, name
static int by_standing(const void* a, const void* b) {
  const Module *x = *(Module*const*)a, *y = *(Module*const*)b;
  return wins(x, y, (FcKind)0, "") ? -1 : 1;
}

// modules in use that provide `kind`, best first; from malloc, NULL when memory is missing
static Module** providers_of(FcKind kind, int* n) {
  Module** order = malloc((size_t)(list.n + 1) * sizeof *order);
  *n = 0;
  for (int i = 0; order && i < list.n; i++) {
    const Manifest* manifest = &list.module[i]->manifest;
    int provides = 0;
    for (int k = 0; k < manifest->nprovide; k++)
      provides |= manifest->provides[k].kind == kind;
    if (provides && list.module[i]->state != MODULE_REFUSED)
      order[(*n)++] = list.module[i];
  }
  if (order)
    qsort(order, (size_t)*n, sizeof *order, by_standing);
  return order;
}

// file name extensions and content types: case does not matter
static int serves_one_of(const Provision* p, const char* const* types) {
  int serves = !p->ntype;
  for (const char* const* t = types; *t; t++) {
    for (int i = 0; i < p->ntype; i++)
      serves |= !strcasecmp(p->types[i], *t);
  }
  return serves;
}

int registry_serving(FcKind kind, const char* const* types, const FcFace** faces, int max) {
  int n = 0, norder;
  pthread_mutex_lock(&lock);
  scan_once();
  Module** order = providers_of(kind, &norder);
  for (int i = 0; order && i < norder; i++) {
    const Manifest* manifest = &order[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++) {
      const Provision* p = manifest->provides + k;
      if (p->kind != kind || (types && !serves_one_of(p, types)) || open_module(order[i]))
        continue;
      const FcFace* face = face_serving(order[i]->descriptor, kind, p->name);
      if (face && n++ < max)
        faces[n - 1] = face;
    }
  }
  free(order);
  pthread_mutex_unlock(&lock);
  return n;
}

int registry_all(FcKind kind, const FcFace** faces, int max) {
  return registry_serving(kind, NULL, faces, max);
}

int registry_provided(FcKind kind, const char** names, int max) {
  int n = 0, norder;
  pthread_mutex_lock(&lock);
  scan_once();
  Module** order = providers_of(kind, &norder);
  for (int i = 0; order && i < norder; i++) {
    const Manifest* manifest = &order[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++) {
      if (manifest->provides[k].kind == kind && n++ < max)
        names[n - 1] = manifest->provides[k].name;
    }
  }
  free(order);
  pthread_mutex_unlock(&lock);
  return n;
}

// ---------------------------------------------------------------- listing

int fc_moduleCount(void) {
  pthread_mutex_lock(&lock);
  scan_once();
  int n = list.n;
  pthread_mutex_unlock(&lock);
  return n;
}

int fc_moduleInfo(int index, FcModuleInfo* info) {
  pthread_mutex_lock(&lock);
  scan_once();
  int status = 0;
  if (index < 0 || index >= list.n) {
    status = fc_fail("there is no module number %d; there are %d", index, list.n);
  } else {
    Module* module = list.module[index];
    static const char* const words[] = {"available", "loaded"};
    *info = (FcModuleInfo){
        .name = module->manifest.name,
        .version = module->manifest.version,
        .licence = module->manifest.licence,
        .file = module_file(module),
        .manifest = module->manifest_file,
        .status = module->state == MODULE_REFUSED ? module->status : words[module->state],
        .refused = module->state == MODULE_REFUSED,
        .nface = module->manifest.nprovide};
  }
  pthread_mutex_unlock(&lock);
  return status;
}

int fc_faceInfo(int index, int face, FcFaceInfo* info) {
  static _Thread_local char types[2048];
  pthread_mutex_lock(&lock);
  scan_once();
  int status = 0;
  if (index < 0 || index >= list.n || face < 0 || face >= list.module[index]->manifest.nprovide) {
    status = fc_fail("there is no face %d of module number %d", face, index);
  } else {
    const Module* module = list.module[index];
    const Provision* p = module->manifest.provides + face;
    int selected = p->ntype ? 1 : choose(p->kind, p->name, NULL) == module;
    types[0] = 0;
    for (int i = 0; i < p->ntype; i++) {
      text_append(types, sizeof types, "%s%s", i ? " " : "", p->types[i]);
      selected = selected && choose(p->kind, p->types[i], NULL) == module;
    }
    *info = (FcFaceInfo){.kind = p->kind, .name = p->name, .types = types, .selected = selected};
  }
  pthread_mutex_unlock(&lock);
  return status;
}
