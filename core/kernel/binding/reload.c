// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Reloading: a module whose file was rebuilt gets a new generation. The new file is read into a
// private copy, goes through the handshake, and must provide all that the former generation
// provides, in the form that compiled models rely on. Then a new entry replaces the former one in
// the list, and the generation count goes up, which every mjData notices at the start of its next
// step (bindings_follow). Nothing is ever unmapped.
//
//   list -> entry, generation 2 -> entry, generation 1 -> entry, generation 0
//           `before`               `before`
//
// The state of a file that was refused is recorded, so that it is tried again when it has changed
// once more: it may have been half written.

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>

#include "core/foundation/base/errors.h"
#include "core/foundation/base/text.h"
#include "core/foundation/data/generation.h"
#include "core/kernel/binding/scheduler.h"
#include "core/kernel/modules/descriptor.h"
#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/handshake.h"
#include "core/kernel/modules/kind.h"
#include "core/kernel/modules/own_library.h"
#include "core/kernel/modules/registry_state.h"

// ---------------------------------------------------------------- properties that models store

static const char* other_parameter(const FcFace* a, const FcFace* b) {
  for (int i = 0; i < a->nparameter; i++) {
    for (int k = 0; k < b->nparameter; k++)
      if (strcmp(a->parameters[i].key, b->parameters[k].key) == 0 &&
          !same_parameter(a->parameters + i, b->parameters + k))
        return a->parameters[i].key;
  }
  return NULL;
}

// The first difference in what compiled models store or bindings rely on; NULL when there is none.
static const char* other_shape(const FcFace* a, const FcFace* b) {
  const KindRules* rules = kind_rules[a->kind];
  return a->number != b->number ? "another number"
         : rules->difference    ? rules->difference(a, b)
                                : NULL;
}

static int place_exists(const FcFace* face, char* reason, int nreason) {
  const char* where = face_place(face);
  if (!where || stage_find(where))
    return 1;
  snprintf(reason, (size_t)nreason, "its %s \"%s\" cannot be attached: %s", fc_kindName(face->kind),
           face->name, fc_lastError());
  return 0;
}

// 0 when the face can serve what `former` serves, -1 with the reason otherwise.
static int check_face(const FcModule* next, const FcFace* former, char* reason, int nreason) {
  const FcFace* face = face_named(next, former->kind, former->name);
  const char* word = fc_kindName(former->kind);
  if (former->kind == FC_PLUGIN) {
    snprintf(reason, (size_t)nreason,
             "its engine plugin \"%s\" is registered with its functions for as long as the process "
             "lives",
             former->name);
    return -1;
  }
  if (!face) {
    snprintf(reason, (size_t)nreason, "it has no %s \"%s\" any more", word, former->name);
    return -1;
  }
  for (const char* const* type = former->types; type && *type; type++) {
    int serves = 0;
    for (const char* const* t = face->types; t && *t; t++)
      serves |= strcmp(*t, *type) == 0;
    if (!serves) {
      snprintf(reason, (size_t)nreason, "its %s \"%s\" does not serve \"%s\" any more", word,
               former->name, *type);
      return -1;
    }
  }
  const char* key = other_parameter(former, face);
  const char* shape = other_shape(former, face);
  if (key) {
    snprintf(reason, (size_t)nreason,
             "parameter \"%s\" of its %s \"%s\" has another type, length, element or keywords", key,
             word, former->name);
  } else if (shape) {
    snprintf(reason, (size_t)nreason, "its %s \"%s\" has %s than compiled models know", word,
             former->name, shape);
  }
  return key || shape ? -1 : 0;
}

static int check_faces(const FcModule* next, const FcModule* former, char* reason, int nreason) {
  for (uint32_t i = 0; i < former->nface; i++)
    if (check_face(next, former->faces + i, reason, nreason))
      return -1;
  for (uint32_t i = 0; i < next->nface; i++)
    if (!place_exists(next->faces + i, reason, nreason))
      return -1;
  return 0;
}

// ---------------------------------------------------------------- the new generation

static int same_files(const ModuleFiles* a, const ModuleFiles* b) {
  return memcmp(a, b, sizeof *a) == 0;
}

// Open the new files as an entry that can replace the former one. NULL with the reason.
static Module* open_next(const Module* former, char* reason, int nreason) {
  void* handle = NULL;
  FcModuleFunction function;
  Module* next = module_read_again(former, reason, nreason);
  if (!next)
    return NULL;
  files_look(next, &next->files);
  const char* outer = opening_begin(next->file);
  int failed = module_load(next->file, 1, &handle, &function, reason, nreason) ||
               linked_elsewhere(handle, reason, nreason);
  FcModule* descriptor = failed ? NULL : handshake(function(), &next->manifest, reason, nreason);
  opening_end(outer);
  failed = !descriptor || check_faces(descriptor, former->descriptor, reason, nreason);
  ModuleFiles now;
  files_look(next, &now);
  if (!failed && !same_files(&now, &next->files)) {
    snprintf(reason, (size_t)nreason, "its files were written while they were read");
    failed = 1;
  }
  if (!failed) {
    next->descriptor = descriptor;
    next->state = MODULE_LOADED;
    next->generation = former->generation + 1;
    next->born = module_generation() + 1;
    return next;
  }
  descriptor_free(descriptor);
  module_free(next);
  if (handle)
    dlclose(handle);
  return NULL;
}

static void take_place(ModuleList* list, int place, Module* next) {
  Module* former = list->module[place];
  next->before = former;
  next->instead_of = former->instead_of;
  list->module[place] = next;
  for (int i = 0; i < list->n; i++)
    if (list->module[i]->winner == former)
      list->module[i]->winner = next;
}

// ---------------------------------------------------------------- fc_reload

static void report_line(char* report, int size, const char* line) {
  if (report && size > 0)
    text_append(report, (size_t)size, "%s\n", line);
}

static int stays(Module* module, const ModuleFiles* files, const char* reason, char* report,
                 int size) {
  char line[1023];
  snprintf(line, sizeof line, "module %s of %s stays as it is: %s", module->manifest.name,
           module_file(module), reason);
  module->failed = *files;
  report_line(report, size, line);
  return fc_fail("%s", line);
}

// 1 when there is a new generation, 0 when there is nothing new, -1 when it cannot be reloaded.
static int reload_place(ModuleList* list, int place, int named, char* report, int size) {
  Module* module = list->module[place];
  ModuleFiles now;
  char reason[800] = "out of memory";
  files_look(module, &now);
  if (same_files(&now, &module->files) || (!named && same_files(&now, &module->failed)))
    return 0;
  if (!now.object.inode || !now.manifest.inode) {
    // a linker removes a file before rewriting it: report a missing file only to an explicit
    // request
    if (!named)
      return 0;
    snprintf(reason, sizeof reason, "the file %s is not there",
             now.object.inode ? module->manifest_file : module_file(module));
    return stays(module, &now, reason, report, size);
  }
  Module* next = open_next(module, reason, sizeof reason);
  if (!next)
    return stays(module, &now, reason, report, size);
  take_place(list, place, next);
  char line[1023];
  snprintf(line, sizeof line, "module %s of %s: generation %d", next->manifest.name, next->file,
           next->generation);
  report_line(report, size, line);
  return 1;
}

// 1 when there is something to reload, 0 after fc_fail
static int can_reload(const Module* module) {
  const char* name = module->manifest.name;
  if (module->registered) {
    fc_fail("module %s is brought by the program (%s); register it again with fc_registerModule",
            name, module->file);
  } else if (!module->manifest_file[0]) {
    fc_fail("module %s is built into the library, there is no file to reload", name);
  } else {
    return 1;
  }
  return 0;
}

// Files that were refused are tried again when they have changed.
static void look_at_refused(ModuleList* list, int place) {
  Module* module = list->module[place];
  ModuleFiles now;
  char directory[4096];
  files_look(module, &now);
  const char* slash = strrchr(module->manifest_file, '/');
  if (!slash || same_files(&now, &module->failed) || same_files(&now, &module->files))
    return;
  snprintf(directory, sizeof directory, "%.*s", (int)(slash - module->manifest_file),
           module->manifest_file);
  discover_directory(list, directory, module->installed);
  list->module[place]->failed = now;
}

static int place_named(const ModuleList* list, const char* name) {
  int found = -1;
  for (int i = 0; i < list->n; i++)
    if (strcmp(list->module[i]->manifest.name, name) == 0 &&
        (found < 0 || list->module[found]->state == MODULE_REFUSED))
      found = i;
  return found;
}

static int reload_named(ModuleList* list, const char* name, char* report, int size) {
  const int place = place_named(list, name);
  if (place < 0)
    return fc_fail("there is no module \"%s\" (searched: %s)", name, registry_search_path());
  if (!can_reload(list->module[place]))
    return -1;
  if (list->module[place]->state == MODULE_REFUSED)
    look_at_refused(list, place);
  const Module* module = list->module[place];
  if (module->state == MODULE_REFUSED)
    return fc_fail("%s", module->status);
  // a module that is not open yet is read from its file when it is needed
  return module->state == MODULE_LOADED ? reload_place(list, place, 1, report, size) : 0;
}

static int reload_changed(ModuleList* list, char* report, int size, int* failed) {
  int n = 0;
  for (int i = 0, end = list->n; i < end; i++) {
    const Module* module = list->module[i];
    if (!module->manifest_file[0])
      continue;
    if (module->state == MODULE_REFUSED && !module->winner) {
      look_at_refused(list, i);
    } else if (module->state == MODULE_LOADED) {
      const int status = reload_place(list, i, 0, report, size);
      n += status > 0;
      *failed |= status < 0;
    }
  }
  return n;
}

int fc_reload(const char* name, char* report, int size) {
  if (report && size > 0)
    report[0] = 0;
  ModuleList* list = registry_acquire();
  int failed = registry_incomplete(), n = 0;
  if (!failed && name) {
    n = reload_named(list, name, report, size);
    failed = n < 0;
  } else if (!failed) {
    n = reload_changed(list, report, size, &failed);
  }
  if (n > 0)
    module_generation_advance();
  if (!failed)
    fail_forget();
  registry_release();
  return failed ? -1 : n;
}
