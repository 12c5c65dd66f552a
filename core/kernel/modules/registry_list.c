// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// Queries about all modules: the implementations of a kind, the best of them, names for messages,
// the public list. They are answered from manifests as far as possible, so that modules stay
// closed.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/foundation/base/text.h"
#include "core/kernel/modules/registry.h"
#include "core/kernel/modules/registry_state.h"

#define BEST_MAX 64  // largest number of implementations of one kind that are tried

// ---------------------------------------------------------------- names for messages

char* known_names(FcKind kind, char* text, int ntext) {
  const ModuleList* list = registry_list();
  if (registry_shortage()[0]) {
    // the list is incomplete, and the reader needs to know why
    snprintf(text, (size_t)ntext, "not all, because of this: %s", registry_shortage());
    registry_forget_shortage();
    return text;
  }
  text[0] = 0;
  for (int i = 0; i < list->n; i++) {
    const Module* module = list->module[i];
    if (module->state == MODULE_REFUSED)
      continue;
    for (int k = 0; k < module->manifest.nprovide; k++) {
      const Provision* p = module->manifest.provides + k;
      if (p->kind == kind)
        text_append(text, (size_t)ntext, "%s%s", text[0] ? ", " : "", p->name);
    }
  }
  if (text[0])
    return text;

  // if a refused module would provide the kind, say why it was refused
  snprintf(text, (size_t)ntext, "none");
  for (int i = 0; i < list->n; i++) {
    const Module* module = list->module[i];
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
  registry_acquire();
  known_names(kind, text, ntext);
  registry_release();
  return text;
}

// 1 when the word is one of those that the text separates with ", "
static int is_among(const char* text, const char* word) {
  const size_t n = strlen(word);
  for (const char* at = text; (at = strstr(at, word)); at += n)
    if ((at == text || at[-1] == ' ') && (!at[n] || at[n] == ','))
      return 1;
  return 0;
}

const char* registry_types(FcKind kind, char* text, int ntext) {
  const ModuleList* list = registry_acquire();
  text[0] = 0;
  for (int i = 0; i < list->n; i++) {
    const Manifest* manifest = &list->module[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++) {
      const Provision* p = manifest->provides + k;
      for (int t = 0; p->kind == kind && t < p->ntype; t++)
        if (!is_among(text, p->types[t]))
          text_append(text, (size_t)ntext, "%s%s", text[0] ? ", " : "", p->types[t]);
    }
  }
  registry_release();
  return text;
}

int registry_fail(FcKind kind, const char* format, ...) {
  char what[500], known[400];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  registry_acquire();
  known_names(kind, known, sizeof known);
  fc_fail("%s; known are: %s (searched: %s)", what, known, registry_search_path());
  registry_release();
  return -1;
}

// ---------------------------------------------------------------- numbers of names

// 1 when the provision stands for this value of a public struct
static int has_value(const Provision* p, int value) {
  return p->number ? p->number - FC_NUMBER(0) == value : name_hash(p->name) == value;
}

int registry_number(FcKind kind, const char* name) {
  const ModuleList* list = registry_acquire();
  int number = 0;
  for (int i = 0; i < list->n && !number; i++) {
    const Manifest* manifest = &list->module[i]->manifest;
    for (int k = 0; k < manifest->nprovide && !number; k++) {
      const Provision* p = manifest->provides + k;
      if (p->kind == kind && strcasecmp(p->name, name) == 0)
        number = p->number;
    }
  }
  registry_release();
  return number;
}

// a refused module can still give the name of its number
const char* registry_value_name(FcKind kind, const char* prefix, int value) {
  const size_t nprefix = strlen(prefix);
  const ModuleList* list = registry_acquire();
  const Module* best = NULL;
  const char* name = NULL;
  for (int i = 0; i < list->n; i++) {
    const Module* module = list->module[i];
    for (int k = 0; k < module->manifest.nprovide; k++) {
      const Provision* p = module->manifest.provides + k;
      if (p->kind != kind || strncmp(p->name, prefix, nprefix) != 0 || !has_value(p, value))
        continue;
      const int usable = module->state != MODULE_REFUSED;
      if (!best || (usable && (best->state == MODULE_REFUSED ||
                               (best != module && registry_wins(module, best, kind, ""))))) {
        best = module;
        name = p->name;
      }
    }
  }
  registry_release();
  return name;
}

const FcFace* registry_numbered(FcKind kind, const char* prefix, int value) {
  const char* name = registry_value_name(kind, prefix, value);
  if (name)
    return registry_find(kind, name);
  registry_fail(kind, "no known %s has the number %d", fc_kindName(kind), value);
  return NULL;
}

const FcFace* registry_hashed(int value) {
  const ModuleList* list = registry_acquire();
  const Provision* found = NULL;
  for (int i = 0; i < list->n; i++) {
    const Manifest* manifest = &list->module[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++) {
      const Provision* p = manifest->provides + k;
      if (p->kind != FC_PLUGIN && !found && face_hash(p->kind, p->name) == value)
        found = p;
    }
  }
  registry_release();
  return found ? registry_find(found->kind, found->name) : NULL;
}

// ---------------------------------------------------------------- all of a kind

// best first: installed before added, then rank, version, name
static int by_standing(const void* a, const void* b) {
  const Module *x = *(Module*const*)a, *y = *(Module*const*)b;
  return registry_wins(x, y, (FcKind)0, "") ? -1 : 1;
}

// Modules in use that provide `kind`, best first; allocated with malloc. NULL with fc_lastError
// when memory runs out.
static Module** providers_of(const ModuleList* list, FcKind kind, int* n) {
  *n = 0;
  if (registry_incomplete())
    return NULL;
  Module** order = malloc((size_t)(list->n + 1) * sizeof *order);
  if (!order) {
    fc_fail("out of memory for the list of modules");
    registry_note_shortage();
  }
  for (int i = 0; order && i < list->n; i++) {
    const Manifest* manifest = &list->module[i]->manifest;
    int provides = 0;
    for (int k = 0; k < manifest->nprovide; k++)
      provides |= manifest->provides[k].kind == kind;
    if (provides && list->module[i]->state != MODULE_REFUSED)
      order[(*n)++] = list->module[i];
  }
  if (order)
    qsort(order, (size_t)*n, sizeof *order, by_standing);
  return order;
}

// file name extensions and content types: case does not matter
static int serves_one_of(const Provision* p, const char* const* types) {
  int serves = !p->ntype;
  for (const char* const* t = types; *t; t++)
    for (int i = 0; i < p->ntype; i++)
      serves |= strcasecmp(p->types[i], *t) == 0;
  return serves;
}

int registry_serving(FcKind kind, const char* const* types, const FcFace** faces, int max) {
  int n = 0, norder;
  const ModuleList* list = registry_acquire();
  Module** order = providers_of(list, kind, &norder);
  int failed = !order;
  for (int i = 0; !failed && i < norder; i++) {
    const Manifest* manifest = &order[i]->manifest;
    for (int k = 0; k < manifest->nprovide && !failed; k++) {
      const Provision* p = manifest->provides + k;
      if (p->kind != kind || (types && !serves_one_of(p, types)))
        continue;
      const int status = registry_open(order[i]);
      failed |= status == REGISTRY_SHORT;
      if (status)
        continue;
      const FcFace* face = face_serving(order[i]->descriptor, kind, p->name);
      if (face && n++ < max)
        faces[n - 1] = face;
    }
  }
  free(order);
  registry_release();
  return failed ? -1 : n;
}

int registry_all(FcKind kind, const FcFace** faces, int max) {
  return registry_serving(kind, NULL, faces, max);
}

int registry_provided(FcKind kind, const char** names, int max) {
  int n = 0, norder;
  const ModuleList* list = registry_acquire();
  Module** order = providers_of(list, kind, &norder);
  const int order_missing = !order;
  for (int i = 0; order && i < norder; i++) {
    const Manifest* manifest = &order[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++)
      if (manifest->provides[k].kind == kind && n++ < max)
        names[n - 1] = manifest->provides[k].name;
  }
  free(order);
  registry_release();
  return order_missing ? -1 : n;
}

const FcFace* registry_best(FcKind kind, int (*accept)(const FcFace* face)) {
  const char* names[BEST_MAX];
  const int n = registry_provided(kind, names, BEST_MAX);
  for (int i = 0; i < n && i < BEST_MAX; i++) {
    const FcFace* face = registry_find(kind, names[i]);
    if (face && (!accept || accept(face)))
      return face;
    // the next best is not an answer when the best could not be opened for a temporary reason
    if (!face && registry_shortage()[0])
      return NULL;
  }
  if (n < 0)
    return NULL;
  registry_fail(kind, "no %s of the kind that is needed can be used", fc_kindName(kind));
  return NULL;
}

int registry_lists(FcKind kind, const char* type) {
  const ModuleList* list = registry_acquire();
  int lists = 0;
  for (int i = 0; i < list->n; i++) {
    const Manifest* manifest = &list->module[i]->manifest;
    for (int k = 0; k < manifest->nprovide; k++) {
      const Provision* p = manifest->provides + k;
      for (int t = 0; p->kind == kind && t < p->ntype; t++)
        lists |= type && strcmp(p->types[t], type) == 0;
      lists |= !type && p->kind == kind && !p->ntype;
    }
  }
  registry_release();
  return lists;
}

// ---------------------------------------------------------------- listing

int fc_moduleCount(void) {
  int n = registry_acquire()->n;
  if (registry_incomplete())
    n = -1;
  registry_release();
  return n;
}

// Hands out an answer to a caller whose headers may know fewer or more members: as many bytes as
// its `size` says, which it keeps.
static int hand_out(void* theirs, uint32_t size, const void* ours, size_t known) {
  if (size < sizeof size)
    return fc_fail(
        "the member `size` of the struct to fill is %u; set it to the size of the struct", size);
  memset(theirs, 0, size);
  memcpy(theirs, ours, size < known ? size : known);
  memcpy(theirs, &size, sizeof size);
  return 0;
}

int fc_moduleInfo(int index, FcModuleInfo* info) {
  const ModuleList* list = registry_acquire();
  int status = 0;
  if (registry_incomplete()) {
    status = -1;
  } else if (index < 0 || index >= list->n) {
    status = fc_fail("there is no module number %d; there are %d", index, list->n);
  } else {
    Module* module = list->module[index];
    static const char* const words[] = {"available", "loaded"};
    const FcModuleInfo answer = {
        .name = module->manifest.name,
        .version = module->manifest.version,
        .licence = module->manifest.licence,
        .file = module_file(module),
        .manifest = module->manifest_file,
        .status = module->state == MODULE_REFUSED ? module->status : words[module->state],
        .refused = module->state == MODULE_REFUSED,
        .nface = module->manifest.nprovide};
    status = hand_out(info, info->size, &answer, sizeof answer);
  }
  registry_release();
  return status;
}

// made once, because the text must live as long as the process; the lock is held
static const char* type_list(Provision* p) {
  size_t size = 1;
  for (int i = 0; i < p->ntype; i++)
    size += strlen(p->types[i]) + 1;
  if (!p->type_list && p->ntype && (p->type_list = calloc(1, size)))
    for (int i = 0; i < p->ntype; i++)
      text_append(p->type_list, size, "%s%s", i ? " " : "", p->types[i]);
  return p->type_list ? p->type_list : "";
}

int fc_faceInfo(int index, int face, FcFaceInfo* info) {
  const ModuleList* list = registry_acquire();
  int status = 0;
  if (index < 0 || index >= list->n || face < 0 || face >= list->module[index]->manifest.nprovide) {
    status = fc_fail("there is no face %d of module number %d", face, index);
  } else {
    const Module* module = list->module[index];
    Provision* p = module->manifest.provides + face;
    int selected = p->ntype ? 1 : registry_choose(p->kind, p->name, NULL) == module;
    for (int i = 0; i < p->ntype; i++)
      selected = selected && registry_choose(p->kind, p->types[i], NULL) == module;
    const FcFaceInfo answer = {
        .kind = p->kind, .name = p->name, .types = type_list(p), .selected = selected};
    status = hand_out(info, info->size, &answer, sizeof answer);
  }
  registry_release();
  return status;
}
