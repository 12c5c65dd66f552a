// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Which implementation answers to a name. Candidates are all provisions of that kind and name. An
// installed implementation is replaced only by a module whose manifest lists it under "overrides".
// An added module with the name of an installed one takes its place, and its standing, when it
// lists all that the installed one provides; otherwise it is refused. Among equals the higher rank
// wins, then the higher version, then the name. The answer thus depends only on the files, never on
// the order of loading. The handshake checks the claims of a manifest against the descriptor and
// refuses the module when they differ.
//
// Running out of memory or file descriptors says nothing about a module, so nothing of it is
// cached. The lookup that fails reports it, and the next one tries again
// (tests/kernel/check_shortage).
//
// One lock guards the list and the opening of shared objects. It is never held where a handler of
// the user may be called. Queries about many modules at once are in registry_list.c.

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/process_lock.h"
#include "core/foundation/base/text.h"
#include "core/kernel/modules/handshake.h"
#include "core/kernel/modules/load.h"
#include "core/kernel/modules/own_library.h"
#include "core/kernel/modules/registry.h"
#include "core/kernel/modules/registry_state.h"

static ModuleList list;
static int scanned;
static int listed_builtin;
static int incomplete;          // the list could not be read; fc_lastError says why
static char search_path[4096];  // directories searched so far, for messages
static int path_added;          // length of the part with the added directories
static long lookups;            // how often the lock was taken

// ---------------------------------------------------------------- search path

static void remember_directory(const char* directory) {
  text_append(search_path, sizeof search_path, "%s%s", search_path[0] ? ", " : "", directory);
}

static int is_in_path(const char* directory) {
  const size_t n = strlen(directory);
  for (const char* at = search_path; (at = strstr(at, directory)); at += n) {
    const int begins = at == search_path || (at[-1] == ' ' && at[-2] == ',');
    if (begins && (!at[n] || at[n] == ','))
      return 1;
  }
  return 0;
}

// an added directory is searched after those added earlier, and before the installed one
static void add_to_path(const char* directory) {
  char installed[sizeof search_path];
  snprintf(installed, sizeof installed, "%s", search_path + path_added);
  search_path[path_added] = 0;
  text_append(search_path, sizeof search_path, "%s, ", directory);
  path_added = (int)strlen(search_path);
  text_append(search_path, sizeof search_path, "%s", installed);
}

// First use: built-in modules, then the installed directory, which may be absent in a static
// program. Only its absence is final; after any other failure the next call tries again.
static int scan_installed(void) {
  char directory[4096];
  if (!listed_builtin && discover_builtin(&list))
    return -1;
  listed_builtin = 1;
  installed_directory(directory, sizeof directory);
  errno = 0;
  if (discover_directory(&list, directory, 1) && errno != ENOENT && errno != ENOTDIR)
    return -1;
  remember_directory(directory);
  return 0;
}

// Text of the latest shortage on this thread that no message has reported yet.
static _Thread_local char shortage[600];

void registry_note_shortage(void) { snprintf(shortage, sizeof shortage, "%s", fc_lastError()); }

const char* registry_shortage(void) { return shortage; }

void registry_forget_shortage(void) { shortage[0] = 0; }

ModuleList* registry_acquire(void) {
  process_lock(LOCK_REGISTRY);
  lookups++;
  incomplete = !scanned && scan_installed();
  if (incomplete)
    registry_note_shortage();
  else
    scanned = 1;
  return &list;
}

int registry_incomplete(void) { return incomplete; }

void registry_release(void) { process_unlock(LOCK_REGISTRY); }

const ModuleList* registry_list(void) { return &list; }

const char* registry_search_path(void) { return search_path; }

long registry_lookups(void) {
  process_lock(LOCK_REGISTRY);
  const long n = lookups;
  process_unlock(LOCK_REGISTRY);
  return n;
}

int fc_addModulePath(const char* directory) {
  if (!directory || !directory[0])
    return fc_fail("a module directory must have a name");
  registry_acquire();
  const int status = incomplete ? -1 : discover_directory(&list, directory, 0);
  if (!status && !is_in_path(directory))
    add_to_path(directory);
  if (!status) {
    registry_forget_shortage();
    fail_forget();
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

static int opens_copies;  // fc_openCopies

void fc_openCopies(int on) {
  process_lock(LOCK_REGISTRY);
  opens_copies = on;
  process_unlock(LOCK_REGISTRY);
}

int registry_open(Module* module) {
  if (module->state == MODULE_LOADED)
    return 0;
  if (module->state == MODULE_REFUSED)
    return fc_fail("%s", module->status);
  char reason[800] = "";
  void* handle = NULL;
  FcModuleFunction function = NULL;
  FcModule* descriptor = NULL;
  int status = REGISTRY_SHORT;
  const char* outer = opening_begin(module_file(module));
  if (module_file(module)[0]) {
    files_look(module, &module->files);
    status = module_load(module->file, opens_copies, &handle, &function, reason, sizeof reason);
  }
  if (!status && linked_elsewhere(handle, reason, sizeof reason))
    status = -1;
  if (!status) {
    const FcModule* theirs = function();
    errno = 0;
    descriptor = handshake(theirs, &module->manifest, reason, sizeof reason);
    if (!descriptor)
      status = is_shortage(errno) ? REGISTRY_SHORT : -1;
  }
  opening_end(outer);
  if (descriptor) {
    module->descriptor = descriptor;
    module->state = MODULE_LOADED;
    return 0;
  }
  if (handle)
    dlclose(handle);
  if (status != REGISTRY_SHORT) {
    module_refuse(module, "module %s of %s is refused: %s", module->manifest.name, module->file,
                  reason);
    if (module->state == MODULE_REFUSED) {
      module_restore_losers(&list, module);
      return fc_fail("%s", module->status);
    }
  }
  fc_fail("module %s cannot be opened now: %s; the next call tries again", module->manifest.name,
          reason[0] ? reason : "out of memory");
  registry_note_shortage();
  return REGISTRY_SHORT;
}

const FcModule* fc_openModule(const char* name) {
  const FcModule* descriptor = NULL;
  registry_acquire();
  Module* found = NULL;
  // a refused module and its replacement may have the same name: prefer the one in use
  for (int i = 0; name && i < list.n; i++) {
    Module* module = list.module[i];
    const int better = !found || (found->winner && !module->winner) ||
                       (found->state == MODULE_REFUSED && module->state != MODULE_REFUSED);
    if (strcmp(module->manifest.name, name) == 0 && better)
      found = module;
  }
  if (!found && !incomplete) {
    fc_fail("there is no module \"%s\" (searched: %s)", name ? name : "", search_path);
  } else if (found && !registry_open(found)) {
    descriptor = found->descriptor;
    fail_forget();
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
  for (int i = 0; i < list.n; i++)
    if (list.module[i]->descriptor == descriptor)
      given = &list.module[i]->manifest;
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

// compares versions number by number: 1.10 is newer than 1.9
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

// a module has the standing of the installed one that it has replaced
static const Module* standing_of(const Module* module) {
  return module->instead_of ? module->instead_of : module;
}

int registry_wins(const Module* a, const Module* b, FcKind kind, const char* name) {
  if (name[0]) {
    int over_a = manifest_overrides(&a->manifest, kind, name);
    int over_b = manifest_overrides(&b->manifest, kind, name);
    if (over_a != over_b)
      return over_a;
  }
  const Module *x = standing_of(a), *y = standing_of(b);
  if (x->installed != y->installed)
    return x->installed;
  if (x->manifest.rank != y->manifest.rank)
    return x->manifest.rank > y->manifest.rank;
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
    if (strcmp(face->name, name) == 0)
      return face;
    for (const char* const* t = face->types; t && *t; t++)
      if (strcmp(*t, name) == 0)
        return face;
  }
  return NULL;
}

// using the name of another kind is a common mistake: the message gives the kind
static void fail_to_find(FcKind kind, const char* name, const Module* refused) {
  char known[512];
  FcKind other = (FcKind)0;
  if (incomplete) {
    fc_fail("%s \"%s\" cannot be looked for: %s", fc_kindName(kind), name, shortage);
    return;
  }
  if (refused) {
    fc_fail("%s \"%s\" cannot be used: %s", fc_kindName(kind), name, refused->status);
    return;
  }
  for (int i = 0; i < list.n; i++) {
    const Manifest* manifest = &list.module[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++)
      other = strcmp(manifest->provides[k].name, name) != 0 ? other : manifest->provides[k].kind;
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
  // when the best module turns out to be refused, the next best is tried
  int status = 0;
  for (Module* module; !face && status != REGISTRY_SHORT && !incomplete &&
                       (module = registry_choose(kind, name, &refused));) {
    status = registry_open(module);
    if (!status)
      face = face_serving(module->descriptor, kind, name);
  }
  if (face)
    registry_forget_shortage();
  else if (status != REGISTRY_SHORT)
    fail_to_find(kind, name, refused);
  registry_release();
  return face;
}
