// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The generations of a module, and which face replaces which.

#include <string.h>

#include "core/kernel/modules/generations.h"
#include "core/kernel/modules/registry.h"
#include "core/kernel/modules/registry_state.h"

const FcFace* face_named(const FcModule* module, FcKind kind, const char* name) {
  for (uint32_t i = 0; module && i < module->nface; i++)
    if (module->faces[i].kind == kind && strcmp(module->faces[i].name, name) == 0)
      return module->faces + i;
  return NULL;
}

// the list entry whose chain of generations has this face; *own is the generation that has it
static const Module* newest_with(const FcFace* face, const Module** own) {
  const ModuleList* list = registry_list();
  for (int i = 0; i < list->n; i++) {
    for (const Module* g = list->module[i]; g; g = g->before) {
      const FcModule* d = g->descriptor;
      if (d && face >= d->faces && face < d->faces + d->nface) {
        *own = g;
        return list->module[i];
      }
    }
  }
  return *own = NULL;
}

const FcFace* face_of_generation(const FcFace* face, uint64_t count) {
  const Module* own;
  registry_acquire();
  const FcFace* found = NULL;
  for (const Module* g = newest_with(face, &own); g; g = g->before) {
    const FcFace* there = face_named(g->descriptor, face->kind, face->name);
    found = there ? there : found;
    if (there && g->born <= count)
      break;
  }
  registry_release();
  return found ? found : face;
}

const FcFace* face_in_place(const FcFace* face) { return face_of_generation(face, UINT64_MAX); }

const FcFace* face_before(const FcFace* face) {
  const Module* own;
  registry_acquire();
  newest_with(face, &own);
  const FcFace* found = NULL;
  for (const Module* g = own ? own->before : NULL; g && !found; g = g->before)
    found = face_named(g->descriptor, face->kind, face->name);
  registry_release();
  return found;
}

int same_parameter(const FcParameter* a, const FcParameter* b) {
  if (a->type != b->type || a->length != b->length || a->element != b->element)
    return 0;
  // values are indices into the list of keywords, which may only grow
  for (int i = 0; a->keywords && a->keywords[i]; i++)
    if (!b->keywords || !b->keywords[i] || strcmp(a->keywords[i], b->keywords[i]) != 0)
      return 0;
  return 1;
}

int same_parameters(const FcFace* a, const FcFace* b) {
  if (a->nparameter != b->nparameter)
    return 0;
  for (int i = 0; i < a->nparameter; i++) {
    const FcParameter *p = a->parameters + i, *q = b->parameters + i;
    if (strcmp(p->key, q->key) != 0 || !same_parameter(p, q))
      return 0;
  }
  return 1;
}
