// Copyright 2026 The Fulcrum Authors
// SPDX-License-Identifier: Apache-2.0

// The handshake: before any function of a module is used, the build settings of the module are
// compared with those of this library. A difference refuses that module only, and the message says
// what differs and how to fix it.

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <fulcrum/host.h>
#include <fulcrum/layout.h>

#include "core/foundation/base/text.h"
#include "core/kernel/modules/descriptor.h"
#include "core/kernel/modules/handshake.h"

#define REBUILD "; rebuild it against the installed headers (pkg-config --cflags fulcrum)"

int processor_level(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("bmi2")
             ? 3
             : 1;
#else
  return 1;
#endif
}

static int refuse(char* error, int error_size, const char* format, ...) mjPRINTFLIKE(3, 4);
static int refuse(char* error, int error_size, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(error, (size_t)error_size, format, args);
  va_end(args);
  return -1;
}

// ---------------------------------------------------------------- layout

// index of a field in a layout, -1 if it is absent; the search starts at `start`, its most likely
// index
static int field_index(const FcLayout* layout, const char* name, int start, const char** cursor) {
  const char* at = *cursor;
  for (uint32_t i = (uint32_t)start; i < layout->nfield; i++, at += strlen(at) + 1) {
    if (strcmp(at, name) == 0) {
      *cursor = at;
      return (int)i;
    }
  }
  at = layout->names;
  for (int i = 0; i < start; i++, at += strlen(at) + 1) {
    if (strcmp(at, name) == 0) {
      *cursor = at;
      return i;
    }
  }
  return -1;
}

// 1 when the fields and their order are the same
static int same_layout(const FcLayout* theirs) {
  const uint32_t n = fc_layout.nfield;
  if (theirs->nfield != n ||
      memcmp(theirs->fields, fc_layout.fields, n * 2 * sizeof(uint32_t)) != 0)
    return 0;
  if (theirs->nname == fc_layout.nname)
    return memcmp(theirs->names, fc_layout.names, fc_layout.nname) == 0;
  const char *a = fc_layout.names, *b = theirs->names;
  for (uint32_t i = 0; i < n; i++) {
    if (strcmp(a, b) != 0)
      return 0;
    const size_t length = strlen(a) + 1;
    a += length;
    b += length;
  }
  return 1;
}

// compares field by field; reports the first three that differ, with both values
static int compare_layout(const FcLayout* theirs, char* error, int error_size) {
  char list[400] = "";
  int ndiff = 0, next = 0;
  if (same_layout(theirs))
    return 0;
  const char *name = fc_layout.names, *cursor = theirs->names;
  for (uint32_t i = 0; i < fc_layout.nfield; i++, name += strlen(name) + 1) {
    const uint32_t* ours = fc_layout.fields + 2 * i;
    int k = field_index(theirs, name, next, &cursor);
    if (k >= 0 && theirs->fields[2 * k] == ours[0] && theirs->fields[2 * k + 1] == ours[1]) {
      next = k;
      continue;
    }
    if (ndiff++ >= 3)
      continue;
    if (k < 0) {
      text_append(list, sizeof list, "%s%s is missing", ndiff > 1 ? ", " : "", name);
    } else {
      text_append(list, sizeof list, "%s%s is at %u with %u bytes, here at %u with %u",
                  ndiff > 1 ? ", " : "", name, theirs->fields[2 * k], theirs->fields[2 * k + 1],
                  ours[0], ours[1]);
    }
  }
  if (!ndiff)
    return 0;
  return refuse(error, error_size,
                "it was built with another layout of the public structs: %s%s" REBUILD, list,
                ndiff > 3 ? ", and more" : "");
}

// ---------------------------------------------------------------- faces

static const FcFace* face_of(const FcModule* module, const Provision* p) {
  for (uint32_t i = 0; i < module->nface; i++)
    if (module->faces[i].kind == p->kind && strcmp(module->faces[i].name, p->name) == 0)
      return module->faces + i;
  return NULL;
}

static int serves(const FcFace* face, const char* type) {
  for (const char* const* t = face->types; t && *t; t++)
    if (strcmp(*t, type) == 0)
      return 1;
  return 0;
}

// the manifest must list exactly what the descriptor has
static int compare_manifest(const FcModule* module, const Manifest* manifest, char* error,
                            int error_size) {
  if (strcmp(module->name, manifest->name) != 0) {
    return refuse(error, error_size, "the manifest names it \"%s\", the shared object \"%s\"",
                  manifest->name, module->name);
  }
  if (strcmp(module->version, manifest->version) != 0) {
    return refuse(error, error_size, "the manifest says version %s, the shared object %s",
                  manifest->version, module->version);
  }
  for (int i = 0; i < manifest->nprovide; i++) {
    const Provision* p = manifest->provides + i;
    const FcFace* face = face_of(module, p);
    if (!face) {
      return refuse(error, error_size,
                    "the manifest promises the %s \"%s\", which the shared object does not have",
                    fc_kindName(p->kind), p->name);
    }
    if (p->number != face->number) {
      return refuse(
          error, error_size,
          "the manifest gives the %s \"%s\" the number %d, the shared object %d (-1: none)",
          fc_kindName(p->kind), p->name, p->number - FC_NUMBER(0), face->number - FC_NUMBER(0));
    }
    for (int k = 0; k < p->ntype; k++) {
      if (!serves(face, p->types[k])) {
        return refuse(error, error_size,
                      "the manifest promises the type \"%s\" of %s \"%s\", which the shared object "
                      "does not have",
                      p->types[k], fc_kindName(p->kind), p->name);
      }
    }
  }
  if ((int)module->nface != manifest->nprovide) {
    return refuse(error, error_size, "the shared object has %u faces, the manifest %d",
                  module->nface, manifest->nprovide);
  }
  return 0;
}

static int is_listed(const char* const* list, const char* word) {
  for (; list && *list; list++)
    if (strcmp(*list, word) == 0)
      return 1;
  return 0;
}

// The right to override comes from the descriptor. Otherwise a manifest that claims more, or that
// is out of date, would give it to any module.
static int compare_standing(const FcModule* module, const Manifest* manifest, char* error,
                            int error_size) {
  if (manifest->rank != module->rank) {
    return refuse(error, error_size, "the manifest says rank %d, the shared object %d",
                  manifest->rank, module->rank);
  }
  for (int i = 0; i < manifest->noverride; i++) {
    if (!is_listed(module->overrides, manifest->overrides[i])) {
      return refuse(error, error_size,
                    "the manifest lists \"%s\" under \"overrides\", which the shared object does "
                    "not",
                    manifest->overrides[i]);
    }
  }
  return 0;
}

// ---------------------------------------------------------------- all of it

// checks the settings with which the module was built
static int check_build(const FcModule* module, char* error, int error_size) {
  if (module->abi != FC_ABI) {
    return refuse(error, error_size, "it was built for module ABI %u, this library has %d" REBUILD,
                  module->abi, FC_ABI);
  }
  if (FC_FEATURE_NUM(module->features) != (int)sizeof(mjtNum)) {
    return refuse(error, error_size, "its mjtNum has %d bytes, that of this library %zu" REBUILD,
                  FC_FEATURE_NUM(module->features), sizeof(mjtNum));
  }
  if (FC_FEATURE_LEVEL(module->features) > processor_level()) {
    return refuse(error, error_size,
                  "it needs a processor of level x86-64-v%d, this machine has v%d",
                  FC_FEATURE_LEVEL(module->features), processor_level());
  }
  if ((module->features & FC_FEATURE_ASAN) && !(FC_FEATURES & FC_FEATURE_ASAN)) {
    return refuse(error, error_size,
                  "it was built with the address sanitizer, this library without");
  }
  return module->layout ? compare_layout(module->layout, error, error_size) : 0;
}

FcModule* handshake(const FcModule* module, const Manifest* manifest, char* error, int error_size) {
  if (!module) {
    refuse(error, error_size, "it returned no descriptor");
    return NULL;
  }
  // the members that describe the build are at the start of every descriptor
  if (module->size >= offsetof(FcModule, name) && check_build(module, error, error_size))
    return NULL;
  FcModule* copy = descriptor_copy(module, error, error_size);
  // early descriptors had no rank and no overrides: then only the manifest can give them
  const int tells = module->size >= offsetof(FcModule, overrides) + sizeof module->overrides;
  if (copy && manifest &&
      (compare_manifest(copy, manifest, error, error_size) ||
       (tells && compare_standing(copy, manifest, error, error_size)))) {
    descriptor_free(copy);
    return NULL;
  }
  return copy;
}
